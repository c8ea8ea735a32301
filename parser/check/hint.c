/* Checker: hints for undefined names, by similarity to names that exist. */
#include "parser/check/expr.h"

enum {
    LONGEST_NAME = 40, /* bytes; longer names are not compared */
    MOST_HINTS = 30,   /* per compilation; each compares all names in scope */
};

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static u32 min3(u32 a, u32 b, u32 c)
{
    u32 m = a < b ? a : b;
    return m < c ? m : c;
}

/* Edit distance with transposition, doubled, so that a difference in case counts as half an
 * edit. */
static u32 distance(const Sym *a, const Sym *b)
{
    u32 rows[3][LONGEST_NAME + 1];
    u32 *before = rows[0], *prev = rows[1], *cur = rows[2];
    for (u32 j = 0; j <= b->len; j++)
        prev[j] = 2 * j;
    for (u32 i = 1; i <= a->len; i++) {
        cur[0] = 2 * i;
        for (u32 j = 1; j <= b->len; j++) {
            char x = a->text[i - 1], y = b->text[j - 1];
            u32 change = x == y ? 0 : lower(x) == lower(y) ? 1 : 2;
            cur[j] = min3(prev[j] + 2, cur[j - 1] + 2, prev[j - 1] + change);
            if (i > 1 && j > 1 && x == b->text[j - 2] && a->text[i - 2] == y &&
                before[j - 2] + 2 < cur[j])
                cur[j] = before[j - 2] + 2;
        }
        u32 *oldest = before;
        before = prev;
        prev = cur;
        cur = oldest;
    }
    return prev[b->len];
}

typedef struct Best {
    const Sym *wanted, *name;
    u32 distance;
} Best;

static Best best_for(const Sym *wanted)
{
    /* One edit per three letters; in names of fewer than three only the case may differ. */
    u32 limit = wanted->len < 3 ? 1 : 2 * ((wanted->len + 1) / 3);
    return (Best){wanted, NULL, limit + 1};
}

static void consider(Best *best, const Sym *name)
{
    if (name == best->wanted || name->len > LONGEST_NAME || best->wanted->len > LONGEST_NAME ||
        name->text[0] == '_')
        return;
    u32 d = distance(best->wanted, name);
    if (d < best->distance) {
        best->distance = d;
        best->name = name;
    }
}

const Sym *check_similar_member(const Scope *scope, const Sym *name)
{
    Best best = best_for(name);
    for (u32 i = 0; i < scope->count; i++)
        if (sym_is_exported(scope_at(scope, i)->name))
            consider(&best, scope_at(scope, i)->name);
    return best.name;
}

static Best similar_in_scope(Checker *cx, const Sym *name)
{
    Best best = best_for(name);
    for (const Scope *scope = cx->at.scope; scope != NULL; scope = scope->parent)
        for (u32 i = 0; i < scope->count; i++)
            consider(&best, scope_at(scope, i)->name);
    return best;
}

/* ---- packages ---- */

static const char *last_element(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

const char *check_library_path(Checker *cx, const Sym *name)
{
    if (cx->loader == NULL || cx->loader->list == NULL)
        return NULL;
    const char *found = NULL;
    const char *const *paths = cx->loader->list(cx->loader);
    for (; paths != NULL && *paths != NULL; paths++)
        if (strcmp(last_element(*paths), name->text) == 0 && strstr(*paths, "internal") == NULL &&
            (found == NULL || strlen(*paths) < strlen(found)))
            found = *paths;
    return found;
}

/* The library package with the most similar name, if it is more similar than `best`. */
static const char *nearest_library(Checker *cx, Best *best)
{
    const char *found = NULL;
    if (cx->loader == NULL || cx->loader->list == NULL)
        return NULL;
    const char *const *paths = cx->loader->list(cx->loader);
    for (; paths != NULL && *paths != NULL; paths++) {
        u32 before = best->distance;
        consider(best, intern_str(cx->syms, last_element(*paths)));
        if (best->distance < before)
            found = *paths;
    }
    return found;
}

const char *check_similar_library(Checker *cx, const Sym *name)
{
    Best best = best_for(name);
    const char *exact = check_library_path(cx, name);
    return exact != NULL ? exact : nearest_library(cx, &best);
}

/* ---- words of other languages ---- */

static const struct {
    const char *word, *hint;
} FOREIGN[] = {
    {"null", "it is called nil"},
    {"NULL", "it is called nil"},
    {"None", "it is called nil"},
    {"nullptr", "it is called nil"},
    {"True", "it is called true"},
    {"TRUE", "it is called true"},
    {"False", "it is called false"},
    {"FALSE", "it is called false"},
    {"this", "a method chooses the name of its receiver: func (t T) method()"},
    {"self", "a method chooses the name of its receiver: func (t T) method()"},
    {"char", "write byte for a byte, rune for a character"},
    {"float", "write float64 (or float32)"},
    {"double", "it is called float64"},
    {"long", "write int64, or just int"},
    {"short", "it is called int16"},
    {"unsigned", "write uint"},
    {"boolean", "it is called bool"},
    {"str", "it is called string"},
    {"String", "it is called string"},
    {"object", "a value of any type is an any"},
    {"Object", "a value of any type is an any"},
    {"void", "a function without results has no result type"},
    {"printf", "import \"fmt\" and write fmt.Printf"},
    {"sizeof", "import \"unsafe\" and write unsafe.Sizeof"},
    {"malloc", "new(T) and make(T, n) allocate"},
    {"free", "memory that is no longer used is collected"},
    {"typeof", "fmt.Printf with %T shows a type"},
    {"exit", "import \"os\" and write os.Exit"},
};

static const char *foreign_hint(const Sym *name)
{
    for (u32 i = 0; i < COUNT_OF(FOREIGN); i++)
        if (strcmp(FOREIGN[i].word, name->text) == 0)
            return FOREIGN[i].hint;
    return NULL;
}

/* Marks the intended import as used, so that it is not reported as unused as well. */
static void hint_package(Checker *cx, Diag *diag, const char *path)
{
    Obj *obj = check_lookup(cx, intern_str(cx->syms, last_element(path)));
    if (obj == NULL || obj->kind != OBJ_PACKAGE) {
        check_hint(cx, diag, "did you mean package \"%s\"?", path);
        return;
    }
    obj->used = true;
    check_hint(cx, diag, "did you mean %s?", obj->name->text);
}

void check_undefined(Checker *cx, Expr *ident)
{
    const Sym *name = ident->ident.name;
    Diag *diag = check_error(cx, ident->span, "undefined: %s", name->text);
    if (++cx->hints > MOST_HINTS)
        return;
    const char *path = check_library_path(cx, name);
    const char *foreign = foreign_hint(name);
    Best best = similar_in_scope(cx, name);
    const Sym *similar = best.name;
    best.distance++; /* in front of a dot, prefer packages */
    if (foreign != NULL)
        check_hint(cx, diag, "%s", foreign);
    else if (path != NULL)
        check_hint(cx, diag, "import \"%s\" to use package %s", path, name->text);
    else if (ident == cx->selected && (path = nearest_library(cx, &best)) != NULL)
        hint_package(cx, diag, path);
    else if (similar != NULL)
        check_hint(cx, diag, "did you mean %s?", similar->text);
}

/* ---- fields and methods ---- */

static bool same_letters(const Sym *a, const Sym *b)
{
    u32 i = 0;
    while (a->len == b->len && i < a->len && lower(a->text[i]) == lower(b->text[i]))
        i++;
    return a->len == b->len && i == a->len;
}

/* A name that is not accessible is no suggestion, unless it is the name itself: then the hint is
 * that it is not exported. */
static bool selectable(Checker *cx, const Sym *name, Package *pkg)
{
    return pkg == cx->at.pkg || sym_is_exported(name);
}

static void consider_selector(Checker *cx, Best *best, Similar *out, const Sym *name, Package *pkg,
                              bool is_method)
{
    if (name == best->wanted) {
        *out = (Similar){name, is_method, false};
        best->distance = 0;
    } else if (selectable(cx, name, pkg)) {
        u32 before = best->distance;
        consider(best, name);
        if (best->distance < before)
            *out = (Similar){name, is_method, same_letters(name, best->wanted)};
    }
}

Similar check_similar_selector(Checker *cx, Type *t, const Sym *name)
{
    Similar out = {0};
    Best best = best_for(name);
    SelectionList methods = {0};
    if (++cx->hints > MOST_HINTS)
        return out;
    Type *u = type_underlying(t);
    if (u->kind == TY_POINTER)
        u = type_underlying(u->pointer.elem);
    for (u32 i = 0; u->kind == TY_STRUCT && i < u->strct.fields.len; i++)
        consider_selector(cx, &best, &out, u->strct.fields.data[i].name,
                          u->strct.fields.data[i].pkg, false);
    if (t->kind == TY_NAMED && u->kind != TY_INTERFACE)
        t = type_pointer(&cx->types, t);
    type_method_set(cx->arena, t, &methods);
    for (u32 i = 0; i < methods.len; i++) {
        Selection *sel = methods.data[i];
        Package *pkg = sel->method != NULL ? sel->method->pkg : sel->imethod->pkg;
        consider_selector(cx, &best, &out, selection_name(sel), pkg, true);
    }
    return out;
}

/* ---- types that do not fit ---- */

static bool is_pointer_to(Type *pointer, Type *elem)
{
    return pointer->kind == TY_POINTER && type_identical(pointer->pointer.elem, elem);
}

void check_hint_conversion(Checker *cx, Diag *diag, const Expr *e, Type *target)
{
    Type *t = e->type;
    bool error_wanted = target == cx->universe->error_type && type_is_string(t);
    if ((type_is_untyped(t) && !error_wanted) || ++cx->hints > MOST_HINTS)
        return;
    const char *expr = check_expr_text(cx, e), *type = check_type_text(cx, target);
    if (error_wanted)
        check_hint(cx, diag, "errors.New and fmt.Errorf create an error from text");
    else if (type_is_numeric(t) && type_is_numeric(target) && !type_is_untyped(target))
        check_hint(cx, diag, "there are no implicit conversions: write %s(%s)", type, expr);
    else if (type_is_numeric(t) && type_is_string(target))
        check_hint(cx, diag, "strconv.Itoa and fmt.Sprint turn numbers into text");
    else if (type_is_string(t) && type_is_numeric(target))
        check_hint(cx, diag, "strconv.Atoi and strconv.ParseFloat turn text into numbers");
    else if (is_pointer_to(t, target) && e->kind == EX_UNARY)
        check_hint(cx, diag, "without the & it is the value itself");
    else if (is_pointer_to(t, target))
        check_hint(cx, diag, "*%s is what the pointer points to", expr);
    else if (is_pointer_to(target, t) && e->mode == MODE_VAR)
        check_hint(cx, diag, "&%s is a pointer to it", expr);
    else if (type_is_interface(t) && !type_is_interface(target))
        check_hint(cx, diag, "%s.(%s) asserts that its value is one", expr, type);
}

/* Checker: control flow. Resolves labels and jumps, and finds functions that can end without a
 * return. */
#include "parser/check/stmt.h"

/* A list of statements; a goto must not jump into it from outside. */
typedef struct Block {
    struct Block *outer;
    Pos start;
    VEC(Pos) vars; /* positions of the variables declared directly in it, ascending */
} Block;

/* An enclosing statement, as a target of break and continue. */
typedef struct Target {
    struct Target *outer;
    Stmt *stmt;  /* loop, switch, select, or another statement with blocks inside */
    Stmt *label; /* the ST_LABELED directly around it, or NULL */
    i64 clause;  /* in a switch, the index of the current clause */
} Target;

typedef struct Label {
    Stmt *stmt;
    Block *block;
} Label;

typedef struct Jump {
    Stmt *stmt;
    Block *block;
} Jump;

typedef struct Walker {
    Checker *cx;
    FlowContext *flow;
    Map labels; /* Sym * -> 1 + index in all_labels */
    VEC(Label) all_labels;
    VEC(Jump) gotos;
    StmtList unresolved; /* break and continue whose label is not that of an enclosing statement */
    VEC(Block *) blocks; /* all of them, to be freed */
    Block *block;
    Target *target;
} Walker;

static void walk_stmt(Walker *w, Stmt *s, Stmt *label, bool last_in_clause);

static Label *find_label(Walker *w, const Sym *name)
{
    u64 *index = map_get(&w->labels, (u64)(uintptr_t)name);
    return index == NULL ? NULL : &w->all_labels.data[*index - 1];
}

static Block *open_block(Walker *w, Pos start)
{
    Block *block = xcalloc(1, sizeof *block);
    block->outer = w->block;
    block->start = start;
    vec_push(&w->blocks, block);
    return w->block = block;
}

static bool is_loop(const Stmt *s)
{
    return s->kind == ST_FOR || s->kind == ST_RANGE;
}

static bool is_breakable(const Stmt *s)
{
    return is_loop(s) || s->kind == ST_SWITCH || s->kind == ST_TYPESWITCH || s->kind == ST_SELECT;
}

/* ---- break, continue, fallthrough ---- */

static void jump_to(Walker *w, Stmt *jump, Stmt *target)
{
    jump->branch.target = target;
    if (jump->kind == ST_BREAK)
        *map_put(&w->flow->broken, (u64)(uintptr_t)target) = 1;
}

static void unlabelled_jump(Walker *w, Stmt *s)
{
    for (Target *t = w->target; t != NULL; t = t->outer) {
        if (s->kind == ST_BREAK ? is_breakable(t->stmt) : is_loop(t->stmt)) {
            jump_to(w, s, t->stmt);
            return;
        }
    }
    check_error(w->cx, s->span,
                s->kind == ST_BREAK ? "break is not in a loop, switch, or select"
                                    : "continue is not in a loop");
}

static void labelled_jump(Walker *w, Stmt *s)
{
    const Sym *name = s->branch.label->ident.name;
    const char *verb = s->kind == ST_BREAK ? "break" : "continue";
    for (Target *t = w->target; t != NULL && name != w->cx->sym_blank; t = t->outer) {
        if (t->label == NULL || t->label->labeled.label->ident.name != name)
            continue;
        t->label->labeled.used = true;
        if (s->kind == ST_BREAK ? is_breakable(t->stmt) : is_loop(t->stmt))
            jump_to(w, s, t->stmt);
        else
            check_error(w->cx, s->branch.label->span, "invalid %s label %s", verb, name->text);
        return;
    }
    vec_push(&w->unresolved, s);
}

/* Such a label may exist elsewhere in the function; it then counts as used. */
static void report_unresolved_jump(Walker *w, Stmt *s)
{
    const Sym *name = s->branch.label->ident.name;
    const char *verb = s->kind == ST_BREAK ? "break" : "continue";
    Label *label = find_label(w, name);
    if (label == NULL) {
        check_error(w->cx, s->branch.label->span, "%s label not defined: %s", verb, name->text);
        return;
    }
    label->stmt->labeled.used = true;
    check_error(w->cx, s->branch.label->span, "invalid %s label %s", verb, name->text);
}

static void check_fallthrough(Walker *w, Stmt *s, bool last_in_clause)
{
    const char *fault = "fallthrough statement out of place";
    Target *t = w->target;
    while (t != NULL && !is_breakable(t->stmt))
        t = t->outer;
    if (t != NULL && t->stmt->kind == ST_TYPESWITCH) {
        fault = "cannot fallthrough in type switch";
    } else if (t != NULL && t->stmt->kind == ST_SWITCH && last_in_clause) {
        if (t->clause + 1 < (i64)t->stmt->switch_.clauses.len)
            return;
        fault = "cannot fallthrough final case in switch";
    }
    check_error(w->cx, s->span, "%s", fault);
}

/* ---- labels and goto ---- */

static void declare_label(Walker *w, Stmt *s)
{
    Expr *ident = s->labeled.label;
    if (ident->kind != EX_IDENT || ident->ident.name == w->cx->sym_blank)
        return;
    Label *other = find_label(w, ident->ident.name);
    if (other != NULL) {
        Pos at = other->stmt->labeled.label->span.start;
        Diag *diag =
            check_error(w->cx, ident->span, "label %s already defined at line %u",
                        ident->ident.name->text, source_place(w->cx->diags->sources, at).line);
        check_note_at(w->cx, diag, at, "other definition of %s", ident->ident.name->text);
        s->labeled.used = true;
        return;
    }
    Label label = {s, w->block};
    vec_push(&w->all_labels, label);
    *map_put(&w->labels, (u64)(uintptr_t)ident->ident.name) = w->all_labels.len;
}

static bool encloses(const Block *outer, const Block *inner)
{
    while (inner != NULL && inner != outer)
        inner = inner->outer;
    return inner != NULL;
}

/* The last variable declaration between from and to, over which a goto would jump; or 0. */
static Pos skipped_var(const Block *block, Pos from, Pos to)
{
    for (u32 i = block->vars.len; i > 0; i--) {
        Pos pos = block->vars.data[i - 1];
        if (pos < from)
            break;
        if (pos < to)
            return pos;
    }
    return 0;
}

static void check_goto(Walker *w, const Jump *jump)
{
    Expr *ident = jump->stmt->branch.label;
    const char *name = ident->ident.name->text;
    Sources *sources = w->cx->diags->sources;
    Label *label = find_label(w, ident->ident.name);
    if (label == NULL) {
        check_error(w->cx, ident->span, "label %s not defined", name);
        return;
    }
    label->stmt->labeled.used = true;
    jump->stmt->branch.target = label->stmt;
    if (!encloses(label->block, jump->block)) {
        check_error(w->cx, ident->span, "goto %s jumps into block starting at line %u", name,
                    source_place(sources, label->block->start).line);
        return;
    }
    Pos var = skipped_var(label->block, jump->stmt->span.start, label->stmt->span.start);
    if (var != 0) {
        Diag *diag =
            check_error(w->cx, ident->span, "goto %s jumps over variable declaration at line %u",
                        name, source_place(sources, var).line);
        check_note_at(w->cx, diag, var, "the variable is declared here");
        check_hint(w->cx, diag, "declare it before the goto, or in a block of its own");
    }
}

static void check_unused_labels(Walker *w)
{
    for (u32 i = 0; i < w->all_labels.len; i++) {
        Stmt *s = w->all_labels.data[i].stmt;
        if (!s->labeled.used)
            check_error(w->cx, s->labeled.label->span, "label %s defined and not used",
                        s->labeled.label->ident.name->text);
    }
}

/* ---- the walk ---- */

static bool is_empty_stmt(const Stmt *s)
{
    return s->kind == ST_EMPTY;
}

/* Number of statements without the empty ones at the end, which may follow a fallthrough. */
static u32 len_without_empty(const StmtList *list)
{
    u32 len = list->len;
    while (len > 0 && is_empty_stmt(list->data[len - 1]))
        len--;
    return len;
}

static void walk_list(Walker *w, StmtList *list, Pos start, bool is_clause)
{
    Block *outer = w->block;
    open_block(w, start);
    u32 len = len_without_empty(list);
    for (u32 i = 0; i < list->len; i++)
        walk_stmt(w, list->data[i], NULL, is_clause && i + 1 == len);
    w->block = outer;
}

static void walk_block(Walker *w, Stmt *s)
{
    if (s != NULL && s->kind == ST_BLOCK)
        walk_list(w, &s->block.list, s->block.lbrace, false);
    else if (s != NULL)
        walk_stmt(w, s, NULL, false);
}

#define WALK_CLAUSES(w, target, clauses) \
    for (u32 i_ = 0; i_ < (clauses)->len; i_++) { \
        (target)->clause = i_; \
        walk_list((w), &(clauses)->data[i_]->body, (clauses)->data[i_]->span.start, true); \
    }

/* Visits the statements inside a compound statement. `target` is what a break in them leaves. */
static void walk_inside(Walker *w, Stmt *s, Target *target)
{
    switch (s->kind) {
    case ST_BLOCK: walk_block(w, s); break;
    case ST_IF:
        walk_block(w, s->if_.then);
        walk_block(w, s->if_.els);
        break;
    case ST_FOR: walk_block(w, s->for_.body); break;
    case ST_RANGE: walk_block(w, s->range.body); break;
    case ST_SWITCH: WALK_CLAUSES(w, target, &s->switch_.clauses); break;
    case ST_TYPESWITCH: WALK_CLAUSES(w, target, &s->typeswitch.clauses); break;
    case ST_SELECT: WALK_CLAUSES(w, target, &s->select.clauses); break;
    default: break;
    }
}

static void walk_nested(Walker *w, Stmt *s, Stmt *label)
{
    Target target = {w->target, s, label, -1};
    w->target = &target;
    walk_inside(w, s, &target);
    w->target = target.outer;
}

static bool has_label(const Stmt *s)
{
    return s->branch.label != NULL && s->branch.label->kind == EX_IDENT;
}

static void walk_stmt(Walker *w, Stmt *s, Stmt *label, bool last_in_clause)
{
    switch (s->kind) {
    case ST_LABELED:
        declare_label(w, s);
        walk_stmt(w, s->labeled.stmt, s, last_in_clause);
        break;
    case ST_DEFINE: vec_push(&w->block->vars, s->span.start); break;
    case ST_DECL:
        if (s->decl->kind == DECL_VAR)
            vec_push(&w->block->vars, s->span.start);
        break;
    case ST_BREAK:
    case ST_CONTINUE:
        if (has_label(s))
            labelled_jump(w, s);
        else if (s->branch.label == NULL)
            unlabelled_jump(w, s);
        break;
    case ST_GOTO:
        if (has_label(s))
            vec_push(&w->gotos, (Jump){s, w->block});
        break;
    case ST_FALLTHROUGH: check_fallthrough(w, s, last_in_clause); break;
    default: walk_nested(w, s, label); break;
    }
}

void check_branches(Checker *cx, FlowContext *flow, Stmt *body)
{
    Walker w = {.cx = cx, .flow = flow};
    walk_block(&w, body);
    for (u32 i = 0; i < w.gotos.len; i++)
        check_goto(&w, &w.gotos.data[i]);
    for (u32 i = 0; i < w.unresolved.len; i++)
        report_unresolved_jump(&w, w.unresolved.data[i]);
    check_unused_labels(&w);
    for (u32 i = 0; i < w.blocks.len; i++) {
        vec_free(&w.blocks.data[i]->vars);
        free(w.blocks.data[i]);
    }
    vec_free(&w.blocks);
    vec_free(&w.gotos);
    vec_free(&w.unresolved);
    vec_free(&w.all_labels);
    map_free(&w.labels);
}

/* ---- terminating statements ---- */

static bool is_panic(const Expr *e)
{
    while (e != NULL && e->kind == EX_PAREN)
        e = e->paren;
    return e != NULL && e->kind == EX_CALL && e->call.builtin == BI_PANIC;
}

static bool list_terminates(const FlowContext *flow, const StmtList *list)
{
    u32 len = len_without_empty(list);
    return len > 0 && check_terminates(flow, list->data[len - 1]);
}

static bool ends_in_fallthrough(const StmtList *list)
{
    u32 len = len_without_empty(list);
    const Stmt *s = len > 0 ? list->data[len - 1] : NULL;
    while (s != NULL && s->kind == ST_LABELED)
        s = s->labeled.stmt;
    return s != NULL && s->kind == ST_FALLTHROUGH;
}

static bool clauses_terminate(const FlowContext *flow, Clause *const *clauses, u32 count,
                              bool need_default)
{
    bool has_default = false;
    for (u32 i = 0; i < count; i++) {
        has_default |= clauses[i]->is_default;
        if (!list_terminates(flow, &clauses[i]->body) && !ends_in_fallthrough(&clauses[i]->body))
            return false;
    }
    return has_default || !need_default;
}

bool check_terminates(const FlowContext *flow, const Stmt *s)
{
    bool broken = map_get(&flow->broken, (u64)(uintptr_t)s) != NULL;
    switch (s->kind) {
    case ST_BAD: /* may have been anything */
    case ST_RETURN:
    case ST_GOTO: return true;
    case ST_EXPR: return is_panic(s->expr);
    case ST_BLOCK: return list_terminates(flow, &s->block.list);
    case ST_IF:
        return s->if_.els != NULL && check_terminates(flow, s->if_.then) &&
               check_terminates(flow, s->if_.els);
    case ST_FOR: return s->for_.cond == NULL && !broken;
    case ST_SWITCH:
        return !broken &&
               clauses_terminate(flow, s->switch_.clauses.data, s->switch_.clauses.len, true);
    case ST_TYPESWITCH:
        return !broken &&
               clauses_terminate(flow, s->typeswitch.clauses.data, s->typeswitch.clauses.len, true);
    case ST_SELECT:
        return !broken &&
               clauses_terminate(flow, s->select.clauses.data, s->select.clauses.len, false);
    case ST_LABELED: return check_terminates(flow, s->labeled.stmt);
    default: return false;
    }
}

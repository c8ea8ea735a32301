/* Tags of struct fields that package reflect does not understand, names that two fields of one
 * struct have in JSON or XML, and such names of fields that are not exported. */
#include <string.h>

#include "parser/vet/vet.h"

typedef struct Seen {
    const char *key, *name;
    u32 level; /* of embedded structs: names of an inner one are hidden by those of an outer one */
    Pos pos;
} Seen;

typedef struct Tags {
    Diags *found;
    VEC(Seen) seen; /* in the struct that is looked at */
} Tags;

/* ---- one tag ---- */

/* Whether the value has a space where its package does not expect one. */
static bool has_odd_space(const char *key, const char *value)
{
    size_t len = strlen(value);
    const char *comma = strchr(value, ','), *space = strchr(value, ' ');
    if (!strcmp(key, "json"))
        return comma && strchr(comma, ' ');
    if (!strcmp(key, "asn1"))
        return space != NULL;
    if (strcmp(key, "xml") || !len)
        return false;
    if (value[0] == ' ' || value[len - 1] == ' ' || (space && strchr(space + 1, ' ')))
        return true;
    return comma && ((comma > value && comma[-1] == ' ') || strchr(comma, ' '));
}

/* One key:"value" of a tag; the value is that of the string literal. */
typedef struct Pair {
    const char *key, *value;
} Pair;

static const char *unquote(Arena *arena, const char *text, size_t len)
{
    char *value = arena_printf(arena, "%.*s", (int)len, text), *to = value;
    for (const char *at = value; *at; at++) {
        at += *at == '\\' && at[1];
        *to++ = *at;
    }
    *to = '\0';
    return value;
}

/* The length of an escape sequence in a string, from its backslash; 0: there is no such one. */
static size_t escape(const char *text)
{
    static const char hex[] = "0123456789abcdefABCDEF";
    size_t digits = text[1] == 'x' ? 2 : text[1] == 'u' ? 4 : text[1] == 'U' ? 8 : 0;
    if (digits)
        return strspn(text + 2, hex) >= digits ? 2 + digits : 0;
    if (text[1] >= '0' && text[1] <= '7')
        return strspn(text + 1, "01234567") >= 3 ? 4 : 0;
    return text[1] && strchr("abfnrtv\\\"", text[1]) ? 2 : 0;
}

/* The closing quote of the string that begins there; NULL: there is none, or an escape is wrong. */
static const char *end_of_string(const char *text)
{
    while (*text && *text != '"') {
        size_t len = *text == '\\' ? escape(text) : *text != '\n';
        if (!len)
            return NULL;
        text += len;
    }
    return *text ? text : NULL;
}

/* Takes the next pair off the tag, which begins with one. What is wrong with it, or NULL. */
static const char *take_pair(Arena *arena, const char **tag, Pair *pair)
{
    const char *at = *tag;
    size_t len = 0;
    while (at[len] > ' ' && at[len] != ':' && at[len] != '"' && at[len] != 0x7f)
        len++;
    if (!len)
        return "bad syntax for struct tag key";
    if (at[len] != ':' || !at[len + 1])
        return "bad syntax for struct tag pair";
    if (at[len + 1] != '"')
        return "bad syntax for struct tag value";
    pair->key = arena_printf(arena, "%.*s", (int)len, at);
    const char *begin = at + len + 2, *end = end_of_string(begin);
    if (!end)
        return "bad syntax for struct tag value";
    pair->value = unquote(arena, begin, (size_t)(end - begin));
    *tag = end + 1;
    return NULL;
}

/* What is wrong with a tag, or NULL. */
static const char *fault(Arena *arena, const char *tag)
{
    for (u32 n = 0; *tag; n++) {
        if (n && *tag != ' ')
            return "key:\"value\" pairs not separated by spaces";
        tag += strspn(tag, " ");
        if (!*tag)
            break;
        Pair pair;
        const char *wrong = take_pair(arena, &tag, &pair);
        if (wrong)
            return wrong;
        if (has_odd_space(pair.key, pair.value))
            return "suspicious space in struct tag value";
    }
    return NULL;
}

/* The value of a key, as reflect finds it: "" if there is none. */
static const char *value_of(Arena *arena, const char *tag, const char *key)
{
    while (tag && *(tag += strspn(tag, " "))) {
        Pair pair;
        if (take_pair(arena, &tag, &pair))
            break;
        if (!strcmp(pair.key, key))
            return pair.value;
    }
    return "";
}

/* ---- names that come twice ---- */

static void check_name(Tags *t, const char *key, const StructField *nearest,
                       const StructField *field, u32 level);

/* An embedded struct without a name: its fields count as those of the outer one. */
static void check_embedded(Tags *t, const char *key, const StructField *nearest,
                           const StructField *field, u32 level)
{
    enum { MOST_LEVELS = 20 };
    const Type *u = type_underlying(field->type);
    for (u32 i = 0; u->kind == TY_STRUCT && level < MOST_LEVELS && i < u->strct.fields.len; i++)
        if (sym_is_exported(u->strct.fields.data[i].name))
            check_name(t, key, nearest, &u->strct.fields.data[i], level + 1);
}

static void note_name(Tags *t, const StructField *nearest, const StructField *field, Seen name)
{
    for (u32 i = 0; i < t->seen.len; i++) {
        const Seen *other = &t->seen.data[i];
        if (strcmp(other->key, name.key) || strcmp(other->name, name.name) ||
            other->level != name.level)
            continue;
        Place place = source_place(t->found->sources, other->pos);
        const char *file = place.file ? strrchr(place.file->name, '/') : NULL;
        diag_warning(t->found, (Span){nearest->pos, nearest->pos},
                     "struct field %s repeats %s tag \"%s\" also at %s:%u", field->name->text,
                     name.key, name.name,
                     file         ? file + 1
                     : place.file ? place.file->name
                                  : "",
                     place.line);
        return;
    }
    vec_push(&t->seen, name);
}

static void check_name(Tags *t, const char *key, const StructField *nearest,
                       const StructField *field, u32 level)
{
    Arena *arena = &t->found->arena;
    const char *value = value_of(arena, field->tag, key);
    if (!strcmp(value, "-"))
        return;
    if (!*value || *value == ',') {
        if (field->embedded)
            check_embedded(t, key, nearest, field, level);
        return;
    }
    if (!strcmp(key, "xml") && !strcmp(field->name->text, "XMLName"))
        return;
    size_t len = strcspn(value, ",");
    bool attribute = false;
    for (const char *at = value + len; *at; at += strcspn(at, ",")) {
        at++;
        attribute |= !strncmp(at, "attr", 4) && strcspn(at, ",") == 4;
    }
    Seen name = {!strcmp(key, "xml") && attribute ? "xml attribute" : key,
                 arena_printf(arena, "%.*s", (int)len, value), level, field->pos};
    note_name(t, nearest, field, name);
}

/* ---- structs ---- */

static void check_field(Tags *t, const StructField *field)
{
    static const char *const keys[] = {"json", "xml"};
    Arena *arena = &t->found->arena;
    Span at = {field->pos, field->pos};
    for (u32 i = 0; i < COUNT_OF(keys); i++)
        check_name(t, keys[i], field, field, 1);
    const char *wrong = field->tag ? fault(arena, field->tag) : NULL;
    if (wrong)
        diag_warning(t->found, at,
                     "struct field tag `%s` not compatible with reflect.StructTag.Get: %s",
                     field->tag, wrong);
    if (field->embedded || sym_is_exported(field->name))
        return;
    for (u32 i = 0; i < COUNT_OF(keys); i++) {
        const char *value = value_of(arena, field->tag, keys[i]);
        if (*value && strcmp(value, "-")) {
            diag_warning(t->found, at, "struct field %s has %s tag but is not exported",
                         field->name->text, keys[i]);
            return;
        }
    }
}

static void at_expr(void *ctx, Expr *e)
{
    Tags *t = ctx;
    if (e->kind != EX_STRUCT_TYPE || !e->type || e->type->kind != TY_STRUCT)
        return;
    vec_clear(&t->seen);
    for (u32 i = 0; i < e->type->strct.fields.len; i++)
        check_field(t, &e->type->strct.fields.data[i]);
}

void vet_structtag(const VetFile *file, Diags *found)
{
    Tags t = {.found = found};
    vet_walk_file(file->file, &(VetWalk){.ctx = &t, .expr = at_expr});
    vec_free(&t.seen);
}

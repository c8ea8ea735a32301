/* Orders as text, and the source lines that they speak of. */
#include "explore/schedule/order.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "vm/chooser.h"

static const char *const kind_names[] = {
    [CHOOSE_SELECT] = "select", [CHOOSE_MAP_ORDER] = "map", [CHOOSE_RANDOM] = "random",
    [CHOOSE_TIMER] = "timer",   [CHOOSE_INPUT] = "input",
};

void orders_free(Orders *orders)
{
    arena_free(&orders->arena);
    vec_free(&orders->list);
    vec_free(&orders->choices);
}

/* ---- writing ---- */

static void print_event(const SourceEvent *event, Buf *out)
{
    if (event->goroutine)
        buf_printf(out, "goroutine %u ", event->goroutine);
    if (event->function)
        buf_printf(out, "in %s ", event->function);
    buf_quote(out, event->line);
    if (event->count > 1)
        buf_printf(out, " #%u", event->count);
}

void orders_print(const Orders *orders, Buf *out)
{
    for (u32 i = 0; i < orders->choices.len; i++) {
        const SourceChoice *choice = &orders->choices.data[i];
        CHECK(choice->kind != CHOOSE_GOROUTINE && choice->kind < COUNT_OF(kind_names));
        CHECK(choice->count > 0);
        buf_printf(out, "choose goroutine %u %s #%u %u\n", choice->goroutine,
                   kind_names[choice->kind], choice->count, choice->answer);
    }
    for (u32 i = 0; i < orders->list.len; i++) {
        buf_puts(out, "order ");
        print_event(&orders->list.data[i].first, out);
        buf_puts(out, " before ");
        print_event(&orders->list.data[i].then, out);
        buf_putc(out, '\n');
    }
}

/* ---- reading ---- */

typedef struct Words {
    const char *at, *end;
} Words;

static void skip_blanks(Words *w)
{
    while (w->at < w->end && (*w->at == ' ' || *w->at == '\t'))
        w->at++;
}

static bool take(Words *w, const char *word)
{
    size_t len = strlen(word);
    skip_blanks(w);
    if ((size_t)(w->end - w->at) < len || memcmp(w->at, word, len))
        return false;
    w->at += len;
    return true;
}

static bool take_number(Words *w, u32 *out)
{
    u64 value = 0;
    skip_blanks(w);
    if (w->at == w->end || !isdigit((unsigned char)*w->at))
        return false;
    for (; w->at < w->end && isdigit((unsigned char)*w->at); w->at++)
        value = value > UINT32_MAX ? value : value * 10 + (u64)(*w->at - '0');
    *out = (u32)value;
    return value <= UINT32_MAX;
}

static const char *take_name(Words *w, Arena *arena)
{
    skip_blanks(w);
    const char *start = w->at;
    while (w->at < w->end && !isspace((unsigned char)*w->at) && *w->at != '"')
        w->at++;
    return w->at > start ? arena_strndup(arena, start, (size_t)(w->at - start)) : NULL;
}

static const char *take_quoted(Words *w, Arena *arena)
{
    if (!take(w, "\""))
        return NULL;
    Buf text = {0};
    while (w->at < w->end && *w->at != '"' && *w->at != '\n') {
        w->at += *w->at == '\\' && w->at + 1 < w->end;
        buf_putc(&text, *w->at++);
    }
    bool ok = take(w, "\"");
    const char *copy = ok ? arena_strndup(arena, buf_str(&text), text.len) : NULL;
    buf_free(&text);
    return copy;
}

/* event = [ "goroutine" number ] [ "in" function ] string [ "#" count ] */
static const char *read_event(Words *w, Arena *arena, SourceEvent *event)
{
    *event = (SourceEvent){.count = 1};
    if (take(w, "goroutine") && !take_number(w, &event->goroutine))
        return "the number of a goroutine";
    if (take(w, "in") && !(event->function = take_name(w, arena)))
        return "the name of a function";
    if (!(event->line = take_quoted(w, arena)))
        return "a source line in quotes";
    if (take(w, "#") && (!take_number(w, &event->count) || !event->count))
        return "a count from 1";
    return NULL;
}

static const char *read_order(Words *w, Orders *orders)
{
    Order order;
    const char *expected = read_event(w, &orders->arena, &order.first);
    if (!expected && !take(w, "before"))
        expected = "\"before\"";
    if (!expected)
        expected = read_event(w, &orders->arena, &order.then);
    if (!expected)
        vec_push(&orders->list, order);
    return expected;
}

static const char *read_choice(Words *w, Orders *orders)
{
    SourceChoice choice = {.kind = CHOOSE_GOROUTINE};
    if (!take(w, "goroutine") || !take_number(w, &choice.goroutine))
        return "\"goroutine\" and its number";
    for (u32 kind = 0; kind < COUNT_OF(kind_names) && choice.kind == CHOOSE_GOROUTINE; kind++)
        if (kind_names[kind] && take(w, kind_names[kind]))
            choice.kind = (u8)kind;
    if (choice.kind == CHOOSE_GOROUTINE)
        return "select, map, random or timer";
    if (!take(w, "#") || !take_number(w, &choice.count) || !choice.count)
        return "\"#\" and a count from 1";
    if (!take_number(w, &choice.answer))
        return "an answer (a number)";
    vec_push(&orders->choices, choice);
    return NULL;
}

const char *orders_parse_line(Orders *orders, const char **at, const char *end)
{
    Words w = {*at, end};
    const char *expected = take(&w, "order")    ? read_order(&w, orders)
                           : take(&w, "choose") ? read_choice(&w, orders)
                                                : "\"order\" or \"choose\"";
    skip_blanks(&w);
    if (!expected && w.at < w.end && *w.at != '\n' && *w.at != '\r')
        expected = "the end of the line";
    *at = w.at;
    return expected;
}

/* ---- source lines by position ---- */

void source_lines_free(SourceLines *lines)
{
    arena_free(&lines->arena);
    vec_free(&lines->at);
    map_free(&lines->index);
}

/* Of "main.serve.func2.1" what comes from a declaration. */
static size_t named_part(const char *function)
{
    for (const char *at = function; (at = strstr(at, ".func")); at++)
        if (isdigit((unsigned char)at[strlen(".func")]))
            return (size_t)(at - function);
    return strlen(function);
}

u64 source_line_id(const char *text, const char *function)
{
    u64 id = hash_bytes(HASH_START, text, strlen(text) + 1); /* the 0 ends the text */
    return function ? hash_bytes(id, function, strlen(function)) : id;
}

static SourceLine line_at(SourceLines *lines, const Place *place, Pos pos)
{
    u32 len;
    const char *text = source_line(place->file, place->line, &len);
    for (; len > 0 && isspace((unsigned char)*text); text++)
        len--;
    while (len > 0 && isspace((unsigned char)text[len - 1]))
        len--;
    SourceLine line = {.text = arena_strndup(&lines->arena, text, len), .function = ""};
    const char *function = lines->view->function_at(lines->view->ctx, pos);
    if (function) /* the numbers of function literals change with each one that is added */
        line.function = arena_strndup(&lines->arena, function, named_part(function));
    line.id = source_line_id(line.text, line.function);
    line.text_id = source_line_id(line.text, NULL);
    return line;
}

u32 source_lines_find(SourceLines *lines, Pos pos)
{
    Place place = source_place(lines->view->sources, pos);
    if (!place.file)
        return UINT32_MAX;
    u64 *index = map_put(&lines->index, place.file->base + place.file->lines.data[place.line - 1]);
    if (!*index) {
        vec_push(&lines->at, line_at(lines, &place, pos));
        *index = lines->at.len;
    }
    CHECK(*index <= lines->at.len);
    return (u32)*index - 1;
}

/* A step of --explain as a line of text. */
#include <stdlib.h>
#include <string.h>

#include "race/explain/step.h"

enum { WIDTH = 100, PLACE_WIDTH = 19, WHAT_WIDTH = 19, CHANGE_COLUMN = 68 };

typedef struct Palette {
    const char *dim, *rule, *bad, *change, *reset;
} Palette;

static const Palette plain = {"", "", "", "", ""};
static const Palette colored = {"\33[2m", "\33[36m", "\33[1;31m", "\33[32m", "\33[0m"};

/* Columns that UTF-8 text takes: the rules' ⊥ is three bytes. */
static u32 columns(const char *text)
{
    u32 count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

/* Adds text in a field of that many columns, with at least one space after it. */
static void add_field(Buf *out, const char *text, u32 width)
{
    buf_puts(out, text);
    u32 used = columns(text);
    do
        buf_putc(out, ' ');
    while (++used < width + 1);
}

/* "msg.gol:9:3"; a long name loses its end, never line and column. */
static void add_place(const StepPrinter *printer, Pos pos, Buf *out)
{
    Buf place = {0};
    pos_print(printer->view ? printer->view->sources : NULL, pos, &place);
    const char *text = buf_str(&place), *slash = strrchr(text, '/');
    if (slash)
        text = slash + 1;
    const char *numbers = strchr(text, ':');
    if (strlen(text) > PLACE_WIDTH && numbers) {
        Buf shorter = {0};
        int room = PLACE_WIDTH - (int)strlen(numbers) - 2;
        buf_printf(&shorter, "%.*s..%s", room > 0 ? room : 0, text, numbers);
        add_field(out, buf_str(&shorter), PLACE_WIDTH);
        buf_free(&shorter);
    } else {
        add_field(out, text, PLACE_WIDTH);
    }
    buf_free(&place);
}

/* A long value must not push the line out of shape. */
static void add_what(const char *what, Buf *out)
{
    u32 cut = 0, used = 0;
    if (columns(what) <= WHAT_WIDTH) {
        add_field(out, what, WHAT_WIDTH);
        return;
    }
    for (; what[cut] && used < WHAT_WIDTH - 2; used++) {
        cut++;
        while ((what[cut] & 0xc0) == 0x80)
            cut++;
    }
    buf_printf(out, "%.*s.. ", (int)cut, what);
}

/* How much of the text goes into one line: up to a newline, else up to the last space in front of
 * the margin, else the whole word. */
static u32 fitting(const char *text)
{
    u32 fit = 0, len = 0;
    for (u32 used = 0; used <= WIDTH - CHANGE_COLUMN; len++) {
        if (text[len] == '\0' || text[len] == '\n')
            return len;
        if (text[len] == ' ' && len > 0 && text[len - 1] == ',')
            fit = len;
        used += (text[len] & 0xc0) != 0x80;
    }
    while (fit == 0 && text[len] && text[len] != ' ' && text[len] != '\n')
        len++;
    return fit > 0 ? fit : len;
}

/* The changes, broken into lines that begin at CHANGE_COLUMN. */
static void print_changes(FILE *out, const Palette *color, const char *changes)
{
    for (const char *at = changes; *at;) {
        u32 len = fitting(at);
        if (at > changes)
            fprintf(out, "\n%*s", CHANGE_COLUMN, "");
        fprintf(out, "%s%.*s%s", color->change, (int)len, at, color->reset);
        at += len;
        while (*at == ' ' || *at == '\n')
            at++;
    }
}

static void print_head(StepPrinter *printer, const Palette *color)
{
    if (!printer->headed)
        fprintf(printer->out, "%s step %-6s %-14s %-*s %-*s %s%s\n", color->dim, "who", "rule",
                PLACE_WIDTH, "where", WHAT_WIDTH, "what", "what it knows now", color->reset);
    printer->headed = true;
}

void step_print_text(StepPrinter *printer, const ExplainedStep *step, const StepChanges *changes)
{
    const Palette *color = printer->color ? &colored : &plain;
    const char *known = buf_str((Buf *)(uintptr_t)&changes->text);
    Buf line = {0}, who = {0};
    FILE *out = printer->out;
    print_head(printer, color);
    fprintf(out, "%s%5llu%s ", color->dim, (unsigned long long)step->number, color->reset);
    view_goroutine(printer->view, step->event->goroutine, &who);
    add_field(&line, buf_str(&who), 6);
    fputs(buf_str(&line), out);
    vec_clear(&line);
    add_field(&line, step->rule, 14);
    fprintf(out, "%s%s%s", step->raced ? color->bad : color->rule, buf_str(&line), color->reset);
    vec_clear(&line);
    add_place(printer, step->event->span.start, &line);
    add_what(step->what, &line);
    if (!*known)
        while (line.len > 0 && line.data[line.len - 1] == ' ')
            line.data[--line.len] = '\0';
    fputs(buf_str(&line), out);
    print_changes(out, color, known);
    putc('\n', out);
    buf_free(&who);
    buf_free(&line);
}

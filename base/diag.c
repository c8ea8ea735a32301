/* Diagnostics: collecting them, and printing each with its source line and a caret. A line may hold
 * tabs, control characters, invalid UTF-8 or a megabyte of text; what is printed stays aligned and
 * short. */
#include "base/diag.h"

#include "base/utf8.h"

enum {
    TAB_WIDTH = 4,
    SHOWN_COLUMNS = 120, /* columns; of a longer line only a part around the span is shown */
    SHOWN_BEFORE = 60,   /* bytes shown before the span in such a line */
};

static const char RED[] = "\033[1;31m";
static const char YELLOW[] = "\033[1;33m";
static const char BLUE[] = "\033[34m";
static const char BOLD[] = "\033[1m";
static const char RESET[] = "\033[0m";

static const char *paint(bool color, const char *code)
{
    return color ? code : "";
}

static Diag *new_diag(Diags *diags, DiagKind kind, Span span, const char *fmt, va_list args)
{
    Buf text = {0};
    buf_vprintf(&text, fmt, args);
    Diag *diag = ARENA_NEW(&diags->arena, Diag);
    diag->kind = kind;
    diag->span = span;
    diag->text = arena_strndup(&diags->arena, text.data, text.len);
    buf_free(&text);
    return diag;
}

/* One mistake often fails several checks on its line; only the first error is worth reading. */
static bool first_on_line(Diags *diags, Span span)
{
    Place place = source_place(diags->sources, span.start);
    if (place.file == NULL)
        return true;
    u64 *seen = map_put(&diags->error_lines, span.start - (place.col - 1));
    return (*seen)++ == 0;
}

Diag *diag_verror(Diags *diags, Span span, const char *fmt, va_list args)
{
    Diag *diag = new_diag(diags, DIAG_ERROR, span, fmt, args);
    if (first_on_line(diags, span)) {
        vec_push(&diags->list, diag);
        diags->errors++;
    }
    return diag;
}

Diag *diag_error(Diags *diags, Span span, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    Diag *diag = diag_verror(diags, span, fmt, args);
    va_end(args);
    return diag;
}

Diag *diag_warning(Diags *diags, Span span, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    Diag *diag = new_diag(diags, DIAG_WARNING, span, fmt, args);
    va_end(args);
    vec_push(&diags->list, diag);
    return diag;
}

void diag_note(Diags *diags, Diag *diag, Span span, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    Buf text = {0};
    buf_vprintf(&text, fmt, args);
    va_end(args);
    DiagNote note = {span, arena_strndup(&diags->arena, text.data, text.len)};
    buf_free(&text);
    avec_push(&diags->arena, &diag->notes, note);
}

/* Appends the character at text as a terminal can show it: a tab as spaces up to the next tab stop,
 * a control character or an invalid byte as U+FFFD. Returns the number of bytes consumed. */
static u32 add_shown(Buf *out, u32 *column, const char *text, u32 len)
{
    if (text[0] == '\t') {
        do {
            buf_putc(out, ' ');
        } while (++*column % TAB_WIDTH != 0);
        return 1;
    }
    u32 size;
    utf8_decode(text, len, &size);
    ++*column;
    if ((size == 1 && (u8)text[0] >= 0x80) || (u8)text[0] < ' ' || text[0] == 0x7f) {
        buf_puts(out, "\xef\xbf\xbd");
        return 1;
    }
    buf_add(out, text, size);
    return size;
}

/* A source line as it is shown, and the columns of the carets below it. */
typedef struct Shown {
    Buf text;
    u32 caret_start, caret_end;
} Shown;

/* The byte at which to begin showing a line: 0, unless the span would then be out of view. */
static u32 first_shown_byte(const char *line, u32 span_start)
{
    if (span_start < SHOWN_COLUMNS - SHOWN_BEFORE / 2)
        return 0;
    u32 first = span_start - SHOWN_BEFORE;
    while (first < span_start && ((u8)line[first] & 0xc0) == 0x80)
        first++;
    return first;
}

static Shown show_line(const char *line, u32 len, u32 span_start, u32 span_end)
{
    Shown shown = {0};
    u32 column = 0;
    u32 i = first_shown_byte(line, span_start);
    if (i > 0) {
        buf_puts(&shown.text, "...");
        column = 3;
    }
    bool started = false;
    while (i < len && column < SHOWN_COLUMNS) {
        if (i >= span_start && !started) {
            shown.caret_start = column;
            started = true;
        }
        i += add_shown(&shown.text, &column, line + i, len - i);
        if (i <= span_end)
            shown.caret_end = column;
    }
    if (!started) /* the span is after the last character, for example at the end of the file */
        shown.caret_start = column;
    if (i < len)
        buf_puts(&shown.text, "...");
    if (shown.caret_end <= shown.caret_start)
        shown.caret_end = shown.caret_start + 1;
    return shown;
}

void diag_excerpt(const Sources *sources, Span span, FILE *out, const char *indent, bool color)
{
    Place place = source_place(sources, span.start);
    if (place.file == NULL)
        return;
    u32 len;
    const char *line = source_line(place.file, place.line, &len);
    u32 start = place.col - 1;
    u32 end = span.end > span.start ? start + (span.end - span.start) : start;
    Shown shown = show_line(line, len, start, end > len ? len : end);
    while (shown.text.len > 0 && shown.text.data[shown.text.len - 1] == ' ')
        shown.text.data[--shown.text.len] = '\0';
    fprintf(out, "%s%s%4u |%s", indent, paint(color, BLUE), place.line, paint(color, RESET));
    fprintf(out, "%s%s\n", shown.text.len > 0 ? " " : "", buf_str(&shown.text));
    fprintf(out, "%s%s     |%s ", indent, paint(color, BLUE), paint(color, RESET));
    fprintf(out, "%*s%s", (int)shown.caret_start, "", paint(color, RED));
    for (u32 i = shown.caret_start; i < shown.caret_end; i++)
        putc('^', out);
    fprintf(out, "%s\n", paint(color, RESET));
    buf_free(&shown.text);
}

static void print_place(const Sources *sources, Pos pos, FILE *out, bool color)
{
    Place place = source_place(sources, pos);
    if (place.file != NULL)
        fprintf(out, "%s%s:%u:%u:%s ", paint(color, BOLD), place.file->name, place.line, place.col,
                paint(color, RESET));
}

static void print_note(const Diags *diags, const DiagNote *note, FILE *out, bool color)
{
    if (source_file_of(diags->sources, note->span.start) == NULL) {
        fprintf(out, "      %s\n", note->text);
        return;
    }
    print_place(diags->sources, note->span.start, out, color);
    fprintf(out, "%s\n", note->text);
    diag_excerpt(diags->sources, note->span, out, "", color);
}

void diag_print_one(const Diags *diags, const Diag *diag, FILE *out, bool color)
{
    bool error = diag->kind == DIAG_ERROR;
    print_place(diags->sources, diag->span.start, out, color);
    fprintf(out, "%s%s:%s %s\n", paint(color, error ? RED : YELLOW), error ? "error" : "warning",
            paint(color, RESET), diag->text);
    diag_excerpt(diags->sources, diag->span, out, "", color);
    for (u32 i = 0; i < diag->notes.len; i++)
        print_note(diags, &diag->notes.data[i], out, color);
}

/* qsort is not stable; the index keeps diagnostics at one position in the order they were found. */
typedef struct Ordered {
    const Diag *diag;
    u32 index;
} Ordered;

static int by_position(const void *a, const void *b)
{
    const Ordered *x = a, *y = b;
    if (x->diag->span.start != y->diag->span.start)
        return x->diag->span.start < y->diag->span.start ? -1 : 1;
    return x->index < y->index ? -1 : 1;
}

void diag_print(Diags *diags, FILE *out, bool color, u32 limit)
{
    u32 count = diags->list.len, errors = 0;
    if (count == 0)
        return;
    Ordered *order = xmalloc(count * sizeof *order);
    for (u32 i = 0; i < count; i++)
        order[i] = (Ordered){diags->list.data[i], i};
    qsort(order, count, sizeof *order, by_position);
    for (u32 i = 0; i < count; i++) {
        if (order[i].diag->kind == DIAG_ERROR && errors++ == limit && limit != 0) {
            u32 more = diags->errors - limit;
            fprintf(out, "and %u more error%s\n", more, plural(more));
            break;
        }
        diag_print_one(diags, order[i].diag, out, color);
    }
    free(order);
}

void diag_free(Diags *diags)
{
    arena_free(&diags->arena);
    vec_free(&diags->list);
    map_free(&diags->error_lines);
    diags->errors = 0;
}

/* Parses the two text notations of traces (spec/predict.md), line by line, into builder operations.
 */
#include "predict/build.h"

typedef struct Line {
    const SourceFile *file;
    const char *text;
    u32 len, at;
} Line;

static Span span_at(const Line *line, u32 from, u32 to)
{
    Pos base = line->file->base + (Pos)(line->text - line->file->text);
    return (Span){base + from, base + to};
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static void skip_space(Line *line)
{
    while (line->at < line->len && is_space(line->text[line->at]))
        line->at++;
}

/* Nothing else but perhaps a comment. */
static bool at_end(const Line *line)
{
    return line->at == line->len || line->text[line->at] == '#';
}

/* The next line that says something. */
static bool next_line(const SourceFile *file, u32 *number, Line *line)
{
    while (++*number <= file->lines.len) {
        *line = (Line){.file = file};
        line->text = source_line(file, *number, &line->len);
        skip_space(line);
        if (!at_end(line))
            return true;
    }
    return false;
}

/* What stands from `from` to `to`, without the space around it. */
static Word trimmed(const Line *line, u32 from, u32 to)
{
    while (from < to && is_space(line->text[from]))
        from++;
    while (to > from && is_space(line->text[to - 1]))
        to--;
    return (Word){line->text + from, to - from};
}

/* Up to the next space, bar or parenthesis. */
static Word parse_word(Line *line)
{
    u32 start = line->at;
    while (line->at < line->len && !is_space(line->text[line->at]) && line->text[line->at] != '(' &&
           line->text[line->at] != '|')
        line->at++;
    return (Word){line->text + start, line->at - start};
}

/* What is between the parenthesis that begins here and its partner; empty if there is none. */
static Word parse_operand(Line *line)
{
    u32 depth = 0, open = line->at;
    for (u32 at = open; at < line->len && line->text[at] != '|'; at++) {
        depth += line->text[at] == '(';
        depth -= depth > 0 && line->text[at] == ')';
        if (depth > 0)
            continue;
        Word operand = at > open ? trimmed(line, open + 1, at) : (Word){0};
        line->at = operand.len > 0 ? at + 1 : open;
        return operand;
    }
    return (Word){0};
}

/* name(operand) */
static bool parse_call(Builder *b, Line *line, Word *name, Word *operand)
{
    u32 start = line->at;
    *name = parse_word(line);
    *operand = parse_operand(line);
    if (name->len > 0 && operand->len > 0)
        return true;
    build_fault(b, span_at(line, start, line->at),
                "expected an operation and its operand, such as acq(l)");
    return false;
}

/* STD: thread|operation(operand)|place --------------------------------------------------------- */

static bool bar(Builder *b, Line *line, const char *what)
{
    skip_space(line);
    if (line->at < line->len && line->text[line->at] == '|') {
        line->at++;
        skip_space(line);
        return true;
    }
    build_fault(b, span_at(line, line->at, line->at), "expected | and %s", what);
    return false;
}

static bool parse_place(Builder *b, Line *line, u64 *place)
{
    *place = 0;
    u32 start = line->at;
    for (; line->at < line->len && !is_space(line->text[line->at]); line->at++) {
        char c = line->text[line->at];
        if (c < '0' || c > '9' || *place > UINT64_MAX / 10 - 1) {
            build_fault(b, span_at(line, line->at, line->at + 1),
                        "expected a number for the place in the program");
            return false;
        }
        *place = *place * 10 + (u64)(c - '0');
    }
    if (line->at == start)
        build_fault(b, span_at(line, start, start), "expected a number for the place");
    return line->at > start;
}

/* Transactions order nothing. */
static bool at_skipped_operation(const Line *line)
{
    Line copy = *line;
    Word op = parse_word(&copy);
    return word_is(op, "begin") || word_is(op, "end") || word_is(op, "dummy");
}

static bool std_line(Builder *b, Line *line)
{
    u32 start = line->at;
    while (line->at < line->len && line->text[line->at] != '|')
        line->at++;
    Word thread = trimmed(line, start, line->at);
    if (thread.len == 0) {
        build_fault(b, span_at(line, start, start), "expected the name of a thread");
        return false;
    }
    Word op, operand;
    u64 place;
    if (!bar(b, line, "an operation such as w(x)"))
        return false;
    u32 from = line->at;
    if (at_skipped_operation(line))
        return true;
    if (!parse_call(b, line, &op, &operand))
        return false;
    u32 to = line->at;
    if (!bar(b, line, "a number for the place") || !parse_place(b, line, &place))
        return false;
    skip_space(line);
    if (!at_end(line)) {
        build_fault(b, span_at(line, line->at, line->len), "expected the end of the line");
        return false;
    }
    return build_operation(b, build_thread(b, thread), op, operand, place, span_at(line, from, to));
}

void parse_std(Builder *b, const SourceFile *file)
{
    Line line;
    b->reentrant = true;
    bool ok = true;
    for (u32 number = 0; ok && next_line(file, &number, &line);) {
        ok = std_line(b, &line);
        build_flush(b);
    }
}

/* The table: a column a thread ----------------------------------------------------------------- */

typedef struct Column {
    u32 thread, at; /* screen column where its name begins */
} Column;

typedef VEC(Column) Columns;

/* Screen column of a byte: a tab goes to the next multiple of 8. */
static u32 column_of(const Line *line, u32 byte)
{
    u32 column = 0;
    for (u32 i = 0; i < byte; i++) {
        if (line->text[i] == '\t')
            column = (column / 8 + 1) * 8;
        else if ((line->text[i] & 0xc0) != 0x80) /* not the rest of a UTF-8 sequence */
            column++;
    }
    return column;
}

static bool begins_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (c & 0x80);
}

static bool parse_header(Builder *b, Line *line, Columns *columns)
{
    while (!at_end(line)) {
        u32 start = line->at;
        while (line->at < line->len && !is_space(line->text[line->at]))
            line->at++;
        Word name = {line->text + start, line->at - start};
        if (!begins_name(*name.text) || memchr(name.text, '(', name.len)) {
            build_fault(b, span_at(line, start, line->at),
                        "expected a line with the names of the threads first, such as T0 T1");
            return false;
        }
        u32 before = b->threads.len, thread = build_thread(b, name);
        if (b->threads.len == before) {
            build_fault(b, span_at(line, start, line->at), "thread %.*s has a column already",
                        (int)name.len, name.text);
            return false;
        }
        vec_push(columns, (Column){thread, column_of(line, start)});
        skip_space(line);
    }
    return true;
}

/* The column whose name begins nearest to where the operation does. */
static u32 nearest(const Columns *columns, u32 at)
{
    u32 best = 0, best_distance = UINT32_MAX;
    for (u32 i = 0; i < columns->len; i++) {
        u32 start = columns->data[i].at, distance = start > at ? start - at : at - start;
        if (distance < best_distance) {
            best = i;
            best_distance = distance;
        }
    }
    return columns->data[best].thread;
}

/* "12." or "e12:" in front of a row; true if an operation follows with no room for another column
 * between them. */
static bool skip_number(Line *line)
{
    u32 at = line->at;
    while (at < line->len && begins_name(line->text[at]))
        at++;
    bool labelled =
        at > line->at && at < line->len && (line->text[at] == '.' || line->text[at] == ':');
    line->at = labelled ? at + 1 : line->at;
    skip_space(line);
    return labelled && line->at <= at + 2 && line->text[at + 1] != '\t';
}

static bool table_row(Builder *b, Line *line, const Columns *columns)
{
    bool in_first = skip_number(line);
    for (; !at_end(line); in_first = false) {
        u32 start = line->at;
        Word op, operand;
        if (!parse_call(b, line, &op, &operand))
            return false;
        u32 thread = in_first ? columns->data[0].thread : nearest(columns, column_of(line, start));
        u32 threads = b->threads.len;
        Span span = span_at(line, start, line->at);
        if (!build_operation(b, thread, op, operand, 0, span))
            return false;
        if (b->threads.len > threads) {
            build_fault(b, span, "there is no column for thread %.*s", (int)operand.len,
                        operand.text);
            return false;
        }
        skip_space(line);
    }
    return true;
}

void parse_table(Builder *b, const SourceFile *file)
{
    Columns columns = {0};
    Line line;
    u32 number = 0, rows = 0;
    bool ok = next_line(file, &number, &line) && parse_header(b, &line, &columns);
    for (; ok && next_line(file, &number, &line); rows++) {
        ok = table_row(b, &line, &columns);
        build_flush(b);
    }
    Pos end = file->base + file->len;
    if (columns.len == 0)
        build_fault(b, (Span){end, end},
                    "expected a trace: lines such as T0|w(x)|1, or the names "
                    "of threads with a table of what they do below");
    else if (rows == 0)
        build_fault(b, (Span){end, end},
                    "expected what the threads do below their names, such as wr(x)");
    vec_free(&columns);
}

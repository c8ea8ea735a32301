/* Prints a trace as [SULZMANN24] does: one column per thread, then the annotations. */
#include "predict/notes.h"
#include "predict/trace.h"
#include "race/explain/annotate.h"

enum { GAP = 2 };

typedef struct Table {
    const Trace *trace;
    const u32 *events; /* their numbers; NULL: all, with annotations */
    u32 count;
    Annotator *annotator;
    Notes *notes;    /* beside the events, instead of the annotator's; or NULL */
    VEC(u32) widths; /* by goroutine; 0: does nothing */
} Table;

static u32 number_at(const Table *table, u32 row)
{
    return table->events ? table->events[row] : row;
}

static const Event *event_at(const Table *table, u32 row)
{
    return &table->trace->events.data[number_at(table, row)];
}

static void widen(Table *table, u32 goroutine, const Buf *text)
{
    while (table->widths.len <= goroutine)
        vec_push(&table->widths, 0);
    u32 *width = &table->widths.data[goroutine];
    *width = text->len + GAP > *width ? text->len + GAP : *width;
}

static void measure(Table *table)
{
    for (u32 i = 0; i < table->count; i++) {
        const Event *event = event_at(table, i);
        Buf text = {0};
        annotator_operation(table->annotator, event, &text);
        widen(table, event->goroutine, &text);
        vec_clear(&text);
        view_goroutine(&table->trace->view, event->goroutine, &text);
        widen(table, event->goroutine, &text);
        buf_free(&text);
    }
}

static void print_head(const Table *table, int number_width, FILE *out)
{
    int gap = number_width + GAP;
    for (u32 i = 0; i < table->widths.len; i++) {
        Buf name = {0};
        if (table->widths.data[i] > 0) {
            view_goroutine(&table->trace->view, i, &name);
            fprintf(out, "%*s%s", gap, "", buf_str(&name));
            gap = (int)(table->widths.data[i] - name.len);
        }
        buf_free(&name);
    }
    putc('\n', out);
}

static void print_event(const Table *table, u32 row, int number_width, FILE *out)
{
    const Event *event = event_at(table, row);
    Buf operation = {0}, note = {0};
    int before = 0, behind = 0;
    for (u32 i = 0; i < table->widths.len; i++)
        *(i < event->goroutine ? &before : &behind) += (int)table->widths.data[i];
    annotator_operation(table->annotator, event, &operation);
    if (table->notes)
        notes_event(table->notes, event, &note);
    else if (!table->events)
        annotator_event(table->annotator, event, &note);
    fprintf(out, "%*u. %*s%-*s%s\n", number_width, number_at(table, row) + 1, before, "",
            note.len > 0 ? behind : 0, buf_str(&operation), buf_str(&note));
    buf_free(&operation);
    buf_free(&note);
}

static bool print_table(Table *table, const char *reading, FILE *out)
{
    const Trace *trace = table->trace;
    AnnotatorConfig config = {.view = &trace->view, .goroutines = trace->threads.len};
    table->annotator = annotator_new(reading, &config);
    if (!table->annotator)
        return false;
    int number_width = snprintf(NULL, 0, "%u", trace->events.len);
    measure(table);
    print_head(table, number_width, out);
    for (u32 i = 0; i < table->count; i++)
        print_event(table, i, number_width, out);
    vec_free(&table->widths);
    annotator_free(table->annotator);
    return true;
}

bool trace_print_annotated(const Trace *trace, const char *reading, FILE *out)
{
    Table table = {.trace = trace, .count = trace->events.len, .notes = notes_new(trace, reading)};
    bool printed = print_table(&table, table.notes ? "eventset" : reading, out);
    notes_free(table.notes);
    return printed;
}

void trace_print_events(const Trace *trace, const u32 *events, u32 count, FILE *out)
{
    Table table = {.trace = trace, .events = events, .count = count};
    print_table(&table, "eventset", out);
}

void trace_operation(const Trace *trace, const Event *event, Buf *out)
{
    AnnotatorConfig config = {.view = &trace->view, .goroutines = trace->threads.len};
    Annotator *annotator = annotator_new("eventset", &config);
    annotator_operation(annotator, event, out);
    annotator_free(annotator);
}

/* A schedule in terms of the source: which event comes before which. Events are named by goroutine,
 * function and the text of their source line, so that the schedule survives an edit elsewhere
 * (spec/schedule.md). Recorded beside the exact answers of an execution; followed when these no
 * longer fit the program. */
#ifndef EXPLORE_SCHEDULE_ORDER_H
#define EXPLORE_SCHEDULE_ORDER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "trace/sink.h"
#include "vm/vm.h"

/* The count-th event on a source line. */
typedef struct SourceEvent {
    u32 goroutine;        /* that does it; 0: any */
    const char *function; /* "main.deposit"; NULL: any */
    const char *line;     /* without the blanks around it */
    u32 count;            /* from 1; of that goroutine, or of any */
} SourceEvent;

typedef struct Order {
    SourceEvent first, then;
} Order;

/* The answer to the count-th choice of a kind, other than between goroutines, that a goroutine
 * makes. */
typedef struct SourceChoice {
    u8 kind; /* ChoiceKind */
    u32 goroutine, count, answer;
} SourceChoice;

typedef struct Orders {
    Arena arena; /* of the texts */
    VEC(Order) list;
    VEC(SourceChoice) choices;
} Orders;

/* Frees the lists and texts. */
void orders_free(Orders *orders);
/* Whether there are any. */
static inline bool orders_given(const Orders *orders)
{
    return orders->list.len + orders->choices.len > 0;
}

/* Appends them as the schedule file has them, one per line. */
void orders_print(const Orders *orders, Buf *out);
/* Reads one of these lines from *at, up to `end`, and advances *at. NULL, or what was expected
 * there. */
const char *orders_parse_line(Orders *orders, const char **at, const char *end);

/* ---- source lines by position ---- */

typedef struct SourceLine {
    const char *text, *function;
    u64 id;      /* source_line_id of both */
    u64 text_id; /* that of the text in any function */
} SourceLine;

/* A hash of a line's text and of its function; NULL: any function. */
u64 source_line_id(const char *text, const char *function);

typedef struct SourceLines {
    Arena arena;
    const ProgramView *view;
    VEC(SourceLine) at;
    Map index; /* position of a line's beginning -> index + 1 */
} SourceLines;

/* Frees the lines, not the view. */
void source_lines_free(SourceLines *lines);
/* The index in lines->at of the line at pos, which is added if it is new; UINT32_MAX if pos is in
 * no file. */
u32 source_lines_find(SourceLines *lines, Pos pos);

/* ---- following ---- */

typedef struct OrderChooser OrderChooser;

/* A chooser that keeps the orders in one execution. `orders` and `view` are borrowed. Freed through
 * its Chooser. */
OrderChooser *order_chooser(const Orders *orders, const ProgramView *view);
/* Sets the VM that will run; to be called before it does. */
void order_chooser_watch(OrderChooser *chooser, VM *vm);
/* Its Chooser, under which the VM runs. */
Chooser *order_chooser_base(OrderChooser *chooser);
/* Its sink, which must receive the events of the execution (WANT_ACCESS, WANT_REPEATS). */
EventSink *order_chooser_sink(OrderChooser *chooser);
/* After the execution: appends which order was the first that could not be kept, and why; nothing
 * if all were kept. */
void order_chooser_mismatch(const OrderChooser *chooser, Buf *out);

/* ---- writing down ---- */

typedef struct OrderRecorder OrderRecorder;

/* A chooser that hands choices to `inner`, which it owns, and records in *orders, which it empties,
 * where the answers leave the default. Freed through its Chooser. */
OrderRecorder *order_recorder(Chooser *inner, const ProgramView *view, Orders *orders);
/* Sets the VM that will run; to be called before it does. */
void order_recorder_watch(OrderRecorder *recorder, VM *vm);
/* After the execution: copies the texts, so that the orders no longer need the recorder. */
void order_recorder_keep(OrderRecorder *recorder);
/* Its Chooser, under which the VM runs. */
Chooser *order_recorder_base(OrderRecorder *recorder);
/* Its sink, which must receive the events of the execution (WANT_ACCESS, WANT_REPEATS). */
EventSink *order_recorder_sink(OrderRecorder *recorder);

#endif

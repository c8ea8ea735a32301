/* A schedule in terms of the source: which event comes before which. Events are named by goroutine,
 * function and the text of their source line, so that the schedule survives an edit elsewhere
 * (spec/schedule.md). Written down beside the exact answers while an execution is recorded or
 * replayed; followed where these no longer fit the program. */
#ifndef EXPLORE_SCHEDULE_ORDER_H
#define EXPLORE_SCHEDULE_ORDER_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "trace/event.h"
#include "vm/vm.h"

/* The how many-th event on a source line. */
typedef struct SourceEvent {
    u32 goroutine;        /* that does it; 0: any */
    const char *function; /* "main.deposit"; NULL: any */
    const char *line;     /* without the blanks around it */
    u32 count;            /* from 1; of that goroutine, or of any */
} SourceEvent;

typedef struct Order {
    SourceEvent first, then;
} Order;

/* A goroutine's how many-th choice of a kind that is not between goroutines, and its answer. */
typedef struct SourceChoice {
    u8 kind; /* ChoiceKind */
    u32 goroutine, count, answer;
} SourceChoice;

typedef struct Orders {
    Arena arena; /* of the texts */
    VEC(Order) list;
    VEC(SourceChoice) choices;
} Orders;

void orders_free(Orders *orders);
static inline bool orders_given(const Orders *orders)
{
    return orders->list.len + orders->choices.len > 0;
}

/* A line each, as the schedule file has them. */
void orders_print(const Orders *orders, Buf *out);
/* Reads one of these lines; NULL, or what was expected at *at. */
const char *orders_parse_line(Orders *orders, const char **at, const char *end);

/* ---- source lines by position ---- */

typedef struct SourceLine {
    const char *text, *function;
    u64 id; /* equal for equal text and function */
} SourceLine;

typedef struct SourceLines {
    Arena arena;
    const ProgramView *view;
    VEC(SourceLine) at;
    Map index; /* position of a line's beginning -> index + 1 */
} SourceLines;

void source_lines_free(SourceLines *lines);
/* The number of the line; UINT32_MAX: nowhere. */
u32 source_lines_find(SourceLines *lines, Pos pos);

/* ---- following ---- */

typedef struct OrderChooser OrderChooser;

/* For one execution. `orders` and `view` are borrowed. Its sink must see the events (WANT_ACCESS
 * and WANT_REPEATS), and it must know the VM before that runs. Freed as a Chooser. */
OrderChooser *order_chooser(const Orders *orders, const ProgramView *view);
void order_chooser_watch(OrderChooser *chooser, VM *vm);
Chooser *order_chooser_base(OrderChooser *chooser);
EventSink *order_chooser_sink(OrderChooser *chooser);
/* After the execution: adds which order was the first that could not be kept, and why; nothing if
 * all were. */
void order_chooser_mismatch(const OrderChooser *chooser, Buf *out);

/* ---- writing down ---- */

typedef struct OrderRecorder OrderRecorder;

/* Hands choices to `inner` (owned from now on) and writes down in *orders, which it empties, where
 * they leave the default. Its sink must see the events, it must know the VM. Freed as a Chooser. */
OrderRecorder *order_recorder(Chooser *inner, const ProgramView *view, Orders *orders);
void order_recorder_watch(OrderRecorder *recorder, VM *vm);
/* After the execution: the orders no longer need the recorder. */
void order_recorder_keep(OrderRecorder *recorder);
Chooser *order_recorder_base(OrderRecorder *recorder);
EventSink *order_recorder_sink(OrderRecorder *recorder);

#endif

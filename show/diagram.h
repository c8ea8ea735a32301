/* What a picture of a run shows, in plain numbers and texts: lanes (goroutines), steps, the objects
 * that they are on, edges between steps that synchronise, races and other findings. It is filled
 * while the program runs or a trace is read (show/picture.h) and read by the writers of this
 * folder. docs/show.md describes it as JSON. */
#ifndef SHOW_DIAGRAM_H
#define SHOW_DIAGRAM_H

#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"
#include "trace/event.h"

/* Why one step comes after another. */
typedef enum DiagramEdgeKind {
    EDGE_GO,      /* a goroutine starts */
    EDGE_MESSAGE, /* a value goes from a send to a receive */
    EDGE_ROOM,    /* a receive made room for a send */
    EDGE_CLOSE,   /* a close, to the receive that finds the channel closed */
    EDGE_LOCK,    /* an unlock, to the next lock */
    EDGE_WAIT,    /* what a WaitGroup, a Cond, a Once or the like waits for */
    EDGE_ATOMIC,  /* an atomic write, to the operation that sees it */
    EDGE_TIMER,   /* a timer is set, and fires */
    EDGE_KINDS
} DiagramEdgeKind;

/* "message": for readers of the model. */
const char *diagram_edge_name(DiagramEdgeKind kind);

/* Indexes of this struct are numbers + 1, so that 0 is "none"; texts are numbers of
 * Diagram.texts, of which 0 is "". */
typedef struct DiagramStep {
    u8 kind, sub, flags;         /* of its Event */
    u32 goroutine;               /* number; of a rendezvous the sender */
    u32 other;                   /* GO: the child; RENDEZVOUS: the receiver; else 0 */
    u32 object;                  /* in objects */
    u32 place;                   /* in places */
    u32 other_place;             /* RENDEZVOUS: the receiver's */
    u32 number;                  /* as --explain numbers steps; 0: it does not show this one */
    u32 what, rule, value, note; /* texts */
} DiagramStep;

/* From a step to a later one of another goroutine. A MESSAGE or ROOM orders what came before `from`
 * only, since a send passes on what its goroutine knew before it; the others `from` as well. */
typedef struct DiagramEdge {
    u32 from, to; /* indexes of steps */
    DiagramEdgeKind kind;
} DiagramEdge;

/* An event entered or left the happens-before set of a goroutine. */
typedef struct DiagramChange {
    u32 step;
    u32 goroutine;
    u32 event; /* text */
    bool entered;
} DiagramChange;

typedef struct DiagramObject {
    u32 name; /* text */
    u8 class; /* EventClass of its first event: ACCESS for a variable, CHANNEL, SYNC */
    u64 capacity;
} DiagramObject;

typedef struct DiagramPlace {
    u32 file; /* in files; 0: unknown */
    u32 line, col, len;
    u32 function; /* text */
} DiagramPlace;

typedef struct DiagramLane {
    u32 number;
    u32 name, function;
    u32 started; /* the step that started it, + 1; 0: none */
    u32 waits;   /* text: what it waits for at the end of the run; 0: it does not wait */
    u32 waits_at;
    bool acted, ended;
} DiagramLane;

typedef struct DiagramRace {
    u32 now, before;   /* steps + 1; 0: it is not among the steps */
    u32 title, report; /* texts */
    bool warning;
} DiagramRace;

typedef struct DiagramFinding {
    u32 kind, title, report;
} DiagramFinding;

typedef struct Diagram {
    /* Texts by the caller, copied: the program's name, the command that repeats the run, ... */
    u32 title, command, detector, verdict, output;
    const Sources *sources; /* whose files the places name; borrowed */
    Interner interner;
    VEC(const Sym *) texts;
    VEC(const SourceFile *) files;
    VEC(DiagramPlace) places;
    VEC(DiagramLane) lanes; /* in the order of their first step or start */
    VEC(DiagramObject) objects;
    VEC(DiagramStep) steps;
    VEC(DiagramEdge) edges;     /* by `to` */
    VEC(DiagramChange) changes; /* by `step` */
    VEC(DiagramRace) races;
    VEC(DiagramFinding) findings;
    u32 sets_until; /* `changes` has those before this step only; 0: all */
    bool cut;       /* the run went on after the last of the steps */

    Map text_numbers; /* Sym -> number */
    Map place_numbers;
    Map lane_numbers; /* goroutine -> index + 1 */
} Diagram;

/* Makes an empty model. */
void diagram_init(Diagram *model, const Sources *sources);
/* Frees what it has. */
void diagram_free(Diagram *model);
/* The number of a text, which is copied. */
u32 diagram_text(Diagram *model, const char *text);
/* The text of a number, valid as long as the model. */
const char *diagram_str(const Diagram *model, u32 text);
/* The lane of a goroutine, made if need be; valid until the next call. */
DiagramLane *diagram_lane(Diagram *model, u32 goroutine);
/* The place of a span + 1; 0 if it is in no file. `function` is a text. */
u32 diagram_place(Diagram *model, Span span, u32 function);
/* The place of that span if it is known already, else 0. */
u32 diagram_known_place(const Diagram *model, Span span);
/* "bank.gol:10" of a place + 1, "" of 0, added to out. */
void diagram_print_place(const Diagram *model, u32 place, Buf *out);
/* Whether the place is in the library. */
bool diagram_in_library(const Diagram *model, u32 place);

#endif

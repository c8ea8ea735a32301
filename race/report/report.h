/* What a race report says, as a plain struct that the detector fills completely; the writers below
 * add no logic of their own. Content: DESIGN.md, "A race report names ...". */
#ifndef RACE_REPORT_REPORT_H
#define RACE_REPORT_REPORT_H

#include <stdio.h>

#include "base/buf.h"
#include "trace/event.h"

typedef enum RaceKind {
    RACE_RAW, /* read after write */
    RACE_WAW, /* write after write */
    RACE_WAR  /* write after read */
} RaceKind;

/* The last synchronisation that a goroutine took part in. */
typedef struct LastSync {
    u8 kind;      /* EventKind; meaningful if known */
    u8 sub;       /* SyncOp */
    bool known;   /* false: none since it started */
    bool passive; /* RENDEZVOUS: it was the receiver */
    bool after;   /* it came after the goroutine's access of this report */
    u32 partner;  /* RENDEZVOUS: the other goroutine; GO: the child; else 0 */
    Span span;
    Loc object;
    const char *object_name; /* as the source names it; "" when it has no name, and for GO */
} LastSync;

typedef struct RaceAccess {
    u32 goroutine;
    bool is_write;
    const char *operation; /* "read", "write", "atomic write", "send", ... */
    bool ended;            /* the goroutine is over by now */
    Span span;
    const char *function; /* NULL when unknown */
    /* The call stack, innermost first. The earlier access has none: only what is cheap is
     * remembered of it; the replay shows the rest. */
    const StackFrame *stack;
    u32 stack_len;
    u32 parent; /* the goroutine that started this one; 0 for main */
    Span go_span;
    LastSync last;
    const char *why; /* one clause in plain English about what it last synchronised on */
} RaceAccess;

typedef struct RaceReport {
    RaceKind kind;
    const char *rule;     /* "R-Write-E_WaR" */
    const char *detector; /* name of the detector that found it */
    bool warning;         /* a discipline was broken; that is no race */
    const char *variable;
    Loc loc;
    RaceAccess now, before; /* the access that was refused, the one it does not know of */
    u32 conflicts;          /* how many remembered accesses it conflicts with, at least 1 */
    u64 number;             /* 1 for the first report of the run; what comes after a race may
                               follow from it: without it no run need show the second */
} RaceReport;

/* "RaW", "WaW", "WaR"; "read after write", ... */
const char *race_kind_name(RaceKind kind);
const char *race_kind_text(RaceKind kind);

/* Objects of the heap have no names: adds what one of two accesses calls the location, as far as
 * the sources show. An access by the library is a call there, so the other side may know better. */
void report_accessed(const Sources *sources, Span one, Span other, Buf *out);

/* The report for people, at most 100 columns except for long source lines. `replay` is the command
 * that reproduces the run (NULL: no such line). */
void report_text(const RaceReport *report, const Sources *sources, const char *replay, bool color,
                 FILE *out);
/* The same as one JSON object, {"type":"race",...}, on one line. */
void report_json(const RaceReport *report, const Sources *sources, const char *replay, FILE *out);

#endif

/* The inside of an Executor, shared by the files of this folder that make one: execution.c sets up
 * and runs, judge.c says what an execution has shown. */
#ifndef EXPLORE_EXECUTOR_EXECUTOR_H
#define EXPLORE_EXECUTOR_EXECUTOR_H

#include "explore/executor/execution.h"
#include "race/explain/explain.h"
#include "trace/writer.h"
#include "vm/reach.h"

/* Stands between the VM and the chooser: writes down the answers. */
typedef struct Recorder {
    Chooser base;
    Chooser *inner;
    Execution *execution;
    u32 kept; /* steps up to the last one that was no default; at most schedule.steps.len */
} Recorder;

enum { MOST_WATCHERS = 4 };

struct Executor {
    ExecutorConfig config;
    VM *vm;
    u64 only;      /* executor_report_only */
    bool silences; /* config.silence may hide races */
    bool cuts;     /* executions are ended when it is late (executor_cut) */
    Detector *detector;
    Observer observer;
    Reach *reach;        /* NULL: not needed so far (executor_reach) */
    u64 work;            /* of all executions (executor_work) */
    u64 main_checked_at; /* steps at which the run ends if main has leaked */
    ProgramView view;
    Recorder recorder;
    Map titles; /* of races that have been reported in brief, by key: texts, owned */
    EventSink *watchers[MOST_WATCHERS];
    u32 nwatchers;
    TraceWriter *trace; /* or NULL */
    Explain *explain;   /* or NULL; it drives the detector */
    EventSink ignore;   /* without any other sink: choosers are asked before accesses all the same,
                           so that a schedule fits whatever the detector */
    FanOut fan;         /* all sinks but the observer */
    Execution execution;
    FILE *report_file; /* writes to report_text; NULL: config.live without config.report */
    char *report_text;
    size_t report_len;
};

/* What the executor asks which goroutines are stuck; made when it is first needed. */
Reach *executor_reach(Executor *executor);
/* DetectorConfig.in_full, `ctx` is the Executor: whether more is asked of the race than
 * what its finding says. */
bool judge_in_full(void *ctx, RaceKind kind, Pos now, Pos before);
/* The detector's callback: `ctx` is the Executor. Names the variable, leaves out what is silenced,
 * adds the finding and passes the report on. */
void judge_race(void *ctx, const RaceReport *report);
/* After the run: adds what its outcome and the goroutines left over show. */
void judge_outcome(Executor *executor);
/* Adds a finding of that kind and key (of those of its kind) and returns it, the last in the list;
 * NULL: it is there already. The title is copied; NULL: the caller sets it. */
Finding *judge_add(Execution *execution, FindingKind kind, u64 key, const char *title);
/* Forgets all findings. */
void judge_clear(Execution *execution);
/* Frees what judging has allocated. */
void judge_free(Executor *executor);

#endif

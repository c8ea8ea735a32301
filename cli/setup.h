/* From flags to executors, deciders and reports: what all commands that run a program share before
 * the first step. Errors are printed here, once for all commands. */
#ifndef CLI_SETUP_H
#define CLI_SETUP_H

#include "base/output.h"
#include "cli/load.h"
#include "cli/reporter.h"
#include "explore/executor/decide.h"
#include "explore/schedule/late.h"

/* Of what searches, where the flags do not say otherwise: steps of an execution, depth of strategy
 * pct, a random number's values that are all tried by check, milliseconds that goroutines may be
 * slow. */
enum { DEFAULT_STEPS = 1000000, DEFAULT_DEPTH = 3, MOST_RANDOM = 16 };
/* Bytes of memory of an execution. */
#define DEFAULT_MEMORY (1ull << 30)
/* Errors printed of a program that does not compile. */
enum { SHOWN_ERRORS = 20 };

/* What the flags say of the executions of the program, as a search needs it; the reporter must
 * outlive the executor. */
ExecutorConfig setup_config(const Loaded *loaded, const Options *options, Reporter *reporter);
/* Call in the directory that the path of the program is relative to (cli/self.h). NULL after
 * printing that there is no such detector. */
Executor *setup_executor(const ExecutorConfig *config, const Options *options);
/* Whether there is a detector of the name that the flags give; prints so if not. */
bool setup_detector(const Options *options);
/* By --schedule (read into *schedule, which the decider borrows), --strategy and --seed. NULL after
 * printing what is wrong. */
Decider *setup_decider(Executor *executor, const Options *options, const Schedule *schedule);
/* Reads what --schedule names, if it is given; false after printing what is wrong with it. */
bool setup_schedule(Loaded *loaded, const Options *options, Schedule *schedule);

/* Writes the schedule of the execution, and the order of events if the decider notes it, to a file
 * (--save-schedule). That it cannot be written is reported. */
void setup_save_schedule(const char *path, Decider *decider, const Execution *execution);

/* --late in nanoseconds, LATE_ANY if it was not given. */
i64 setup_late(const SearchOptions *search);
/* For a process that runs a program many times: Ctrl-C is noticed between executions only, and
 * programs that read find the end of their input. */
void setup_process(void);
/* With --sandbox, before the program runs: the kernel is asked to refuse what no part of gol does
 * from here on, as far as it can. */
void setup_confinement(const Options *options);
/* With --json, stdout is for the JSON lines, which go to the output returned, the caller's to
 * close; what the program prints goes to stderr. NULL: there is no stdout, which has been reported.
 */
OutputFile *setup_json(void);

#endif

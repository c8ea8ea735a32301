/* Schedules: the list of the answers that a chooser gave, and its two written forms
 * (spec/schedule.md). Where a schedule ends, the default answers (chooser_default) go on. */
#ifndef EXPLORE_SCHEDULE_SCHEDULE_H
#define EXPLORE_SCHEDULE_SCHEDULE_H

#include "base/buf.h"
#include "explore/schedule/order.h"
#include "vm/chooser.h"

typedef struct Step {
    u8 kind;     /* ChoiceKind, or STEP_ANY in a schedule without kinds */
    u32 options; /* how many there were; 0 = not recorded */
    u32 answer;
} Step;

enum { STEP_ANY = 255 };

/* The answer that a timer fires before any goroutine goes on. It is possible even at a choice with
 * a single goroutine. There STEP_GOES_ON is the answer that the goroutine does, although a timer is
 * due that would fire by default, and 0 the default. */
#define STEP_NOBODY UINT32_MAX
#define STEP_GOES_ON (UINT32_MAX - 1)

/* Whether the step answers this choice; then *answer is what to return from pick. */
bool step_fits(const Step *step, const Choice *choice, u32 *answer);
/* Whether the step is about a choice with a single option. Such choices are left out of a schedule,
 * except one whose answer is not the default, and those that precede it. */
bool step_is_alone(const Step *step);

/* What is written in the file form reads back as the same steps and as many orders. */
typedef struct Schedule {
    VEC(Step) steps;
    u32 alone;     /* choices with a single option since the last step, answered by the default
                      and left out */
    Orders orders; /* the same in terms of the source, if known */
    u64 program;   /* hash of the program's code it was recorded from; 0 = unknown */
    u64 facts;     /* names the accesses that were no choices (cli/facts.h); 0 = none */
    u64 library;   /* hash of what the program used of Go's library; 0 = nothing */
} Schedule;

/* Frees the steps and orders. */
void schedule_free(Schedule *schedule);
/* Replaces *to, which has no orders, by the answers of `from`. */
void schedule_copy(Schedule *to, const Schedule *from);
/* Appends the answer that a chooser gave. */
void schedule_add(Schedule *schedule, const Choice *choice, u32 answer);

/* The least number of steps of which the end of the schedule consists three times; 0: none. */
u32 schedule_period(const Schedule *schedule);

/* Short form for command lines: answers joined by dots, repeats as in 0^4: "0^4.1.2^3", or of
 * several in braces: "{0.1^2}^50". Without any answers "0^0". */
void schedule_print_short(const Schedule *schedule, Buf *out);
/* Whether that is longer than `most` bytes; no more than these are made to find out. */
bool schedule_is_longer(const Schedule *schedule, size_t most);
/* How names of files in a corpus end. */
#define SCHEDULE_SUFFIX ".schedule"
/* Whether the name is that of such a file. */
bool schedule_is_file_name(const char *name);
/* The file form: a header, then one word per step, then one line per order. */
void schedule_print_file(const Schedule *schedule, Buf *out);
/* Reads either form into *out, to be freed. On failure returns false, with what is wrong and where
 * in *error. */
bool schedule_parse(const char *text, size_t len, Schedule *out, Buf *error);
/* Whether the text looks like a schedule in short form rather than a file name. */
bool schedule_is_short_form(const char *text);

#endif

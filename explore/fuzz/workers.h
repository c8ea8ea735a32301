/* Fuzzing on several processors: worker processes that send the parent over pipes what they found.
 * When one is killed, only what it had not sent yet is lost, a twentieth of a second's counts, and
 * another takes its place. */
#ifndef EXPLORE_FUZZ_WORKERS_H
#define EXPLORE_FUZZ_WORKERS_H

#include <sys/types.h>

#include "explore/fuzz/fuzz.h"

typedef struct Worker {
    pid_t pid; /* 0: has ended */
    int fd;
    Buf in;         /* read, and not understood yet */
    u64 executions; /* that it has sent counts of */
    u64 left;       /* it has to do; UINT64_MAX: no limit */
} Worker;

typedef struct Workers {
    Fuzzer *fuzzer; /* the parent's: workers begin as copies of it, and what they send goes there */
    VEC(Worker) at;
    u32 generation; /* workers ever started: no two fuzz with the same seed */
    u32 lost;       /* of them killed or crashed */
    u32 in_vain;    /* of them since any has done something */
} Workers;

/* Forks count workers that do `schedules` executions together (0 = no limit). SIGINT and SIGTERM
 * must be blocked: workers leave at SIGTERM. */
void workers_start(Workers *workers, Fuzzer *fuzzer, u32 count, u64 schedules);
/* Waits up to `ms` milliseconds for news and merges it: counts, partial orders, endings, and new
 * findings at the end of fuzzer->found. False: all workers have done their work. */
bool workers_poll(Workers *workers, int ms);
/* Ends them all, after taking in what they still send. */
void workers_stop(Workers *workers);

#endif

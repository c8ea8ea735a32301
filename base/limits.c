/* The time that the process has, kept by a timer of the system whose signal raises limits_raised.
 */
#include "base/limits.h"

#include <setjmp.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"

enum { AGAIN_MS = 20 }; /* until the end of the time is raised again */

volatile sig_atomic_t limits_raised;

static u64 time_end;                      /* of clock_ms; 0 = none */
static volatile sig_atomic_t ended_early; /* limits_end was called */
static timer_t timer;
static pid_t timer_owner; /* the process that has the timer, or 0 */
static LimitsLook *looking;
static jmp_buf *guard;      /* of the innermost limits_guard, or NULL */
static const char *left_by; /* the limit by which work has been left last, or NULL */

static void on_time(int number)
{
    (void)number;
    limits_raise();
}

static struct timespec timespec_of(u64 ms)
{
    return (struct timespec){.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
}

/* A signal that no program can ask for (package os/signal has those up to 31). System calls go on
 * after it, but for those that wait, such as poll: nothing that is written is lost. */
static bool make_timer(void)
{
    if (timer_owner == getpid())
        return true;
    int number = SIGRTMIN + 1;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    struct sigaction action = {.sa_flags = SA_RESTART, .sa_handler = on_time};
    if (sigaction(number, &action, NULL) || timer_create(CLOCK_MONOTONIC, &event, &timer))
        return false; /* the clock alone decides, later */
    timer_owner = getpid();
    return true;
}

static void start_timer(void)
{
    struct itimerspec when = {{0, 0}, {0, 0}};
    if ((!time_end && !timer_owner) || !make_timer())
        return;
    if (time_end) {
        u64 left = limits_time_left();
        when.it_value = timespec_of(left ? left : 1);
        when.it_interval = timespec_of(AGAIN_MS);
    }
    timer_settime(timer, 0, &when, NULL);
}

void limits_set_time(u64 ms)
{
    time_end = ms ? clock_ms() + ms : 0;
    start_timer();
}

void limits_renew(void)
{
    start_timer();
}

void limits_end(void)
{
    ended_early = 1;
    limits_raise();
}

bool limits_time_over(void)
{
    return ended_early || (time_end && clock_ms() >= time_end);
}

u64 limits_time_left(void)
{
    u64 now = clock_ms();
    return ended_early ? 0 : !time_end ? UINT64_MAX : now < time_end ? time_end - now : 0;
}

void limits_enter(LimitsLook *look)
{
    look->outer = looking;
    looking = look;
}

void limits_leave(const LimitsLook *look)
{
    CHECK(looking == look);
    looking = look->outer;
}

void limits_look(void)
{
    limits_raised = 0;
    if (looking)
        looking->look(looking->ctx);
}

static void leave(const char *limit)
{
    left_by = limit;
    longjmp(*guard, 1);
}

static void look_at_clock(void *ctx)
{
    (void)ctx;
    if (limits_time_over())
        leave(ended_early ? "interrupt" : "time");
}

/* What memory_rescue is in limits_guard: once, for what is known is still to be reported. */
static void rescue(void)
{
    enum { FOR_REPORTS = 32 << 20 };
    memory_rescue = NULL;
    process_limit_memory(FOR_REPORTS);
    leave("memory");
}

bool limits_guard(void (*work)(void *ctx), void *ctx)
{
    jmp_buf here, *volatile outer = guard;
    LimitsLook look = {.look = look_at_clock};
    void (*volatile rescued)(void) = memory_rescue;
    volatile bool ended = false;
    limits_enter(&look);
    guard = &here;
    if (!memory_rescue)
        memory_rescue = rescue;
    if (!setjmp(here)) {
        work(ctx);
        ended = true;
    }
    looking = look.outer; /* whatever looked inside has been left, too */
    guard = outer;
    if (memory_rescue == rescue)
        memory_rescue = rescued;
    return ended;
}

const char *limits_left(void)
{
    return left_by;
}

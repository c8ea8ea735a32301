/* Receives signals of the operating system, and starts the goroutines that handle them. */
#include "vm/signal.h"

#include <string.h>
#include <unistd.h>

enum { LAST_SIGNAL = 31 };

volatile sig_atomic_t signals_arrived;
static volatile sig_atomic_t arrived[LAST_SIGNAL + 1];

/* Those that end the run, unless the program asks for them (signals_interrupt). */
static u32 ending;
int signals_ended;

/* One that has had no effect until it comes again, as in an operation that takes long, kills. */
static void note(int number)
{
    if (arrived[number] && number != SIGPIPE && ending >> number & 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    arrived[number] = 1;
    signals_arrived = 1;
    limits_raise();
}

void signals_end_process(void)
{
    signal(signals_ended, SIG_DFL);
    raise(signals_ended);
}

static sigset_t of_set(u32 set)
{
    sigset_t signals;
    sigemptyset(&signals);
    for (int n = 1; n <= LAST_SIGNAL; n++)
        if (set >> n & 1)
            sigaddset(&signals, n);
    return signals;
}

static void catch_signal(int n, int flags)
{
    struct sigaction action = {.sa_flags = flags, .sa_handler = note};
    sigaction(n, &action, NULL); /* fails for those that cannot be caught */
}

/* The signal has the effect again that it had before a program asked for it. */
static void release_signal(const VM *vm, int n)
{
    if (vm->signals.interrupts >> n & 1) {
        ending |= 1u << n;
        catch_signal(n, 0); /* an interrupted read returns */
    } else {
        signal(n, SIG_DFL);
    }
}

static bool is_ignored(int n)
{
    struct sigaction before;
    return !sigaction(n, NULL, &before) && before.sa_handler == SIG_IGN;
}

void signals_interrupt(VM *vm, u32 set)
{
    for (int n = 1; n <= LAST_SIGNAL; n++)
        if (set >> n & 1 && !is_ignored(n)) {
            vm->signals.interrupts |= 1u << n;
            release_signal(vm, n);
        }
}

void signals_forget(void)
{
    signals_arrived = signals_ended = 0;
    memset((void *)arrived, 0, sizeof arrived);
}

void signals_watch(VM *vm, u32 set, Closure *handler)
{
    if (!vm->config.await_signals)
        return;
    vm->signals.handler = handler;
    for (int n = 1; n <= LAST_SIGNAL; n++) {
        if (!((set ^ vm->signals.watched) >> n & 1))
            continue;
        if (set >> n & 1) {
            ending &= ~(1u << n);
            catch_signal(n, SA_RESTART);
        } else {
            release_signal(vm, n);
        }
    }
    vm->signals.watched = set;
}

static void interrupt(VM *vm, int number)
{
    vm->signals.ended_by = signals_ended = number;
    vm->outcome = outcome_of_limit(LIMIT_INTERRUPT);
}

void signals_deliver(VM *vm)
{
    signals_arrived = 0;
    for (u64 n = 1; n <= LAST_SIGNAL; n++)
        if (arrived[n]) {
            arrived[n] = 0;
            if (vm->signals.watched >> n & 1)
                goro_new(vm, NULL, vm->signals.handler, &n, 1, 0);
            else
                interrupt(vm, (int)n);
        }
}

void signals_end_wait(VM *vm)
{
    vm_look(vm);
    if (vm->outcome.ended)
        vm_escape(vm);
}

void signals_hold(const VM *vm, sigset_t *before)
{
    sigset_t watched = of_set(vm->signals.watched);
    sigprocmask(SIG_BLOCK, &watched, before);
}

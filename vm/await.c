/* Waits for descriptors and signals, where no goroutine can go on. */
#include "vm/await.h"

#include <poll.h>
#include <time.h>

#include "vm/signal.h"
#include "vm/timer.h"

typedef VEC(struct pollfd) Polled;

NativeStatus await_file(VM *vm, G *g, int fd, short events)
{
    CHECK(await_may(vm) && fd >= 0);
    vec_push(&vm->outside.awaits, ((Await){.g = g, .fd = fd, .events = events}));
    sched_park(vm, g, WAIT_OUTSIDE);
    return NATIVE_RETRY;
}

bool await_over(VM *vm, const G *g)
{
    for (u32 i = 0; i < vm->outside.awaits.len; i++)
        if (vm->outside.awaits.data[i].g == g) {
            CHECK(vm->outside.awaits.data[i].woken);
            for (u32 k = i + 1; k < vm->outside.awaits.len; k++)
                vm->outside.awaits.data[k - 1] = vm->outside.awaits.data[k];
            vm->outside.awaits.len--;
            return true;
        }
    return false;
}

bool await_any(const VM *vm)
{
    for (u32 i = 0; i < vm->outside.awaits.len; i++)
        if (!vm->outside.awaits.data[i].woken)
            return true;
    return false;
}

/* What is waited for, in the order in which that began. */
static Polled polled_of(const VM *vm)
{
    Polled polled = {0};
    for (u32 i = 0; i < vm->outside.awaits.len; i++) {
        const Await *await = &vm->outside.awaits.data[i];
        int fd = await->woken ? -1 : await->fd; /* poll passes over that */
        vec_push(&polled, ((struct pollfd){.fd = fd, .events = await->events}));
    }
    return polled;
}

static void wake(VM *vm, const Polled *polled)
{
    for (u32 i = 0; i < polled->len; i++)
        if (polled->data[i].revents) {
            vm->outside.awaits.data[i].woken = true;
            sched_ready(vm, vm->outside.awaits.data[i].g);
        }
}

void await_closed(VM *vm, int fd)
{
    for (u32 i = 0; i < vm->outside.awaits.len; i++) {
        Await *await = &vm->outside.awaits.data[i];
        if (await->fd == fd && !await->woken) {
            await->woken = true;
            sched_ready(vm, await->g);
        }
    }
}

void await_look(VM *vm)
{
    Polled polled = polled_of(vm);
    if (poll(polled.data, polled.len, 0) > 0)
        wake(vm, &polled);
    vec_free(&polled);
}

/* What comes together, as the output of a command and its end, is seen together: which is first
 * would be chance. */
static void gather(Polled *polled, int ready)
{
    enum { SETTLED_MS = 5 };
    Polled rest = {0};
    for (bool more = true; more;) {
        vec_clear(&rest);
        for (u32 i = 0; i < polled->len; i++) {
            struct pollfd left = polled->data[i];
            left.fd = left.revents ? -1 : left.fd;
            vec_push(&rest, left);
        }
        more = (u32)ready < polled->len && poll(rest.data, rest.len, SETTLED_MS) > 0;
        for (u32 i = 0; more && i < rest.len; i++) {
            ready += rest.data[i].revents != 0;
            polled->data[i].revents |= rest.data[i].revents;
        }
    }
    vec_free(&rest);
}

static i64 clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (i64)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool await_outside(VM *vm, i64 ns)
{
    vm_flush(vm);
    sigset_t before;
    signals_hold(vm, &before);
    Polled polled = polled_of(vm);
    i64 began = clock_ns(), left = ns;
    int ready = -1; /* interrupted */
    while (ready < 0 && !signals_arrived && !limits_raised) {
        struct timespec time = {left / 1000000000, left % 1000000000};
        ready = ppoll(polled.data, polled.len, ns < 0 ? NULL : &time, &before);
        i64 passed = clock_ns() - began;
        left = passed < ns ? ns - passed : 0;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (ready > 0)
        gather(&polled, ready);
    if (ns > 0)
        timers_pass(vm, ns - left);
    if (ready > 0)
        wake(vm, &polled);
    vec_free(&polled);
    vm_look(vm);
    return ready != 0;
}

/* Natives of time: the virtual clock and its timers (vm/timer.h). */
#include "vm/timer.h"

#include "stdlib/native.h"

/* func elapsed() int64: nanoseconds since the program started */
NATIVE(time_elapsed)
{
    args[0] = (u64)timer_now(vm);
    return NATIVE_DONE;
}

NATIVE(time_sleep)
{
    return timer_sleep(vm, g, (i64)args[0]);
}

/* func start(ns, period int64, f func()) *clockTimer */
NATIVE(time_start)
{
    args[0] = (u64)timer_start(vm, g, (i64)args[0], (i64)args[1], (Closure *)args[2]);
    return NATIVE_SYNC;
}

NATIVE(time_stop)
{
    args[0] = timer_stop(vm, (Timer *)args[0]);
    return NATIVE_DONE;
}

/* func (t *clockTimer) reset(ns, period int64) bool */
NATIVE(time_reset)
{
    args[0] = timer_reset(vm, g, (Timer *)args[0], (i64)args[1], (i64)args[2]);
    return NATIVE_SYNC;
}

const NativeDef natives_time[] = {
    {"time.elapsed", time_elapsed},
    {"time.Sleep", time_sleep},
    {"time.start", time_start},
    {"time.(*clockTimer).stop", time_stop},
    {"time.(*clockTimer).reset", time_reset},
    {NULL, NULL},
};

/* Natives of time: the virtual clock and its timers (vm/timer.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stdlib/native/os.h"
#include "vm/timer.h"

/* func elapsed() int64: nanoseconds since the program started */
NATIVE(time_elapsed)
{
    args[0] = (u64)timer_now(vm);
    return NATIVE_DONE;
}

/* func startOfClock(usual int64) int64 */
NATIVE(time_start_of_clock)
{
    args[0] = vm->config.clock.given ? (u64)vm->config.clock.seconds : args[0];
    return NATIVE_DONE;
}

NATIVE(time_sleep)
{
    return timer_sleep(vm, g, (i64)args[0]);
}

/* func start(ns, period int64, f func()) *clockTimer */
NATIVE(time_start)
{
    args[0] = (u64)timer_start(vm, g, (i64)args[0], (i64)args[1], (Closure *)args[2], NULL);
    return NATIVE_SYNC;
}

enum { TIME_WALL, TIME_EXT, TIME_LOC }; /* slots of a Time */

/* As time.Now at that time. */
static void time_at(const TimerSend *send, i64 when, u64 *time)
{
    const u64 wall_to_zero = 59453308800;
    u64 sec = send->begin + (u64)(when / 1000000000), nsec = (u64)(when % 1000000000);
    bool has_monotonic = sec - wall_to_zero < (u64)1 << 33;
    time[TIME_WALL] = has_monotonic ? (u64)1 << 63 | (sec - wall_to_zero) << 30 | nsec : nsec;
    time[TIME_EXT] = has_monotonic ? (u64)when + 1 : sec;
    time[TIME_LOC] = *send->local;
}

/* func startSend(ns, period int64, f func(), c chan Time, begin int64, local **Location)
 * *clockTimer: as start, but the machine itself does what f says, send the time on c unless c is
 * full */
NATIVE(time_start_send)
{
    TimerSend send = {(Chan *)args[3], time_at, args[4], (const u64 *)args[5]};
    args[0] = (u64)timer_start(vm, g, (i64)args[0], (i64)args[1], (Closure *)args[2], &send);
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

/* func zoneFile(name string) string; the package has checked that the name is valid */
NATIVE(time_zone_file)
{
    char *name = native_c_text(args);
    Buf path = {0}, data = {0};
    buf_printf(&path, "/usr/share/zoneinfo/%s", name);
    FILE *file = strlen(name) < args[1] ? NULL : fopen(buf_str(&path), "rb");
    char chunk[4096];
    for (size_t n; file && (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
        buf_add(&data, chunk, n);
    if (file)
        fclose(file);
    string_make(vm, args, data.data, data.len);
    buf_free(&path);
    buf_free(&data);
    free(name);
    return NATIVE_DONE;
}

const NativeDef natives_time[] = {
    ROW("time.zoneFile", time_zone_file, NONE),
    ROW("time.startOfClock", time_start_of_clock, NONE),
    ROW("math/rand.startOfClock", time_start_of_clock, NONE),
    ROW("time.elapsed", time_elapsed, CLOCK),
    ROW("math/rand.elapsed", time_elapsed, CLOCK),
    ROW("time.Sleep", time_sleep, SLEEP),
    ROW("syscall.sleep", time_sleep, SLEEP),
    ROW("time.start", time_start, START),
    ROW("time.startSend", time_start_send, START),
    ROW("time.(*clockTimer).stop", time_stop, TIMER),
    ROW("time.(*clockTimer).reset", time_reset, TIMER),
    ROW_END,
};

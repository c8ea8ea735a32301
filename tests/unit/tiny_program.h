/* Tiny concurrent programs for comparing the engines of gol check; the same number gives the same
 * program. Results are shown as letters in the text of a panic, so that final states are
 * findings. */
#ifndef TESTS_UNIT_TINY_PROGRAM_H
#define TESTS_UNIT_TINY_PROGRAM_H

#include "base/buf.h"

static u64 tiny_state;
static Buf *tiny_out;

static unsigned tiny_below(unsigned n)
{
    tiny_state ^= tiny_state << 13;
    tiny_state ^= tiny_state >> 7;
    tiny_state ^= tiny_state << 17;
    return (unsigned)(tiny_state >> 33) % n;
}

static const char *tiny_chan(void)
{
    static const char *const names[] = {"c0", "c1", "c2"};
    return names[tiny_below(3)];
}

/* A case of a select, which records that it was taken. */
static void tiny_case(void)
{
    unsigned note = tiny_below(8);
    if (tiny_below(2))
        buf_printf(tiny_out, "\t\tcase %s <- %u: n += %u\n", tiny_chan(), tiny_below(4), note);
    else
        buf_printf(tiny_out, "\t\tcase v := <-%s: n += v*2 + %u\n", tiny_chan(), note);
}

static void tiny_select(void)
{
    buf_printf(tiny_out, "\t\tselect {\n");
    for (unsigned n = 1 + tiny_below(2); n; n--)
        tiny_case();
    if (tiny_below(2))
        buf_printf(tiny_out, "\t\tdefault: n += 9\n");
    buf_printf(tiny_out, "\t\t}\n");
}

static void tiny_channels(void)
{
    switch (tiny_below(6)) {
    case 0:
    case 1: buf_printf(tiny_out, "\t\t%s <- %u\n", tiny_chan(), tiny_below(4)); break;
    case 2: buf_printf(tiny_out, "\t\tn += <-%s\n", tiny_chan()); break;
    case 3:
        buf_printf(tiny_out, "\t\tif v, ok := <-%s; ok { n += v } else { n += 5 }\n", tiny_chan());
        break;
    case 4: tiny_select(); break;
    case 5:
        if (tiny_below(2))
            buf_printf(tiny_out, "\t\tn += 3*len(%s)\n", tiny_chan());
        else
            buf_printf(tiny_out, "\t\tclose(%s)\n", tiny_chan());
        break;
    }
}

static void tiny_atomics(void)
{
    const char *name = tiny_below(2) ? "a" : "b";
    switch (tiny_below(5)) {
    case 0: buf_printf(tiny_out, "\t\t%s.Add(%u)\n", name, 1 + tiny_below(2)); break;
    case 1: buf_printf(tiny_out, "\t\tn += 2 * int(%s.Load())\n", name); break;
    case 2: buf_printf(tiny_out, "\t\t%s.Store(%u)\n", name, tiny_below(3)); break;
    case 3:
        buf_printf(tiny_out, "\t\tif %s.CompareAndSwap(%u, %u) { n++ }\n", name, tiny_below(2),
                   tiny_below(3));
        break;
    case 4:
        buf_printf(tiny_out, "\t\tif %s.Load() == %u { b.Add(1) }\n", name, tiny_below(2));
        break;
    }
}

static void tiny_locks(void)
{
    unsigned k = 1 + tiny_below(3);
    switch (tiny_below(7)) {
    case 0: buf_printf(tiny_out, "\t\tmu.Lock(); x = x*2 + %u; mu.Unlock()\n", k); break;
    case 1:
        buf_printf(tiny_out, "\t\tmu.Lock(); nu.Lock(); x += %u; nu.Unlock(); mu.Unlock()\n", k);
        break;
    case 2:
        buf_printf(tiny_out, "\t\tnu.Lock(); mu.Lock(); x += %u; mu.Unlock(); nu.Unlock()\n", k);
        break;
    case 3: buf_printf(tiny_out, "\t\trw.RLock(); n += y; rw.RUnlock()\n"); break;
    case 4: buf_printf(tiny_out, "\t\trw.Lock(); y += %u; rw.Unlock()\n", k); break;
    case 5: buf_printf(tiny_out, "\t\tonce.Do(func() { z = %u })\n\t\tn += z\n", k); break;
    case 6: buf_printf(tiny_out, "\t\tmu.Lock(); a.Add(%u); mu.Unlock()\n", k); break;
    }
}

static void tiny_rare(void)
{
    switch (tiny_below(6)) {
    case 0:
        buf_printf(tiny_out, "\t\tif mu.TryLock() { x += 3; mu.Unlock() } else { n += 7 }\n");
        break;
    case 1:
        buf_printf(tiny_out, "\t\tmu.Lock(); if x == 0 { cond.Wait(); n++ }; mu.Unlock()\n");
        break;
    case 2: buf_printf(tiny_out, "\t\tmu.Lock(); x++; mu.Unlock(); cond.Signal()\n"); break;
    case 3:
        buf_printf(tiny_out, "\t\twg.Add(1)\n\t\tgo func() { defer wg.Done(); a.Add(1) }()\n");
        break;
    case 4: buf_printf(tiny_out, "\t\tif b.Load() == 1 { panic(\"one\") }\n"); break;
    case 5: buf_printf(tiny_out, "\t\truntime.Gosched()\n"); break;
    }
}

/* An access to p or q, which may race. */
static void tiny_access(void)
{
    switch (tiny_below(4)) {
    case 0: buf_printf(tiny_out, "\t\tp = %u\n", tiny_below(3)); break;
    case 1: buf_printf(tiny_out, "\t\tn += p\n"); break;
    case 2: buf_printf(tiny_out, "\t\tif p == 1 { q++ }\n"); break;
    case 3: buf_printf(tiny_out, "\t\tq = %u\n", tiny_below(3)); break;
    }
}

/* An access that depends on a value for which nothing is ordered. */
static void tiny_look(void)
{
    unsigned k = tiny_below(3);
    switch (tiny_below(6)) {
    case 0: buf_printf(tiny_out, "\t\tif len(%s) == %u {\n", tiny_chan(), k); break;
    case 1: buf_printf(tiny_out, "\t\tif v := <-%s; v == %u {\n", tiny_chan(), k); break;
    case 2:
        buf_printf(tiny_out, "\t\tselect {\n\t\tcase v := <-%s: n += v\n\t\tdefault:\n",
                   tiny_chan());
        break;
    case 3: buf_printf(tiny_out, "\t\tif mu.TryLock() { x += 3; mu.Unlock() } else {\n"); break;
    case 4: buf_printf(tiny_out, "\t\tif rw.TryRLock() { n += y; rw.RUnlock() } else {\n"); break;
    case 5: buf_printf(tiny_out, "\t\tif runtime.NumGoroutine() == %u {\n", k + 1); break;
    }
    tiny_access();
    buf_printf(tiny_out, "\t\t}\n");
}

static void tiny_groups(void)
{
    switch (tiny_below(4)) {
    case 0: buf_printf(tiny_out, "\t\tgroup.Add(1)\n"); break;
    case 1: buf_printf(tiny_out, "\t\tgroup.Done()\n"); break;
    case 2: buf_printf(tiny_out, "\t\tgroup.Wait(); n++\n"); break;
    case 3: buf_printf(tiny_out, "\t\tgroup.Add(1); n += 2; group.Done()\n"); break;
    }
}

static void tiny_times(void)
{
    unsigned k = 1 + tiny_below(2);
    switch (tiny_below(7)) {
    case 0: buf_printf(tiny_out, "\t\ttime.Sleep(%u * time.Millisecond)\n", k); break;
    case 1:
        buf_printf(tiny_out,
                   "\t\tselect {\n\t\tcase v := <-%s: n += v\n"
                   "\t\tcase <-time.After(%u * time.Millisecond): n += 5\n\t\t}\n",
                   tiny_chan(), k);
        break;
    case 2: buf_printf(tiny_out, "\t\tcancel()\n"); break;
    case 3: buf_printf(tiny_out, "\t\t<-ctx.Done()\n\t\tn += 3\n"); break;
    case 4: buf_printf(tiny_out, "\t\tif b.Load() == %u { os.Exit(3) }\n", k); break;
    case 5: buf_printf(tiny_out, "\t\tif b.Load() == %u { runtime.Goexit() }\n", k); break;
    case 6: buf_printf(tiny_out, "\t\tmu.Lock(); x++; mu.Unlock(); cond.Broadcast()\n"); break;
    }
}

static void tiny_statement(unsigned theme)
{
    switch (tiny_below(4) ? theme : tiny_below(8)) {
    case 0: tiny_channels(); break;
    case 1: tiny_atomics(); break;
    case 2: tiny_locks(); break;
    case 3: tiny_rare(); break;
    case 4: tiny_access(); break;
    case 5: tiny_look(); break;
    case 6: tiny_groups(); break;
    case 7: tiny_times(); break;
    }
}

static void tiny_goroutine(unsigned number, unsigned statements, unsigned theme)
{
    buf_puts(tiny_out, "wg.Add(1)\ngo func() {\n\t\tdefer wg.Done()\n\t\tn := 0\n");
    for (; statements; statements--)
        tiny_statement(theme);
    buf_printf(tiny_out, "\t\tr[%u] = n\n}()\n", number);
}

/* Two goroutines with one or two statements each, or three with one. */
static void tiny_program(u64 number, Buf *out)
{
    tiny_out = out;
    tiny_state = number * 0x9e3779b97f4a7c15ull + 1;
    for (int i = 0; i < 8; i++)
        tiny_below(2);
    unsigned goroutines = 2 + !tiny_below(5), theme = tiny_below(8);
    unsigned most = goroutines == 2 && tiny_below(2) ? 2 : 1;
    buf_puts(out, "var mu, nu sync.Mutex\nvar rw sync.RWMutex\nvar once sync.Once\n"
                  "var wg, group sync.WaitGroup\nvar a, b atomic.Int32\nvar x, y, z, p, q int\n"
                  "var r [3]int\ncond := sync.NewCond(&mu)\n"
                  "ctx, cancel := context.WithCancel(context.Background())\n_, _ = ctx, cancel\n"
                  "c0, c1, c2 := make(chan int), make(chan int, 1), make(chan int, 2)\nn := 0\n");
    if (tiny_below(2))
        buf_puts(out, "c2 <- 1\n");
    for (unsigned g = 0; g < goroutines; g++)
        tiny_goroutine(g, 1 + tiny_below(most), theme);
    if (tiny_below(3) == 0)
        tiny_statement(theme);
    buf_puts(out,
             "wg.Wait()\ntext := \"end \"\n"
             "for _, v := range []int{x, y, z, int(a.Load()), int(b.Load()), len(c1), len(c2),\n"
             "\tr[0], r[1], r[2], n} {\n"
             "\ttext += string(rune('a' + v))\n}\npanic(text)\n");
}

#endif

/* Prints a tiny concurrent program for comparing the engines of gol check: the same number, the same
 * program. What it computed is in the text of a panic, as letters, so that final states are findings.
 *
 *     tiny SEED */
#include <stdio.h>
#include <stdlib.h>

static unsigned long long state;

static unsigned below(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % n;
}

static const char *chan(void)
{
    static const char *const names[] = {"c0", "c1", "c2"};
    return names[below(3)];
}

/* A case of a select, and what it notes. */
static void print_case(void)
{
    unsigned note = below(8);
    if (below(2))
        printf("\t\tcase %s <- %u: n += %u\n", chan(), below(4), note);
    else
        printf("\t\tcase v := <-%s: n += v*2 + %u\n", chan(), note);
}

static void print_select(void)
{
    printf("\t\tselect {\n");
    for (unsigned n = 1 + below(2); n; n--)
        print_case();
    if (below(2))
        printf("\t\tdefault: n += 9\n");
    printf("\t\t}\n");
}

static void print_channels(void)
{
    switch (below(6)) {
    case 0:
    case 1: printf("\t\t%s <- %u\n", chan(), below(4)); break;
    case 2: printf("\t\tn += <-%s\n", chan()); break;
    case 3: printf("\t\tif v, ok := <-%s; ok { n += v } else { n += 5 }\n", chan()); break;
    case 4: print_select(); break;
    case 5:
        if (below(2))
            printf("\t\tn += 3*len(%s)\n", chan());
        else
            printf("\t\tclose(%s)\n", chan());
        break;
    }
}

static void print_atomics(void)
{
    const char *name = below(2) ? "a" : "b";
    switch (below(5)) {
    case 0: printf("\t\t%s.Add(%u)\n", name, 1 + below(2)); break;
    case 1: printf("\t\tn += 2 * int(%s.Load())\n", name); break;
    case 2: printf("\t\t%s.Store(%u)\n", name, below(3)); break;
    case 3: printf("\t\tif %s.CompareAndSwap(%u, %u) { n++ }\n", name, below(2), below(3)); break;
    case 4: printf("\t\tif %s.Load() == %u { b.Add(1) }\n", name, below(2)); break;
    }
}

static void print_locks(void)
{
    unsigned k = 1 + below(3);
    switch (below(7)) {
    case 0: printf("\t\tmu.Lock(); x = x*2 + %u; mu.Unlock()\n", k); break;
    case 1: printf("\t\tmu.Lock(); nu.Lock(); x += %u; nu.Unlock(); mu.Unlock()\n", k); break;
    case 2: printf("\t\tnu.Lock(); mu.Lock(); x += %u; mu.Unlock(); nu.Unlock()\n", k); break;
    case 3: printf("\t\trw.RLock(); n += y; rw.RUnlock()\n"); break;
    case 4: printf("\t\trw.Lock(); y += %u; rw.Unlock()\n", k); break;
    case 5: printf("\t\tonce.Do(func() { z = %u })\n\t\tn += z\n", k); break;
    case 6: printf("\t\tmu.Lock(); a.Add(%u); mu.Unlock()\n", k); break;
    }
}

static void print_rare(void)
{
    switch (below(6)) {
    case 0: printf("\t\tif mu.TryLock() { x += 3; mu.Unlock() } else { n += 7 }\n"); break;
    case 1: printf("\t\tmu.Lock(); if x == 0 { cond.Wait(); n++ }; mu.Unlock()\n"); break;
    case 2: printf("\t\tmu.Lock(); x++; mu.Unlock(); cond.Signal()\n"); break;
    case 3: printf("\t\twg.Add(1)\n\t\tgo func() { defer wg.Done(); a.Add(1) }()\n"); break;
    case 4: printf("\t\tif b.Load() == 1 { panic(\"one\") }\n"); break;
    case 5: printf("\t\truntime.Gosched()\n"); break;
    }
}

/* May race, on p and q. */
static void print_access(void)
{
    switch (below(4)) {
    case 0: printf("\t\tp = %u\n", below(3)); break;
    case 1: printf("\t\tn += p\n"); break;
    case 2: printf("\t\tif p == 1 { q++ }\n"); break;
    case 3: printf("\t\tq = %u\n", below(3)); break;
    }
}

static void print_statement(unsigned theme)
{
    switch (below(4) ? theme : below(4)) {
    case 0: print_channels(); break;
    case 1: print_atomics(); break;
    case 2: print_locks(); break;
    case 3: print_rare(); break;
    case 4: print_access(); break;
    }
}

int main(int argc, char **argv)
{
    state = (argc > 1 ? strtoull(argv[1], NULL, 10) : 1) * 0x9e3779b97f4a7c15ull + 1;
    for (int i = 0; i < 8; i++)
        below(2);
    unsigned goroutines = 2 + !below(4), theme = below(5);
    printf("var mu, nu sync.Mutex\nvar rw sync.RWMutex\nvar once sync.Once\nvar wg sync.WaitGroup\n"
           "var a, b atomic.Int32\nvar x, y, z, p, q int\nvar r [3]int\n"
           "cond := sync.NewCond(&mu)\n"
           "c0, c1, c2 := make(chan int), make(chan int, 1), make(chan int, 2)\nn := 0\n");
    if (below(2))
        printf("c2 <- 1\n");
    for (unsigned g = 0; g < goroutines; g++) {
        printf("wg.Add(1)\ngo func() {\n\t\tdefer wg.Done()\n\t\tn := 0\n");
        for (unsigned n = goroutines == 2 ? 1 + below(2) : 1; n; n--)
            print_statement(theme);
        printf("\t\tr[%u] = n\n}()\n", g);
    }
    if (below(3) == 0)
        print_statement(theme);
    printf("wg.Wait()\ntext := \"end \"\n"
           "for _, v := range []int{x, y, z, int(a.Load()), int(b.Load()), len(c1), len(c2), r[0], r[1], r[2], n} {\n"
           "\ttext += string(rune('a' + v))\n}\npanic(text)\n");
    return 0;
}

/* The examples of [GRACE20] as executions: what each detector must report for them. Figure, listing
 * and section numbers below refer to that paper. */
#include "tests/unit/race_events.h"
#include "tests/unit/test.h"

/* The next detector that the examples are for: exact ones, and grace-aw, which ignores reads. */
static const DetectorInfo *next_detector(const DetectorInfo *last)
{
    u32 count;
    const DetectorInfo *list = detector_list(&count);
    for (const DetectorInfo *info = last ? last + 1 : list; info < list + count; info++)
        if (info->exact || !strcmp(info->name, "grace-aw"))
            return info;
    return NULL;
}

#define EACH_DETECTOR(run) \
    for (const DetectorInfo *info = next_detector(NULL); \
         info && (run_start(&(run), info->name), 1); run_end(&(run)), info = next_detector(info))

/* Fig. 8: p2 writes, sends; p3 receives, reads. */
static void test_message_passing(void)
{
    Run run;
    for (u32 capacity = 0; capacity < 3; capacity++)
        EACH_DETECTOR(run)
        {
            ev_make(&run, 1, C, capacity);
            ev_go(&run, 1, 2);
            ev_go(&run, 1, 3);
            ev_write(&run, 2, Z);
            if (capacity == 0) {
                ev_rend(&run, 2, 3, C);
            } else {
                ev_send(&run, 2, C);
                ev_recv(&run, 3, C);
            }
            ev_read(&run, 3, Z);
            EXPECT_INT(detector_races(run.detector), 0);
        }
}

/* Fig. 9: a channel of capacity 1 as a lock. The forward queue carries no happens-before
 * information here, the backward queue carries all of it. */
static void test_mutual_exclusion(void)
{
    Run run;
    for (u32 first = 2; first <= 3; first++)
        EACH_DETECTOR(run)
        {
            ev_make(&run, 1, C, 1);
            ev_go(&run, 1, 2);
            ev_go(&run, 1, 3);
            for (u32 turn = 0; turn < 2; turn++) {
                u32 p = turn == 0 ? first : 5 - first;
                ev_send(&run, p, C);
                ev_write(&run, p, Z);
                ev_recv(&run, p, C);
            }
            EXPECT_INT(detector_races(run.detector), 0);
        }
}

/* With capacity 2 the same channel does not provide mutual exclusion. */
static void test_no_mutual_exclusion(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_make(&run, 1, C, 2);
        ev_go(&run, 1, 2);
        ev_go(&run, 1, 3);
        for (u32 p = 2; p <= 3; p++) {
            ev_send(&run, p, C);
            ev_write(&run, p, Z);
            ev_recv(&run, p, C);
        }
        /* p3's receive takes p2's message only if p2 left it; here each takes its own. */
        EXPECT_INT(run.races, 1);
        EXPECT_STR(buf_str(&run.rules), "R-Write-E_WaW ");
    }
}

/* Listing 1.1: main reads a after starting the goroutine that writes it. */
static void test_listing_1_1(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_go(&run, 1, 2);
        ev_write(&run, 2, Z);
        ev_read(&run, 1, Z);
        EXPECT_STR(buf_str(&run.rules), "R-Read-E_RaW ");
        EXPECT_INT(run.now, 1);
        EXPECT_INT(run.before, 2);
    }
    EACH_DETECTOR(run)
    {
        ev_go(&run, 1, 2);
        ev_read(&run, 1, Z);
        ev_write(&run, 2, Z);
        EXPECT_STR(buf_str(&run.rules), !info->exact ? "" : "R-Write-E_WaR ");
    }
}

/* Listing 1.2: the race is fixed by a channel. */
static void test_listing_1_2(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_make(&run, 1, C, 0);
        ev_go(&run, 1, 2);
        ev_write(&run, 2, Z);
        ev_rend(&run, 2, 1, C);
        ev_read(&run, 1, Z);
        EXPECT_INT(detector_races(run.detector), 0);
    }
}

/* Fig. 12: message passing over a shared flag: both the flag and z race. */
static void test_shared_flag(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_go(&run, 1, 2);
        ev_go(&run, 1, 3);
        ev_write(&run, 2, Z);
        ev_write(&run, 2, FLAG);
        ev_read(&run, 3, FLAG);
        ev_read(&run, 3, Z);
        EXPECT_STR(buf_str(&run.rules), "R-Read-E_RaW R-Read-E_RaW ");
    }
}

/* Fig. 13, under every schedule: p2 sends 0 and 1, p3 writes z and receives, p4 receives, and reads
 * z if it received 1. There is a race if and only if it did, although the two accesses are never
 * adjacent. */
typedef struct Conditional {
    u32 at[5];          /* goroutine -> its next step */
    u32 sent, received; /* so far; the value received is the count of those before */
    u32 got;            /* what p4 received */
    char steps[16];     /* the goroutine of each step, to be replayed for each detector */
    u32 len;
    u32 schedules, with_race;
} Conditional;

static void run_conditional(const Conditional *now, u32 capacity)
{
    Run run;
    EACH_DETECTOR(run)
    {
        u32 at[5] = {0}, last_access = 0;
        bool adjacent = false;
        ev_make(&run, 1, C, capacity);
        for (u32 p = 2; p <= 4; p++)
            ev_go(&run, 1, p);
        for (u32 i = 0; i < now->len; i++) {
            u32 p = (u32)now->steps[i], step = at[p]++;
            bool access = (p == 3 && step == 0) || (p == 4 && step == 1);
            if (p == 2)
                ev_send(&run, p, C);
            else if (!access)
                ev_recv(&run, p, C);
            else if (p == 3)
                ev_write(&run, p, Z);
            else
                ev_read(&run, p, Z);
            adjacent |= access && last_access > 0 && last_access == i;
            last_access = access ? i + 1 : last_access;
        }
        EXPECT_STR(buf_str(&run.rules), now->got == 1 ? "R-Read-E_RaW " : "");
        EXPECT(!adjacent);
    }
}

static void each_schedule(Conditional now, u32 capacity, Conditional *sum)
{
    bool moved = false;
    for (u32 p = 2; p <= 4; p++) {
        Conditional next = now;
        u32 step = next.at[p]++;
        if (p == 2 && (step > 1 || next.sent - next.received == capacity))
            continue;
        bool receives = (p == 3 && step == 1) || (p == 4 && step == 0);
        if (receives && next.sent == next.received)
            continue;
        if ((p == 3 && step > 1) || (p == 4 && (step > 1 || (step == 1 && next.got == 0))))
            continue;
        if (p == 4 && step == 0)
            next.got = next.received;
        next.sent += p == 2;
        next.received += receives;
        next.steps[next.len++] = (char)p;
        each_schedule(next, capacity, sum);
        moved = true;
    }
    if (moved)
        return;
    run_conditional(&now, capacity);
    sum->schedules++;
    sum->with_race += now.got;
}

static void test_conditional_race(void)
{
    Conditional sum = {0};
    each_schedule((Conditional){0}, 2, &sum);
    /* w is the write, s0 and s1 the sends, a p3's receive, b p4's, r its read. If p4 receives 0, b
     * follows s0, and a follows w, s1 and b: 8 orders. If p4 receives 1, b follows s1 and a, a
     * follows s0 and w, r follows b: 5 orders. */
    EXPECT_INT(sum.schedules, 13);
    EXPECT_INT(sum.with_race, 5);
    Conditional sum1 = {0};
    each_schedule((Conditional){0}, 1, &sum1);
    EXPECT(sum1.with_race > 0 && sum1.with_race < sum1.schedules);
}

/* WaR takes precedence over WaW when p knows neither access (footnote 9), and the report names the
 * read. */
static void test_war_before_waw(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_go(&run, 1, 2);
        ev_write(&run, 1, Z);
        ev_read(&run, 1, Z);
        ev_write(&run, 2, Z);
        EXPECT_STR(buf_str(&run.rules), !info->exact ? "R-Write-E_WaW " : "R-Write-E_WaR ");
    }
}

static void check_set(Run *run, u32 goroutine, const char *want)
{
    Buf set = {0};
    detector_set(run->detector, goroutine, &set);
    EXPECT_STR(buf_str(&set), want);
    buf_free(&set);
}

/* Section 5: producer p1 and consumers p2, p3 (in the paper p0, p1, p2). */
static void section_5(Run *run)
{
    ev_make(run, 1, C, 2);
    ev_make(run, 1, D, 2);
    ev_go(run, 1, 2);
    ev_go(run, 1, 3);
    ev_write(run, 1, Z);
    ev_send(run, 1, C);
    ev_send(run, 1, C);
    for (u32 p = 2; p <= 3; p++) {
        ev_recv(run, p, C);
        ev_read(run, p, Z);
        ev_send(run, p, D);
    }
    ev_recv(run, 1, D);
    ev_recv(run, 1, D);
}

static void test_section_5_sets(void)
{
    static const DetectorGc gcs[] = {DETECTOR_GC_AUTO, DETECTOR_GC_ALWAYS, DETECTOR_GC_NEVER};
    for (u32 i = 0; i < COUNT_OF(gcs); i++) {
        Run run;
        run_start_with(&run, "grace", (DetectorConfig){.gc = gcs[i], .fresh_labels = true});
        section_5(&run);
        check_set(&run, 1, "{(m0,!z), (m1,?z), (m2,?z)}");
        check_set(&run, 2, "{(m0,!z), (m1,?z)}");
        check_set(&run, 3, "{(m0,!z), (m2,?z)}");
        ev_write(&run, 1, Z);
        check_set(&run, 1, "{(m3,!z)}");
        check_set(&run, 2, "{}");
        check_set(&run, 3, "{}");
        EXPECT_INT(detector_races(run.detector), 0);
        run_end(&run);
    }
}

static void test_section_5_reference(void)
{
    Run run;
    run_start(&run, "grace-full");
    section_5(&run);
    check_set(&run, 1, "{(m0,!z), (m1,?z), (m2,?z)}");
    check_set(&run, 2, "{(m0,!z), (m1,?z)}");
    check_set(&run, 3, "{(m0,!z), (m2,?z)}");
    ev_write(&run, 1, Z);
    check_set(&run, 1, "{(m0,!z), (m1,?z), (m2,?z), (m3,!z)}");
    check_set(&run, 2, "{(m0,!z), (m1,?z)}");
    run_end(&run);
    run_start(&run, "grace-aw");
    section_5(&run);
    check_set(&run, 2, "{(m0,!z)}");
    ev_write(&run, 1, Z);
    check_set(&run, 1, "{(m0,!z), (m1,!z)}");
    EXPECT_INT(detector_races(run.detector), 0);
    run_end(&run);
}

/* The whole configuration as --state prints it. */
static void test_state(void)
{
    Run run;
    run_start_with(&run, "grace", (DetectorConfig){.fresh_labels = true});
    section_5(&run);
    Buf state = {0};
    detector_state(run.detector, &state);
    EXPECT_STR(buf_str(&state), "p1⟨{(m0,!z), (m1,?z), (m2,?z)}⟩\n"
                                "p2⟨{(m0,!z), (m1,?z)}⟩\n"
                                "p3⟨{(m0,!z), (m2,?z)}⟩\n"
                                "m0({(m1,?z), (m2,?z)}, z := _)\n"
                                "c_f[], c_b[{} :: {}]\n"
                                "d_f[], d_b[{(m0,!z), (m1,?z)} :: {(m0,!z)}]\n");
    buf_free(&state);
    run_end(&run);
}

/* Goroutines are kept in pages: all of them are shown, the first of a page and the last. */
static void test_state_of_many(void)
{
    enum { MANY = 200 };
    Run run;
    run_start(&run, "grace");
    for (u32 p = 2; p <= MANY; p++)
        ev_go(&run, 1, p);
    Buf state = {0};
    detector_state(run.detector, &state);
    const char *text = buf_str(&state);
    for (u32 p = 1; p <= MANY; p++) {
        char name[20];
        snprintf(name, sizeof name, "p%u⟨", p);
        text = text ? strstr(text, name) : NULL;
        EXPECT(text);
    }
    buf_free(&state);
    run_end(&run);
}

/* A read removes the reads that happen before it from the record (section 4.3.2): an access ordered
 * after it is ordered after those. */
static void test_reads_subsume(void)
{
    Run run;
    run_start_with(&run, "grace", (DetectorConfig){.fresh_labels = true});
    ev_make(&run, 1, C, 0);
    ev_go(&run, 1, 2);
    ev_go(&run, 1, 3);
    ev_read(&run, 1, Z);
    ev_read(&run, 3, Z);
    ev_rend(&run, 1, 2, C);
    ev_read(&run, 2, Z);
    Buf state = {0};
    detector_state(run.detector, &state);
    EXPECT_STR(buf_str(&state), "p1⟨{}⟩\n"
                                "p2⟨{(m2,?z)}⟩\n"
                                "p3⟨{(m1,?z)}⟩\n"
                                "init({(m1,?z), (m2,?z)}, z := _)\n"
                                "c_f[], c_b[]\n");
    ev_write(&run, 2, Z);
    EXPECT_INT(run.races, 1); /* with p3's read only */
    EXPECT_INT(run.before, 3);
    buf_free(&state);
    run_end(&run);
}

/* Every receive from a closed channel acquires what the close released (R-Rec⊥), once the buffered
 * values are received. */
static void test_close(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_make(&run, 1, C, 1);
        ev_go(&run, 1, 2);
        ev_go(&run, 1, 3);
        ev_write(&run, 1, X);
        ev_send(&run, 1, C);
        ev_write(&run, 1, Z);
        ev_close(&run, 1, C);
        ev_recv(&run, 2, C);
        ev_read(&run, 2, X);
        EXPECT_INT(run.races, 0);
        ev_read(&run, 2, Z); /* the value was sent before z was written */
        EXPECT_INT(run.races, 1);
        ev_recv_closed(&run, 3, C);
        ev_read(&run, 3, Z);
        EXPECT_INT(run.races, 1);
    }
}

/* A lock orders its critical sections; a plain release replaces what the lock carries, a merging
 * one adds to it. */
static void test_locks(void)
{
    Run run;
    EACH_DETECTOR(run)
    {
        ev_go(&run, 1, 2);
        ev_go(&run, 1, 3);
        for (u32 p = 1; p <= 3; p++) {
            ev_sync(&run, EV_ACQUIRE, SYNC_MUTEX_LOCK, p, LOCK);
            ev_read(&run, p, Z);
            ev_write(&run, p, Z);
            ev_sync(&run, EV_RELEASE, SYNC_MUTEX_UNLOCK, p, LOCK);
        }
        EXPECT_INT(run.races, 0);
        ev_write(&run, 2, Z);
        EXPECT_INT(run.races, 1);
    }
    for (u32 merge = 0; merge < 2; merge++)
        EACH_DETECTOR(run)
        {
            ev_go(&run, 1, 2);
            ev_go(&run, 1, 3);
            for (u32 p = 2; p <= 3; p++) {
                ev_write(&run, p, p == 2 ? Z : X);
                ev_sync(&run, merge ? EV_RELEASE_MERGE : EV_RELEASE, SYNC_WAITGROUP_DONE, p, LOCK);
            }
            ev_sync(&run, EV_ACQUIRE, SYNC_WAITGROUP_WAIT, 1, LOCK);
            ev_write(&run, 1, X);
            EXPECT_INT(run.races, 0);
            ev_write(&run, 1, Z);
            EXPECT_INT(run.races, merge ? 0 : 1);
        }
}

/* One mistake is reported once: after the report the two accesses count as ordered. Not so for
 * djit: being exact ends with the first race. */
static void test_after_a_race(void)
{
    static const char *const learning[] = {"hybrid",   "grace",    "grace-full",
                                           "grace-aw", "eventset", "fasttrack"};
    for (u32 i = 0; i < COUNT_OF(learning); i++) {
        Run run;
        run_start(&run, learning[i]);
        ev_go(&run, 1, 2);
        ev_write(&run, 1, Z);
        ev_write(&run, 2, Z);
        EXPECT_INT(run.races, 1);
        ev_read(&run, 2, Z);
        ev_write(&run, 2, Z);
        EXPECT_INT(run.races, 1);
        ev_write(&run, 1, Z); /* but goroutine 1 has not synchronised with goroutine 2 */
        EXPECT_INT(run.races, 2);
        run_end(&run);
    }
}

/* An ended goroutine keeps its number as long as an access of it is recorded, and no longer. */
static void test_ended_goroutines(void)
{
    Run run;
    run_start(&run, "grace");
    ev_make(&run, 1, C, 0);
    ev_go(&run, 1, 2);
    ev_write(&run, 2, X);
    ev_end(&run, 2);
    size_t after_1000 = 0;
    for (u32 p = 3; p < 30000; p++) {
        ev_go(&run, 1, p);
        ev_write(&run, p, Z);
        ev_rend(&run, p, 1, C);
        ev_end(&run, p);
        if (p == 1000)
            after_1000 = detector_memory(run.detector);
    }
    EXPECT_INT(run.races, 0);
    EXPECT(detector_memory(run.detector) < after_1000 + 100000);
    ev_write(&run, 1, X);
    EXPECT_INT(run.races, 1);
    EXPECT_INT(run.before, 2);
    run_end(&run);
}

int main(void)
{
    RUN(test_message_passing);
    RUN(test_mutual_exclusion);
    RUN(test_no_mutual_exclusion);
    RUN(test_listing_1_1);
    RUN(test_listing_1_2);
    RUN(test_shared_flag);
    RUN(test_conditional_race);
    RUN(test_war_before_waw);
    RUN(test_section_5_sets);
    RUN(test_section_5_reference);
    RUN(test_state);
    RUN(test_state_of_many);
    RUN(test_reads_subsume);
    RUN(test_close);
    RUN(test_locks);
    RUN(test_after_a_race);
    RUN(test_ended_goroutines);
    return test_summary("race_examples");
}

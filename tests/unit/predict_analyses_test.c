/* The predictive analyses: verdicts that RAPID gives, and the examples of [SULZMANN24]. */
#include "predict/predict.h"
#include "tests/unit/test.h"

/* The number of racy accesses found by each analysis: "hb shb wcp syncp osr lockset". */
static const char *verdicts_of(const Trace *trace)
{
    static Buf out;
    vec_clear(&out);
    Steps steps;
    steps_build(&steps, trace);
    u32 count;
    const Analysis *list = analysis_list(&count);
    for (u32 i = 0; i < count; i++) {
        Findings findings = {0};
        if (list[i].deadlocks)
            continue;
        list[i].run(&steps, &findings);
        buf_printf(&out, "%s%llu", i ? " " : "", (unsigned long long)findings.racy);
        findings_free(&findings);
    }
    steps_free(&steps);
    return buf_str(&out);
}

static const char *verdicts(const char *text)
{
    Trace trace;
    EXPECT(trace_load_memory(&trace, "t", text, strlen(text)));
    EXPECT_STR(buf_str(&trace.error), "");
    const char *result = verdicts_of(&trace);
    trace_free(&trace);
    return result;
}

#define FORKS "T0|fork(T1)|1\nT0|fork(T2)|2\n"
#define JOINS "T0|join(T1)|3\nT0|join(T2)|4\n"

static void test_as_rapid(void)
{
    EXPECT_STR(verdicts(FORKS "T1|w(x)|10\nT2|r(x)|23\n" JOINS), "1 1 1 1 1 1");
    EXPECT_STR(verdicts(FORKS "T1|w(x)|10\nT1|acq(l)|11\nT1|w(y)|12\nT1|rel(l)|13\nT2|acq(l)|20\n"
                              "T2|r(z)|21\nT2|rel(l)|22\nT2|r(x)|23\n" JOINS),
               "0 0 1 1 1 1");
    EXPECT_STR(
        verdicts(FORKS
                 "T1|acq(l)|9\nT1|rel(l)|10\nT1|acq(m)|11\nT1|w(x)|12\nT1|rel(m)|13\n"
                 "T2|acq(m)|20\nT2|rel(m)|21\nT2|acq(l)|22\nT2|w(x)|23\nT2|rel(l)|24\n" JOINS),
        "0 0 1 0 1 1");
    EXPECT_STR(verdicts(FORKS "T1|w(x)|10\nT1|acq(l)|11\nT1|w(y)|12\nT1|rel(l)|13\nT2|acq(l)|20\n"
                              "T2|r(y)|21\nT2|rel(l)|22\nT2|r(x)|23\n" JOINS),
               "0 0 0 0 0 1");
}

/* Happens-before misses the race if the critical sections occur in the unlucky order. */
static void test_unlucky_order(void)
{
    EXPECT_STR(verdicts("T1 T2\nw(x)\nacq(y)\nrel(y)\n   acq(y)\n   w(x)\n   rel(y)\n"),
               "0 0 1 1 1 1");
    /* Here the order of the sections must be reversed: no sync-preserving race, but a sync-reversal
     * race. */
    EXPECT_STR(verdicts("T0       T1\nfork(T1)\nacq(y)\nwr(x)\nrel(y)\n         acq(y)\n"
                        "         rel(y)\n         wr(x)\n"),
               "0 0 1 0 1 1");
    /* In the lucky order all analyses find it. */
    EXPECT_STR(verdicts("T0       T1\nfork(T1)\nacq(y)\nwr(x)\nrel(y)\n         wr(x)\n"
                        "         acq(y)\n         rel(y)\n"),
               "1 1 1 1 1 1");
}

/* Rounds that only WCP's rule (b) orders: what follows the inner section in the outer one comes
 * before what follows the outer section of the other thread. */
static void test_rounds(void)
{
#define ROUND(one, two, y, z) \
    one "|acq(l)|1\n" one "|acq(m)|1\n" one "|w(" y ")|1\n" one "|rel(m)|1\n" one "|w(" z \
        ")|1\n" one "|rel(l)|1\n" two "|acq(l)|2\n" two "|acq(m)|2\n" two "|r(" y ")|2\n" two \
        "|rel(m)|2\n" two "|rel(l)|2\n" two "|w(" z ")|2\n"
    EXPECT_STR(verdicts(FORKS ROUND("T1", "T2", "y", "z") ROUND("T1", "T2", "a", "b")
                            ROUND("T2", "T1", "c", "d") ROUND("T2", "T1", "e", "f")),
               "0 0 0 0 0 4");
}

/* Counts the accesses that race with an earlier one, however many those are. */
static void test_counts(void)
{
    EXPECT_STR(verdicts(FORKS "T1|r(x)|10\nT2|w(x)|20\nT2|w(x)|21\nT1|r(x)|11\n" JOINS),
               "3 3 3 3 3 1");
    EXPECT_STR(verdicts(FORKS "T1|r(x)|10\nT2|w(x)|20\nT2|w(x)|20\nT1|r(x)|10\n" JOINS),
               "3 3 3 3 3 1");
}

/* Pairs of places, which STD text numbers: a read and a write each. */
static void test_places(void)
{
    static const char *const texts[] = {
        FORKS "T1|r(x)|10\nT2|w(x)|20\nT2|w(x)|20\nT1|r(x)|10\n" JOINS,
        FORKS "T1|r(x)|10\nT2|w(x)|20\nT2|w(x)|21\nT1|r(x)|11\n" JOINS};
    for (u32 i = 0; i < COUNT_OF(texts); i++) {
        Trace trace;
        Steps steps;
        EXPECT(trace_load_memory(&trace, "t", texts[i], strlen(texts[i])));
        steps_build(&steps, &trace);
        u32 count;
        const Analysis *list = analysis_list(&count);
        for (u32 k = 0; k < count; k++) {
            Findings findings = {0};
            list[k].run(&steps, &findings);
            if (!list[k].deadlocks)
                EXPECT_INT(findings.pairs.len, i == 0 || list[k].warns ? 1 : 4);
            findings_free(&findings);
        }
        steps_free(&steps);
        trace_free(&trace);
    }
}

/* A race after a read that observed another racy write: only the first race is real. */
static void test_beyond_the_first(void)
{
    EXPECT_STR(verdicts("T1 T2\nw(x)\nw(y)\n   r(y)\n   w(x)\n"), "2 1 2 1 1 2");
    /* The observed write itself comes before what follows the read. */
    EXPECT_STR(verdicts("T1 T2\nw(x)\n   r(x)\n   w(x)\n"), "2 1 2 1 1 1");
}

static void test_two_reads(void)
{
    EXPECT_STR(verdicts("T0       T1     T2\nwr(x)\nfork(T1)\nfork(T2)\nrd(x)\n         rd(x)\n"
                        "                acq(y)\n                wr(x)\n                rel(y)\n"),
               "1 1 1 1 1 1");
}

/* Both rules of the Go memory model for channels: a send happens before its receive, a receive
 * before the send that it makes room for. No analysis reverses these. */
static void test_channels(void)
{
    EXPECT_STR(verdicts("A      B\nmk(c,1)\nfork(B)\nwr(x)\nsnd(c)\n       rcv(c)\n       wr(x)\n"),
               "0 0 0 0 0 1");
    EXPECT_STR(verdicts("A      B\nmk(c,1)\nfork(B)\nsnd(c)\n       wr(x)\n       rcv(c)\n"
                        "snd(c)\nwr(x)\n"),
               "0 0 0 0 0 1");
    /* With one more buffer slot the second send waits for no receive. */
    EXPECT_STR(verdicts("A      B\nmk(c,2)\nfork(B)\nsnd(c)\n       wr(x)\n       rcv(c)\n"
                        "snd(c)\nwr(x)\n"),
               "1 1 1 1 1 1");
    EXPECT_STR(verdicts("A      B\nmk(c)\nfork(B)\n       wr(x)\n       rcv(c)\nsnd(c)\nwr(x)\n"),
               "0 0 0 0 0 1");
    EXPECT_STR(verdicts("A      B\nmk(c)\nfork(B)\nwr(x)\ncls(c)\n       rcv(c)\n       rd(x)\n"),
               "0 0 0 0 0 1");
}

/* Two goroutines in read sections do not exclude each other. */
static Trace readers_trace(void)
{
    Trace trace = {0};
    Loc lock = loc_make(1, 0), side = loc_make(1, 8), x = loc_make(0, 0);
    Event row[] = {
        {.kind = EV_GO, .goroutine = 1, .other = 2},
        {.kind = EV_ACQUIRE, .sub = SYNC_RWMUTEX_RLOCK, .goroutine = 1, .loc = lock},
        {.kind = EV_WRITE, .goroutine = 1, .loc = x},
        {.kind = EV_RELEASE_MERGE, .sub = SYNC_RWMUTEX_RUNLOCK, .goroutine = 1, .loc = side},
        {.kind = EV_ACQUIRE, .sub = SYNC_RWMUTEX_RLOCK, .goroutine = 2, .loc = lock},
        {.kind = EV_WRITE, .goroutine = 2, .loc = x},
        {.kind = EV_RELEASE_MERGE, .sub = SYNC_RWMUTEX_RUNLOCK, .goroutine = 2, .loc = side},
    };
    for (u32 i = 0; i < COUNT_OF(row); i++)
        vec_push(&trace.events, row[i]);
    return trace;
}

/* A lock that one goroutine acquires and another releases: a critical section of neither. */
static void test_handed_lock(void)
{
    Loc lock = loc_make(1, 0), x = loc_make(0, 0);
    Event row[] = {
        {.kind = EV_ACQUIRE, .sub = SYNC_MUTEX_LOCK, .goroutine = 1, .loc = lock},
        {.kind = EV_GO, .goroutine = 1, .other = 2},
        {.kind = EV_WRITE, .goroutine = 2, .loc = x},
        {.kind = EV_RELEASE, .sub = SYNC_MUTEX_UNLOCK, .goroutine = 2, .loc = lock},
        {.kind = EV_ACQUIRE, .sub = SYNC_MUTEX_LOCK, .goroutine = 1, .loc = lock},
        {.kind = EV_READ, .goroutine = 1, .loc = x},
        {.kind = EV_RELEASE, .sub = SYNC_MUTEX_UNLOCK, .goroutine = 1, .loc = lock},
    };
    Trace trace = {0};
    for (u32 i = 0; i < COUNT_OF(row); i++)
        vec_push(&trace.events, row[i]);
    EXPECT_STR(verdicts_of(&trace), "0 0 0 0 0 1");
    vec_free(&trace.events);
}

/* The verdicts if goroutine 2 writes x before an operation on an object, and 1 after another. */
static const char *verdicts_around(EventKind kind, SyncOp first, SyncOp second)
{
    Loc object = loc_make(1, 0), x = loc_make(0, 0);
    Event row[] = {
        {.kind = EV_GO, .goroutine = 1, .other = 2},
        {.kind = EV_GO, .goroutine = 1, .other = 3},
        {.kind = EV_RELEASE, .sub = SYNC_ONCE_DO, .goroutine = 3, .loc = object},
        {.kind = EV_WRITE, .goroutine = 2, .loc = x},
        {.kind = (u8)kind, .sub = (u8)first, .goroutine = 2, .loc = object},
        {.kind = (u8)kind, .sub = (u8)first, .goroutine = 3, .loc = object},
        {.kind = (u8)kind, .sub = (u8)second, .goroutine = 1, .loc = object},
        {.kind = EV_WRITE, .goroutine = 1, .loc = x},
    };
    Trace trace = {0};
    for (u32 i = 0; i < COUNT_OF(row); i++)
        vec_push(&trace.events, row[i]);
    const char *result = verdicts_of(&trace);
    vec_free(&trace.events);
    return result;
}

/* Done, Wait and later Do may come in any order; Add(-2) may not come before a Done that came
 * first: it would panic, or wake Wait. */
static void test_commuting(void)
{
    const char *any_order = "1 1 1 1 1 1", *this_order = "1 0 0 0 0 1";
    EXPECT_STR(verdicts_around(EV_RELEASE_MERGE, SYNC_WAITGROUP_DONE, SYNC_WAITGROUP_DONE),
               any_order);
    EXPECT_STR(verdicts_around(EV_ACQUIRE, SYNC_WAITGROUP_WAIT, SYNC_WAITGROUP_WAIT), any_order);
    EXPECT_STR(verdicts_around(EV_ACQUIRE, SYNC_ONCE_DO, SYNC_ONCE_DO), any_order);
    EXPECT_STR(verdicts_around(EV_RELEASE_MERGE, SYNC_WAITGROUP_DONE, SYNC_WAITGROUP_ADD),
               this_order);
}

static void test_reader_locks(void)
{
    Trace trace = readers_trace();
    EXPECT_STR(verdicts_of(&trace), "1 1 1 1 1 1");
    trace.events.data[4].sub = SYNC_RWMUTEX_LOCK;
    trace.events.data[6].kind = EV_RELEASE;
    trace.events.data[6].sub = SYNC_RWMUTEX_UNLOCK;
    trace.events.data[6].loc.offset = 0;
    /* the first goroutine still writes in a read section */
    EXPECT_STR(verdicts_of(&trace), "0 0 0 0 0 1");
    trace.events.data[2].kind = EV_READ;
    EXPECT_STR(verdicts_of(&trace), "0 0 0 0 0 0");
    vec_free(&trace.events);
}

/* Goroutine 2 starts in a read section, which so precedes the write section that it has later; that
 * it was a reader itself before does not change that. */
static void test_reader_then_writer(void)
{
    const Loc x = {1, 64}, lock = {1, 0}, readers = {1, 8};
    const Event events[] = {
        {.kind = EV_ACQUIRE, .sub = SYNC_RWMUTEX_RLOCK, .goroutine = 1, .loc = lock},
        {.kind = EV_GO, .goroutine = 1, .other = 2},
        {.kind = EV_WRITE, .goroutine = 1, .loc = x},
        {.kind = EV_ACQUIRE, .sub = SYNC_RWMUTEX_RLOCK, .goroutine = 2, .loc = lock},
        {.kind = EV_RELEASE_MERGE, .sub = SYNC_RWMUTEX_RUNLOCK, .goroutine = 1, .loc = readers},
        {.kind = EV_RELEASE_MERGE, .sub = SYNC_RWMUTEX_RUNLOCK, .goroutine = 2, .loc = readers},
        {.kind = EV_ACQUIRE, .sub = SYNC_RWMUTEX_LOCK, .goroutine = 2, .loc = lock},
        {.kind = EV_RELEASE, .sub = SYNC_RWMUTEX_UNLOCK, .goroutine = 2, .loc = lock},
        {.kind = EV_WRITE, .goroutine = 2, .loc = x}};
    Trace trace = {0};
    for (u32 i = 0; i < COUNT_OF(events); i++)
        vec_push(&trace.events, events[i]);
    EXPECT_STR(verdicts_of(&trace), "0 0 0 0 0 1");
    vec_free(&trace.events);
}

/* A send counts as a read of the channel, a close as a write; a plain access can race with an
 * atomic one. */
static void test_other_than_plain(void)
{
    static const Event rows[][3] = {
        {{.kind = EV_MAKE, .goroutine = 1, .arg = 2, .flags = EVF_CLOSED, .loc = {1, 0}},
         {.kind = EV_SEND, .goroutine = 2, .loc = {1, 0}},
         {.kind = EV_CLOSE, .goroutine = 1, .loc = {1, 0}}},
        {{.kind = EV_READ, .goroutine = 1, .loc = {1, 0}},
         {.kind = EV_WRITE, .goroutine = 1, .loc = {1, 0}},
         {.kind = EV_ACQUIRE_RELEASE,
          .sub = SYNC_ATOMIC_ADD,
          .flags = EVF_ATOMIC,
          .goroutine = 2,
          .loc = {1, 0}}},
    };
    for (u32 row = 0; row < COUNT_OF(rows); row++) {
        Trace trace = {0};
        vec_push(&trace.events, (Event){.kind = EV_GO, .goroutine = 1, .other = 2});
        for (u32 i = 0; i < 3; i++)
            vec_push(&trace.events, rows[row][i]);
        Steps steps;
        steps_build(&steps, &trace);
        for (u32 i = 0; i < 5; i++) {
            u32 count;
            Findings findings = {0};
            analysis_list(&count)[i].run(&steps, &findings);
            EXPECT_INT(findings.racy, 1);
            findings_free(&findings);
        }
        steps_free(&steps);
        trace_free(&trace);
    }
}

int main(void)
{
    RUN(test_other_than_plain);
    RUN(test_as_rapid);
    RUN(test_unlucky_order);
    RUN(test_rounds);
    RUN(test_counts);
    RUN(test_places);
    RUN(test_beyond_the_first);
    RUN(test_two_reads);
    RUN(test_channels);
    RUN(test_handed_lock);
    RUN(test_commuting);
    RUN(test_reader_locks);
    RUN(test_reader_then_writer);
    return test_summary("predict_analyses");
}

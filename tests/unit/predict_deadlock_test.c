/* Predicted deadlocks: shapes from the literature on lock orders ([TUNC23] and what it cites),
 * written anew, each with the number of deadlocks that some reordering of the run has which keeps
 * the order of its sections. */
#include "predict/predict.h"
#include "tests/unit/test.h"

static u64 tried;

static u32 deadlocks(const char *text)
{
    Trace trace;
    Steps steps;
    Findings findings = {0};
    EXPECT(trace_load_memory(&trace, "t", text, strlen(text)));
    EXPECT_STR(buf_str(&trace.error), "");
    steps_build(&steps, &trace);
    analyse_deadlock(&steps, &findings);
    u32 found = findings.cycles.len;
    tried = findings.racy;
    EXPECT(!findings.incomplete);
    findings_free(&findings);
    steps_free(&steps);
    trace_free(&trace);
    return found;
}

/* A section on lock a with one on b inside, at places from `p` on. */
#define NESTED(t, a, b, p) \
    t "|acq(" a ")|" p "1\n" t "|acq(" b ")|" p "2\n" t "|rel(" b ")|" p "3\n" t "|rel(" a ")|" p \
      "4\n"
#define FORK(t) "T0|fork(" t ")|1\n"
#define FORKS FORK("T1") FORK("T2")

static void test_two_locks(void)
{
    /* In opposite orders; in one order; of one goroutine; three places of which two oppose. */
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b", "1") NESTED("T2", "b", "a", "2")), 1);
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b", "1") NESTED("T2", "a", "b", "2")), 0);
    EXPECT_INT(deadlocks(FORK("T1") NESTED("T1", "a", "b", "1") NESTED("T1", "b", "a", "2")), 0);
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b", "1") NESTED("T1", "a", "b", "3")
                             NESTED("T2", "b", "a", "2")),
               2);
}

static void test_gate(void)
{
    /* A third lock around both, and around one of them only. */
    EXPECT_INT(
        deadlocks(FORKS "T1|acq(g)|5\n" NESTED(
            "T1", "a", "b", "1") "T1|rel(g)|6\n"
                                 "T2|acq(g)|7\n" NESTED("T2", "b", "a", "2") "T2|rel(g)|8\n"),
        0);
    EXPECT_INT(deadlocks(FORKS "T1|acq(g)|5\n" NESTED("T1", "a", "b", "1") "T1|rel(g)|6\n" NESTED(
                   "T2", "b", "a", "2")),
               1);
    /* The gate is given back before the inner lock is taken. */
    EXPECT_INT(deadlocks(FORKS "T1|acq(g)|5\nT1|acq(a)|6\nT1|rel(g)|7\nT1|acq(b)|8\nT1|rel(b)|9\n"
                               "T1|rel(a)|10\nT2|acq(g)|11\nT2|acq(b)|12\nT2|rel(g)|13\n"
                               "T2|acq(a)|14\nT2|rel(a)|15\nT2|rel(b)|16\n"),
               1);
}

static void test_starts_and_ends(void)
{
    /* The second goroutine is started after the first's sections, or after its end. */
    EXPECT_INT(deadlocks(FORK("T1") NESTED("T1", "a", "b", "1") "T1|fork(T2)|9\n" NESTED("T2", "b",
                                                                                         "a", "2")),
               0);
    EXPECT_INT(deadlocks(FORK("T1") NESTED("T1", "a", "b", "1") "T0|join(T1)|8\n" FORK("T2")
                             NESTED("T2", "b", "a", "2")),
               0);
    /* It is started by the first between two of those. */
    EXPECT_INT(deadlocks(FORK("T1") NESTED("T1", "a", "b", "1") "T1|fork(T2)|9\n" NESTED(
                   "T1", "a", "b", "3") NESTED("T2", "b", "a", "2")),
               1);
}

static void test_values(void)
{
    /* The second reads what the first writes after its sections: its own come later in any run. */
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b",
                                      "1") "T1|w(x)|8\nT2|r(x)|9\n" NESTED("T2", "b", "a", "2")),
               0);
    /* The same, written before them; and read by the first only. */
    EXPECT_INT(deadlocks(FORKS "T1|w(x)|8\n" NESTED("T1", "a", "b",
                                                    "1") "T2|r(x)|9\n" NESTED("T2", "b", "a", "2")),
               1);
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b",
                                      "1") "T1|r(x)|8\nT2|w(x)|9\n" NESTED("T2", "b", "a", "2")),
               1);
    /* Written in the inner section, which must be over when it is read under the outer lock. */
    EXPECT_INT(deadlocks(FORKS
                         "T1|acq(a)|11\nT1|acq(b)|12\nT1|w(x)|13\nT1|rel(b)|14\nT1|rel(a)|15\n"
                         "T2|acq(b)|21\nT2|r(x)|22\nT2|acq(a)|23\nT2|rel(a)|24\nT2|rel(b)|"
                         "25\n"),
               0);
}

static void test_later_instance(void)
{
    /* The first time round the value forbids it, the second time it does not. */
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b", "1") "T1|w(x)|8\nT2|r(x)|9\n" NESTED(
                   "T1", "a", "b", "1") NESTED("T2", "b", "a", "2")),
               1);
    /* A loop: one deadlock, whichever two rounds meet. */
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b", "1") NESTED("T2", "b", "a", "2") NESTED(
                   "T1", "a", "b", "1") NESTED("T2", "b", "a", "2") NESTED("T1", "a", "b", "1")),
               1);
}

static void test_longer_cycles(void)
{
    EXPECT_INT(deadlocks(FORKS FORK("T3") NESTED("T1", "a", "b", "1") NESTED("T2", "b", "c", "2")
                             NESTED("T3", "c", "a", "3")),
               1);
    /* Two of the three are of one goroutine. */
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b", "1") NESTED("T2", "b", "c", "2")
                             NESTED("T2", "c", "a", "3")),
               0);
    /* Five philosophers, and with the last one left-handed. */
    EXPECT_INT(deadlocks(FORKS FORK("T3") FORK("T4") FORK("T5") NESTED("T1", "a", "b", "1")
                             NESTED("T2", "b", "c", "2") NESTED("T3", "c", "d", "3")
                                 NESTED("T4", "d", "e", "4") NESTED("T5", "e", "a", "5")),
               1);
    EXPECT_INT(deadlocks(FORKS FORK("T3") FORK("T4") FORK("T5") NESTED("T1", "a", "b", "1")
                             NESTED("T2", "b", "c", "2") NESTED("T3", "c", "d", "3")
                                 NESTED("T4", "d", "e", "4") NESTED("T5", "a", "e", "5")),
               0);
    /* Two cycles that share a section. */
    EXPECT_INT(deadlocks(FORKS FORK("T3") NESTED("T1", "a", "b", "1") NESTED("T2", "b", "a", "2")
                             NESTED("T3", "b", "a", "3")),
               2);
}

static void test_other_sections(void)
{
    /* An unrelated section of another goroutine on the lock must be complete, and can be. */
    EXPECT_INT(deadlocks(FORKS FORK("T3") "T3|acq(a)|5\nT3|w(x)|6\nT3|rel(a)|7\n" NESTED(
                   "T1", "a", "b", "1") NESTED("T2", "b", "a", "2")),
               1);
    /* What the second reads was written under the lock that the first holds, after it. */
    EXPECT_INT(
        deadlocks(FORKS FORK("T3") NESTED(
            "T1", "a", "b",
            "1") "T3|acq(a)|5\nT3|w(x)|6\nT3|rel(a)|7\nT2|r(x)|8\n" NESTED("T2", "b", "a", "2")),
        0);
}

static void test_channels(void)
{
    /* Sent after the one's sections and received before the other's; sent before them; received
     * after the other's. */
    EXPECT_INT(deadlocks("T1 T2\nmk(c,1)\nacq(a)\nacq(b)\nrel(b)\nrel(a)\nsnd(c)\n"
                         "   rcv(c)\n   acq(b)\n   acq(a)\n   rel(a)\n   rel(b)\n"),
               0);
    EXPECT_INT(deadlocks("T1 T2\nmk(c,1)\nsnd(c)\nacq(a)\nacq(b)\nrel(b)\nrel(a)\n"
                         "   rcv(c)\n   acq(b)\n   acq(a)\n   rel(a)\n   rel(b)\n"),
               1);
    EXPECT_INT(deadlocks("T1 T2\nmk(c,1)\nacq(a)\nacq(b)\nrel(b)\nrel(a)\nsnd(c)\n"
                         "   acq(b)\n   acq(a)\n   rel(a)\n   rel(b)\n   rcv(c)\n"),
               1);
    /* The same without a buffer. */
    EXPECT_INT(deadlocks("T1 T2\nmk(c)\nacq(a)\nacq(b)\nrel(b)\nrel(a)\nsnd(c)\n"
                         "   rcv(c)\n   acq(b)\n   acq(a)\n   rel(a)\n   rel(b)\n"),
               0);
    /* A channel with one place as a gate: the receive makes room, which nothing else does. */
    EXPECT_INT(deadlocks("T1 T2\nmk(c,1)\nsnd(c)\nacq(a)\nacq(b)\nrel(b)\nrel(a)\nrcv(c)\n"
                         "   snd(c)\n   acq(b)\n   acq(a)\n   rel(a)\n   rel(b)\n   rcv(c)\n"),
               0);
}

/* Cycles of the graph of locks that are none of goroutines are not even tried. */
static void test_tried(void)
{
    EXPECT_INT(deadlocks(FORK("T1") NESTED("T1", "a", "b", "1") NESTED("T1", "b", "a", "2")), 0);
    EXPECT_INT(tried, 0);
    EXPECT_INT(deadlocks(FORKS NESTED("T1", "a", "b",
                                      "1") "T1|w(x)|8\nT2|r(x)|9\n" NESTED("T2", "b", "a", "2")),
               0);
    EXPECT_INT(tried, 1);
}

int main(void)
{
    RUN(test_two_locks);
    RUN(test_gate);
    RUN(test_starts_and_ends);
    RUN(test_values);
    RUN(test_later_instance);
    RUN(test_longer_cycles);
    RUN(test_other_sections);
    RUN(test_channels);
    RUN(test_tried);
    return test_summary("predict_deadlock");
}

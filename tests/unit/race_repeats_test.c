/* What the machine drops does not show in reports (spec/hybrid.md, invariant 10): a race is
 * reported with the first of a goroutine's reads since it last released something, whether or not
 * those that repeat it arrive. */
#include "tests/unit/race_events.h"
#include "tests/unit/test.h"

enum { MAIN = 1, FIRST_READ = 100, REPEATED_READ = 200, WRITE = 300 };

static Pos reported;

static void note_place(void *ctx, const RaceReport *report)
{
    (void)ctx;
    reported = report->before.span.start;
}

static void access(Detector *detector, u32 goroutine, bool is_write, u8 flags, Pos pos)
{
    sink_event(detector_sink(detector), &(Event){.kind = is_write ? EV_WRITE : EV_READ,
                                                 .flags = flags,
                                                 .goroutine = goroutine,
                                                 .loc = {0, Z},
                                                 .count = 1,
                                                 .span = {pos, pos + 1}});
}

static void sync(Detector *detector, u32 goroutine, EventKind kind)
{
    sink_event(detector_sink(detector),
               &(Event){.kind = (u8)kind,
                        .sub = kind == EV_ACQUIRE ? SYNC_MUTEX_LOCK : SYNC_MUTEX_UNLOCK,
                        .goroutine = goroutine,
                        .loc = {0, Z + 64},
                        .count = 1});
}

/* What the last reader does before it reads again. */
typedef enum Between { NO_REPEAT, NOTHING, AN_ACQUIRE, A_RELEASE } Between;

/* The position that is reported for the last of several readers, all unordered, when main writes.
 * atomics: the first of them also reads atomically, so that there is a record. */
static Pos place_of_race(u32 readers, bool atomics, Between between)
{
    Detector *detector = detector_new("hybrid", &(DetectorConfig){.on_race = note_place});
    u32 last = MAIN + readers;
    reported = 0;
    for (u32 p = MAIN + 1; p <= last; p++)
        sink_event(detector_sink(detector), &(Event){.kind = EV_GO, .goroutine = MAIN, .other = p});
    if (atomics)
        access(detector, MAIN + 1, false, EVF_ATOMIC, 1);
    for (u32 p = MAIN + 1; p <= last; p++)
        access(detector, p, false, 0, FIRST_READ + p);
    if (between == AN_ACQUIRE || between == A_RELEASE)
        sync(detector, last, between == AN_ACQUIRE ? EV_ACQUIRE : EV_RELEASE);
    if (between != NO_REPEAT)
        access(detector, last, false, 0, REPEATED_READ);
    access(detector, MAIN, true, 0, WRITE);
    EXPECT_INT(detector_races(detector), 1);
    detector_free(detector);
    return reported;
}

/* An acquire is no reason to report a read again: no other goroutine knows the first one yet. */
static void test_first_read_stays(void)
{
    static const u32 readers[] = {1, 2, 3, 70};
    for (u32 i = 0; i < COUNT_OF(readers); i++)
        for (u32 atomics = 0; atomics < 2; atomics++) {
            Pos place = place_of_race(readers[i], atomics, NO_REPEAT);
            EXPECT_INT(place, FIRST_READ + MAIN + readers[i]);
            EXPECT_INT(place_of_race(readers[i], atomics, NOTHING), place);
            EXPECT_INT(place_of_race(readers[i], atomics, AN_ACQUIRE), place);
            EXPECT_INT(place_of_race(readers[i], atomics, A_RELEASE), REPEATED_READ);
        }
}

int main(void)
{
    RUN(test_first_read_stays);
    return test_summary("race_repeats");
}

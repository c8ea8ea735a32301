/* gol test at work: what its parts share, and the running of one test. */
#ifndef CLI_TESTING_H
#define CLI_TESTING_H

#include "cli/build.h"
#include "cli/cover.h"
#include "cli/junit.h"
#include "cli/packages.h"
#include "cli/pprof.h"
#include "cli/reporter.h"
#include "cli/setup.h"
#include "cli/test_find.h"
#include "cli/test_select.h"
#include "cli/test_show.h"

/* What became of tests. */
typedef struct TestCounts {
    u32 passed, failed, raced, listed;
    u32 fuzzed;          /* fuzz targets that -fuzz names */
    u32 stuck;           /* failed: by a deadlock or a leak */
    u32 cut;             /* failed: ended by --time */
    u32 proved, bounded; /* passed: in all executions, within bounds of a search */
    u32 after_others;    /* passed: only after other tests, in one execution with them */
    bool benched;        /* benchmarks have been begun */
    u64 schedules;       /* under which those that passed did */
} TestCounts;

typedef struct Testing {
    Options *options;
    Loaded loaded;
    FoundTests tests;
    Reporter reporter;
    Executor *executor;  /* of single executions */
    Executor *repeater;  /* shows those with races once more; made when it is needed */
    Executor *trier;     /* tries other schedules after a pass; the same */
    Schedule schedule;   /* --schedule */
    char **argv;         /* os.Args of the test that runs */
    const char *pattern; /* VMConfig.test_pattern of its executions */
    PathList cpus;       /* -cpu: its numbers, or NULL */
    bool echoed;         /* what its execution has written was written at once */
    bool together;       /* all tests of the program have run in one execution, */
    Buf all_together;    /* which printed this */
    TestCounts now, all; /* of this package, of those before */
    const char *name; /* of this package: its import path, or as it was given outside of a module */
    u64 began_ms;     /* when this package did */
    bool looked;      /* tests were asked whether they have the flags that gol does not */
    bool strange;     /* it has been said that one is neither gol's nor theirs */
    bool misfit;      /* --schedule does not fit a test */
    bool broken;      /* a package does not compile */
    Arena arena;      /* names of packages */
    bool has_tests;   /* this package has test files */
    Buf held;         /* what tests of this package have printed that is shown if one fails */
    PathList listed[TEST_KINDS];     /* -list: names of its tests */
    CoverSum cover;                  /* of this package */
    CoverSum uncovered;              /* -coverpkg: all statements there, none of them executed */
    PathList covered;                /* folders whose coverage is looked at */
    bool cover_begun, profile_begun; /* the files of --cover=FILE and -coverprofile */
    TestShow show;                   /* --html, --trace and others */
    const char *corpus;              /* where schedules are kept */
    Sarif *sarif;                    /* --sarif: of all packages */
    Junit junit;                     /* --junit */
    Bundle bundle;                   /* -c, -o: of this package */
    Pprof pprof;                     /* -cpuprofile, -memprofile: of this package */
} Testing;

/* Runs the test, with the searches that the flags ask for; prints its output with all that is to be
 * said of it, and counts it in t->now. */
void testing_run(Testing *t, const FoundTest *test);

#endif

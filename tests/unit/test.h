/* Unit tests: each tests/unit/NAME_test.c is a program of its own.
 *
 *     static void test_something(void) { EXPECT(1 + 1 == 2); }
 *     int main(void) { RUN(test_something); return test_summary("name"); }
 *
 * A test function passes when none of its EXPECTs failed. */
#ifndef TESTS_UNIT_TEST_H
#define TESTS_UNIT_TEST_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static int test_passed, test_failed;
static bool test_ok;

#define EXPECT(condition) \
    do { \
        if (!(condition)) { \
            printf("%s:%d: EXPECT(%s) failed\n", __FILE__, __LINE__, #condition); \
            test_ok = false; \
        } \
    } while (0)

#define EXPECT_INT(got, want) \
    do { \
        long long got_ = (long long)(got), want_ = (long long)(want); \
        if (got_ != want_) { \
            printf("%s:%d: %s is %lld, not %lld\n", __FILE__, __LINE__, #got, got_, want_); \
            test_ok = false; \
        } \
    } while (0)

#define EXPECT_STR(got, want) \
    do { \
        const char *got_ = (got), *want_ = (want); \
        if (strcmp(got_, want_) != 0) { \
            printf("%s:%d: %s is\n%s\nnot\n%s\n", __FILE__, __LINE__, #got, got_, want_); \
            test_ok = false; \
        } \
    } while (0)

#define RUN(test) \
    do { \
        test_ok = true; \
        test(); \
        if (test_ok) { \
            test_passed++; \
        } else { \
            printf("FAIL %s\n", #test); \
            test_failed++; \
        } \
    } while (0)

static inline int test_summary(const char *name)
{
    printf("%s: %d passed, %d failed\n", name, test_passed, test_failed);
    return test_failed > 0;
}

#endif

/* Types and macros that every layer uses. Nothing here allocates or prints. */
#ifndef BASE_COMMON_H
#define BASE_COMMON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))
#define NORETURN __attribute__((noreturn))
#define NOINLINE __attribute__((noinline))

/* Reports which internal invariant is broken and ends the process. Only for faults of gol itself,
 * never for anything that a user's program or input can cause. */
NORETURN void bug_at(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)

/* CHECK(condition) states an invariant. With GOL_CHECKS (make asan, make stress) one that does not
 * hold is a BUG; otherwise the condition is compiled but never evaluated and costs nothing. What
 * takes more than a few instructions is a function X_check that walks the whole of an X, called
 * as: if (CHECKING) X_check(x); */
#ifdef GOL_CHECKS
#define CHECKING 1
#else
#define CHECKING 0
#endif
#define CHECK(condition) \
    do { \
        if (CHECKING && UNLIKELY(!(condition))) \
            BUG("%s does not hold", #condition); \
    } while (0)

/* Reports that size bytes cannot be allocated and ends the process. Before that it calls
 * memory_rescue, unless that is NULL, which need not return. */
NORETURN void memory_exhausted(size_t size);
extern void (*memory_rescue)(void);
/* malloc, calloc, realloc and strdup that never return NULL: when memory runs out they report it
 * and end the process. The caller frees the result. */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *old, size_t size);
char *xstrdup(const char *text);
/* Whether a name ends so. */
bool ends_in(const char *name, const char *end);
enum { CACHE_LINE = 64 };
/* Zeroed memory that begins at a line of the processor's cache; the caller frees it. */
void *xcalloc_aligned(size_t size);
/* Asks the system to use huge pages for that memory where it is used from now on: for what will be
 * used at random, and all of it. */
void use_huge_pages(void *start, size_t size);

/* Milliseconds of a monotonic clock. */
u64 clock_ms(void);

/* The plural ending of a noun that follows the number n: "s" or "". */
static inline const char *plural(u64 n)
{
    return n == 1 ? "" : "s";
}

#endif

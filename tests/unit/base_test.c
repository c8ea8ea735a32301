/* The containers of base/, each compared with a naive model. */
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/constraint.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/name_pattern.h"
#include "base/rng.h"
#include "base/source.h"
#include "base/vec.h"
#include "tests/unit/test.h"

/* A broken invariant ends the process, one that holds does nothing. */
static void test_check_aborts(void)
{
    int two = 2;
    int status;
    pid_t child;
    CHECK(two == 2);
    fflush(stdout);
    child = fork();
    if (child == 0) {
        fclose(stderr);
        CHECK(two == 3);
        _exit(0);
    }
    waitpid(child, &status, 0);
    EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* As Go's testing package would decide. */
static void test_name_patterns(void)
{
    static const struct {
        const char *pattern, *name, *within;
        NameMatch match;
    } rows[] = {
        {"Bank", "TestBank", "^TestBank$", NAME_FULLY},
        {"Bank/empty", "TestBank", "^TestBank$/empty", NAME_PARTLY},
        {"Bank/empty|Store", "TestStore", "^TestStore$", NAME_FULLY},
        {"A/b|A/c", "TestA", "^TestA$/b|^TestA$/c", NAME_PARTLY},
        {"(A|B)/c", "TestB/x", NULL, NAME_NO},
        {"[/|]", "TestA", NULL, NAME_NO},
        {"^Test\\d+$", "Test12", "^Test12$", NAME_FULLY},
        {"^Test[\\d_]+?$", "Test1_2", "^Test1_2$", NAME_FULLY},
        {"(?i)test(?:a|b)", "TESTB", "^TESTB$", NAME_FULLY},
        {"A/a b", "A/a_b", NULL, NAME_FULLY},
        {"", "TestA", "^TestA$", NAME_FULLY},
        {"^Test_A1$", "Test_A1", "^Test_A1$", NAME_FULLY},
        {"^TestA$", "TestAB", NULL, NAME_NO},
        {"^TestAB$", "TestA", NULL, NAME_NO},
        {"^Test.$", "TestA", "^TestA$", NAME_FULLY},
        {"^TestA$/b", "TestA", "^TestA$/b", NAME_PARTLY},
        {"^Test[^\\w]", "TestA", NULL, NAME_NO},
        {"^Test[^]x]$", "TestA", "^TestA$", NAME_FULLY},
        {"^Test[]A]$", "TestA", "^TestA$", NAME_FULLY},
        {"^Test[[:alpha:]]+$", "TestAb", "^TestAb$", NAME_FULLY},
        {"^Test[a\\-z]$", "Test-", NULL, NAME_FULLY},
        {"^Test[a\\-z]$", "Testb", NULL, NAME_NO},
        {"^Test[a\\]\\^]+$", "Test^]a", NULL, NAME_FULLY},
        {"^Test\\D\\w$", "Testa1", NULL, NAME_FULLY},
        {"\\ATest\\.x\\z", "Test.x", NULL, NAME_FULLY},
        {"Test(?P<number>[0-9]{2})x", "Test12x", NULL, NAME_FULLY},
        {"Test(?<number>[0-9])", "Test1", NULL, NAME_FULLY},
        {"(?s)Test(?i:a)", "TESTA", NULL, NAME_FULLY},
        {"Test(?s:a)", "TestA", NULL, NAME_NO},
        {"Test(?:)$", "Test", NULL, NAME_FULLY},
        {"Test.*?x??$", "Testx", NULL, NAME_FULLY},
        {"A/b/c", "A/b", NULL, NAME_PARTLY},
        {"A/b", "A/b/c", NULL, NAME_FULLY},
        {"A/x", "A/b/c", NULL, NAME_NO},
        {"(A/b)", "A", NULL, NAME_NO},
        {"A\\/b", "A", NULL, NAME_NO},
    };
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        Buf within = {0};
        EXPECT(name_match(rows[i].pattern, rows[i].name) == rows[i].match);
        EXPECT(name_pattern_ok(rows[i].pattern));
        if (rows[i].within) {
            name_pattern_within(rows[i].pattern, rows[i].name, &within);
            EXPECT(!strcmp(buf_str(&within), rows[i].within));
        }
        buf_free(&within);
    }
    EXPECT(!name_pattern_ok("A/(") && !name_pattern_ok("B|[a"));
    EXPECT(!name_pattern_ok("[]") && !name_pattern_ok("[^") && !name_pattern_ok("a\\"));
}

/* Every allocation is aligned, zeroed, and keeps its content while others are made. */
static void test_arena_keeps_contents(void)
{
    enum { N = 2000 };
    static u8 *block[N];
    static size_t size[N];
    Arena arena = {0};
    Rng rng = {1};
    for (int i = 0; i < N; i++) {
        size[i] = i % 50 == 0 ? rng_below(&rng, 200000) : rng_below(&rng, 300);
        block[i] = arena_alloc(&arena, size[i]);
        EXPECT((uintptr_t)block[i] % 8 == 0);
        for (size_t k = 0; k < size[i]; k++)
            if (block[i][k] != 0)
                EXPECT(!"memory is zeroed");
        memset(block[i], i & 0xff, size[i]);
    }
    for (int i = 0; i < N; i++)
        for (size_t k = 0; k < size[i]; k++)
            if (block[i][k] != (i & 0xff))
                EXPECT(!"contents are kept");
    EXPECT(arena.total > 0);
    arena_free(&arena);
    EXPECT(arena.blocks == NULL);
    EXPECT_STR(arena_printf(&arena, "%s-%d", "again", 7), "again-7");
    arena_free(&arena);
}

static void test_arena_text(void)
{
    Arena arena = {0};
    EXPECT_STR(arena_strndup(&arena, "abcdef", 3), "abc");
    EXPECT_STR(arena_strndup(&arena, NULL, 0), "");
    char *many = arena_printf(&arena, "%0*d", 100000, 1);
    EXPECT_INT(strlen(many), 100000);
    arena_free(&arena);
}

static void test_vec(void)
{
    VEC(int) v = {0};
    for (int i = 0; i < 10000; i++)
        vec_push(&v, i * 3);
    EXPECT_INT(v.len, 10000);
    EXPECT_INT(v.data[1234], 3702);
    EXPECT_INT(vec_last(&v), 29997);
    EXPECT_INT(vec_pop(&v), 29997);
    EXPECT_INT(v.len, 9999);
    vec_clear(&v);
    EXPECT_INT(v.len, 0);
    vec_free(&v);
    EXPECT(v.data == NULL && v.cap == 0);
}

static void test_vec_in_arena(void)
{
    Arena arena = {0};
    VEC(u64) v = {0};
    for (u64 i = 0; i < 10000; i++)
        avec_push(&arena, &v, i * i);
    for (u64 i = 0; i < 10000; i++)
        if (v.data[i] != i * i)
            EXPECT(!"elements are kept");
    EXPECT_INT(v.len, 10000);
    arena_free(&arena);
}

static void test_buf(void)
{
    Buf buf = {0};
    EXPECT_STR(buf_str(&buf), "");
    buf_puts(&buf, "a");
    buf_putc(&buf, 'b');
    buf_add(&buf, "cdX", 2);
    buf_printf(&buf, "%d%s", 42, "!");
    EXPECT_STR(buf_str(&buf), "abcd42!");
    EXPECT_INT(buf.len, 7);
    for (int i = 0; i < 1000; i++)
        buf_printf(&buf, "%03d", i);
    EXPECT_INT(buf.len, 3007);
    EXPECT_INT(strlen(buf_str(&buf)), 3007);
    buf_free(&buf);
}

/* Random puts, gets and deletes, compared with an array that is searched linearly. */
static void test_map_against_model(void)
{
    enum { KEYS = 300 };
    u64 value[KEYS];
    bool present[KEYS] = {false};
    u32 count = 0;
    Map map = {0};
    Rng rng = {7};
    for (int step = 0; step < 200000; step++) {
        u32 k = rng_below(&rng, KEYS);
        u64 key = (u64)k * 0x100000001ULL;
        u64 *found = map_get(&map, key);
        if ((found != NULL) != present[k] || (found != NULL && *found != value[k]))
            EXPECT(!"get agrees with the model");
        if (rng_below(&rng, 2) == 0) {
            *map_put(&map, key) = value[k] = rng_next(&rng);
            count += !present[k];
            present[k] = true;
        } else {
            if (map_delete(&map, key) != present[k])
                EXPECT(!"delete agrees with the model");
            count -= present[k];
            present[k] = false;
        }
        if (map.count != count)
            EXPECT(!"count agrees with the model");
    }
    /* Deleting must not make the table grow without bound. */
    EXPECT(map.cap <= 1024);
    map_free(&map);
}

static void test_map_iteration(void)
{
    Map map = {0};
    u32 cursor = 0;
    EXPECT(map_next(&map, &cursor) == NULL);
    for (u64 i = 0; i < 100; i++)
        *map_put(&map, i) = i + 1;
    u64 keys = 0, left = 0;
    for (MapEntry *e; (e = map_next(&map, &cursor)) != NULL;) {
        keys += e->key;
        EXPECT(e->value == e->key + 1);
        if (e->key % 2 == 0)
            map_delete(&map, e->key);
    }
    EXPECT_INT(keys, 4950);
    for (cursor = 0; map_next(&map, &cursor) != NULL;)
        left++;
    EXPECT_INT(left, 50);
    map_clear(&map);
    EXPECT_INT(map.count, 0);
    EXPECT(map_get(&map, 1) == NULL);
    *map_put(&map, 0) = 5;
    EXPECT_INT(*map_get(&map, 0), 5);
    map_free(&map);
}

static void test_intern(void)
{
    Interner in = {0};
    const Sym *first[5000];
    char name[16];
    for (int i = 0; i < 5000; i++) {
        int len = snprintf(name, sizeof name, "n%d", i);
        first[i] = intern(&in, name, (size_t)len);
    }
    for (int i = 0; i < 5000; i++) {
        snprintf(name, sizeof name, "n%d", i);
        if (intern_str(&in, name) != first[i] || strcmp(first[i]->text, name) != 0)
            EXPECT(!"equal text, equal pointer");
    }
    EXPECT_INT(in.count, 5000);
    EXPECT(intern(&in, "", 0) == intern_str(&in, ""));
    EXPECT(intern(&in, "a\0b", 3) != intern(&in, "a\0c", 3));
    EXPECT(intern(&in, "a\0b", 3) != intern_str(&in, "a"));
    intern_free(&in);
}

static void test_source_places(void)
{
    Sources sources = {0};
    EXPECT(source_file_of(&sources, 1) == NULL);
    SourceFile *empty = source_add(&sources, "empty", "", 0);
    SourceFile *two = source_add(&sources, "two", "ab\r\n\ncd", 7);
    EXPECT(source_place(&sources, 0).file == NULL);
    EXPECT(source_place(&sources, empty->base).file == empty);
    EXPECT_INT(source_place(&sources, empty->base).line, 1);
    EXPECT_INT(source_place(&sources, empty->base).col, 1);
    Place place = source_place(&sources, two->base + 5);
    EXPECT(place.file == two && place.line == 3 && place.col == 1);
    place = source_place(&sources, two->base + 4);
    EXPECT(place.file == two && place.line == 2 && place.col == 1);
    place = source_place(&sources, two->base + 7); /* the end of the file */
    EXPECT(place.file == two && place.line == 3 && place.col == 3);
    EXPECT(source_file_of(&sources, two->base + 8) == NULL);
    u32 len;
    EXPECT(memcmp(source_line(two, 1, &len), "ab", 2) == 0);
    EXPECT_INT(len, 2);
    source_line(two, 2, &len);
    EXPECT_INT(len, 0);
    source_line(two, 4, &len);
    EXPECT_INT(len, 0);
    EXPECT(*source_text(&sources, (Span){two->base + 1, two->base + 7}, &len) == 'b');
    EXPECT_INT(len, 2); /* cut at the newline: "b\r" */
    source_free(&sources);
}

static void test_source_load_failures(void)
{
    Sources sources = {0};
    EXPECT(source_load(&sources, "/nonexistent/file.gol") == NULL);
    EXPECT_INT(errno, ENOENT);
    EXPECT(source_load(&sources, "/") == NULL);
    EXPECT_INT(errno, EISDIR);
    source_free(&sources);
}

static void test_source_load(void)
{
    char path[] = "/tmp/gol-base-test-XXXXXX";
    int fd = mkstemp(path);
    EXPECT(fd >= 0);
    EXPECT_INT(write(fd, "x\0y\n", 4), 4);
    close(fd);
    Sources sources = {0};
    SourceFile *file = source_load(&sources, path);
    EXPECT(file != NULL);
    if (file != NULL) {
        EXPECT_INT(file->len, 4);
        EXPECT_INT(file->lines.len, 2);
        EXPECT_STR(file->name, path);
    }
    unlink(path);
    source_free(&sources);
}

static void test_rng(void)
{
    Rng a = {42}, b = {42};
    u32 seen[10] = {0};
    for (int i = 0; i < 10000; i++) {
        u32 x = rng_below(&a, 10);
        EXPECT(x < 10 && x == rng_below(&b, 10));
        seen[x]++;
    }
    for (int i = 0; i < 10; i++)
        EXPECT(seen[i] > 800 && seen[i] < 1200);
}

/* Tags of a build on linux for a processor that is not known. */
static bool on_linux(void *data, const char *tag, size_t len)
{
    (void)data;
    return (len == 5 && memcmp(tag, "linux", len) == 0) ||
           (len == 6 && memcmp(tag, "purego", len) == 0);
}

static void test_build_expressions(void)
{
    EXPECT(constraint_holds("linux", on_linux, NULL));
    EXPECT(!constraint_holds("windows || linux && amd64\nlinux", on_linux, NULL));
    EXPECT(constraint_holds("(windows || linux) && !amd64", on_linux, NULL));
    EXPECT(constraint_holds("purego || (!386 && !arm64)", on_linux, NULL));
    EXPECT(constraint_holds("windows &&", on_linux, NULL)); /* malformed */
}

/* As matched by go list in a folder of such files. */
static void test_build_names(void)
{
    static const char *const taken[] = {
        "windows.go",    "x.go",       "a_linux.go",      "amd64_x.go", "fe_arm64_noasm.go",
        "linux_test.go", "x_posix.go", "x_linux_test.go", "x_.go",      "_linux.go",
    };
    static const char *const left[] = {
        "a_windows.go", "a_amd64.go",        "a_linux_amd64.go", "a_windows_test.go",
        "a_b_arm64.go", "a_darwin_arm64.go", "_amd64.go",        "a_arm64.x.go",
        "a_plan9.go",   "x_wasm_test.go",
    };
    for (u32 i = 0; i < COUNT_OF(taken); i++)
        EXPECT(constraint_name_fits(taken[i], on_linux, NULL));
    for (u32 i = 0; i < COUNT_OF(left); i++)
        EXPECT(!constraint_name_fits(left[i], on_linux, NULL));
    EXPECT(constraint_name_fits("a_amd64_linux.go", on_linux, NULL)); /* not in Go's order */
}

int main(void)
{
    RUN(test_build_expressions);
    RUN(test_build_names);
    RUN(test_check_aborts);
    RUN(test_name_patterns);
    RUN(test_arena_keeps_contents);
    RUN(test_arena_text);
    RUN(test_vec);
    RUN(test_vec_in_arena);
    RUN(test_buf);
    RUN(test_map_against_model);
    RUN(test_map_iteration);
    RUN(test_intern);
    RUN(test_source_places);
    RUN(test_source_load_failures);
    RUN(test_source_load);
    RUN(test_rng);
    return test_summary("base");
}

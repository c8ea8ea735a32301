/* Where a sandbox lets a program read and write (vm/sandbox.c): names with links, dots and slashes
 * in them, of what is there and what could be created; and which variables of the environment it
 * shows. tests/cli/sandbox.sh has programs that try to leave it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/test.h"
#include "vm/sandbox.h"

static Sandbox sandbox;

/* last: links at the end of the name are followed. */
static bool may(const char *name, u32 uses, bool last)
{
    errno = 0;
    bool permits = sandbox_permits(&sandbox, name, uses, last);
    EXPECT(permits || errno == EACCES);
    return permits;
}

static bool may_read(const char *name)
{
    return may(name, SANDBOX_READ, true);
}

static bool may_write(const char *name)
{
    return may(name, SANDBOX_WRITE, true);
}

static void allow(const char *grant)
{
    EXPECT(!sandbox_allow(&sandbox, grant));
}

static void begin(void)
{
    sandbox_free(&sandbox);
    sandbox = (Sandbox){0};
}

static void test_grants(void)
{
    static const char *const wrong[] = {"", "all", "read", "read:", "write:", "env:", "reads:in"};
    begin();
    for (u32 i = 0; i < COUNT_OF(wrong); i++)
        EXPECT_STR(sandbox_allow(&sandbox, wrong[i]),
                   "it is none of read:DIR, write:DIR, env:NAME, unsafe");
    EXPECT_STR(sandbox_allow(&sandbox, "read:none"), "No such file or directory");
    EXPECT_STR(sandbox_allow(&sandbox, "write:in/none"), "No such file or directory");
    EXPECT(!may_read("in/file") && !may_write("in/file") && !sandbox.unsafe);
    allow("unsafe");
    EXPECT(sandbox.unsafe && !may_read("in/file"));
    EXPECT(may_write("/dev/null") && may_read("/dev/null"));
    EXPECT(!may("/dev/null", SANDBOX_WRITE, false)); /* nothing else in its place */
    EXPECT(sandbox_permits(NULL, "out/file", SANDBOX_WRITE, true));
}

static void test_reading(void)
{
    char endless[PATH_MAX + 10];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    begin();
    allow("read:in");
    EXPECT(may_read("in") && may_read("in/") && may_read("in/.") && may_read("in/file"));
    EXPECT(may_read("in/none") && may_read("in/none/deeper/x") && may_read("in//sub///"));
    EXPECT(may_read("in/sub/../file") && may_read("out/../in/file"));
    EXPECT(!may_read("in/..") && !may_read("in/../out/file") && !may_read("in/sub/../../out"));
    EXPECT(!may_read("inside") && !may_read("out") && !may_read("none") &&
           !may_read("none/at/all"));
    EXPECT(!may_read("/") && !may_read("/none") && !may_read(".") && !may_read(""));
    EXPECT(!may_read(endless));
    EXPECT(!may_read("in/away") && !may_read("in/away/x") && !may_read("in/nowhere"));
    EXPECT(!may_read("in/round") && !may_read("in/file/x"));
    EXPECT(may("in/away", SANDBOX_READ, false) && may("in/nowhere", SANDBOX_READ, false));
    EXPECT(!may("in/away/", SANDBOX_READ, false) && !may("in/..", SANDBOX_READ, false));
    EXPECT(!may_write("in/file") && !may("in/file", SANDBOX_READ | SANDBOX_WRITE, true));
}

static void test_writing(void)
{
    begin();
    allow("write:in");
    EXPECT(may_write("in/file") && may_write("in/new") && may_write("in") && !may_read("in/file"));
    EXPECT(!may_write("in/nowhere"));         /* would be created out there */
    EXPECT(!may("in", SANDBOX_WRITE, false)); /* nothing may come in the place of the directory */
    EXPECT(may("in/sub", SANDBOX_WRITE, false) && may("in/nowhere", SANDBOX_WRITE, false));
    allow("write:in/file");
    EXPECT(may("in/file", SANDBOX_WRITE, false));
    allow("read:in/sub");
    EXPECT(may("in/sub/x", SANDBOX_READ | SANDBOX_WRITE, true));
    EXPECT(!may("in/file", SANDBOX_READ | SANDBOX_WRITE, true));
}

/* The root has all in it, the current directory what is named without one. */
static void test_wide(void)
{
    begin();
    allow("read:/");
    EXPECT(may_read("/") && may_read("/none") && may_read("out/file") && may_read("x"));
    EXPECT(may("/none", SANDBOX_READ, false) && !may_write("/none"));
    begin();
    allow("read:.");
    EXPECT(may_read("x") && may_read("out/file") && may_read(".") && !may_read(".."));
    EXPECT(chdir("out") == 0);
    EXPECT(may_read("x") && may_read("..") && !may_read("../.."));
    EXPECT(chdir("..") == 0);
}

static void test_environment(void)
{
    begin();
    EXPECT(!sandbox_shows(&sandbox, "HOME=/") && sandbox_shows(NULL, "HOME=/"));
    allow("env:HOME");
    for (u32 i = 0; i < 20; i++)
        allow("env:B");
    EXPECT(sandbox_shows(&sandbox, "HOME=/") && sandbox_shows(&sandbox, "HOME"));
    EXPECT(sandbox_shows(&sandbox, "B=") && !sandbox_shows(&sandbox, "HOMES=/"));
    EXPECT(!sandbox_shows(&sandbox, "HOM=/") && !sandbox_shows(&sandbox, "NONE"));
}

static void make_file(const char *path)
{
    FILE *file = fopen(path, "w");
    EXPECT(file != NULL && fclose(file) == 0);
}

int main(void)
{
    char dir[] = "/tmp/gol-sandbox-test-XXXXXX";
    bool made = mkdtemp(dir) && chdir(dir) == 0 && !mkdir("in", 0700) && !mkdir("in/sub", 0700) &&
                !mkdir("out", 0700) && !mkdir("inside", 0700) && !symlink("../out", "in/away") &&
                !symlink("../out/new", "in/nowhere") && !symlink("round", "in/round");
    if (!made) {
        perror(dir);
        return 1;
    }
    make_file("in/file");
    make_file("out/file");
    RUN(test_grants);
    RUN(test_reading);
    RUN(test_writing);
    RUN(test_wide);
    RUN(test_environment);
    sandbox_free(&sandbox);
    char remove[100];
    snprintf(remove, sizeof remove, "rm -r %s", dir);
    EXPECT(system(remove) == 0);
    return test_summary("sandbox");
}

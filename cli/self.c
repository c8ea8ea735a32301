/* Makes the executable by another gol: this one has read the program without noting its files. */
#include "cli/self.h"

#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "cli/build.h"
#include "cli/packages.h"
#include "cli/repeat.h"

extern char **environ;

#define DIRECTORY "gol-self-"
#define EXECUTABLE "/program"

static struct {
    const Options *options;
    char program[PATH_MAX]; /* absolute */
    char directory[PATH_MAX];
    char executable[PATH_MAX + sizeof EXECUTABLE];
    pid_t maker; /* process whose directory it is */
} self;

static void remove_executable(void)
{
    if (!self.maker || self.maker != getpid())
        return;
    unlink(self.executable);
    rmdir(self.directory);
}

void self_begin(const Options *options)
{
    remove_executable(); /* of the package before */
    self.maker = 0;
    self.executable[0] = 0;
    self.options = options;
    if (!options->path || !realpath(options->path, self.program))
        self.program[0] = 0;
}

enum { MOST_WORDS = 20 }; /* of the command below */

/* What decides what is compiled is what it is for this program. */
static void command(const char *gol, const char **argv)
{
    static char version[16];
    const Options *options = self.options;
    bool test = !strcmp(options->command, "test");
    u32 n = 0;
    argv[n++] = gol;
    argv[n++] = test ? "test" : "build";
    if (test) {
        argv[n++] = "-c";
        argv[n++] = "-vet=off";
    }
    argv[n++] = "-o";
    argv[n++] = self.executable;
    if (options->tags) {
        argv[n++] = "-tags";
        argv[n++] = options->tags;
    }
    if (options->goroot) {
        argv[n++] = "--goroot";
        argv[n++] = options->goroot;
    }
    if (options->go_minor) {
        snprintf(version, sizeof version, "1.%d", options->go_minor);
        argv[n++] = "--go";
        argv[n++] = version;
    }
    if (options->race)
        argv[n++] = "-race";
    argv[n++] = self.program;
    argv[n] = NULL;
    CHECK(n < MOST_WORDS);
}

static bool make(void)
{
    char gol[PATH_MAX];
    ssize_t len = readlink("/proc/self/exe", gol, sizeof gol - 1);
    const char *argv[MOST_WORDS];
    if (len < 0)
        return false;
    gol[len] = 0;
    command(gol, argv);
    pid_t pid;
    int status = -1;
    errno = posix_spawn(&pid, gol, NULL, NULL, (char **)(uintptr_t)argv, environ);
    bool made = !errno && waitpid(pid, &status, 0) == pid && status == 0;
    errno = made ? 0 : errno ? errno : ENOEXEC;
    return made;
}

const char *self_executable(void)
{
    errno = ENOENT;
    if (self.maker || !self.program[0])
        return self.executable[0] ? self.executable : NULL;
    snprintf(self.directory, sizeof self.directory, "%s/" DIRECTORY "XXXXXX", repeat_directory());
    if (!mkdtemp(self.directory))
        return NULL;
    self.maker = getpid();
    snprintf(self.executable, sizeof self.executable, "%s" EXECUTABLE, self.directory);
    static bool removes;
    if (!removes)
        removes = !atexit(remove_executable);
    if (!make())
        self.executable[0] = 0;
    return self.executable[0] ? self.executable : NULL;
}

bool self_makes(const char *path)
{
    const char *directory = strstr(path, "/" DIRECTORY);
    const char *file = directory ? strchr(directory + 1, '/') : NULL;
    return file && !strcmp(file, EXECUTABLE);
}

bool self_is(const Bundle *bundle)
{
    return bundle && bundle_find(bundle, BUNDLED_ITSELF, NULL);
}

/* Whether the go command would run it. */
static bool is_of_go(const Options *options)
{
    const char *path = options->path, *dot = path ? strrchr(path, '.') : NULL;
    return path && !options->bundle && (is_directory(path) || (dot && !strcmp(dot, ".go")));
}

char **self_args(const Options *options)
{
    static Arena arena;
    static char **args, **of;
    if (!options->argv || !is_of_go(options))
        return options->argv ? options->argv - 1 : NULL;
    if (of == options->argv)
        return args;
    of = options->argv;
    args = arena_alloc(&arena, ((size_t)options->argc + 1) * sizeof *args);
    args[0] = arena_printf(&arena, "%s/gol-run/%s", repeat_directory(),
                           build_default_name(&arena, options->path));
    memcpy(args + 1, options->argv, (size_t)options->argc * sizeof *args);
    return args;
}

const char *self_test_name(Arena *arena)
{
    char here[PATH_MAX];
    const char *name = getcwd(here, sizeof here) ? strrchr(here, '/') + 1 : "package";
    return arena_printf(arena, "%s/gol-test/%s.test", repeat_directory(), name);
}

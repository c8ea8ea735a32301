/* What the kernel refuses to a process that has confined itself, where it supports that. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/confine.h"
#include "tests/unit/test.h"

static char mine[] = "/tmp/gol-confine-XXXXXX", other[] = "/tmp/gol-other-XXXXXX";

static bool can_write(const char *directory)
{
    char path[64];
    snprintf(path, sizeof path, "%s/file", directory);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool can_execute(void)
{
    char *args[] = {"true", NULL};
    pid_t child = fork();
    if (!child) {
        execv("/bin/true", args);
        _exit(1);
    }
    int status;
    waitpid(child, &status, 0);
    return status == 0;
}

/* 0, or the number of the first thing that is not as it should be. */
static int try_all(void)
{
    const char *directories[] = {mine, "/none"};
    u32 done = confine_process(directories, 2);
    if (!can_write(mine))
        return 1;
    if (done & CONFINE_FILES && (can_write(other) || !rmdir(other) || !mkdir("/tmp/gol-x", 0700)))
        return 2;
    if (done && can_execute())
        return 3;
    if (done & CONFINE_CALLS && socket(AF_INET, SOCK_STREAM, 0) >= 0)
        return 4;
    if (done & CONFINE_CALLS && !ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        return 5;
    return fork() == -1 ? 6 : 0; /* gol fuzz starts workers */
}

static void test_confined(void)
{
    EXPECT(mkdtemp(mine) && mkdtemp(other) && can_execute());
    pid_t child = fork();
    if (!child)
        _exit(try_all());
    int status;
    waitpid(child, &status, 0);
    EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    char file[64];
    snprintf(file, sizeof file, "%s/file", mine);
    unlink(file);
    EXPECT(rmdir(mine) == 0 && rmdir(other) == 0);
}

int main(void)
{
    RUN(test_confined);
    return test_summary("confine");
}

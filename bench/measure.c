/* measure LIMIT OUTPUT COMMAND...: runs the command with both its streams in the file OUTPUT, for
 * LIMIT seconds at most, and prints seconds by the wall clock, seconds of processor time, peak
 * resident megabytes, and its exit status or "limit". A program of its own and a small one: what a process has resident when it
 * starts another counts as the other's. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t child;
static volatile sig_atomic_t limit_reached;

static void on_alarm(int signal)
{
    (void)signal;
    limit_reached = 1;
    kill(-child, SIGKILL);
}

static void start(const char *output, char **command)
{
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int in = open("/dev/null", O_RDONLY);
    int out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (in < 0 || out < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
        _exit(126);
    execvp(command[0], command);
    _exit(127);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 1;
    signal(SIGALRM, on_alarm);
    double begin = now();
    child = fork();
    if (child < 0)
        return 1;
    if (child == 0)
        start(argv[2], argv + 3);
    setpgid(child, child);
    alarm((unsigned)atoi(argv[1]));
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0)
        ;
    double seconds = now() - begin;
    printf("%.4f %.4f %.1f ", seconds, seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime),
           (double)usage.ru_maxrss / 1024);
    if (limit_reached)
        puts("limit");
    else
        printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    return 0;
}

/* The commands, one file each. Each takes the arguments after its name and returns the exit
 * status (spec/cli.md: 0 clean, 1 does not compile, wrong usage or tests that fail, 2 panic or
 * deadlock, 3 limit, 66 race). */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

enum {
    STATUS_CLEAN = 0,
    STATUS_USAGE = 1,
    STATUS_TESTS = 1, /* gol test: as go test, also after a panic */
    STATUS_FAILED = 2,
    STATUS_LIMIT = 3,
    STATUS_RACE = 66,
};

/* What `gol help COMMAND` prints (NULL: all commands). */
int show_help(const char *command);

/* gol run, repl, ...: see above. */
int cmd_run(int argc, char **argv);
int cmd_repl(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_fuzz(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_status(int argc, char **argv);
int cmd_merge(int argc, char **argv);
int cmd_test(int argc, char **argv);
int cmd_predict(int argc, char **argv);
int cmd_vet(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_debug(int argc, char **argv);
int cmd_dump(int argc, char **argv);
int cmd_build(int argc, char **argv);
int cmd_install(int argc, char **argv);
int cmd_fmt(int argc, char **argv);
int cmd_list(int argc, char **argv);
int cmd_env(int argc, char **argv);
int cmd_doc(int argc, char **argv);
int cmd_completion(int argc, char **argv);

struct Options;
struct Bundle;

/* What gol run does with the program that the options name: the exit status. */
int run_program(const struct Options *options);
/* The same with the program in this executable, argv[0] and its arguments. Flags are those that it
 * was built with, and those in the environment variable GOLFLAGS. */
int run_built(struct Bundle *bundle, int argc, char **argv);
/* The same with the tests in it; the arguments are flags of gol test. */
int test_built(struct Bundle *bundle, int argc, char **argv);
/* Called with a command's name, what it does and the bit of its flags (0: none). */
typedef void (*VisitCommand)(void *ctx, const char *name, const char *says, unsigned bit);
/* Calls visit(ctx, ...) for each command. */
void commands_each(VisitCommand visit, void *ctx);

#endif

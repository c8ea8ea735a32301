/* The executable of the program that runs, for a program that starts itself (os.Args[0],
 * os.Executable): there is none until it does. */
#ifndef CLI_SELF_H
#define CLI_SELF_H

#include "cli/bundle.h"
#include "cli/options.h"

/* Notes which program it is that will run, and where it is; call in the working directory that its
 * path is relative to. */
void self_begin(const Options *options);
/* VMConfig.executable: the path of an executable that does what gol build, or gol test -c, makes of
 * the program. Made by the first call, removed at the end of the process. NULL, with errno: it
 * cannot be made. */
const char *self_executable(void);
/* Whether a file of that name is such an executable, which self_executable has gol make. */
bool self_makes(const char *path);
/* Whether the bundle, which may be NULL, is that of such an executable, or a copy of one: a process
 * of it is a part of the world outside of the program, where time passes as it does there. */
bool self_is(const Bundle *bundle);
/* os.Args of the program: its name, then the arguments. The name is that of an executable of which
 * there is none yet, as go run names them; for a script, and what gol build has made, the path.
 * Valid as long as options->argv. */
char **self_args(const Options *options);
/* What os.Args[0] is in the tests of the package whose directory this process is in; in arena. */
const char *self_test_name(Arena *arena);

#endif

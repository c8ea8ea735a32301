/* What a program may touch of the machine that it runs on, under --sandbox: nothing but what has
 * been allowed. The natives of FILES and of the environment ask here before they do anything
 * (tests/spec/sandbox.sh); a program has no other way out, and no second process or thread that
 * could change a path between the question and the deed. */
#ifndef VM_SANDBOX_H
#define VM_SANDBOX_H

#include "base/vec.h"

/* Zero-initialised: nothing is allowed. */
typedef struct Sandbox {
    VEC(char *) read, write; /* directories or files, absolute and without links */
    VEC(char *) env;         /* names of variables */
    bool unsafe;             /* package unsafe, by which a program can change gol's own memory */
} Sandbox;

/* Allows "read:DIR", "write:DIR", "env:NAME" or "unsafe". NULL, or what is wrong with it. */
const char *sandbox_allow(Sandbox *sandbox, const char *grant);
void sandbox_free(Sandbox *sandbox);

typedef enum SandboxUse { SANDBOX_READ = 1, SANDBOX_WRITE = 2 } SandboxUse;

/* Whether what the path leads to may be used so: all uses of the set. A path that need not exist
 * counts as what it would become. `last`: a link at its end is followed; else it is the link itself
 * that is used. False: errno is EACCES. A sandbox that is NULL allows everything. */
bool sandbox_permits(const Sandbox *sandbox, const char *path, u32 uses, bool last);
/* Whether the program may see that variable, "NAME=value". */
bool sandbox_shows(const Sandbox *sandbox, const char *entry);

#endif

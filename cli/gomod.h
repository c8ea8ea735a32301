/* The files go.mod and go.work: what they say of modules, and the order of versions. */
#ifndef CLI_GOMOD_H
#define CLI_GOMOD_H

#include "base/vec.h"

/* A module that is needed, in at least this version. */
typedef struct Required {
    const char *path, *version;
} Required;

/* A module that another one takes the place of. */
typedef struct Replaced {
    const char *path;
    const char *version;    /* only of this version; NULL: of any */
    const char *to;         /* a folder, absolute or relative to `base`, or a module's path */
    const char *to_version; /* NULL: `to` is a folder */
    const char *base;       /* the folder of the file that says so */
} Replaced;

typedef VEC(Required) RequiredList;
typedef VEC(Replaced) ReplacedList;
typedef VEC(const char *) FolderList;

/* All strings and lists are in the arena that gomod_read was given. */
typedef struct GoMod {
    const char *path;      /* of the module; NULL: the file does not say */
    int go_minor;          /* of its go line, "1.N"; 0 = none */
    RequiredList required; /* in the order of the file */
    ReplacedList replaced;
    FolderList used;    /* go.work: the modules' folders, as written */
    FolderList ignored; /* folders in which no packages are looked for: "./a/b", that one, or "a/b",
                           wherever it is below */
    const char *fault;  /* "DIR/go.mod:3: ...": the first line that makes no sense, or NULL */
} GoMod;

/* Adds what the file `name` in folder `dir` says to *mod; false: it cannot be read. Lines that mean
 * nothing here (exclude, retract, toolchain) are passed over. */
bool gomod_read(Arena *arena, const char *dir, const char *name, GoMod *mod);

/* Compares two versions ("v1.10.0", "v0.0.0-20200101000000-abcdef", "v2.0.0-rc1+incompatible") as
 * semantic versions: < 0, 0 or > 0. */
int gomod_compare(const char *a, const char *b);

#endif

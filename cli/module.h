/* The module around a program: go.mod's module path maps imports to directories. */
#ifndef CLI_MODULE_H
#define CLI_MODULE_H

#include "base/constraint.h"
#include "base/source.h"
#include "cli/gomod.h"

/* A module whose sources are the user's own: that of go.mod, or one that go.work uses. */
typedef struct MainModule {
    const char *path, *dir;
} MainModule;

/* All that it points to is in the arena that module_find was given. */
typedef struct Module {
    const char *path;      /* "example.com/bank"; NULL: no go.mod */
    const char *dir;       /* where go.mod is */
    int go_minor;          /* of its go line, see GoMod */
    const char *work;      /* the go.work whose workspace it is in, or NULL */
    const char *fault;     /* what is wrong with go.mod, or with go.work; NULL: nothing */
    VEC(MainModule) mains; /* this one, then the others of go.work */
    ReplacedList replaced; /* those of go.work come first */
    RequiredList needed;   /* other modules, each in the version that is taken */
    FolderList vendors;    /* folders "vendor" */
    FolderList ignored; /* "/DIR/a/b", or the end "/a/b" of any: no packages are looked for there */
    FolderList gopath;  /* without go.mod: the folders of GOPATH */
    FolderList lent;    /* folders "vendor" of packages in GOPATH, for what is nowhere else */
    bool no_modules;    /* GO111MODULE=off: files go.mod and go.work mean nothing */
} Module;

/* A module, and the folder that holds it. */
typedef struct ModuleHome {
    const char *path;         /* NULL: it is not known */
    const char *version;      /* NULL: none: a main module */
    const char *dir;          /* of its replacement, if it has one */
    const Replaced *replaced; /* NULL: it has none */
} ModuleHome;

/* Looks for go.mod beside the program and in the directories above it, and for a go.work that uses
 * this module (the environment variable GOWORK may name one, or be "off"). With GO111MODULE=off for
 * folders "vendor" instead, beside the program and above it in GOPATH. */
Module module_find(Arena *arena, const char *program);
/* The directory of an import path: inside a main module, in a folder that replaces another module,
 * in a folder vendor, in the module cache, without go.mod in GOPATH; NULL if it is in none. */
const char *module_dir(Arena *arena, const Module *module, const char *import_path);
/* A package of that directory is used: with GO111MODULE=off the folders "vendor" beside it and
 * above it in GOPATH have what it imports. Other packages find that there, too, if it is nowhere
 * else. */
void module_lend(Arena *arena, Module *module, const char *dir);
/* The module that such a directory is of; without a path if it is in a folder vendor or of GOPATH.
 */
ModuleHome module_home_of(Arena *arena, const Module *module, const char *import_path);
/* Where a module that is needed lies, or would lie. */
ModuleHome module_home(Arena *arena, const Module *module, const Required *needed);
/* The length of the element of an import path that begins at `at`, a slash, if it is a major
 * version,
 * "/v2" or more; else 0. */
size_t module_version_length(const char *at);
/* The import path that a package is known by: in GOPATH that of its folder, where "x/v2/y" may mean
 * "x/y", if the go.mod in x says that it is module "x/v2"; else import_path. */
const char *module_canonical(Arena *arena, const Module *module, const char *import_path);
/* Of the modules that go.mod requires, the one that should have the package; NULL: none. */
const Required *module_provider(const Module *module, const char *import_path);
/* Why a package that a program imports is in none, and what helps; NULL: there is nothing to say.
 */
const char *module_missing(Arena *arena, const Module *module, const char *import_path);

/* The import path of the directory that the program is, or lies in; NULL outside of a module. */
const char *module_import_path(Arena *arena, const Module *module, const char *program);

typedef VEC(const char *) PathList;
/* Paths of a directory's source files for linux/amd64 (no tests), by their names, in alphabetical
 * order; -1 with errno if it cannot be read. Of a portable package those for such a build. */
int module_files(Arena *arena, const char *dir, PortableBuild portable, PathList *out);
/* The same for its tests (x_test.go). */
int module_test_files(Arena *arena, const char *dir, PortableBuild portable, PathList *out);
/* Whether a build with these tags takes one of the directory's files, tests included. */
bool module_builds_any(Arena *arena, const char *dir, const BuildTags *tags);
/* How the package in the directory is built: as on a processor for which it has no assembly if it
 * has assembly files, and source files that only such a build takes (`tags` hold besides), or
 * functions without a body, all left out in such a build; or it has no other files; or it
 * has source files for builds with the tag safe, which do without what lies inside of Go's reflect;
 * or some for the tag appengine, in the place of files that import unsafe, unless it is tested: its
 * tests are for what they find else. */
PortableBuild module_portable(Arena *arena, const char *dir, const BuildTags *tags, bool tested);

#endif

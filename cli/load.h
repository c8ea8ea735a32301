/* From a path to a compiled program, with diagnostics printed on the way. */
#ifndef CLI_LOAD_H
#define CLI_LOAD_H

#include "cli/bundle.h"
#include "cli/module.h"
#include "cli/options.h"
#include "parser/gen/compile.h"

/* Name of the file that calls the tests. */
#define LOAD_TEST_MAIN "testmain.go"

typedef struct Loaded {
    Arena arena;
    Interner syms;
    Sources sources;
    Diags diags;
    PackageLoader loader;
    Module module;
    int go_minor;          /* language version: 22 for Go 1.22 */
    BuildTags tags;        /* for build constraints */
    const char *entry;     /* the function that is run; NULL: main */
    const char *main_path; /* import path of the program, or NULL */
    bool external;         /* its external tests: they import it together with its own tests */
    bool cover;            /* count the statements executed */
    bool models;           /* it is analysed, and not run: with models of parts of the library */
    bool called;           /* it is no program: others, which are not known, call what it exports */
    bool prompt;           /* main is not called: inputs at a prompt will do that */
    Checker *checker;
    Gen *gen;
    Program *program; /* NULL: there were errors, and they have been printed */
    VEC(FileAst *) files;
    const char *goroot;       /* of --goroot, or NULL */
    Bundle *bundle;           /* the program is taken from it; NULL: from files */
    const char *const *named; /* gol test: the package's files; NULL: those of its folder */
    u32 named_count;
    const char *part; /* of it: BUNDLED_TESTS, ...; NULL: the program */
    Bundle *record;   /* what is loaded is added to it; or NULL */
    u64 hash;         /* of the program's own source text */
    u64 code_hash;    /* of that without blanks and comments */
    u64 facts;        /* --facts: names what was proved (cli/facts.h); 0: no use is made of it */
    TargetList open;  /* --facts: pairs of accesses that were not proved */
    const char *build_info; /* see cli/build_info.h; or NULL */
    u64 library;            /* of the packages of Go's library that it uses; 0: none */
} Loaded;

/* Loads FILE, DIR, the package of an import path, or "-" (standard input). Errors go to stderr, at
 * most `limit` of them (0 = all). True if loaded->program is ready to run. load_free in any case.
 */
bool load_program(Loaded *loaded, const char *path, const Options *options, u32 limit);
/* The tags of a build under these options. */
BuildTags load_tags(const Options *options);
/* The pieces of load_program, for commands that put programs together themselves: begin, then add
 * files (NULL: cannot be read, which has been said; portable: module_portable), then finish. */
void load_begin(Loaded *loaded, const char *path, const Options *options);
FileAst *load_file(Loaded *loaded, const char *path, PortableBuild portable);
/* All files of FILE, DIR or "-"; false: one cannot be read, which has been said. */
bool load_path(Loaded *loaded, const char *path);
/* Source text made by gol itself. */
FileAst *load_text(Loaded *loaded, const char *name, const char *text);
bool load_finish(Loaded *loaded, const Options *options, u32 limit);
/* For the REPL: the program at `path`, to which inputs are added and whose main function is not
 * called; NULL: nothing but the library. */
bool load_for_prompt(Loaded *loaded, const char *path, const Options *options);
/* The name of the package that the files say, of the first that the build takes; a script is
 * "main". */
const char *load_package_name(const Loaded *loaded);
void load_free(Loaded *loaded);

#endif

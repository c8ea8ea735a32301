/* What gol build appends to a copy of gol, so that the copy runs one program: flags, the program's
 * source files with those of the packages that it imports from its module and others, and the files
 * that it embeds. The library is a part of gol in any case. */
#ifndef CLI_BUNDLE_H
#define CLI_BUNDLE_H

#include "base/arena.h"
#include "base/constraint.h"
#include "base/vec.h"

/* In the place of an import path: files of the two programs of a package's tests. */
#define BUNDLED_TESTS "#test"
#define BUNDLED_EXTERNAL "#xtest"
/* A file of that package, empty: the program has made the executable of itself (cli/self.h). */
#define BUNDLED_ITSELF "#itself"
/* One file, what debug.ReadBuildInfo finds (cli/build_info.h). */
#define BUNDLED_INFO "#info"

typedef struct BundledFile {
    const char *package; /* import path; "": a file of the program itself, or BUNDLED_TESTS, ... */
    const char *name;    /* as it is printed */
    const char *text;
    u32 len;
    PortableBuild portable; /* module_portable of its package */
} BundledFile;

/* What a //go:embed directive asked for (cli/embed.h). */
typedef struct BundledEmbed {
    const char *source, *patterns;
    bool archive;
    const char *text;
    u32 len;
} BundledEmbed;

typedef struct Bundle {
    Arena arena;
    const char *main_path; /* as in Loaded; "": none */
    const char *name;      /* of the executable that runs, as it was called */
    int go_minor;
    VEC(const char *) flags; /* of gol run */
    VEC(BundledFile) files;
    VEC(BundledEmbed) embeds;
} Bundle;

/* Adds a copy of a file, unless it is there already. */
void bundle_add(Bundle *bundle, BundledFile file);
/* The first file of that package and name, or of any name (NULL); NULL: there is none. */
const BundledFile *bundle_find(const Bundle *bundle, const char *package, const char *name);
/* The files that //go:embed directives of `source` with these patterns name; NULL: not recorded. */
const BundledEmbed *bundle_embed(const Bundle *bundle, const char *source, const char *patterns,
                                 bool archive);
/* Adds what go:embed read. */
void bundle_add_embed(Bundle *bundle, BundledEmbed embed);
/* Writes a copy of gol with the bundle to the file; false, after a message: it cannot. */
bool bundle_write(const Bundle *bundle, const char *path);
/* Reads what is appended to this executable; false: nothing is. */
bool bundle_read(Bundle *bundle);
void bundle_free(Bundle *bundle);

#endif

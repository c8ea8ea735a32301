/* Build constraints of Go files: //go:build lines and endings of file names. Which tags hold is for
 * the caller to say: programs and the library of Go are selected with different ones. */
#ifndef BASE_CONSTRAINT_H
#define BASE_CONSTRAINT_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the tag of `len` bytes, such as linux or go1.18, holds; `data` is the caller's. */
typedef bool TagTest(void *data, const char *tag, size_t len);

/* How a package is built that has assembly and other files for processors without: its tags are
 * those that such files ask for (purego, ...), and no processor or, since some packages have
 * something for each, one for which it has no assembly. */
typedef enum PortableBuild {
    PORTABLE_NOT,
    PORTABLE_NO_PROCESSOR,
    PORTABLE_PROCESSOR,
} PortableBuild;

/* The processor that has least assembly, with the order of bytes and the words of amd64. */
#define PORTABLE_PROCESSOR_NAME "riscv64"

/* The tags of a build of a program, for build_tag. */
typedef struct BuildTags {
    const char *more; /* -tags: separated by commas or blanks; NULL: none */
    int release;      /* go1.N holds up to this N */
    bool race;        /* the tag race, as under go test -race */
    bool faults;      /* the tag gol.faults, of library files: gol run --faults */
    PortableBuild portable;
} BuildTags;

/* A TagTest on linux/amd64 without cgo; data: a BuildTags. */
bool build_tag(void *tags, const char *tag, size_t len);

/* Whether the expression of a //go:build line, such as "linux && (amd64 || !race)", holds. It ends
 * at the end of the line. One that is malformed holds. */
bool constraint_holds(const char *expr, TagTest *holds, void *data);

/* Whether a file's name, without its directory, selects it: the last part of x_windows.go, or the
 * last two of x_linux_arm64.go, are tags if they name a system and a processor. _test before the
 * suffix does not count. */
bool constraint_name_fits(const char *name, TagTest *holds, void *data);

/* Whether it is the name of a file with tests: x_test.go, x_test.gol. */
bool constraint_name_is_test(const char *name);

#endif

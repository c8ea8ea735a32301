/* The files that a go:embed directive names. */
#ifndef CLI_EMBED_H
#define CLI_EMBED_H

#include "base/arena.h"

/* The contents of the files that the patterns (separated by blanks, quoted or not) name, relative
 * to the folder of the source file: of the one file there is, or of all as an archive
 * (stdlib/embed). Returns what is wrong, or NULL. */
const char *embed_files(Arena *arena, const char *source, const char *patterns, bool archive,
                        const char **text, u32 *len);

#endif

/* Which files of Go's library are part of gol's, and what is left of them. Used when gol is built,
 * by stdlib/pack_gen.c, and when it runs, for --goroot: both see the same files. */
#ifndef STDLIB_GO_SOURCE_H
#define STDLIB_GO_SOURCE_H

#include <stdbool.h>

/* Whether the file with this name, in a folder of Go's src, and this text belongs to its package:
 * one for Linux and a processor without assembly, no test, and not written by Go's build. */
bool go_source_selected(const char *name, const char *text);

/* Removes comments and blanks at the ends of lines, in place; what remains stands in the same line
 * and column. go:linkname lines stay, since they say which function is meant. */
void go_source_strip(char *text);

#endif

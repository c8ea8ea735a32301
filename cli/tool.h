/* Commands of gol that are programs in the language themselves: they are a part of the library, and
 * run as any other program does, but without a detector. */
#ifndef CLI_TOOL_H
#define CLI_TOOL_H

#include "base/vec.h"

typedef VEC(const char *) ToolArgs;

/* Runs package main of the library at that import path ("cmd/gofmt") with these arguments, the
 * first of them its name. Returns its exit status. */
int tool_run(const char *path, const ToolArgs *args);

#endif

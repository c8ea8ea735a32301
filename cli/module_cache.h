/* The module cache of the go command, where it keeps the modules that it has downloaded, and the
 * folders of GOPATH. gol reads both and downloads nothing. */
#ifndef CLI_MODULE_CACHE_H
#define CLI_MODULE_CACHE_H

#include "cli/gomod.h"

/* A setting of the go command: of the environment, or as `go env -w` has stored it; NULL: not
 * set, or empty. */
const char *go_setting(Arena *arena, const char *name);
/* The file in which `go env -w` stores settings; NULL: there can be none. */
const char *go_settings_file(Arena *arena);
/* The folders of GOPATH, with its default, "~/go". */
void gopath_folders(Arena *arena, FolderList *out);
/* The folder of the cache: GOMODCACHE, or "pkg/mod" in the first folder of GOPATH. */
const char *module_cache(Arena *arena);
/* Where the cache has, or would have, a module in this version. */
const char *module_cache_dir(Arena *arena, const char *path, const char *version);
/* Raises *needed to what all modules that it names need themselves, as far as the cache knows:
 * each module once, in the greatest version that any of them asks for. */
void module_cache_close(Arena *arena, RequiredList *needed);
/* Adds a module to the list, or raises its version there. Returns whether the list has changed. */
bool module_need(Arena *arena, RequiredList *list, const char *path, const char *version);

#endif

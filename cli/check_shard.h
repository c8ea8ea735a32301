/* gol check --shard I/N --shared DIR: one of several processes, perhaps on many machines, that
 * search together. They share a directory of plain files, and nothing else; each may be killed and
 * started again, and others may join. */
#ifndef CLI_CHECK_SHARD_H
#define CLI_CHECK_SHARD_H

#include "cli/options.h"
#include "explore/check/check.h"

/* The numbers of --shard, from 0 to N - 1 or from 1 to N; false: it is none, which has been
 * reported. */
bool shard_parse(const char *command, const char *text, u32 *me, u32 *of);

/* Works until the whole search is over, or time or a signal ends this process: *check, made
 * in parts, then has what all have found so far. False: the directory cannot be used,
 * which has been reported. */
bool check_shard(Check *check, const Options *options);

#endif

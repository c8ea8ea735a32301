/* A directory that several processes share, perhaps on many machines by a network file system:
 * plain files, each written as a whole, and changed by renaming alone. */
#ifndef CLI_SHARED_H
#define CLI_SHARED_H

#include "base/buf.h"

typedef struct Shared {
    const char *path;    /* of the directory, borrowed */
    const char *command; /* for messages */
    u32 me;              /* number of this process among those that share it */
    u64 beat_ms;         /* when the last heartbeat was written */
    u64 complained_ms;   /* when it was last said that nothing can be written; 0: all can */
} Shared;

/* How long a process may be silent before others take what it was doing, in seconds. */
enum { SHARED_LEASE = 60 };

typedef VEC(char *) NameList;
/* Frees the names and the list. */
void names_free(NameList *names);

/* Makes the directory and those in it that are named, separated by blanks. False: it cannot be
 * used, which has been reported. */
bool shared_open(Shared *shared, const char *path, const char *command, u32 me, const char *subs);
/* Writes the file. Where that fails, because the directory is full, say, it is tried again until it
 * works. False: the process was asked to end first. */
bool shared_write(Shared *shared, const char *name, const Buf *text);
/* Appends what the file holds; false: there is none, or it cannot be read now. */
bool shared_read(const Shared *shared, const char *name, Buf *text);
/* Renames a file; false: it is not there any more, for another process was first. */
bool shared_move(const Shared *shared, const char *from, const char *to);
void shared_remove(const Shared *shared, const char *name);
/* The names in a directory below, sorted, but for those that are still being written. */
void shared_list(const Shared *shared, const char *sub, NameList *names);

/* Says once a second that this process is alive: writes shards/ME, with that text. */
void shared_beat(Shared *shared, const char *text);
/* Whether process `who` has not said so for SHARED_LEASE seconds, by the clock of the directory. */
bool shared_is_gone(const Shared *shared, u32 who);

/* Takes the one lock of the directory; false: another process has it. A lock whose owner is gone is
 * taken away from it. */
bool shared_lock(Shared *shared);
/* Whether it is still this process's. */
bool shared_locked(const Shared *shared);
void shared_unlock(const Shared *shared);

#endif

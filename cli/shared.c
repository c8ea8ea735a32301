/* A directory that several processes share. */
#include "cli/shared.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "explore/executor/deadline.h"

enum { BEAT_MS = 1000, AGAIN_MS = 200, COMPLAIN_MS = 60000 };

/* ---- names ---- */

void names_free(NameList *names)
{
    for (u32 i = 0; i < names->len; i++)
        free(names->data[i]);
    vec_free(names);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *path_of(const Shared *shared, const char *name)
{
    Buf path = {0};
    buf_printf(&path, "%s/%s", shared->path, name);
    return path.data;
}

/* ---- files ---- */

static bool make_directory(const Shared *shared, const char *name)
{
    char *path = path_of(shared, name);
    bool made = !mkdir(path, 0777) || errno == EEXIST;
    if (!made)
        fprintf(stderr, "gol %s: cannot use %s: %s\n", shared->command, path, strerror(errno));
    free(path);
    return made;
}

bool shared_open(Shared *shared, const char *path, const char *command, u32 me, const char *subs)
{
    *shared = (Shared){.path = path, .command = command, .me = me};
    bool ok = make_directory(shared, "");
    for (char name[40]; ok && *subs; subs += *subs == ' ') {
        int len = (int)strcspn(subs, " ");
        snprintf(name, sizeof name, "%.*s", len, subs);
        ok = make_directory(shared, name);
        subs += len;
    }
    return ok;
}

static void complain(Shared *shared, const char *path, int error)
{
    u64 now = clock_ms();
    if (!shared->complained_ms || now - shared->complained_ms > COMPLAIN_MS) {
        fprintf(stderr, "gol %s: cannot write %s: %s; waiting until it can\n", shared->command,
                path, strerror(error));
        shared->complained_ms = now;
    }
}

bool shared_write(Shared *shared, const char *name, const Buf *text)
{
    char *path = path_of(shared, name);
    int error;
    while ((error = whole_file_write(path, text)) && !interrupted()) {
        complain(shared, path, error);
        usleep(AGAIN_MS * 1000);
    }
    if (!error && shared->complained_ms) {
        fprintf(stderr, "gol %s: %s can be written again\n", shared->command, shared->path);
        shared->complained_ms = 0;
    }
    free(path);
    return !error;
}

bool shared_read(const Shared *shared, const char *name, Buf *text)
{
    char *path = path_of(shared, name);
    bool ok = whole_file_read(path, text) == 0;
    free(path);
    return ok;
}

bool shared_move(const Shared *shared, const char *from, const char *to)
{
    char *old = path_of(shared, from), *new = path_of(shared, to);
    bool ok = rename(old, new) == 0;
    free(old);
    free(new);
    return ok;
}

void shared_remove(const Shared *shared, const char *name)
{
    char *path = path_of(shared, name);
    unlink(path);
    free(path);
}

void shared_list(const Shared *shared, const char *sub, NameList *names)
{
    char *path = path_of(shared, sub);
    DIR *dir = opendir(path);
    const struct dirent *entry;
    while (dir && (entry = readdir(dir)))
        if (entry->d_name[0] != '.' && !strstr(entry->d_name, ".part"))
            vec_push(names, xstrdup(entry->d_name));
    if (dir)
        closedir(dir);
    if (names->len)
        qsort(names->data, names->len, sizeof *names->data, by_name);
    free(path);
}

/* ---- heartbeats ---- */

/* Last change of a file, in seconds; 0: there is none. */
static i64 age_mark(const Shared *shared, const char *name)
{
    struct stat status;
    char *path = path_of(shared, name);
    i64 mark = stat(path, &status) ? 0 : (i64)status.st_mtime;
    free(path);
    return mark;
}

static void beat_name(u32 who, char name[40])
{
    snprintf(name, 40, "shards/%u", who);
}

void shared_beat(Shared *shared, const char *text)
{
    u64 now = clock_ms();
    if (shared->beat_ms && now - shared->beat_ms < BEAT_MS)
        return;
    char name[40];
    Buf line = {0};
    beat_name(shared->me, name);
    buf_puts(&line, text);
    if (shared_write(shared, name, &line))
        shared->beat_ms = now;
    buf_free(&line);
}

bool shared_is_gone(const Shared *shared, u32 who)
{
    char name[40], mine[40];
    beat_name(who, name);
    beat_name(shared->me, mine);
    return age_mark(shared, name) + SHARED_LEASE < age_mark(shared, mine);
}

/* ---- the lock ---- */

static bool lock_owner(const Shared *shared, u32 *owner)
{
    Buf text = {0};
    bool there = shared_read(shared, "lock", &text) && text.len > 0;
    *owner = there ? (u32)strtoul(text.data, NULL, 10) : 0;
    buf_free(&text);
    return there;
}

/* A link is made by one process only, on network file systems as well. */
bool shared_lock(Shared *shared)
{
    char name[40];
    Buf text = {0};
    u32 owner;
    snprintf(name, sizeof name, "lock.%u", shared->me);
    buf_printf(&text, "%u\n", shared->me);
    if (lock_owner(shared, &owner) && (owner == shared->me || shared_is_gone(shared, owner)))
        shared_remove(shared, "lock"); /* of a process that was killed */
    char *mine = path_of(shared, name), *lock = path_of(shared, "lock");
    bool locked = shared_write(shared, name, &text) && !link(mine, lock);
    shared_remove(shared, name);
    free(mine);
    free(lock);
    buf_free(&text);
    return locked;
}

bool shared_locked(const Shared *shared)
{
    u32 owner;
    return lock_owner(shared, &owner) && owner == shared->me;
}

void shared_unlock(const Shared *shared)
{
    shared_remove(shared, "lock");
}

/* Paths that are allowed, compared after all links have been followed. */
#include "vm/sandbox.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* ---- grants ---- */

static bool takes(const char *grant, const char *kind, const char **rest)
{
    size_t n = strlen(kind);
    *rest = grant + n;
    return !strncmp(grant, kind, n) && (*rest)[0];
}

const char *sandbox_allow(Sandbox *sandbox, const char *grant)
{
    const char *rest;
    if (!strcmp(grant, "unsafe")) {
        sandbox->unsafe = true;
        return NULL;
    }
    if (takes(grant, "env:", &rest)) {
        vec_push(&sandbox->env, xstrdup(rest));
        return NULL;
    }
    bool writes = takes(grant, "write:", &rest);
    if (!writes && !takes(grant, "read:", &rest))
        return "it is none of read:DIR, write:DIR, env:NAME, unsafe";
    char *path = realpath(rest, NULL);
    if (!path)
        return strerror(errno);
    if (writes)
        vec_push(&sandbox->write, path);
    else
        vec_push(&sandbox->read, path);
    return NULL;
}

void sandbox_free(Sandbox *sandbox)
{
    for (u32 i = 0; i < sandbox->read.len; i++)
        free(sandbox->read.data[i]);
    for (u32 i = 0; i < sandbox->write.len; i++)
        free(sandbox->write.data[i]);
    for (u32 i = 0; i < sandbox->env.len; i++)
        free(sandbox->env.data[i]);
    vec_free(&sandbox->read);
    vec_free(&sandbox->write);
    vec_free(&sandbox->env);
}

/* ---- where a path leads ---- */

/* Cuts the last name off the path, which becomes "." or "/" in the end; false: it is one of
 * these. */
static bool cut_last(char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        path[--n] = 0;
    if (!strcmp(path, "/") || !strcmp(path, "."))
        return false;
    char *slash = strrchr(path, '/');
    if (!slash)
        memcpy(path, ".", sizeof ".");
    else
        slash[slash == path] = 0;
    return true;
}

/* Whether something is there that leads nowhere: a link to what does not exist, which could yet be
 * created through it. */
static bool is_there(const char *path)
{
    struct stat st;
    return lstat(path, &st) == 0;
}

/* Writes to `to` the longest part of the path that exists, all links followed: the rest can only be
 * created in there. False: it leads nowhere. */
static bool resolve(const char *name, bool last, char to[PATH_MAX])
{
    char path[PATH_MAX];
    if (!name[0] || (size_t)snprintf(path, sizeof path, "%s", name) >= sizeof path)
        return false;
    const char *base = strrchr(name, '/');
    base = base ? base + 1 : name;
    /* A name with a slash at its end, or one of these, is followed in any case. */
    bool follows = last || !base[0] || !strcmp(base, ".") || !strcmp(base, "..");
    if (!follows)
        cut_last(path);
    while (!realpath(path, to)) {
        if (errno != ENOENT || is_there(path) || !cut_last(path))
            return false;
    }
    if (follows)
        return true;
    size_t n = strlen(to);
    return (size_t)snprintf(to + n, PATH_MAX - n, "%s%s", n > 1 ? "/" : "", base) < PATH_MAX - n;
}

static bool is_in(const char *path, const char *directory)
{
    size_t n = strlen(directory);
    if (n == 1)
        return true;
    return !strncmp(path, directory, n) && (path[n] == '/' || !path[n]);
}

/* Whether the path is the directory that is allowed: what is in it may be changed, but nothing may
 * come in its place. */
static bool is_itself(const char *path, const char *directory)
{
    struct stat st;
    return !strcmp(path, directory) && lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool sandbox_permits(const Sandbox *sandbox, const char *path, u32 uses, bool last)
{
    char to[PATH_MAX];
    if (!sandbox)
        return true;
    bool found = resolve(path, last, to), read = !(uses & SANDBOX_READ),
         write = !(uses & SANDBOX_WRITE);
    if (found && last && !strcmp(to, "/dev/null"))
        return true;
    for (u32 i = 0; found && i < sandbox->read.len; i++)
        read |= is_in(to, sandbox->read.data[i]);
    for (u32 i = 0; found && i < sandbox->write.len; i++)
        write |=
            is_in(to, sandbox->write.data[i]) && (last || !is_itself(to, sandbox->write.data[i]));
    if (found && read && write)
        return true;
    errno = EACCES;
    return false;
}

bool sandbox_shows(const Sandbox *sandbox, const char *entry)
{
    const char *end = strchr(entry, '=');
    size_t n = end ? (size_t)(end - entry) : strlen(entry);
    for (u32 i = 0; sandbox && i < sandbox->env.len; i++)
        if (strlen(sandbox->env.data[i]) == n && !strncmp(sandbox->env.data[i], entry, n))
            return true;
    return !sandbox;
}

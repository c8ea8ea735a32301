/* Messages over pipes: a length, then that many bytes. */
#include <errno.h>
#include <unistd.h>

#include "debug/process.h"

bool wire_write(int fd, const void *data, size_t len)
{
    const char *from = data;
    while (len) {
        ssize_t n = write(fd, from, len);
        if (n < 0 && errno != EINTR)
            return false;
        from += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

bool wire_read(int fd, void *data, size_t len)
{
    char *to = data;
    while (len) {
        ssize_t n = read(fd, to, len);
        if (n == 0 || (n < 0 && errno != EINTR))
            return false;
        to += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

void wire_put(int fd, const cJSON *object)
{
    char *text = cJSON_PrintUnformatted(object);
    u64 len = strlen(text);
    if (wire_write(fd, &len, sizeof len))
        wire_write(fd, text, len);
    cJSON_free(text);
}

cJSON *wire_get(int fd)
{
    u64 len;
    if (!wire_read(fd, &len, sizeof len))
        return NULL;
    char *text = xmalloc(len + 1);
    cJSON *object = NULL;
    if (wire_read(fd, text, len)) {
        text[len] = '\0';
        object = cJSON_Parse(text);
    }
    free(text);
    return object;
}

/* Memory that shows files. */
#include "vm/file_map.h"

#include <fcntl.h>
#include <unistd.h>

void file_map_add(VM *vm, const struct stat *st, i64 offset, u8 *bytes, u64 len)
{
    FileMap map = {.device = st->st_dev, .inode = st->st_ino};
    map.offset = offset;
    map.bytes = bytes;
    map.len = len;
    vec_push(&vm->outside.maps, map);
}

void file_map_remove(VM *vm, const u8 *last)
{
    FileMaps *maps = &vm->outside.maps;
    for (u32 i = 0; i < maps->len; i++)
        if (maps->data[i].bytes + maps->data[i].len - 1 == last) {
            maps->data[i] = maps->data[--maps->len];
            return;
        }
}

static bool shows(const FileMap *map, const struct stat *st)
{
    return map->device == st->st_dev && map->inode == st->st_ino;
}

/* Copies what the memory shows of the bytes, which are in the file at `from`. */
static void show_bytes(const FileMap *map, i64 from, const u8 *bytes, i64 len)
{
    i64 begin = from > map->offset ? from : map->offset;
    i64 end = map->offset + (i64)map->len;
    if (end > from + len)
        end = from + len;
    if (begin < end)
        memcpy(map->bytes + (begin - map->offset), bytes + (begin - from), (size_t)(end - begin));
}

void file_map_wrote(VM *vm, int fd, i64 offset, const void *bytes, u64 len)
{
    struct stat st;
    const FileMaps *maps = &vm->outside.maps;
    if (!maps->len || !len || fstat(fd, &st))
        return;
    i64 from = offset < 0 ? (i64)lseek(fd, 0, SEEK_CUR) - (i64)len : offset;
    for (u32 i = 0; i < maps->len && from >= 0; i++)
        if (shows(&maps->data[i], &st))
            show_bytes(&maps->data[i], from, bytes, (i64)len);
}

void file_map_cut(VM *vm, int at, const char *name)
{
    struct stat st;
    if (!vm->outside.maps.len || fstatat(at, name, &st, AT_EMPTY_PATH))
        return;
    for (u32 i = 0; i < vm->outside.maps.len; i++) {
        const FileMap *map = &vm->outside.maps.data[i];
        i64 kept = (i64)st.st_size - map->offset;
        kept = kept < 0 ? 0 : kept;
        if (shows(map, &st) && kept < (i64)map->len)
            memset(map->bytes + kept, 0, map->len - (u64)kept);
    }
}

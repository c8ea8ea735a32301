/* States that one process gives to another one, part by part. */
#include <string.h>

#include "explore/states/share.h"

void batch_free(Batch *batch)
{
    map_free(&batch->sent);
    vec_free(&batch->words);
    vec_free(&batch->starts);
    vec_free(&batch->lengths);
    vec_free(&batch->numbers);
    vec_free(&batch->parts);
    vec_free(&batch->groups);
}

/* In a message: a part that is in it already has its number there, + FIRST. */
enum { NO_PART, NEW_PART, CANNOT_TRAVEL, NEW_GROUP, FIRST };

/* False: it cannot travel. */
static bool pack_part(Batch *batch, Share *s, u32 number, Buf *out)
{
    u64 *known = map_put(&batch->sent, number);
    if (*known) {
        pack_number(out, *known - 1 + FIRST);
        return true;
    }
    StatePart part = store_part(s->store, number);
    u64 count = part.len / sizeof(u64);
    CHECK(part.len % sizeof(u64) == 0);
    vec_clear(&batch->words);
    vec_reserve(&batch->words, count);
    if (count)
        memcpy(batch->words.data, part.bytes, part.len);
    if (!portable_words(&s->portable, batch->words.data, count)) {
        map_delete(&batch->sent, number);
        return false;
    }
    *known = batch->sent.count;
    pack_number(out, NEW_PART);
    pack_bytes(out, batch->words.data, part.len);
    return true;
}

void batch_pack(Batch *batch, Share *s, u32 state, Buf *out)
{
    StateNumbers numbers = store_parts(s->store, state);
    bool good = true;
    for (u32 i = 0, group = 0; i < numbers.parts->len && good; i++) {
        if (group < numbers.groups->len && numbers.groups->data[group] == i) {
            pack_number(out, NEW_GROUP);
            group++;
        }
        good = pack_part(batch, s, numbers.parts->data[i], out);
    }
    pack_number(out, good ? NO_PART : CANNOT_TRAVEL);
}

void batch_pack_none(Buf *out)
{
    pack_number(out, CANNOT_TRAVEL);
}

/* Reads a new part; its number. */
static u32 read_part(Batch *batch, const Share *s, Unpack *from)
{
    Unpack bytes = unpack_bytes(from);
    u64 len = (u64)(bytes.end - bytes.at), count = len / sizeof(u64);
    u32 start = batch->words.len;
    vec_push(&batch->starts, start);
    vec_push(&batch->lengths, (u32)len);
    vec_reserve(&batch->words, start + count);
    if (len)
        memcpy(batch->words.data + start, bytes.at, len);
    batch->words.len += (u32)count;
    portable_words_here(&s->portable, batch->words.data + start, count);
    return batch->starts.len - 1;
}

void batch_unpack(Batch *batch, const Share *s, Unpack *from)
{
    vec_clear(&batch->numbers);
    vec_clear(&batch->parts);
    vec_clear(&batch->groups);
    u64 what;
    while ((what = unpack_number(from)) >= NEW_GROUP || what == NEW_PART)
        if (what == NEW_GROUP)
            vec_push(&batch->groups, batch->numbers.len);
        else
            vec_push(&batch->numbers,
                     what == NEW_PART ? read_part(batch, s, from) : (u32)what - FIRST);
    for (u32 i = 0; i < batch->numbers.len && what == NO_PART; i++) {
        u32 number = batch->numbers.data[i];
        CHECK(number < batch->starts.len);
        const u8 *bytes = (const u8 *)(batch->words.data + batch->starts.data[number]);
        vec_push(&batch->parts, (StatePart){bytes, batch->lengths.data[number], 0});
    }
}

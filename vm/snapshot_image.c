/* The parts of a state, and images that are put together from them. What a goroutine is the first
 * to reach is a chunk. A pointer into the same chunk, or into another one, is coded by its distance
 * from where the chunk begins, so that the same goroutine has the same parts wherever it stands in
 * the list of goroutines. */
#include <string.h>

#include "vm/snapshot_parts.h"

/* Bytes of a part: those of a chunk are larger, for mostly all of it changes. */
enum { FIXED_BLOCK = 256, BLOCK_WORDS = 128 };
/* Parts that are smaller, at the end of what is cut into parts of that size. */
enum { MOST_RESTS = 4 };
/* A coded chunk begins with these words: its bytes and how many accesses there are; the goroutine's
 * address, unless it is the first object, and flags; the hash of where objects begin. */
enum { CODE_SIZES, CODE_GOROUTINE, CODE_LAYOUT, CODE_HEAD };
/* Most words of a chunk are 0. A block of it is coded as these: how many words, one bit for each,
 * and then those that are not 0. */
enum { BLOCK_COUNT, BLOCK_BITS, BLOCK_HEAD = BLOCK_BITS + BLOCK_WORDS / 64 };
enum { CODE_LEADS = 1, CODE_RAW = 2, CODE_CLOSED = 4, CODE_FLAGS = 7 };

#define GOROUTINE_BITS (~0ull << 49)

/* From the region to what a distance of 0 is coded as, and how far distances go. No other address
 * is near them. */
#define RELATIVE (1ull << 34)
#define FARTHEST (1ull << 31)

static u64 relative(const Snapshotter *s)
{
    return (u64)s->region->base + RELATIVE;
}

static inline bool is_relative(const Snapshotter *s, u64 word)
{
    return word - relative(s) + FARTHEST < 2 * FARTHEST;
}

/* False for most words: it is neither an address in the region nor a distance. */
static inline bool may_be_either(const Snapshotter *s, u64 word)
{
    return word - (u64)s->region->base < RELATIVE + FARTHEST;
}

/* ---- images ---- */

static u64 own_at(const Head *head)
{
    return sizeof *head + head->globals + head->objects + 8ull * head->fixed.goroutines;
}

const AccessEntry *snapshot_base_own(const Snapshotter *s)
{
    return (const AccessEntry *)(s->base + own_at(&s->base_head));
}

const Chunk *snapshot_base_chunks(const Snapshotter *s)
{
    const Head *head = &s->base_head;
    return (const Chunk *)(s->base + own_at(head) + 8ull * (head->own + head->fixed.sets));
}

/* ---- a list of parts ---- */

void snapshot_parts_begin(Snapshotter *s, u64 objects)
{
    const AccessLog *log = s->vm->stepping.log;
    vec_clear(&s->parts);
    vec_clear(&s->groups);
    vec_clear(&s->coded);
    u64 words = sizeof(Fixed) / 8 + log->own.len + log->sets.words.len + objects / 8;
    u64 chunks = s->vm->sched.all.len + 1, blocks = words / BLOCK_WORDS + chunks;
    u64 fixed = words * 8 / FIXED_BLOCK + s->vm->globals_size / FIXED_BLOCK;
    vec_reserve(&s->coded, words + CODE_HEAD * chunks + BLOCK_HEAD * blocks);
    vec_reserve(&s->parts, blocks + fixed + MOST_RESTS);
}

static inline void add_part(Snapshotter *s, const u8 *bytes, u32 len, u32 same)
{
    CHECK(s->parts.len < s->parts.cap);
    s->parts.data[s->parts.len++] = (StatePart){bytes, len, same};
}

/* Room for so many words, where they stay until the next list is begun. */
static u64 *add_coded(Snapshotter *s, u64 words)
{
    u64 *at = s->coded.data + s->coded.len;
    s->coded.len += (u32)words;
    CHECK(s->coded.len <= s->coded.cap);
    return at;
}

/* Cuts bytes into parts. base: what the restored state has there, from its part `first` on, or
 * NULL. */
static void add_blocks(Snapshotter *s, const u8 *bytes, u64 len, const u8 *base, u64 base_len,
                       u32 first, Changed changed)
{
    enum { block = FIXED_BLOCK };
    for (u64 at = 0, k = 0; at < len; at += block, k++) {
        u64 end = at + block < len ? at + block : len;
        u64 base_end = at + block < base_len ? at + block : base_len;
        bool same =
            base && !s->whole && end == base_end &&
            (end <= changed.low || at >= changed.high || !memcmp(bytes + at, base + at, end - at));
        add_part(s, same ? NULL : bytes + at, (u32)(end - at), same ? first + (u32)k + 1 : 0);
    }
}

/* Whether the restored state has the same first parts, which begin with `fixed`. */
static bool same_fixed(const Snapshotter *s, const Fixed *fixed)
{
    const AccessLog *log = s->vm->stepping.log;
    const Head *base = &s->base_head;
    if (!s->base || s->whole || memcmp(fixed, &base->fixed, sizeof *fixed))
        return false;
    const AccessEntry *own = snapshot_base_own(s);
    return (!fixed->own || !memcmp(own, log->own.data, 8ull * fixed->own)) &&
           (!fixed->sets || !memcmp(own + base->own, log->sets.words.data, 8ull * fixed->sets));
}

/* The parts that begin with `fixed`. */
static void add_fixed(Snapshotter *s, const Fixed *fixed)
{
    const AccessLog *log = s->vm->stepping.log;
    u64 words = sizeof *fixed / 8 + fixed->own + fixed->sets;
    if (same_fixed(s, fixed)) {
        for (u32 i = 0; i * (u64)FIXED_BLOCK < words * 8; i++)
            add_part(s, NULL, 0, i + 1);
        return;
    }
    u64 *to = add_coded(s, words);
    memcpy(to, fixed, sizeof *fixed);
    if (fixed->own)
        memcpy(to + sizeof *fixed / 8, log->own.data, 8ull * fixed->own);
    if (fixed->sets)
        memcpy(to + sizeof *fixed / 8 + fixed->own, log->sets.words.data, 8ull * fixed->sets);
    add_blocks(s, (const u8 *)to, words * 8, NULL, 0, 0, (Changed){0, 0});
}

void snapshot_parts_fixed(Snapshotter *s, const Fixed *fixed, const u8 *objects, Changed globals,
                          Changed numbered)
{
    const Head *base = &s->base_head;
    vec_push(&s->groups, s->parts.len);
    add_fixed(s, fixed);
    s->globals_part = s->parts.len;
    add_blocks(s, s->vm->globals, snapshot_rounded(s->vm->globals_size),
               s->base ? s->base + sizeof *base : NULL, base->globals, base->globals_part, globals);
    s->numbered_part = s->parts.len;
    add_blocks(s, objects, fixed->numbered, s->base ? s->base + sizeof *base + base->globals : NULL,
               base->fixed.numbered, base->numbered_part, numbered);
}

/* ---- coding a chunk ---- */

typedef struct Coder {
    Snapshotter *s;
    u64 home;     /* address at which the chunk begins */
    u64 bytes;    /* of it */
    u64 numbered; /* bytes of what all chunks may point to */
    u64 layout;   /* hash of where objects begin */
    bool raw;     /* nothing is coded, */
    bool unclear; /* for there is a number that looks like a distance */
    bool closed;  /* see Head */
    u32 part;     /* index in s->coded at which the present part begins */
    u64 *block;   /* its block */
    u32 words;    /* that are in it */
} Coder;

/* A word that may_be_either. */
static inline u64 code(Coder *c, u64 word)
{
    if (!snapshot_pointer(c->s, word)) {
        c->unclear |= is_relative(c->s, word);
        return word;
    }
    if (word - (u64)c->s->region->base <= c->numbered || c->raw)
        return word;
    c->closed &= word - c->home - 1 < c->bytes;
    return word - c->home + relative(c->s);
}

static void begin_block(Coder *c)
{
    c->block = add_coded(c->s, BLOCK_HEAD);
    memset(c->block, 0, BLOCK_HEAD * sizeof *c->block);
    c->words = 0;
}

static void end_block(Coder *c)
{
    Snapshotter *s = c->s;
    c->block[BLOCK_COUNT] = c->words;
    add_part(s, (const u8 *)(s->coded.data + c->part), (s->coded.len - c->part) * (u32)sizeof(u64),
             0);
    c->part = s->coded.len;
}

/* A word that is no address in the region, nor near one. */
static inline u64 code_number(Coder *c, u64 word)
{
    c->unclear |= is_relative(c->s, word);
    return word;
}

/* Of one block. */
static void code_some(Coder *c, const u64 *words, u32 count, bool pointers)
{
    enum { STRIDE = 4 };
    u64 *from = add_coded(c->s, 0), *to = from;
    for (u32 i = 0; i < count; i += STRIDE) {
        u32 end = count - i < STRIDE ? count : i + STRIDE;
        if (end == i + STRIDE && !(words[i] | words[i + 1] | words[i + 2] | words[i + 3]))
            continue;
        for (u32 k = i; k < end; k++) {
            u64 word = words[k];
            u32 at = c->words + k;
            if (!word)
                continue;
            if (UNLIKELY(may_be_either(c->s, word)))
                word = pointers ? code(c, word) : code_number(c, word);
            c->block[BLOCK_BITS + at / 64] |= 1ull << at % 64;
            *to++ = word;
        }
    }
    add_coded(c->s, (u64)(to - from));
    c->words += count;
}

static void code_words(Coder *c, const u64 *words, u64 count, bool pointers)
{
    while (count) {
        if (c->words == BLOCK_WORDS) {
            end_block(c);
            begin_block(c);
        }
        u32 room = BLOCK_WORDS - c->words, n = count < room ? (u32)count : room;
        code_some(c, words, n, pointers);
        words += n;
        count -= n;
    }
}

static void code_objects(Coder *c, const u8 *objects)
{
    for (u64 at = 0; at < c->bytes;) {
        const RegionHeader *header = (const RegionHeader *)(objects + at);
        u64 bytes = (u64)header->granules * REGION_GRANULE;
        code_words(c, (const u64 *)header, bytes / 8, header->pointers);
        c->layout = snapshot_layout(c->layout, header->granules);
        at += bytes;
    }
}

static void code_accesses(Coder *c, const Chunk *chunk)
{
    for (u32 i = 0; i < chunk->owns; i++) {
        AccessEntry e = c->s->vm->stepping.log->own.data[chunk->own + i];
        u64 addr = ACCESS_ADDR(e);
        if (may_be_either(c->s, addr))
            addr = code(c, addr);
        u64 word = ACCESS_ENTRY(0, addr, e & ACCESS_WRITE);
        code_words(c, &word, 1, false);
    }
}

static void code_chunk(Coder *c, const Chunk *chunk, const u8 *objects)
{
    Snapshotter *s = c->s;
    c->part = s->coded.len;
    c->unclear = false;
    c->closed = chunk->leads;
    c->layout = 0;
    u64 *head = add_coded(s, CODE_HEAD);
    begin_block(c);
    code_objects(c, objects);
    code_accesses(c, chunk);
    c->closed &= !c->raw;
    head[CODE_SIZES] = chunk->bytes | (u64)chunk->owns << 32;
    head[CODE_GOROUTINE] = (chunk->leads ? CODE_LEADS : chunk->goroutine) |
                           (c->raw ? CODE_RAW : 0) | (c->closed ? CODE_CLOSED : 0);
    head[CODE_LAYOUT] = c->layout;
    end_block(c);
}

/* The place of a goroutine in the list says its number: it is no part of the code. Sets both, and
 * returns what they were. */
static u64 set_number(const u8 *objects, u32 id, u32 all_index)
{
    G *g = (G *)(objects + REGION_HEADER);
    u64 number = (u64)g->id << 32 | g->all_index;
    g->id = id;
    g->all_index = all_index;
    return number;
}

static void add_same(Snapshotter *s, Chunk *chunk, const Chunk *same)
{
    for (u32 i = 0; i < same->parts; i++)
        add_part(s, NULL, 0, same->part + i + 1);
    chunk->parts = same->parts;
    chunk->closed = same->closed;
}

void snapshot_parts_chunk(Snapshotter *s, Chunk *chunk, const u8 *objects, const Chunk *same,
                          u64 numbered)
{
    chunk->part = s->parts.len;
    vec_push(&s->groups, chunk->part);
    if (same && !s->whole) {
        add_same(s, chunk, same);
        return;
    }
    Coder c = {.s = s,
               .home = (u64)s->region->base + chunk->from,
               .bytes = chunk->bytes,
               .numbered = numbered};
    u32 coded = s->coded.len, parts = s->parts.len;
    u64 number = chunk->leads ? set_number(objects, 0, 0) : 0;
    code_chunk(&c, chunk, objects);
    if (c.unclear) {
        s->coded.len = coded;
        s->parts.len = parts;
        c.raw = true;
        code_chunk(&c, chunk, objects);
    }
    if (chunk->leads)
        set_number(objects, (u32)(number >> 32), (u32)number);
    chunk->parts = s->parts.len - chunk->part;
    chunk->closed = c.closed;
}

/* ---- putting parts together ---- */

/* Reads the bytes of parts one after the other. */
typedef struct Reader {
    const StatePart *part;
    u32 index; /* of that part */
    u32 at;    /* in it */
} Reader;

static void read_bytes(Reader *r, void *to, u64 len)
{
    u8 *out = to;
    while (len) {
        u64 left = r->part->len - r->at, n = left < len ? left : len;
        CHECK(!r->part->same);
        memcpy(out, r->part->bytes + r->at, n);
        out += n;
        len -= n;
        r->at += (u32)n;
        if (r->at == r->part->len) {
            r->part++;
            r->index++;
            r->at = 0;
        }
    }
}

/* What is put together. */
typedef struct Joiner {
    Snapshotter *s;
    Reader reader;
    Head head;
    u8 *to; /* end of the image so far */
} Joiner;

/* Appends the words of a part of the chunk to the image, or to what is read after it; the number of
 * words. */
static u64 decode_block(const Joiner *j, const Chunk *chunk, bool raw, const u8 *block, u64 *to)
{
    u64 head[BLOCK_HEAD], base = (u64)j->s->region->base + chunk->from;
    memcpy(head, block, sizeof head);
    block += sizeof head;
    memset(to, 0, head[BLOCK_COUNT] * sizeof *to);
    for (u64 k = BLOCK_BITS; k < BLOCK_HEAD; k++, to += 64)
        for (u64 bits = head[k]; bits; bits &= bits - 1, block += 8) {
            u64 word;
            memcpy(&word, block, sizeof word);
            bool pointer = is_relative(j->s, word) && !raw;
            to[__builtin_ctzll(bits)] = pointer ? word - relative(j->s) + base : word;
        }
    return head[BLOCK_COUNT];
}

static AccessEntry decode_access(const Joiner *j, const Chunk *chunk, bool raw, u32 goroutine,
                                 AccessEntry e)
{
    u64 addr = ACCESS_ADDR(e);
    if (is_relative(j->s, addr) && !raw)
        addr += (u64)j->s->region->base + chunk->from - relative(j->s);
    return ACCESS_ENTRY(goroutine, addr, e & ACCESS_WRITE);
}

/* Its objects and accesses. */
static void decode_chunk(Joiner *j, const Chunk *chunk, bool raw, u32 goroutine)
{
    u64 *to = (u64 *)j->to, count = chunk->bytes / 8, done = 0, skip = CODE_HEAD * sizeof *to;
    do {
        done += decode_block(j, chunk, raw, j->reader.part->bytes + skip, to + done);
        j->reader.part++;
        j->reader.index++;
        skip = 0;
    } while (done < count + chunk->owns);
    CHECK(done == count + chunk->owns);
    for (u32 i = 0; i < chunk->owns; i++)
        vec_push(&j->s->own, decode_access(j, chunk, raw, goroutine, to[count + i]));
}

/* index: of the goroutine in the list; after the last one comes the rest. */
static void join_chunk(Joiner *j, u32 index)
{
    Snapshotter *s = j->s;
    u64 code[CODE_HEAD];
    Chunk chunk = {.from = j->head.objects, .part = j->reader.index, .own = s->own.len};
    memcpy(code, j->reader.part->bytes, sizeof code);
    chunk.bytes = (u32)code[CODE_SIZES];
    chunk.owns = (u32)(code[CODE_SIZES] >> 32);
    chunk.leads = code[CODE_GOROUTINE] & CODE_LEADS;
    chunk.goroutine = code[CODE_GOROUTINE] & ~(u64)CODE_FLAGS;
    j->head.layout = snapshot_layout(j->head.layout * 3, code[CODE_LAYOUT]); /* order counts */
    u32 number = index + 1 + !j->head.fixed.main; /* 1 stays the main goroutine's */
    decode_chunk(j, &chunk, code[CODE_GOROUTINE] & CODE_RAW, number);
    chunk.parts = j->reader.index - chunk.part;
    if (chunk.leads) {
        set_number(j->to, number, index);
        chunk.goroutine = (u64)s->region->base + chunk.from + REGION_HEADER;
    }
    chunk.closed = code[CODE_GOROUTINE] & CODE_CLOSED;
    j->head.closed &= chunk.closed;
    j->to += chunk.bytes;
    j->head.objects += chunk.bytes;
    vec_push(&s->chunks, chunk);
}

static void join_words(Joiner *j, const u64 *words, u64 count)
{
    if (count)
        memcpy(j->to, words, 8 * count);
    j->to += 8 * count;
}

bool snapshot_fixed_closed(const Snapshotter *s, const Fixed *fixed, const AccessEntry *own)
{
    for (u32 i = 0; i < fixed->own; i++) {
        u64 offset = ACCESS_ADDR(own[i]) - (u64)s->region->base;
        if (offset > fixed->numbered && offset <= s->region->limit)
            return false;
    }
    return true;
}

/* The accesses of main and of ended goroutines, and the sets. */
static void join_fixed(Joiner *j)
{
    Snapshotter *s = j->s;
    const Fixed *fixed = &j->head.fixed;
    vec_zeros(&s->own, fixed->own);
    vec_zeros(&s->sets, fixed->sets);
    read_bytes(&j->reader, s->own.data, 8ull * fixed->own);
    read_bytes(&j->reader, s->sets.data, 8ull * fixed->sets);
    j->head.closed = !fixed->sets && snapshot_fixed_closed(s, fixed, s->own.data);
    j->head.globals = snapshot_rounded(s->vm->globals_size);
    j->head.globals_part = j->reader.index;
    read_bytes(&j->reader, j->to, j->head.globals);
    j->to += j->head.globals;
    j->head.numbered_part = j->reader.index;
    read_bytes(&j->reader, j->to, fixed->numbered);
    j->to += fixed->numbered;
    j->head.objects = fixed->numbered;
    j->head.layout = fixed->layout;
}

static void join_goroutines(Joiner *j)
{
    if (j->head.fixed.main)
        join_words(j, &j->head.fixed.main, 1);
    for (u32 i = 0; i < j->s->chunks.len - j->head.fixed.rest; i++)
        join_words(j, &j->s->chunks.data[i].goroutine, 1);
}

/* What the parts have unpacked, at most. */
static u64 most_bytes(const StatePart *parts, u32 count)
{
    u64 sum = 0;
    for (u32 i = 0; i < count; i++)
        sum += parts[i].len < BLOCK_WORDS * 8 ? BLOCK_WORDS * 8 : parts[i].len;
    return sum;
}

void snapshot_join(Snapshotter *s, const StatePart *parts, u32 count, Buf *out)
{
    Joiner j = {.s = s, .reader = {.part = parts}, .head.straight = true};
    const Fixed *fixed = &j.head.fixed;
    read_bytes(&j.reader, &j.head.fixed, sizeof *fixed);
    u32 main = fixed->main != 0, chunks = fixed->goroutines - main + fixed->rest;
    vec_reserve(out, sizeof j.head + most_bytes(parts, count) + 8ull * fixed->goroutines +
                         chunks * sizeof(Chunk));
    vec_clear(&s->chunks);
    j.to = (u8 *)out->data + sizeof j.head;
    join_fixed(&j);
    for (u32 i = 0; i < chunks; i++)
        join_chunk(&j, main + i);
    join_goroutines(&j);
    j.head.own = s->own.len;
    j.head.chunks = chunks;
    join_words(&j, s->own.data, s->own.len);
    join_words(&j, s->sets.data, s->sets.len);
    join_words(&j, (const u64 *)s->chunks.data, chunks * sizeof(Chunk) / 8);
    memcpy(out->data, &j.head, sizeof j.head);
    out->len = (u32)(j.to - (u8 *)out->data);
    CHECK(j.reader.index == count && out->len <= out->cap);
}

static void append(Buf *out, const void *bytes, u64 len)
{
    buf_add(out, bytes, len);
}

/* The chunks and accesses of the snapshot that was just taken, in the order of its goroutines,
 * which get their numbers. */
static void order_chunks(Snapshotter *s, Head *head)
{
    const VM *vm = s->vm;
    const AccessList *log = &vm->stepping.log->own;
    const Fixed *fixed = &head->fixed;
    u32 main = fixed->main != 0, at = fixed->own;
    vec_clear(&s->own);
    vec_clear(&s->ordered);
    for (u32 i = 0; i < at; i++)
        vec_push(&s->own, log->data[i]);
    for (u32 i = main; i < vm->sched.all.len; i++) {
        G *g = vm->sched.all.data[i];
        Chunk chunk = s->chunks.data[g->all_index - main];
        g->id = i + 1 + !main; /* 1 stays the main goroutine's */
        g->all_index = i;
        for (u32 k = chunk.own; k < chunk.own + chunk.owns; k++) {
            AccessEntry e = log->data[k];
            vec_push(&s->own, ACCESS_ENTRY(g->id, ACCESS_ADDR(e), e & ACCESS_WRITE));
        }
        chunk.own = at;
        at += chunk.owns;
        head->closed &= chunk.closed;
        vec_push(&s->ordered, chunk);
    }
    if (fixed->rest)
        vec_push(&s->ordered, s->chunks.data[head->chunks - 1]);
    head->closed &= !fixed->rest;
    head->chunks = s->ordered.len;
    head->own = s->own.len;
    CHECK(head->own == log->len);
}

bool snapshot_copy(Snapshotter *s, Buf *out)
{
    const VM *vm = s->vm;
    const AccessLog *log = vm->stepping.log;
    if (!s->compared)
        return false;
    Head head = s->base_head;
    head.fixed = s->fixed;
    head.straight = s->straight;
    head.globals_part = s->globals_part;
    head.numbered_part = s->numbered_part;
    head.closed = !head.fixed.sets && snapshot_fixed_closed(s, &head.fixed, log->own.data);
    order_chunks(s, &head);
    CHECK(head.straight || head.closed);
    vec_clear(out);
    append(out, &head, sizeof head);
    append(out, vm->globals, head.globals);
    append(out, s->region->base, head.objects);
    append(out, vm->sched.all.data, 8ull * vm->sched.all.len);
    append(out, s->own.data, 8ull * head.own);
    append(out, log->sets.words.data, 8ull * head.fixed.sets);
    append(out, s->ordered.data, head.chunks * sizeof(Chunk));
    s->compared = false; /* goroutines have other numbers than in the base */
    return true;
}

const u8 *snapshot_image(Snapshotter *s, const Snapshot *whole)
{
    s->image ^= 1;
    snapshot_join(s, whole->parts, whole->count, &s->images[s->image]);
    return (const u8 *)s->images[s->image].data;
}

/* Hashes of parts of states that do not depend on where this process has loaded the program. */
#include <link.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "explore/states/states.h"
#include "vm/region.h"

/* Addresses that stand for others; no two ranges meet. */
enum { STAND_IN_BITS = 36 };
static const u64 STAND_IN = 0x500000000000;

/* Where the file of the program that runs ends in memory. */
extern const char end[];

static void add(Portable *p, const void *from, u64 len)
{
    u64 to = STAND_IN + ((u64)p->ranges.len << STAND_IN_BITS);
    vec_push(&p->ranges, (PortableRange){(u64)from, len, to});
}

/* The first file is that of the program: where it begins in memory. */
static int note_begin(struct dl_phdr_info *file, size_t size, void *begin)
{
    (void)size;
    *(u64 *)begin = file->dlpi_addr;
    return 1;
}

u32 portable_made(const Program *program)
{
    return program->made_types.len + program->funcs.len;
}

void portable_init(Portable *p, const VM *vm, const Region *region)
{
    *p = (Portable){0};
    u64 begin = 0;
    dl_iterate_phdr(note_begin, &begin);
    add(p, (const void *)begin, (u64)end - begin);
    add(p, vm->globals, vm->globals_size);
    add(p, region->base, 1ull << (STAND_IN_BITS - 1));
    add(p, vm, sizeof *vm);
    size_t size;
    const void *block;
    for (u32 i = 0; (block = arena_block(&vm->program->arena, i, &size)); i++)
        add(p, block, size);
}

void portable_free(Portable *p)
{
    vec_free(&p->ranges);
    vec_free(&p->words);
}

/* The address that stands for it; itself if it is none. */
static u64 stand_in(Portable *p, u64 addr)
{
    for (u32 i = 0; i < p->ranges.len; i++) {
        const PortableRange *range = &p->ranges.data[i];
        if (addr - range->from <= range->len)
            return range->to + (addr - range->from);
    }
    p->strange |= addr >= (u64)end && addr < (u64)sbrk(0);
    return addr;
}

/* In a word: bits of an address, and where that of an access begins. */
enum { ADDRESS_BITS = 48, ACCESS_SHIFT = 2 };

/* An address may have something in its upper bits (vm/frame.h), or be that of an access
 * (ACCESS_ENTRY). */
static u64 portable_word(Portable *p, u64 word)
{
    enum { LEAST_BITS = 40, MOST_BITS = 47 };
    u64 addr = word << (64 - ADDRESS_BITS) >> (64 - ADDRESS_BITS), accessed = ACCESS_ADDR(word);
    if (addr >> LEAST_BITS && !(addr >> MOST_BITS)) {
        u64 to = stand_in(p, addr);
        if (to != addr)
            return word - addr + to;
    }
    u64 to = accessed >> LEAST_BITS ? stand_in(p, accessed) : accessed;
    return word + ((to - accessed) << ACCESS_SHIFT);
}

/* The address that it stands for here; itself if it stands for none. */
static u64 stands_for(const Portable *p, u64 addr)
{
    u64 index = (addr - STAND_IN) >> STAND_IN_BITS;
    if (addr < STAND_IN || index >= p->ranges.len)
        return addr;
    const PortableRange *range = &p->ranges.data[index];
    return addr - range->to <= range->len ? range->from + (addr - range->to) : addr;
}

/* The word of which that is the portable one. */
static u64 word_here(const Portable *p, u64 word)
{
    u64 addr = word << (64 - ADDRESS_BITS) >> (64 - ADDRESS_BITS), is = stands_for(p, addr);
    if (is != addr)
        return word - addr + is;
    u64 accessed = ACCESS_ADDR(word);
    return word + ((stands_for(p, accessed) - accessed) << ACCESS_SHIFT);
}

bool portable_words(Portable *p, u64 *words, u64 count)
{
    bool good = true;
    for (u64 i = 0; i < count; i++)
        if (words[i] >> 32) {
            u64 word = words[i];
            words[i] = portable_word(p, word);
            good &= word_here(p, words[i]) == word;
        }
    return good;
}

void portable_words_here(const Portable *p, u64 *words, u64 count)
{
    for (u64 i = 0; i < count; i++)
        if (words[i] >> 32)
            words[i] = word_here(p, words[i]);
}

StateHash portable_hash(Portable *p, const u8 *bytes, u64 len)
{
    u64 words = len / sizeof(u64);
    vec_clear(&p->words);
    vec_reserve(&p->words, words + 1);
    memcpy(p->words.data, bytes, len);
    for (u64 i = 0; i < words; i++)
        if (p->words.data[i] >> 32)
            p->words.data[i] = portable_word(p, p->words.data[i]);
    XXH128_hash_t hash = XXH3_128bits(p->words.data, len);
    return (StateHash){hash.low64, hash.high64};
}

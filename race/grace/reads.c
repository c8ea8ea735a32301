/* Sets of read labels inside a happens-before set: almost always none or one, so these two live in
 * the word itself; more are a shared sorted array (race/grace/hbset.h). */
#include <stdlib.h>
#include <string.h>

#include "race/grace/hbset.h"

static Labels *many(Reads reads)
{
    return (Labels *)(uintptr_t)reads;
}

static bool is_one(Reads reads)
{
    return reads & 1;
}

Reads reads_one(u64 label)
{
    CHECK(label >> 48 == 0); /* as Access.label */
    return label << 1 | 1;
}

u32 reads_count(Reads reads)
{
    return reads == 0 ? 0 : is_one(reads) ? 1 : many(reads)->len;
}

u64 reads_at(Reads reads, u32 i)
{
    CHECK(i < reads_count(reads));
    return is_one(reads) ? reads >> 1 : many(reads)->at[i];
}

/* Number of labels below `label`. */
static u32 lower_bound(const Labels *labels, u64 label)
{
    u32 low = 0, high = labels->len;
    while (low < high) {
        u32 middle = (low + high) / 2;
        if (labels->at[middle] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool reads_has(Reads reads, u64 label)
{
    if (reads == 0 || is_one(reads))
        return reads == reads_one(label);
    u32 i = lower_bound(many(reads), label);
    return i < many(reads)->len && many(reads)->at[i] == label;
}

Reads reads_share(Reads reads)
{
    CHECK(!reads || is_one(reads) || many(reads)->refs > 0);
    if (reads && !is_one(reads))
        many(reads)->refs++;
    return reads;
}

void reads_drop(Reads reads)
{
    CHECK(!reads || is_one(reads) || many(reads)->refs > 0);
    if (reads && !is_one(reads) && --many(reads)->refs == 0)
        free(many(reads));
}

static Labels *new_labels(u32 cap)
{
    Labels *labels = xmalloc(sizeof *labels + cap * sizeof labels->at[0]);
    labels->refs = 1;
    labels->len = 0;
    labels->cap = cap;
    return labels;
}

/* One label needs no array. */
static Reads pack(Labels *labels)
{
    CHECK(labels->refs == 1);
    if (labels->len > 1)
        return (u64)(uintptr_t)labels;
    Reads reads = labels->len ? reads_one(labels->at[0]) : 0;
    free(labels);
    return reads;
}

/* An array of its own with room for one label more. */
static Labels *own_labels(Labels *labels)
{
    CHECK(labels->len > 1); /* fewer need no array */
    u32 cap = labels->len + 1 > labels->cap ? labels->len * 2 : labels->cap;
    if (labels->refs == 1) {
        if (cap > labels->cap) {
            labels = xrealloc(labels, sizeof *labels + cap * sizeof labels->at[0]);
            labels->cap = cap;
        }
        return labels;
    }
    Labels *copy = new_labels(cap);
    copy->len = labels->len;
    memcpy(copy->at, labels->at, labels->len * sizeof labels->at[0]);
    labels->refs--;
    return copy;
}

Reads reads_add(Reads reads, u64 label)
{
    if (reads_has(reads, label))
        return reads;
    if (reads == 0)
        return reads_one(label);
    Labels *labels;
    if (is_one(reads)) {
        labels = new_labels(2);
        labels->at[labels->len++] = reads >> 1;
    } else {
        labels = own_labels(many(reads));
    }
    u32 i = lower_bound(labels, label);
    memmove(&labels->at[i + 1], &labels->at[i], (labels->len - i) * sizeof labels->at[0]);
    labels->at[i] = label;
    labels->len++;
    CHECK(labels->len <= labels->cap);
    CHECK(i == 0 || labels->at[i - 1] < label);
    CHECK(i + 1 == labels->len || label < labels->at[i + 1]);
    return (u64)(uintptr_t)labels;
}

Reads reads_join(Reads a, Reads b)
{
    if (a == b || b == 0)
        return a;
    if (a == 0)
        return reads_share(b);
    if (is_one(b))
        return reads_add(a, b >> 1);
    if (is_one(a))
        return reads_add(reads_share(b), a >> 1);
    u32 i = 0, k = 0, alen = many(a)->len, blen = many(b)->len;
    Labels *all = new_labels(alen + blen);
    while (i < alen || k < blen) {
        u64 x = i < alen ? many(a)->at[i] : UINT64_MAX;
        u64 y = k < blen ? many(b)->at[k] : UINT64_MAX;
        all->at[all->len++] = x < y ? x : y;
        i += x <= y;
        k += y <= x;
    }
    CHECK(all->len >= alen && all->len >= blen);
    CHECK(all->len <= alen + blen);
    if (all->len == alen) {
        free(all);
        return a;
    }
    if (all->len == blen) {
        free(all);
        reads_drop(a);
        return reads_share(b);
    }
    reads_drop(a);
    return (u64)(uintptr_t)all;
}

Reads reads_filter(Reads reads, bool (*keep)(const void *ctx, u64 label), const void *ctx)
{
    u32 count = reads_count(reads), kept = 0;
    for (u32 i = 0; i < count; i++)
        kept += keep(ctx, reads_at(reads, i));
    if (kept == count)
        return reads;
    Labels *left = new_labels(kept);
    for (u32 i = 0; i < count; i++)
        if (keep(ctx, reads_at(reads, i)))
            left->at[left->len++] = reads_at(reads, i);
    CHECK(left->len == kept);
    reads_drop(reads);
    return pack(left);
}

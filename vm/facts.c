#include "vm/facts.h"

#include <string.h>

void facts_free(Facts *facts)
{
    vec_free(&facts->words);
    vec_free(&facts->next);
}

enum { MOST_KNOWERS = (1 << 15) - 1 };

#define HEAD(knowers, what) ((u64)(knowers) << 49 | (what))
#define FACT_PLACE(what) ((what) >> ACCESS_KIND_BITS)

/* `at` goes through the places of heads in facts->words. */
#define FOR_FACTS(at, facts) \
    for (u32 at = 0; at < (facts)->words.len; at += 1 + FACT_KNOWERS((facts)->words.data[at]))

static bool knows(const u64 *fact, Knower knower)
{
    for (u32 i = 1; i <= FACT_KNOWERS(*fact); i++)
        if (fact[i] == knower)
            return true;
    return false;
}

/* Whatever races with the second access races with the first. */
static bool says_more(u64 a, u64 b)
{
    return FACT_PLACE(a) == FACT_PLACE(b) && (a & ACCESS_WRITE) >= (b & ACCESS_WRITE) &&
           (a & ACCESS_ATOMIC) <= (b & ACCESS_ATOMIC);
}

/* Heads and knowers fill the words exactly, and each head says of what. */
static void facts_check(const Facts *facts)
{
    u32 at = 0;
    for (; at < facts->words.len; at += 1 + FACT_KNOWERS(facts->words.data[at]))
        CHECK(FACT_PLACE(FACT_WHAT(facts->words.data[at])) != 0);
    CHECK(at == facts->words.len);
}

static void swap(Facts *facts)
{
    WordList old = facts->words;
    facts->words = facts->next;
    facts->next = old;
    if (CHECKING)
        facts_check(facts);
}

/* Room for the fact and one knower more. */
static void begin(Facts *facts, const u64 *fact)
{
    vec_reserve(&facts->next, facts->next.len + FACT_KNOWERS(*fact) + 2);
}

/* ---- what is done ---- */

bool facts_clash(const Facts *facts, Knower g, u64 what)
{
    FOR_FACTS(at, facts)
    {
        const u64 *fact = &facts->words.data[at];
        u64 other = FACT_WHAT(*fact);
        if (FACT_PLACE(other) == FACT_PLACE(what) && access_conflict(other, what) &&
            !knows(fact, g))
            return true;
    }
    return false;
}

static void keep(Facts *facts, const u64 *fact)
{
    begin(facts, fact);
    u32 words = FACT_KNOWERS(*fact) + 1;
    memcpy(&facts->next.data[facts->next.len], fact, words * sizeof *fact);
    facts->next.len += words;
}

bool facts_access(Facts *facts, Knower g, u64 what)
{
    bool clash = facts_clash(facts, g, what);
    vec_clear(&facts->next);
    FOR_FACTS(at, facts)
    {
        const u64 *fact = &facts->words.data[at];
        if (!says_more(what, FACT_WHAT(*fact)) || !knows(fact, g))
            keep(facts, fact);
    }
    vec_push(&facts->next, HEAD(1, what));
    vec_push(&facts->next, g);
    swap(facts);
    CHECK(!facts_clash(facts, g, what) || clash); /* its own access is known to g */
    return clash;
}

/* The fact without the two, then with those of them who know from now on. Whoever is forgotten to
 * know may be taken for part of a race that is none, which will not show. */
static void tell(Facts *facts, const u64 *fact, Knower from, Knower to, Telling telling)
{
    bool told = knows(fact, from), had = knows(fact, to);
    begin(facts, fact);
    u32 head = facts->next.len++;
    for (u32 i = 1; i <= FACT_KNOWERS(*fact); i++)
        if (fact[i] != from && fact[i] != to)
            facts->next.data[facts->next.len++] = fact[i];
    bool full = facts->next.len - head > MOST_KNOWERS - 2;
    if (!full && (told || (telling == TELL_BOTH && had)))
        vec_push(&facts->next, from);
    if (!full && (told || (telling == TELL_ALSO && had)))
        vec_push(&facts->next, to);
    facts->next.data[head] = HEAD(facts->next.len - head - 1, FACT_WHAT(*fact));
}

void facts_tell(Facts *facts, Knower from, Knower to, Telling telling)
{
    vec_clear(&facts->next);
    CHECK(from != to || telling == TELL_ALSO);
    FOR_FACTS(at, facts)
    tell(facts, &facts->words.data[at], from, to, telling);
    swap(facts);
}

void facts_forget(Facts *facts, Knower knower)
{
    vec_clear(&facts->next);
    FOR_FACTS(at, facts)
    {
        const u64 *fact = &facts->words.data[at];
        begin(facts, fact);
        u32 head = facts->next.len++;
        for (u32 i = 1; i <= FACT_KNOWERS(*fact); i++)
            if (fact[i] != knower)
                facts->next.data[facts->next.len++] = fact[i];
        facts->next.data[head] = HEAD(facts->next.len - head - 1, FACT_WHAT(*fact));
    }
    swap(facts);
}

bool facts_alike(const Facts *facts, Knower a, Knower b)
{
    FOR_FACTS(at, facts)
    if (knows(&facts->words.data[at], a) != knows(&facts->words.data[at], b))
        return false;
    return true;
}

/* ---- one order for all ---- */

static int by_value(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

static int by_words(const void *a, const void *b)
{
    const u64 *x = *(u64 *const *)a, *y = *(u64 *const *)b;
    u64 p = FACT_WHAT(*x), q = FACT_WHAT(*y);
    if (p != q)
        return p < q ? -1 : 1;
    for (u32 i = 0; i <= FACT_KNOWERS(*x) && i <= FACT_KNOWERS(*y); i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* Both in order: whether all who know a know b. */
static bool is_within(const u64 *a, const u64 *b)
{
    u32 k = 1;
    for (u32 i = 1; i <= FACT_KNOWERS(*a); i++, k++) {
        while (k <= FACT_KNOWERS(*b) && b[k] < a[i])
            k++;
        if (k > FACT_KNOWERS(*b) || b[k] != a[i])
            return false;
    }
    return true;
}

static void rename_all(Facts *facts, Knower (*rename)(void *, Knower), void *ctx, u32 goroutines)
{
    vec_clear(&facts->next);
    FOR_FACTS(at, facts)
    {
        const u64 *fact = &facts->words.data[at];
        u64 what = FACT_WHAT(*fact);
        Knower place = rename(ctx, FACT_PLACE(what));
        if (!place)
            continue;
        begin(facts, fact);
        u32 head = facts->next.len++, live = 0;
        for (u32 i = 1; i <= FACT_KNOWERS(*fact); i++) {
            Knower knower = rename(ctx, fact[i]);
            live += knower && knower < KNOWER_GOROUTINES;
            if (knower)
                facts->next.data[facts->next.len++] = knower;
        }
        u32 n = facts->next.len - head - 1;
        qsort(&facts->next.data[head + 1], n, sizeof(u64), by_value);
        facts->next.data[head] =
            HEAD(n, place << ACCESS_KIND_BITS | what % (1 << ACCESS_KIND_BITS));
        if (goroutines && live == goroutines)
            facts->next.len = head;
    }
    swap(facts);
}

static bool is_told_by_another(u64 *const *list, u32 count, u32 i)
{
    for (u32 k = 0; k < count; k++)
        if (k != i && says_more(*list[k], *list[i]) && is_within(list[k], list[i]) &&
            (by_words(&list[k], &list[i]) || k < i))
            return true;
    return false;
}

void facts_tidy(Facts *facts, Knower (*rename)(void *ctx, Knower knower), void *ctx, u32 goroutines)
{
    if (!facts->words.len)
        return;
    rename_all(facts, rename, ctx, goroutines);
    VEC(u64 *) list = {0};
    FOR_FACTS(at, facts)
    vec_push(&list, &facts->words.data[at]);
    if (list.len)
        qsort(list.data, list.len, sizeof *list.data, by_words);
    vec_clear(&facts->next);
    for (u32 i = 0; i < list.len; i++)
        if (!is_told_by_another(list.data, list.len, i))
            keep(facts, list.data[i]);
    swap(facts);
    vec_free(&list);
}

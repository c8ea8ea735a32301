/* Transitions that are known. In a modular state a move depends on what all goroutines share and on
 * what those have that take part in it, and changes no more than that. So where the same ones make
 * the same move among others, what it leads to is known without making it (transition caching, as
 * of LTSmin). */
#include <string.h>

#include "explore/states/states.h"
#include "vm/frame.h"

enum { NO_GROUP = UINT32_MAX, MAIN_GROUP = UINT32_MAX - 1 }; /* no numbers of groups */
/* Goroutines that take part in a move, at most: the one that makes it, its partner, and if it does
 * something with queues all that wait. */
enum { MOVER, PARTNER, FIRST_WAITING, MOST_TAKE_PART = 8 };
/* What is remembered: so many transitions at first and at most, in one of so many bytes of a
 * search's memory, and so many accesses for each slot. */
enum { FIRST_TRANSITIONS = 1 << 10, MOST_TRANSITIONS = 1 << 17, SHARE_OF_MEMORY = 32 };
enum { ACCESSES_PER_SLOT = 4 };

/* Numbers of groups; NO_GROUP: there is none, or it has ended; MAIN_GROUP: it is shared. */
typedef struct Transition {
    u32 shared, before[MOST_TAKE_PART]; /* what it depends on */
    u32 shared_after, after[MOST_TAKE_PART];
    u32 started;         /* what a goroutine has that it starts */
    u32 accesses, count; /* that were compared with those of others: index, how many */
    bool used;
    bool queues; /* all that wait take part */
} Transition;

/* The numbers of those that take part; 0: none. */
typedef struct Participants {
    u32 numbers[MOST_TAKE_PART], count;
} Participants;

/* A goroutine while the next state is put in order. */
typedef struct Member {
    u32 group, key; /* index of its key, + 1 */
    u32 number;     /* in the state before */
} Member;

struct Transitions {
    Machine *m;
    Store *store;
    Transition *table;   /* by hash; the latest one of several stays */
    u32 size, used;      /* slots, and how many are taken */
    u64 memory;          /* bytes that the search may take */
    bool misused;        /* AccessLog.misused when it began: with another one moves end elsewhere */
    AccessList accesses; /* of transitions */
    Map key_of;          /* number of a group -> index of its key, + 1 */
    VEC(SortKey) keys;
    /* Of the states that were entered and not left; stacks. */
    U32List groups, group_keys;
    U32List waiting; /* numbers */
    AccessList own;  /* ACCESS_WAITS of goroutines that are before a Wait among them */
    /* Scratch. */
    VEC(Member) members;
    U32List next;
    /* With live CHECKs every other one that is known is made all the same. */
    U32List expected; /* the groups that it was said to lead to; none: it was not known */
    u32 found;
};

Transitions *transitions_new(Machine *m, Store *store, u64 memory)
{
    Transitions *t = xcalloc(1, sizeof *t);
    t->m = m;
    t->store = store;
    t->memory = memory;
    t->misused = m->log.misused;
    t->size = FIRST_TRANSITIONS;
    t->table = xcalloc(t->size, sizeof *t->table);
    return t;
}

void transitions_free(Transitions *t)
{
    free(t->table);
    vec_free(&t->accesses);
    map_free(&t->key_of);
    vec_free(&t->keys);
    vec_free(&t->groups);
    vec_free(&t->group_keys);
    vec_free(&t->waiting);
    vec_free(&t->own);
    vec_free(&t->members);
    vec_free(&t->next);
    vec_free(&t->expected);
    free(t);
}

u64 transitions_memory(const Transitions *t)
{
    return t->size * sizeof *t->table + t->keys.cap * sizeof *t->keys.data +
           t->key_of.cap * sizeof(MapEntry) +
           sizeof(u32) * ((u64)t->groups.cap + t->group_keys.cap + t->waiting.cap) +
           sizeof(u64) * ((u64)t->own.cap + t->accesses.cap);
}

/* ---- states ---- */

/* The key of the group, which is what g has. */
static u32 put_key(Transitions *t, u32 group, const G *g)
{
    u64 *known = map_put(&t->key_of, group);
    if (!*known) {
        vec_push(&t->keys, snapshot_sort_key(t->m->snapshotter, g));
        *known = t->keys.len;
    }
    return (u32)*known;
}

static void add_own(Transitions *t)
{
    const VM *vm = t->m->vm;
    const AccessList *own = &t->m->log.own;
    for (u32 i = 0; i < own->len; i++) {
        CHECK(!(own->data[i] & ACCESS_ATOMIC));
        vec_push(&t->own, own->data[i]);
    }
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        PendingOp op;
        if (machine_may_wait(vm, g, &op))
            vec_push(&t->own, ACCESS_ENTRY(g->id, op.object, ACCESS_WAITS));
    }
}

Outline transitions_enter(Transitions *t, u32 state)
{
    const VM *vm = t->m->vm;
    Outline o = {.groups = t->groups.len, .own = t->own.len, .waiting = t->waiting.len};
    if (t->m->log.exact || !snapshot_is_modular(t->m->snapshotter))
        return o;
    const U32List *groups = store_groups(t->store, state);
    u32 first = vm->sched.all.len - (groups->len - 1); /* the first that is not main */
    CHECK(first <= 1);
    o.has_main = first;
    for (u32 i = 0; i < groups->len; i++) {
        u32 group = groups->data[i];
        vec_push(&t->groups, group);
        vec_push(&t->group_keys, i ? put_key(t, group, vm->sched.all.data[first + i - 1]) : 0);
    }
    add_own(t);
    o.count = groups->len;
    for (u32 i = 0; i < vm->sched.all.len; i++)
        if (vm->sched.all.data[i]->status == G_WAITING)
            vec_push(&t->waiting, vm->sched.all.data[i]->id);
    o.waits = t->waiting.len - o.waiting;
    o.owns = t->own.len - o.own;
    return o;
}

void transitions_leave(Transitions *t, const Outline *o)
{
    CHECK(o->groups + o->count == t->groups.len && o->own + o->owns == t->own.len &&
          o->waiting + o->waits == t->waiting.len);
    t->groups.len = t->group_keys.len = o->groups;
    t->waiting.len = o->waiting;
    t->own.len = o->own;
}

/* ---- what is known ---- */

/* Goroutines of a state are numbered from 2 on, in the order of their groups; main's is the first
 * one, which all share. */
static u32 group_of(const Transitions *t, const Outline *o, u32 number)
{
    CHECK(number <= o->count);
    return number == GOROUTINE_MAIN ? MAIN_GROUP : t->groups.data[o->groups + number - 1];
}

/* False: they are too many. */
static bool find_participants(const Transitions *t, const Outline *from, Move move, bool queues,
                              Participants *who)
{
    *who = (Participants){.numbers = {[MOVER] = move.goroutine, [PARTNER] = move.partner},
                          .count = FIRST_WAITING};
    for (u32 i = 0; queues && i < from->waits; i++) {
        if (who->count == MOST_TAKE_PART)
            return false;
        who->numbers[who->count++] = t->waiting.data[from->waiting + i];
    }
    return true;
}

/* Sets what a transition depends on. */
static void groups_before(const Transitions *t, const Outline *from, const Participants *who,
                          Transition *out)
{
    out->shared = t->groups.data[from->groups];
    for (u32 i = 0; i < MOST_TAKE_PART; i++) {
        u32 number = i < who->count ? who->numbers[i] : 0;
        out->before[i] = number ? group_of(t, from, number) : NO_GROUP;
    }
}

static Transition *slot_of(const Transitions *t, const Transition *of)
{
    u64 hash = hash_pair((u64)of->shared << 32 | of->before[MOVER], of->before[PARTNER]);
    for (u32 i = FIRST_WAITING; i < MOST_TAKE_PART && of->before[i] != NO_GROUP; i++)
        hash = hash_pair(hash, of->before[i]);
    return &t->table[hash & (t->size - 1)];
}

/* What is known of a move in which these take part; NULL: nothing. */
static const Transition *look_up(const Transitions *t, const Outline *from, const Participants *who)
{
    Transition asked;
    groups_before(t, from, who, &asked);
    const Transition *known = slot_of(t, &asked);
    bool same = known->used && known->shared == asked.shared &&
                !memcmp(known->before, asked.before, sizeof asked.before) &&
                (!known->queues || who->count == FIRST_WAITING + from->waits);
    return same ? known : NULL;
}

/* Which one of those that take part the goroutine is; their count: none. */
static u32 role_of(const Participants *who, u32 number)
{
    u32 i = 0;
    while (i < who->count && (who->numbers[i] != number || !number))
        i++;
    return i;
}

static bool takes_part(const Participants *who, u32 number)
{
    return role_of(who, number) < who->count;
}

/* Whether an access that is compared with all others is before a Wait and conflicts with one. */
static bool wait_races(const Transitions *t, const Outline *from)
{
    const AccessEntry *own = t->own.data + from->own;
    for (u32 i = 0; i < from->owns; i++)
        for (u32 k = 0; k < from->owns && own[i] & ACCESS_ATOMIC; k++)
            if (ACCESS_GOROUTINE(own[i]) != ACCESS_GOROUTINE(own[k]) &&
                access_entries_conflict(own[i], own[k]))
                return true;
    return false;
}

/* Whether accesses of the transition would be compared with a conflicting one of another
 * goroutine. After a move that has some, those that are before a Wait are compared too. */
static bool may_race(const Transitions *t, const Transition *known, const Outline *from,
                     const Participants *who)
{
    const AccessEntry *own = t->own.data + from->own, *made = t->accesses.data + known->accesses;
    for (u32 i = 0; i < from->owns && known->count; i++)
        for (u32 k = 0; k < known->count && !takes_part(who, ACCESS_GOROUTINE(own[i])); k++)
            if (access_entries_conflict(own[i], made[k]))
                return true;
    return known->count && wait_races(t, from);
}

/* What the machine would note of those that are before a Wait. */
static void note_waits(Transitions *t, const Outline *from, const Participants *who)
{
    for (u32 i = from->own; i < from->own + from->owns; i++) {
        AccessEntry e = t->own.data[i];
        u32 goroutine = ACCESS_GOROUTINE(e);
        if (e & ACCESS_ATOMIC && !takes_part(who, goroutine))
            log_note(&t->m->log, goroutine, (const void *)ACCESS_ADDR(e), ACCESS_WAITS);
    }
}

static bool comes_after(const SortKey *a, const SortKey *b)
{
    if (a->numbers != b->numbers)
        return a->numbers > b->numbers;
    return a->place != b->place ? a->place > b->place : a->key > b->key;
}

/* In the order that a snapshot puts them in. */
static void sort_members(Transitions *t)
{
    const SortKey *keys = t->keys.data;
    Member *all = t->members.data;
    for (u32 i = 1; i < t->members.len; i++) {
        Member member = all[i];
        u32 at = i;
        for (; at && comes_after(&keys[all[at - 1].key - 1], &keys[member.key - 1]); at--)
            all[at] = all[at - 1];
        all[at] = member;
    }
}

static bool find_key(const Transitions *t, u32 group, u32 *key)
{
    const u64 *known = map_get(&t->key_of, group);
    *key = known ? (u32)*known : 0;
    return known;
}

/* The goroutines after the transition, of which those that are alike have the order in which the VM
 * would have them: the last one takes the place of one that has ended. False: a key is not known.
 */
static bool find_members(Transitions *t, const Transition *known, const Outline *from,
                         const Participants *who)
{
    u32 ended = UINT32_MAX;
    vec_clear(&t->members);
    for (u32 i = 1; i < from->count; i++) {
        Member member = {t->groups.data[from->groups + i], t->group_keys.data[from->groups + i],
                         i + 1};
        u32 role = role_of(who, member.number);
        if (role < who->count) {
            member.group = known->after[role];
            if (member.group == NO_GROUP)
                ended = t->members.len;
            else if (!find_key(t, member.group, &member.key))
                return false;
        }
        vec_push(&t->members, member);
    }
    if (ended != UINT32_MAX) {
        Member last = vec_pop(&t->members);
        if (ended < t->members.len)
            t->members.data[ended] = last;
    }
    Member started = {.group = known->started, .number = from->count + from->has_main + 1};
    if (started.group != NO_GROUP) {
        if (!find_key(t, started.group, &started.key))
            return false;
        vec_push(&t->members, started);
    }
    sort_members(t);
    return true;
}

const U32List *transitions_find(Transitions *t, const Outline *from, Move move, U32List *order)
{
    Participants who;
    vec_clear(&t->expected);
    if (!from->count || move.kind != MOVE_STEP || t->m->log.misused != t->misused)
        return NULL;
    find_participants(t, from, move, false, &who);
    const Transition *known = look_up(t, from, &who);
    if (!known && from->waits && find_participants(t, from, move, true, &who))
        known = look_up(t, from, &who);
    if (!known || may_race(t, known, from, &who) || !find_members(t, known, from, &who))
        return NULL;
    vec_clear(&t->next);
    vec_clear(order);
    vec_push(&t->next, known->shared_after);
    if (from->has_main)
        vec_push(order, GOROUTINE_MAIN);
    for (u32 i = 0; i < t->members.len; i++) {
        vec_push(&t->next, t->members.data[i].group);
        vec_push(order, t->members.data[i].number);
    }
    if (known->count)
        note_waits(t, from, &who);
    if (!CHECKING || t->found++ % 2)
        return &t->next;
    for (u32 i = 0; i < t->next.len; i++)
        vec_push(&t->expected, t->next.data[i]);
    return NULL;
}

/* ---- learning ---- */

/* Sets what the transition has led to from the state that was put last. False: main has ended or a
 * timer was set, another goroutine has changed, or more than one was started or has ended, so that
 * their order is not plain. */
static bool groups_after(const Transitions *t, const Outline *from, const Participants *who,
                         const U32List *order, Transition *out)
{
    const U32List *groups = store_last_groups(t->store);
    u32 main = order->len + 1 - groups->len, ended = 0;
    if (main != from->has_main)
        return false;
    out->shared_after = groups->data[0];
    out->started = NO_GROUP;
    for (u32 i = 0; i < MOST_TAKE_PART; i++)
        out->after[i] = out->before[i] == MAIN_GROUP ? MAIN_GROUP : NO_GROUP;
    for (u32 i = main; i < order->len; i++) {
        u32 number = order->data[i], group = groups->data[i + 1 - main];
        u32 role = role_of(who, number);
        if (role < who->count)
            out->after[role] = group;
        else if (number == t->m->first_new)
            out->started = group;
        else if (group != group_of(t, from, number))
            return false;
    }
    for (u32 i = 0; i < MOST_TAKE_PART; i++)
        ended += out->before[i] != NO_GROUP && out->after[i] == NO_GROUP;
    return ended + (out->started != NO_GROUP) <= 1;
}

/* Whether no other goroutines have run. */
static bool ran_alone(const Machine *m, const Participants *who)
{
    for (u32 i = 0; i < m->runs.len; i++) {
        u32 number = m->runs.data[i].goroutine;
        if (number < m->first_new && !takes_part(who, number))
            return false;
    }
    return true;
}

static void put(Transitions *t, const Transition *made)
{
    Transition *slot = slot_of(t, made);
    t->used += !slot->used;
    *slot = *made;
}

static void grow(Transitions *t)
{
    Transition *old = t->table;
    u32 size = t->size;
    t->size *= 2;
    t->used = 0;
    t->table = xcalloc(t->size, sizeof *t->table);
    for (u32 i = 0; i < size; i++)
        if (old[i].used)
            put(t, &old[i]);
    free(old);
}

/* Whether the move led where it was said to. */
static bool is_as_expected(const Transitions *t)
{
    const U32List *groups = store_last_groups(t->store);
    return !t->expected.len ||
           (t->m->depends != DEPENDS_ON_OTHERS && groups->len == t->expected.len &&
            !memcmp(groups->data, t->expected.data, groups->len * sizeof *groups->data));
}

static void forget_all(Transitions *t)
{
    memset(t->table, 0, t->size * sizeof *t->table);
    vec_clear(&t->accesses);
    t->used = 0;
}

void transitions_note(Transitions *t, const Outline *from, Move move, const U32List *order)
{
    const Machine *m = t->m;
    Transition made = {.used = true, .queues = m->depends == DEPENDS_ON_QUEUES};
    Participants who;
    CHECK(is_as_expected(t));
    vec_clear(&t->expected); /* a move that is made again with other answers is not looked up */
    if (!from->count || m->depends == DEPENDS_ON_OTHERS || m->created.len > 2 ||
        !snapshot_keeps_shared(m->snapshotter) ||
        !find_participants(t, from, move, made.queues, &who) || !ran_alone(m, &who))
        return;
    groups_before(t, from, &who, &made);
    if (!groups_after(t, from, &who, order, &made))
        return;
    const AccessList *compared = &m->compared;
    if (t->accesses.len + compared->len > ACCESSES_PER_SLOT * t->size)
        forget_all(t);
    made.accesses = t->accesses.len;
    made.count = compared->len;
    for (u32 i = 0; i < compared->len; i++)
        vec_push(&t->accesses, compared->data[i]);
    put(t, &made);
    u64 larger = 2 * t->size * sizeof *t->table;
    if (t->used > t->size / 2 && t->size < MOST_TRANSITIONS &&
        larger <= t->memory / SHARE_OF_MEMORY)
        grow(t);
}

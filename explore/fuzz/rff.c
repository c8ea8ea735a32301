/* Schedules with constraints on which read sees which write (after Wolff et al., "Greybox fuzzing
 * for concurrency testing", 2024): "this read sees that write" or "never sees it", where reads and
 * writes are places in the source. Within the constraints the events happen as partial-order
 * sampling has it. A set of constraints whose execution showed a pair not seen before is kept, and
 * changed a little for another execution. */
#include "explore/fuzz/pending.h"

enum { MOST_CONSTRAINTS = 8, CORPUS = 256, PLACES = 24, VARIABLES = 4096, UNTRIED = 4096 };

typedef struct Constraint {
    u64 variable;    /* hash of the location */
    Pos read, write; /* write 0: the initial value */
    bool negative;
    bool met; /* in this execution */
} Constraint;

typedef struct ConstraintSet {
    u32 count;
    Constraint at[MOST_CONSTRAINTS];
} ConstraintSet;

/* Where a variable is read and written. */
typedef struct Variable {
    u64 hash;
    u32 reads, writes;
    Pos read[PLACES], write[PLACES];
} Variable;

typedef struct RffSampler {
    Sampler sampler;
    PendingList list;
    VEC(Variable) variables;
    Map by_hash;             /* of location -> index in variables + 1 */
    VEC(Constraint) untried; /* single ones, each to be tried once */
    ConstraintSet now;
    VEC(ConstraintSet) corpus;
} RffSampler;

static u64 loc_hash(Loc loc)
{
    return hash_u64(loc.object * 31 + loc.offset) | 1;
}

/* ---- what is known of the program ---- */

/* True: it is new. */
static bool add_place(Pos *places, u32 *count, Pos pos)
{
    for (u32 i = 0; i < *count; i++)
        if (places[i] == pos)
            return false;
    if (*count == PLACES)
        return false;
    places[(*count)++] = pos;
    return true;
}

static void add_untried(RffSampler *s, const Variable *variable, Pos read, Pos write)
{
    if (s->untried.len < UNTRIED)
        vec_push(&s->untried,
                 (Constraint){.variable = variable->hash, .read = read, .write = write});
}

static void learn_write(RffSampler *s, Variable *variable, Pos pos)
{
    if (add_place(variable->write, &variable->writes, pos))
        for (u32 i = 0; i < variable->reads; i++)
            add_untried(s, variable, variable->read[i], pos);
}

static void learn_read(RffSampler *s, Variable *variable, Pos pos)
{
    if (!add_place(variable->read, &variable->reads, pos))
        return;
    add_untried(s, variable, pos, 0);
    for (u32 i = 0; i < variable->writes; i++)
        add_untried(s, variable, pos, variable->write[i]);
}

/* An operation on a lock or channel both reads what the last one left and leaves something. */
static bool reads(const Pending *p)
{
    return !p->next.write || p->next.sync;
}

static void learn(RffSampler *s, const Pending *p)
{
    if (!p->next.pos || p->next.loc.object == ~0ull)
        return;
    u64 hash = loc_hash(p->next.loc);
    u64 *index = map_put(&s->by_hash, hash);
    if (!*index && s->variables.len == VARIABLES)
        return;
    if (!*index) {
        vec_push(&s->variables, (Variable){.hash = hash});
        *index = s->variables.len;
    }
    Variable *variable = &s->variables.data[*index - 1];
    if (p->next.write && !p->next.sync)
        learn_write(s, variable, p->next.pos);
    if (reads(p))
        learn_read(s, variable, p->next.pos);
    Pos written = observer_last_write(s->sampler.observer, p->next.loc);
    if (written)
        learn_write(s, variable, written);
}

/* ---- constraint sets ---- */

static bool random_constraint(RffSampler *s, Constraint *out)
{
    Rng *rng = &s->sampler.rng;
    for (u32 tries = 0; tries < 8 && s->variables.len; tries++) {
        const Variable *variable = &s->variables.data[rng_below(rng, s->variables.len)];
        if (!variable->reads || !variable->writes)
            continue;
        u32 write = rng_below(rng, variable->writes + 1);
        *out = (Constraint){.variable = variable->hash,
                            .read = variable->read[rng_below(rng, variable->reads)],
                            .write = write ? variable->write[write - 1] : 0,
                            .negative = rng_below(rng, 4) == 0};
        return true;
    }
    return false;
}

static void mutate(RffSampler *s, ConstraintSet *set)
{
    Rng *rng = &s->sampler.rng;
    Constraint fresh;
    u32 what = rng_below(rng, 4);
    if (set->count && what == 0) {
        set->at[rng_below(rng, set->count)] = set->at[set->count - 1];
        set->count--;
    } else if (set->count && what == 1) {
        Constraint *c = &set->at[rng_below(rng, set->count)];
        c->negative = !c->negative;
    } else if (random_constraint(s, &fresh)) {
        bool room = set->count < MOST_CONSTRAINTS;
        set->at[room ? set->count++ : rng_below(rng, set->count)] = fresh;
    }
}

static Constraint take_untried(RffSampler *s)
{
    u32 i = rng_below(&s->sampler.rng, s->untried.len);
    Constraint taken = s->untried.data[i];
    s->untried.data[i] = vec_pop(&s->untried);
    return taken;
}

static void rff_begin(Sampler *sampler)
{
    RffSampler *s = (RffSampler *)sampler;
    pending_begin(&s->list);
    s->now = (ConstraintSet){0};
    if (s->corpus.len && rng_below(&sampler->rng, 4))
        s->now = s->corpus.data[rng_below(&sampler->rng, s->corpus.len)];
    u32 changes = 1 + rng_below(&sampler->rng, 3);
    if (s->untried.len && rng_below(&sampler->rng, 4)) {
        s->now = (ConstraintSet){1, {take_untried(s)}};
        changes = 0;
    }
    for (u32 i = 0; i < changes; i++)
        mutate(s, &s->now);
    for (u32 i = 0; i < s->now.count; i++)
        s->now.at[i].met = false;
}

static void rff_end(Sampler *sampler, const Execution *execution, bool novel)
{
    RffSampler *s = (RffSampler *)sampler;
    (void)novel;
    if (!execution->fresh_pairs || !s->now.count)
        return;
    if (s->corpus.len < CORPUS)
        vec_push(&s->corpus, s->now);
    else
        s->corpus.data[rng_below(&sampler->rng, CORPUS)] = s->now;
}

/* ---- keeping to them ---- */

/* How well the goroutine's event fits: 0 must wait, 1 may happen, 2 should happen now. */
static u32 fit(const RffSampler *s, const Pending *p)
{
    if (!p->next.pos || p->next.loc.object == ~0ull || !s->now.count)
        return 1;
    u64 hash = loc_hash(p->next.loc);
    Pos written = observer_last_write(s->sampler.observer, p->next.loc);
    u32 result = 1;
    for (u32 i = 0; i < s->now.count; i++) {
        const Constraint *c = &s->now.at[i];
        if (c->variable != hash)
            continue;
        bool sees = written == c->write;
        if (reads(p) && p->next.pos == c->read) {
            if (c->negative ? sees : !sees && !c->met)
                return 0;
            result = c->negative ? result : 2;
        } else if (p->next.write && !c->negative && !c->met && sees) {
            return 0; /* would hide the write that is to be read */
        } else if (p->next.write && !c->negative && !c->met && p->next.pos == c->write) {
            result = 2;
        }
    }
    return result;
}

static void mark_met(RffSampler *s, const Pending *p)
{
    if (!p->next.pos || !reads(p))
        return;
    u64 hash = loc_hash(p->next.loc);
    Pos written = observer_last_write(s->sampler.observer, p->next.loc);
    for (u32 i = 0; i < s->now.count; i++) {
        Constraint *c = &s->now.at[i];
        c->met |= c->variable == hash && c->read == p->next.pos && c->write == written;
    }
}

static u32 rff_next(Sampler *sampler, const Choice *choice)
{
    RffSampler *s = (RffSampler *)sampler;
    pending_update(&s->list, &s->sampler, choice);
    if (choice->reason == SWITCH_ACCESS || choice->reason == SWITCH_SYNC)
        learn(s, pending_of(&s->list, choice->ids[0]));
    u32 best = 0;
    u64 best_rank = 0;
    for (u32 i = 0; i < choice->options; i++) {
        const Pending *p = pending_of(&s->list, choice->ids[i]);
        u64 rank = (u64)fit(s, p) << 32 | p->priority;
        if (rank >= best_rank) {
            best = i;
            best_rank = rank;
        }
    }
    mark_met(s, pending_of(&s->list, choice->ids[best]));
    pending_chosen(&s->list, &s->sampler, choice, best);
    return best;
}

static void rff_free(Chooser *self)
{
    RffSampler *s = (RffSampler *)self;
    pending_free(&s->list);
    vec_free(&s->variables);
    vec_free(&s->corpus);
    vec_free(&s->untried);
    map_free(&s->by_hash);
    free(s);
}

Sampler *sampler_rff(void)
{
    RffSampler *s = xcalloc(1, sizeof *s);
    s->sampler.base = sampler_base(rff_free);
    s->sampler.next = rff_next;
    s->sampler.begin = rff_begin;
    s->sampler.end = rff_end;
    return &s->sampler;
}

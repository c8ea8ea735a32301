/* Each analysis of gol predict beside its definition, computed as plainly as possible for small
 * random runs: relations between all events or steps as matrices, and all parts of a run. They must
 * report the same pairs, no more and no less. osr is compared with all reorderings in
 * predict_oracle_test.c: it may leave out some. */
#include "predict/stream.h"
#include "tests/unit/random_run.h"
#include "tests/unit/test.h"

enum { STEPS = 4 * EVENTS }; /* at most so many of a run */

typedef bool Matrix[STEPS][STEPS];

typedef struct Case {
    Run run;
    Trace trace; /* the run with what makes its channels */
    Steps steps;
    /* pairs of steps that race by the definition */
    Matrix races;
} Case;

static const RunStep *step_at(const Case *c, u32 number)
{
    return &c->steps.list.data[number];
}

/* ---- relations ---- */

/* The transitive closure; numbers only grow along a relation. */
static void close_relation(Matrix m, u32 n)
{
    for (u32 k = 0; k < n; k++)
        for (u32 i = 0; i < k; i++)
            for (u32 j = k + 1; m[i][k] && j < n; j++)
                m[i][j] |= m[k][j];
}

/* The order of each goroutine, and the edges between goroutines: all, or those of happens-before.
 */
static void add_edges(const Case *c, bool all, Matrix m)
{
    for (u32 i = 0; i < c->steps.list.len; i++) {
        const RunStep *step = step_at(c, i);
        for (u32 k = 0; k < i; k++)
            m[k][i] |= step_at(c, k)->goroutine == step->goroutine;
        for (u32 k = 0; k < step->pred_count; k++) {
            Pred pred = c->steps.preds.data[step->preds + k];
            m[pred.step][i] |= all || pred.kind != PRED_ORDER;
        }
    }
}

static bool excludes(const RunStep *a, const RunStep *b)
{
    return a->object == b->object && !(a->shared && b->shared);
}

/* A release comes before the later acquires of sections that exclude its own. */
static void add_locks(const Case *c, Matrix m)
{
    for (u32 i = 0; i < c->steps.list.len; i++)
        for (u32 k = 0; k < i; k++)
            m[k][i] |= step_at(c, i)->kind == STEP_ACQUIRE && step_at(c, k)->kind == STEP_RELEASE &&
                       excludes(step_at(c, k), step_at(c, i));
}

/* Conflicting pairs that are ordered by none of the two relations (NULL: no second one). */
static void unordered_pairs(Case *c, const Matrix m, const Matrix other)
{
    for (u32 b = 0; b < c->steps.list.len; b++)
        for (u32 a = 0; a < b; a++)
            c->races[a][b] =
                steps_conflict(step_at(c, a), step_at(c, b)) && !m[a][b] && !(other && other[a][b]);
}

static void define_hb(Case *c)
{
    Matrix m = {{0}};
    add_edges(c, false, m);
    add_locks(c, m);
    close_relation(m, c->steps.list.len);
    unordered_pairs(c, m, NULL);
}

/* A read comes after the write that it sees, and so do later steps; whether the read itself races
 * with that write is asked without that edge. */
static void define_shb(Case *c)
{
    Matrix m = {{0}};
    u32 n = c->steps.list.len;
    add_edges(c, true, m);
    add_locks(c, m);
    for (u32 i = 0; i < n; i++) {
        const RunStep *step = step_at(c, i);
        if (is_access(step) && step->reads && step->writer != NO_STEP)
            m[step->writer][i] = true;
    }
    close_relation(m, n);
    unordered_pairs(c, m, NULL);
    for (u32 b = 0; b < n; b++) {
        const RunStep *step = step_at(c, b);
        u32 w = is_access(step) && step->reads ? step->writer : NO_STEP;
        for (u32 a = 0; w != NO_STEP && a <= w; a++) {
            bool otherwise = false; /* ordered without that last edge */
            for (u32 k = a; k < b; k++) {
                bool last = step_at(c, k)->goroutine == step->goroutine;
                for (u32 p = 0; p < step->pred_count; p++)
                    last |= c->steps.preds.data[step->preds + p].step == k;
                otherwise |= last && (k == a || m[a][k]);
            }
            c->races[a][b] = steps_conflict(step_at(c, a), step) && !otherwise;
        }
    }
}

/* ---- hb from the events alone ---- */

/* What an event hands on comes before what it learns: four nodes of each event, both of its
 * goroutine and of its partner in a rendezvous. */
static u32 node_of(u32 event, bool partner, bool end)
{
    return 4 * event + 2 * end + partner;
}

static bool is_on(const Event *event, EventKind kind, const Event *like)
{
    return event->kind == kind && loc_equal(event->loc, like->loc) &&
           (event->flags & EVF_ATOMIC) == (like->flags & EVF_ATOMIC);
}

/* Number of events of that kind on the same object before this one. */
static u32 count_before(const Run *run, EventKind kind, u32 number)
{
    u32 count = 0;
    for (u32 i = 0; i < number; i++)
        count += is_on(&run->trace.events.data[i], kind, &run->trace.events.data[number]);
    return count;
}

/* Whether what `earlier` hands on is learnt by `later`. */
static bool is_learnt(const Run *run, u32 earlier, u32 later)
{
    const Event *a = &run->trace.events.data[earlier], *b = &run->trace.events.data[later];
    u32 c = index_of(b->loc);
    bool same_lock = space_of(a->loc) == OF_LOCK && space_of(b->loc) == OF_LOCK &&
                     index_of(a->loc) == c && !(is_reader(a) && is_reader(b));
    switch (b->kind) {
    case EV_RECV: return a->kind == EV_SEND && run->sees[later] == earlier + 1;
    case EV_SEND:
        return is_on(a, EV_RECV, b) && count_before(run, EV_RECV, earlier) + run->capacity[c] ==
                                           count_before(run, EV_SEND, later);
    case EV_RECV_CLOSED: return is_on(a, EV_CLOSE, b);
    case EV_ACQUIRE: return (same_lock && a->kind != EV_ACQUIRE) || is_on(a, EV_RELEASE_MERGE, b);
    default: return false;
    }
}

/* The last atomic operation before that has written the variable hands on what it knew then. */
static void add_atomic(const Run *run, u32 number, Matrix m)
{
    const Event *event = &run->trace.events.data[number];
    for (u32 i = number; event->flags & EVF_ATOMIC && reads(event) && i-- > 0;) {
        const Event *before = &run->trace.events.data[i];
        if (before->flags & EVF_ATOMIC && writes(before) && loc_equal(before->loc, event->loc)) {
            m[node_of(i, false, true)][node_of(number, false, true)] = true;
            return;
        }
    }
}

static bool is_partner(const Run *run, u32 number, u32 g)
{
    return run->trace.events.data[number].goroutine != g + 1;
}

static void add_row(const Run *run, u32 g, Matrix m)
{
    const u32 *row = run->rows[g];
    for (u32 i = 0; i < run->lens[g]; i++) {
        bool partner = is_partner(run, row[i], g);
        m[node_of(row[i], partner, false)][node_of(row[i], partner, true)] = true;
        for (u32 k = 0; k < i; k++)
            m[node_of(row[k], is_partner(run, row[k], g), true)][node_of(row[i], partner, false)] =
                true;
        const Event *event = &run->trace.events.data[row[i]];
        if (event->kind != EV_GO || run->lens[event->other - 1] == 0)
            continue;
        u32 first = run->rows[event->other - 1][0];
        m[node_of(row[i], false, true)]
         [node_of(first, is_partner(run, first, event->other - 1), false)] = true;
    }
}

/* The node at which the access is: a channel operation accesses the channel first. */
static u32 access_node(const Case *c, u32 step)
{
    u32 event = step_at(c, step)->event;
    bool of_channel =
        step_at(c, step)->itself && space_of(c->trace.events.data[event].loc) == OF_CHANNEL;
    return node_of(event - CHANNELS, false, !of_channel);
}

static void define_hb_by_events(Case *c)
{
    Matrix m = {{0}};
    const Run *run = &c->run;
    for (u32 g = 0; g < GOROUTINES; g++)
        add_row(run, g, m);
    for (u32 b = 0; b < run->trace.events.len; b++) {
        for (u32 a = 0; a < b; a++)
            if (is_learnt(run, a, b))
                m[node_of(a, false, false)][node_of(b, false, true)] = true;
        bool meet = run->trace.events.data[b].kind == EV_RENDEZVOUS;
        m[node_of(b, false, false)][node_of(b, true, true)] |= meet;
        m[node_of(b, true, false)][node_of(b, false, true)] |= meet;
        add_atomic(run, b, m);
    }
    close_relation(m, 4 * run->trace.events.len);
    for (u32 b = 0; b < c->steps.list.len; b++)
        for (u32 a = 0; a < b; a++)
            c->races[a][b] = steps_conflict(step_at(c, a), step_at(c, b)) &&
                             !m[access_node(c, a)][access_node(c, b)];
}

/* ---- wcp ---- */

/* Rule (a) of predict/wcp.c for two sections on a lock: whether accesses in them conflict, and the
 * release of the first then precedes which step of the second. */
static void rule_a(const Case *c, u32 first, u32 second, Matrix p)
{
    const RunStep *one = step_at(c, first), *two = step_at(c, second);
    for (u32 i = first; i < one->match; i++)
        for (u32 k = second; k < c->steps.list.len && k < two->match; k++) {
            const RunStep *a = step_at(c, i), *b = step_at(c, k);
            bool inside = a->goroutine == one->goroutine && b->goroutine == two->goroutine;
            if (inside && is_access(a) && is_access(b) && a->object == b->object && !a->itself &&
                !b->itself && (a->kind == STEP_WRITE || b->kind == STEP_WRITE))
                p[one->match][k] = true;
        }
}

typedef void VisitSections(const Case *c, u32 first, u32 second, Matrix p);

/* Each two sections on a lock of different goroutines, of which the first is complete. */
static void each_two_sections(const Case *c, VisitSections *visit, Matrix p)
{
    for (u32 i = 0; i < c->steps.list.len; i++)
        for (u32 k = i + 1; k < c->steps.list.len; k++) {
            const RunStep *one = step_at(c, i), *two = step_at(c, k);
            if (one->kind == STEP_ACQUIRE && two->kind == STEP_ACQUIRE && excludes(one, two) &&
                one->goroutine != two->goroutine && one->match != NO_STEP && one->match < k)
                visit(c, i, k, p);
        }
}

static Matrix own; /* what comes before in a goroutine's order, and by edges between goroutines */

static void rule_b(const Case *c, u32 first, u32 second, Matrix p)
{
    u32 one = step_at(c, first)->match, two = step_at(c, second)->match;
    if (two != NO_STEP && (p[first][two] || own[first][two]))
        p[one][two] = true;
}

static u32 count_pairs(const Matrix m, u32 n)
{
    u32 count = 0;
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < n; k++)
            count += m[i][k];
    return count;
}

static void define_wcp(Case *c)
{
    Matrix h = {{0}}, p = {{0}};
    u32 n = c->steps.list.len;
    memset(own, 0, sizeof own);
    add_edges(c, true, own);
    memcpy(h, own, sizeof h);
    add_locks(c, h);
    close_relation(own, n);
    close_relation(h, n);
    each_two_sections(c, rule_a, p);
    for (u32 before = UINT32_MAX; before != count_pairs(p, n);) {
        before = count_pairs(p, n);
        each_two_sections(c, rule_b, p);
        for (u32 i = 0; i < n; i++)
            for (u32 j = 0; j < n; j++)
                for (u32 k = 0; p[i][j] && k < n; k++) {
                    p[i][k] |= h[j][k];
                    p[k][j] |= h[k][i];
                }
    }
    unordered_pairs(c, p, own);
}

/* ---- syncp: parts of the run, in the run's order ---- */

/* Receives, and selects that find no value, come after all receives that did so in the run. */
static bool keeps_receives(const Run *run, u32 number, const bool *taken)
{
    const Event *event = &run->trace.events.data[number];
    if (event->kind != EV_RECV && event->kind != EV_RECV_CLOSED && event->kind != EV_DEFAULT)
        return true;
    for (u32 i = 0; i < number; i++) {
        const Event *before = &run->trace.events.data[i];
        if (before->kind == EV_RECV && before->loc.offset == event->loc.offset && !taken[i])
            return false;
    }
    return true;
}

/* The events that the part contains, one after the other; false if one of them cannot happen. */
static bool follow_part(const Run *run, const u32 *lens, World *w)
{
    bool taken[EVENTS] = {0};
    *w = (World){.started[0] = true};
    for (u32 i = 0; i < run->trace.events.len; i++) {
        u32 g = run->trace.events.data[i].goroutine - 1, number = EVENTS;
        if (w->at[g] == lens[g] || run->rows[g][w->at[g]] != i)
            continue;
        if (!enabled(run, w, g, &number) || number != i || !keeps_receives(run, i, taken))
            return false;
        take(run, w, i);
        taken[i] = true;
    }
    for (u32 g = 0; g < GOROUTINES; g++)
        if (w->at[g] != lens[g])
            return false;
    return true;
}

static u32 access_step_of(const Case *c, u32 event, u32 goroutine)
{
    for (u32 i = 0; i < c->steps.list.len; i++)
        if (step_at(c, i)->event == event && is_access(step_at(c, i)) &&
            c->trace.events.data[event].goroutine == goroutine + 1)
            return i;
    return NO_STEP;
}

static void add_enabled_pairs(Case *c, const World *w)
{
    for (u32 g = 0; g < GOROUTINES; g++)
        for (u32 h = 0; h < GOROUTINES; h++) {
            u32 x, y;
            if (g == h || !co_enabled(&c->run, w, g, h, &x, &y))
                continue;
            u32 a = access_step_of(c, x + CHANNELS, g), b = access_step_of(c, y + CHANNELS, h);
            if (a < b && b != NO_STEP)
                c->races[a][b] = true;
        }
}

static void define_syncp(Case *c)
{
    const u32 *most = c->run.lens;
    for (u32 i = 0; i <= most[0]; i++)
        for (u32 j = 0; j <= most[1]; j++)
            for (u32 k = 0; k <= most[2]; k++) {
                World w;
                u32 lens[GOROUTINES] = {i, j, k};
                if (follow_part(&c->run, lens, &w))
                    add_enabled_pairs(c, &w);
            }
}

/* ---- comparing ---- */

static bool has_steps(const Findings *findings, u32 a, u32 b)
{
    for (u32 i = 0; i < findings->pairs.len; i++)
        if (findings->pairs.data[i].first == a && findings->pairs.data[i].second == b)
            return true;
    return false;
}

static u32 count_racy(const Case *c)
{
    u32 racy = 0;
    for (u32 b = 0; b < c->steps.list.len; b++) {
        bool races = false;
        for (u32 a = 0; a < b; a++)
            races |= c->races[a][b];
        racy += races;
    }
    return racy;
}

/* The places of a run's accesses all differ, so that every pair is reported. */
static u32 compare(Case *c, const char *name, void (*define)(Case *c))
{
    Findings findings = {0};
    memset(c->races, 0, sizeof c->races);
    define(c);
    analysis_find(name)->run(&c->steps, &findings);
    bool same = findings.racy == count_racy(c);
    u32 n = c->steps.list.len;
    for (u32 b = 0; b < n; b++)
        for (u32 a = 0; a < b; a++) {
            bool found = has_steps(&findings, a, b);
            if (found != c->races[a][b])
                printf("%s: %u and %u %s\n", name, step_at(c, a)->event - CHANNELS,
                       step_at(c, b)->event - CHANNELS,
                       found ? "are reported, but do not race" : "race, but are not reported");
            same &= found == c->races[a][b];
        }
    if (!same)
        show(&c->run);
    EXPECT(same);
    u32 count = findings.pairs.len;
    findings_free(&findings);
    return count;
}

/* ---- syncp: as in [MATHUR21] ---- */

typedef struct Reorderings {
    Case *c;
    Map seen;
} Reorderings;

/* A state of a reordering, and the last acquires of each lock by a writer and by a reader. */
typedef struct Reordered {
    World world;
    u8 last[LOCKS][2]; /* event + 1 */
} Reordered;

/* Whether acquires that exclude each other keep the order that they have in the run. */
static bool keeps_sections(const Reordered *r, const Event *event, u32 number)
{
    if (event->kind != EV_ACQUIRE)
        return true;
    const u8 *last = r->last[index_of(event->loc)];
    return number + 1 > last[0] && (is_reader(event) || number + 1 > last[1]);
}

static void reorder(Reorderings *all, const Reordered *r)
{
    const Run *run = &all->c->run;
    u64 key = 1;
    for (u32 i = 0; i < sizeof *r; i++)
        key = hash_u64(key + ((const u8 *)r)[i]);
    u64 *seen = map_put(&all->seen, key | 1);
    if (*seen)
        return;
    *seen = 1;
    add_enabled_pairs(all->c, &r->world);
    for (u32 g = 0; g < GOROUTINES; g++) {
        u32 number = EVENTS;
        if (!enabled(run, &r->world, g, &number) ||
            !keeps_sections(r, &run->trace.events.data[number], number))
            continue;
        const Event *event = &run->trace.events.data[number];
        Reordered next = *r;
        take(run, &next.world, number);
        if (event->kind == EV_ACQUIRE)
            next.last[index_of(event->loc)][is_reader(event)] = (u8)(number + 1);
        reorder(all, &next);
    }
}

/* Of a run with locks only: all reorderings, in any order that keeps that of the sections. */
static void define_sync_preserving(Case *c)
{
    Reorderings all = {.c = c};
    Reordered first;
    memset(&first, 0, sizeof first);
    first.world.started[0] = true;
    reorder(&all, &first);
    map_free(&all.seen);
}

/* ---- lockset ---- */

static bool counts(const Case *c, u32 step, u32 variable)
{
    const RunStep *s = step_at(c, step);
    return is_access(s) && s->object == variable && !s->atomic;
}

/* Whether the goroutine starts another between two steps. */
static bool starts_between(const Case *c, u32 goroutine, u32 from, u32 to)
{
    for (u32 i = from; i < to; i++)
        if (step_at(c, i)->goroutine == goroutine &&
            c->trace.events.data[step_at(c, i)->event].kind == EV_GO)
            return true;
    return false;
}

/* The first access to the variable that does not only initialise it. */
static u32 first_counted(const Case *c, u32 variable)
{
    u32 n = c->steps.list.len, first = 0;
    while (first < n && !counts(c, first, variable))
        first++;
    u32 last = first;
    for (u32 i = first + 1; i < n && step_at(c, last)->goroutine == step_at(c, first)->goroutine;
         i++) {
        if (!counts(c, i, variable))
            continue;
        if (starts_between(c, step_at(c, first)->goroutine, last, i))
            first = i;
        last = i;
    }
    return first;
}

static bool is_protected(const Case *c, u32 step, u32 lock)
{
    for (u32 i = 0; i < step; i++) {
        const RunStep *a = step_at(c, i);
        if (a->kind == STEP_ACQUIRE && a->object == lock && a->match > step &&
            a->goroutine == step_at(c, step)->goroutine &&
            !(a->shared && step_at(c, step)->kind == STEP_WRITE))
            return true;
    }
    return false;
}

static bool is_unprotected(const Case *c, u32 variable)
{
    bool conflict = false;
    u32 n = c->steps.list.len, from = first_counted(c, variable);
    for (u32 i = from; i < n; i++)
        for (u32 k = from; k < i; k++)
            conflict |= counts(c, i, variable) && counts(c, k, variable) &&
                        steps_conflict(step_at(c, k), step_at(c, i));
    for (u32 lock = 0; lock < c->steps.locks; lock++) {
        bool always = true;
        for (u32 i = from; i < n; i++)
            always &= !counts(c, i, variable) || is_protected(c, i, lock);
        if (always)
            return false;
    }
    return conflict;
}

static void compare_locksets(Case *c)
{
    Findings findings = {0};
    analyse_lockset(&c->steps, &findings);
    u32 expected = 0;
    for (u32 v = 0; v < c->steps.variables; v++) {
        bool unprotected = is_unprotected(c, v), warned = false;
        for (u32 i = 0; i < findings.pairs.len; i++)
            warned |= step_at(c, findings.pairs.data[i].first)->object == v;
        if (warned != unprotected) {
            printf("lockset: variable %u %s\n", v, warned ? "is protected" : "is not protected");
            show(&c->run);
        }
        EXPECT(warned == unprotected);
        expected += unprotected;
    }
    EXPECT_INT(findings.racy, expected);
    findings_free(&findings);
}

/* What an analysis finds window by window, and in the run as a whole. */
typedef struct Streamed {
    Steps steps; /* of the windows, as is the trace */
    Trace trace;
    Findings all[MAX_ANALYSES]; /* by analysis: */
    Findings *found;            /* its own */
    Findings whole;
} Streamed;

static void stream(Streamed *s, const Case *c, const Analysis *analysis, u32 window)
{
    u32 number = (u32)(analysis - analysis_list(&(u32){0}));
    memset(s, 0, sizeof *s);
    s->found = &s->all[number];
    EventSink *sink = stream_begin((StreamPlan){1u << number, window}, &s->steps, s->all);
    for (u32 i = 0; i < c->trace.events.len; i++)
        sink_event(sink, &c->trace.events.data[i]);
    stream_end(sink, &s->trace, false);
    analysis->run(&c->steps, &s->whole);
}

static void end_streamed(Streamed *s)
{
    steps_free(&s->steps);
    trace_free(&s->trace);
    findings_free(s->found);
    findings_free(&s->whole);
}

/* The same pairs of the same accesses, although of the run only a window was kept. */
static void compare_stream(const Case *c, const char *name, u32 window)
{
    Streamed s;
    stream(&s, c, analysis_find(name), window);
    EXPECT_INT(s.found->racy, s.whole.racy);
    EXPECT_INT(s.found->pairs.len, s.whole.pairs.len);
    EXPECT_INT(s.steps.variables_seen, c->steps.variables_seen);
    for (u32 i = 0; i < 2 * s.found->pairs.len && test_ok; i++) {
        u32 got = (&s.found->pairs.data[i / 2].first)[i & 1];
        u32 want = (&s.whole.pairs.data[i / 2].first)[i & 1];
        const RunStep *a = &s.steps.list.data[got], *b = step_at(c, want);
        EXPECT(a->kind == b->kind && a->goroutine == b->goroutine && a->index == b->index);
        EXPECT_INT(trace_number(&s.trace, a->event), b->event + 1);
    }
    if (!test_ok)
        show(&c->run);
    end_streamed(&s);
}

/* Whether the analysis of the whole run has found a pair of the same accesses at the same places.
 */
static bool is_in_whole(const Streamed *s, const Case *c, RacePair pair)
{
    u64 key = race_pair_key(&s->steps, pair.first, pair.second);
    const RunStep *later = &s->steps.list.data[pair.second];
    bool racy = false;
    for (u32 i = 0; i < c->steps.list.len; i++)
        racy |= step_at(c, i)->event + 1 == trace_number(&s->trace, later->event) &&
                step_at(c, i)->index == later->index && map_get(&s->whole.racy_steps, i);
    return racy && map_get(&s->whole.seen, key);
}

/* What is found window by window is found in the whole run; with one window, that is all. */
static u32 compare_windows(const Case *c, const char *name, u32 window)
{
    Streamed s;
    const Analysis *analysis = analysis_find(name);
    stream(&s, c, analysis, window);
    const Findings *found = s.found, *whole = &s.whole;
    EXPECT(found->racy <= whole->racy || analysis->deadlocks);
    EXPECT(found->pairs.len <= whole->pairs.len && found->cycles.len <= whole->cycles.len);
    for (u32 i = 0; i < found->pairs.len; i++)
        EXPECT(is_in_whole(&s, c, found->pairs.data[i]));
    if (found->windows == 1)
        EXPECT(found->racy == whole->racy && found->cycles.len == whole->cycles.len);
    if (!test_ok) {
        printf("%s, windows of %u steps: %u of %u pairs, %u of %u cycles\n", name, window,
               found->pairs.len, whole->pairs.len, found->cycles.len, whole->cycles.len);
        show(&c->run);
    }
    u32 pairs = found->windows > 1 ? found->pairs.len + found->cycles.len : 0;
    end_streamed(&s);
    return pairs;
}

static void test_definitions(void)
{
    static Case c;
    static const struct {
        const char *name;
        void (*define)(Case *c);
    } rows[] = {{"hb", define_hb_by_events},
                {"hb", define_hb},
                {"shb", define_shb},
                {"wcp", define_wcp},
                {"syncp", define_syncp}};
    u32 found[COUNT_OF(rows)] = {0}, preserving = 0, in_windows = 0;
    static const char *const windowed[] = {"wcp", "syncp", "osr", "deadlock"};
    Rng rng = {setting("SEED", 1)};
    u32 runs = (u32)setting("RUNS", 15000);
    for (u32 i = 0; i < runs && test_ok; i++) {
        random_run(&c.run, &rng, false);
        with_makes(&c.run, &c.trace);
        steps_build(&c.steps, &c.trace);
        EXPECT(c.steps.list.len <= STEPS);
        for (u32 k = 0; k < COUNT_OF(rows); k++)
            found[k] += compare(&c, rows[k].name, rows[k].define);
        if (c.run.only_locks)
            preserving += compare(&c, "syncp", define_sync_preserving);
        compare_locksets(&c);
        compare_stream(&c, "hb", i % 8);
        compare_stream(&c, "shb", i % 8);
        for (u32 k = 0; k < COUNT_OF(windowed); k++)
            in_windows += compare_windows(&c, windowed[k], 1 + i % 48);
        steps_free(&c.steps);
        vec_free(&c.trace.events);
        vec_free(&c.run.trace.events);
    }
    printf("%u runs:", runs);
    for (u32 k = 0; k < COUNT_OF(rows); k++)
        printf(" %s %u", rows[k].name, found[k]);
    printf(", with locks only: syncp %u, in windows %u\n", preserving, in_windows);
    EXPECT(preserving > 100 && in_windows > 100);
}

int main(void)
{
    RUN(test_definitions);
    return test_summary("predict_exact");
}

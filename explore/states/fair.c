/* Cycles of states that can be left, but need not be although each goroutine that could go on does:
 * a livelock. A cycle is fair if
 *   - each goroutine, and each timer that is set, that has a move in some state of it makes one
 *     (strong fairness: one that waits for a lock gets it at some time, as in Go);
 *   - each choice that is made has all of its answers in it, for Go draws them at random.
 * In a component that has such cycles those are found by taking away, again and again, what no fair
 * cycle can go through: moves of which an answer leads out, and states in which something could go
 * on that nowhere does (Streett's condition). States name goroutines by their places, which change
 * from state to state; so actors are followed along the edges, and those that can take each other's
 * places by going round count as one. */
#include <stdlib.h>
#include <string.h>

#include "explore/states/states.h"

/* Where a part of the lists of Fair begins. */
typedef struct FairMark {
    u32 moves, edges, maps, twins, answers;
} FairMark;

typedef struct FairState {
    u32 state; /* its number in the store */
    Actors is;
    FairMark mark; /* its moves and twins begin there, and all that is added after them */
} FairState;

typedef struct FairMove {
    Move move;
    bool leaves; /* with some answers it leads out of the component, or to the program's end */
} FairMove;

/* A move with certain answers. */
typedef struct FairEdge {
    u32 from, to;       /* numbers of states */
    u32 move;           /* index in Fair.moves */
    u32 map;            /* in Fair.maps, for each actor of `from`: which one of `to` it is */
    u32 answers, count; /* in Fair.answers */
} FairEdge;

struct Fair {
    /* Of states whose component is not complete. All are stacks. */
    VEC(FairState) states; /* by their numbers */
    VEC(FairMove) moves;
    VEC(FairEdge) edges;
    U32List maps;
    U32List twins; /* actors that differ in nothing from the one before */
    VEC(Answer) answers;
    ActorsMove made; /* the move that is being made */
};

Fair *fair_new(void)
{
    return xcalloc(1, sizeof(Fair));
}

void fair_free(Fair *f)
{
    vec_free(&f->states);
    vec_free(&f->moves);
    vec_free(&f->edges);
    vec_free(&f->maps);
    vec_free(&f->twins);
    vec_free(&f->answers);
    actors_move_free(&f->made);
    free(f);
}

u64 fair_memory(const Fair *f)
{
    return f->states.cap * sizeof *f->states.data + f->moves.cap * sizeof *f->moves.data +
           f->edges.cap * sizeof *f->edges.data + (u64)f->maps.cap * sizeof(u32) +
           (u64)f->twins.cap * sizeof(u32) + f->answers.cap * sizeof *f->answers.data;
}

/* ---- while the search goes on ---- */

static u32 index_of(const Fair *f, u32 state)
{
    u32 low = 0, high = f->states.len;
    while (low < high) {
        u32 mid = (low + high) / 2;
        if (f->states.data[mid].state < state)
            low = mid + 1;
        else
            high = mid;
    }
    return low < f->states.len && f->states.data[low].state == state ? low : UINT32_MAX;
}

/* A new state; its twins, which have been added since then, begin there. */
static void enter(Fair *f, u32 state, Actors is, const Move *moves, u32 n, u32 twins)
{
    CHECK(!f->states.len || vec_last(&f->states).state < state);
    FairMark mark = {f->moves.len, f->edges.len, f->maps.len, twins, f->answers.len};
    vec_push(&f->states, (FairState){state, is, mark});
    for (u32 i = 0; i < n; i++)
        vec_push(&f->moves, (FairMove){.move = moves[i]});
}

void fair_enter(Fair *f, VM *vm, u32 state, const Move *moves, u32 n)
{
    u32 twins = f->twins.len;
    actors_twins(vm, &f->twins);
    enter(f, state, actors_of(vm), moves, n, twins);
}

void fair_enter_record(Fair *f, u32 state, const Record *record)
{
    u32 twins = f->twins.len;
    for (u32 i = 0; i < record->twins.len; i++)
        vec_push(&f->twins, record->twins.data[i]);
    enter(f, state, record->is, record->moves.data, record->moves.len, twins);
}

void fair_no_timers(Fair *f)
{
    actors_no_timers(&f->made);
}

void fair_begin_move(Fair *f, const VM *vm)
{
    actors_begin_move(&f->made, vm);
}

void fair_end_move(Fair *f, VM *vm)
{
    actors_end_move(&f->made, vm);
}

/* Adds an edge with these answers. */
static void add_edge(Fair *f, FairEdge edge, const Answer *answers, u32 count)
{
    edge.answers = f->answers.len;
    edge.count = count;
    for (u32 i = 0; i < count; i++)
        vec_push(&f->answers, answers[i]);
    vec_push(&f->edges, edge);
}

void fair_edge(Fair *f, u32 from, u32 move, u32 to, const Machine *m, const U32List *order)
{
    const FairState *state = &f->states.data[index_of(f, from)];
    FairEdge edge = {.from = from, .to = to, .move = state->mark.moves + move};
    edge.map = actors_map(&f->made, state->is, order, &f->maps);
    add_edge(f, edge, m->answers.data, m->answered);
}

void fair_edge_record(Fair *f, u32 from, u32 to, const Record *record, const Edge *edge)
{
    const FairState *state = &f->states.data[index_of(f, from)];
    FairEdge added = {.from = from, .to = to, .move = state->mark.moves + edge->move};
    added.map = edge->map == SAME_ACTORS ? SAME_ACTORS : f->maps.len;
    for (u32 i = 0; i < state->is.count && edge->map != SAME_ACTORS; i++)
        vec_push(&f->maps, record->maps.data[edge->map + i]);
    add_edge(f, added, vec_from(&record->answers, edge->answers), edge->count);
}

void fair_leaves(Fair *f, u32 from, u32 move)
{
    f->moves.data[f->states.data[index_of(f, from)].mark.moves + move].leaves = true;
}

static void drop_from(Fair *f, u32 first)
{
    FairMark mark = f->states.data[first].mark;
    f->states.len = first;
    f->moves.len = mark.moves;
    f->edges.len = mark.edges;
    f->maps.len = mark.maps;
    f->twins.len = mark.twins;
    f->answers.len = mark.answers;
}

/* ---- the search in a component ---- */

typedef VEC(u32) List; /* states of a region, local */
typedef VEC(List) Lists;

/* A component: the states from `first` on. Local numbers of states begin there. */
typedef struct Part {
    const Fair *f;
    u32 first, count;
    u32 edges, edge_end;    /* those of the component */
    u32 *from_at, *by_from; /* edges by the state that they begin in, local: indices in f->edges */
    u32 *to;                /* by edge: local number, or UINT32_MAX */
    u32 *region;            /* by state: the region that it is in; 0: none */
    bool *usable;           /* by edge: a fair cycle of the region may go there */
    u32 *actor_at;          /* by state: number of its first actor among all */
    u32 *orbit;             /* by actor: union-find of those that can take each other's places */
    bool *moves;            /* by representative: it makes a move */
    u32 regions;            /* so far */
    /* Tarjan's: by state */
    u32 *order, *low;
} Part;

static u32 edges_of(const Part *p)
{
    return p->edge_end - p->edges;
}

static const FairEdge *edge_at(const Part *p, u32 e)
{
    return &p->f->edges.data[p->edges + e];
}

static const FairState *state_at(const Part *p, u32 s)
{
    return &p->f->states.data[p->first + s];
}

static u32 end_of_moves(const Part *p, u32 s)
{
    u32 next = p->first + s + 1;
    return next < p->f->states.len ? p->f->states.data[next].mark.moves : p->f->moves.len;
}

static u32 end_of_twins(const Part *p, u32 s)
{
    u32 next = p->first + s + 1;
    return next < p->f->states.len ? p->f->states.data[next].mark.twins : p->f->twins.len;
}

static u32 local(const Part *p, u32 state)
{
    u32 index = index_of(p->f, state);
    return index == UINT32_MAX || index < p->first ? UINT32_MAX : index - p->first;
}

static void part_init(Part *p, const Fair *f, u32 first)
{
    *p = (Part){.f = f, .first = first, .count = f->states.len - first, .edge_end = f->edges.len};
    p->edges = f->states.data[first].mark.edges;
    p->to = xcalloc(edges_of(p) + 1, sizeof(u32));
    p->by_from = xcalloc(edges_of(p) + 1, sizeof(u32));
    p->from_at = xcalloc(p->count + 2, sizeof(u32));
    for (u32 e = 0; e < edges_of(p); e++) {
        p->to[e] = local(p, edge_at(p, e)->to);
        p->from_at[local(p, edge_at(p, e)->from) + 2]++;
    }
    for (u32 s = 2; s < p->count + 2; s++)
        p->from_at[s] += p->from_at[s - 1];
    for (u32 e = 0; e < edges_of(p); e++)
        p->by_from[p->from_at[local(p, edge_at(p, e)->from) + 1]++] = e;
    p->region = xcalloc(p->count + 1, sizeof(u32));
    p->usable = xcalloc(edges_of(p) + 1, sizeof(bool));
    p->order = xcalloc(p->count + 1, sizeof(u32));
    p->low = xcalloc(p->count + 1, sizeof(u32));
    p->actor_at = xcalloc(p->count + 1, sizeof(u32));
    u32 actors = 0;
    for (u32 s = 0; s < p->count; s++) {
        p->actor_at[s] = actors;
        actors += state_at(p, s)->is.count;
    }
    p->orbit = xcalloc(actors + 1, sizeof(u32));
    p->moves = xcalloc(actors + 1, sizeof(bool));
}

static void part_free(Part *p)
{
    free(p->to);
    free(p->by_from);
    free(p->from_at);
    free(p->region);
    free(p->usable);
    free(p->order);
    free(p->low);
    free(p->actor_at);
    free(p->orbit);
    free(p->moves);
}

static List new_region(Part *p)
{
    p->regions++;
    return (List){0};
}

static void add_state(Part *p, List *region, u32 s)
{
    p->region[s] = p->regions;
    vec_push(region, s);
}

/* An edge stays usable if all answers to the choices of its move stay in the region. */
static void find_usable(Part *p, const List *region)
{
    u32 id = p->region[region->data[0]];
    for (u32 i = 0; i < region->len; i++) {
        u32 s = region->data[i], begin = p->from_at[s], end = p->from_at[s + 1];
        for (u32 k = begin; k < end; k++) {
            u32 move = edge_at(p, p->by_from[k])->move;
            bool stays = !p->f->moves.data[move].leaves;
            for (u32 j = begin; j < end && stays; j++) {
                u32 other = p->by_from[j];
                if (edge_at(p, other)->move == move)
                    stays = p->to[other] != UINT32_MAX && p->region[p->to[other]] == id;
            }
            p->usable[p->by_from[k]] = stays;
        }
    }
}

/* ---- strongly connected regions ---- */

typedef struct Walk {
    u32 state, next; /* next: index in by_from */
} Walk;

/* Tarjan's, from `start`: makes regions of the components of the region that it reaches, which are
 * appended to *out. */
static void components_from(Part *p, u32 start, u32 id, u32 *counter, Lists *out, List *open)
{
    VEC(Walk) walk = {0};
    p->order[start] = p->low[start] = ++*counter;
    vec_push(open, start);
    vec_push(&walk, (Walk){start, p->from_at[start]});
    while (walk.len) {
        Walk *top = &vec_last(&walk);
        u32 s = top->state;
        if (top->next < p->from_at[s + 1]) {
            u32 e = p->by_from[top->next++], to = p->usable[e] ? p->to[e] : UINT32_MAX;
            if (to == UINT32_MAX || p->region[to] != id)
                continue;
            if (p->order[to]) {
                if (p->order[to] < p->low[s])
                    p->low[s] = p->order[to];
                continue;
            }
            p->order[to] = p->low[to] = ++*counter;
            vec_push(open, to);
            vec_push(&walk, (Walk){to, p->from_at[to]});
            continue;
        }
        walk.len--;
        if (walk.len && p->low[s] < p->low[vec_last(&walk).state])
            p->low[vec_last(&walk).state] = p->low[s];
        if (p->low[s] != p->order[s])
            continue;
        List part = new_region(p);
        u32 last;
        do {
            last = vec_pop(open);
            add_state(p, &part, last);
        } while (last != s);
        vec_push(out, part);
    }
    vec_free(&walk);
}

/* Appends the strongly connected regions that the region consists of. */
static void split(Part *p, const List *region, Lists *out)
{
    u32 counter = 0, id = p->region[region->data[0]];
    List open = {0};
    for (u32 i = 0; i < region->len; i++)
        p->order[region->data[i]] = 0;
    for (u32 i = 0; i < region->len; i++)
        if (!p->order[region->data[i]])
            components_from(p, region->data[i], id, &counter, out, &open);
    vec_free(&open);
}

/* ---- fairness ---- */

static u32 orbit_of(Part *p, u32 actor)
{
    while (p->orbit[actor] != actor)
        actor = p->orbit[actor] = p->orbit[p->orbit[actor]];
    return actor;
}

static void join(Part *p, u32 a, u32 b)
{
    p->orbit[orbit_of(p, a)] = orbit_of(p, b);
}

static void join_along(Part *p, u32 e)
{
    const FairEdge *edge = edge_at(p, e);
    u32 from = local(p, edge->from), to = p->to[e];
    for (u32 i = 0; i < state_at(p, from)->is.count; i++) {
        u32 image = edge->map == SAME_ACTORS ? i : p->f->maps.data[edge->map + i];
        if (image != NO_ACTOR)
            join(p, p->actor_at[from] + i, p->actor_at[to] + image);
    }
}

static void find_orbits(Part *p, const List *region)
{
    for (u32 i = 0; i < region->len; i++) {
        u32 s = region->data[i], first = p->actor_at[s];
        for (u32 a = first; a < first + state_at(p, s)->is.count; a++) {
            p->orbit[a] = a;
            p->moves[a] = false;
        }
    }
    for (u32 i = 0; i < region->len; i++) {
        u32 s = region->data[i];
        for (u32 k = p->from_at[s]; k < p->from_at[s + 1]; k++)
            if (p->usable[p->by_from[k]])
                join_along(p, p->by_from[k]);
        for (u32 t = state_at(p, s)->mark.twins; t < end_of_twins(p, s); t++)
            join(p, p->actor_at[s] + p->f->twins.data[t], p->actor_at[s] + p->f->twins.data[t] - 1);
    }
}

enum { MOST_MOVERS = 2 };

/* The representatives of those that go on in the move, a goroutine and its partner or a timer. */
static u32 movers(Part *p, u32 s, const Move *move, u32 out[MOST_MOVERS])
{
    const FairState *state = state_at(p, s);
    u32 first = p->actor_at[s], n = 0;
    if (move->kind == MOVE_TIMER) {
        out[n++] = orbit_of(p, first + state->is.goroutines + move->goroutine);
        return n;
    }
    out[n++] = orbit_of(p, first + move->goroutine - state->is.first);
    if (move->partner)
        out[n++] = orbit_of(p, first + move->partner - state->is.first);
    return n;
}

/* The same of an edge that begins in the state; none if no fair cycle may go there. */
static u32 edge_movers(Part *p, u32 s, u32 e, u32 out[MOST_MOVERS])
{
    return p->usable[e] ? movers(p, s, &p->f->moves.data[edge_at(p, e)->move].move, out) : 0;
}

/* True: something makes a move. */
static bool find_movers(Part *p, const List *region)
{
    bool any = false;
    for (u32 i = 0; i < region->len; i++) {
        u32 s = region->data[i], who[MOST_MOVERS];
        for (u32 k = p->from_at[s]; k < p->from_at[s + 1]; k++)
            for (u32 n = edge_movers(p, s, p->by_from[k], who); n--;)
                p->moves[who[n]] = any = true;
    }
    return any;
}

/* Whether something could go on in the state that nowhere in the region does. */
static bool is_unfair(Part *p, u32 s)
{
    u32 who[MOST_MOVERS];
    for (u32 m = state_at(p, s)->mark.moves; m < end_of_moves(p, s); m++)
        for (u32 n = movers(p, s, &p->f->moves.data[m].move, who); n--;)
            if (!p->moves[who[n]])
                return true;
    return false;
}

/* Whether all of a strongly connected region is one fair cycle; if not, a region of the states that
 * are left may be appended to *out. */
static bool is_fair(Part *p, const List *region, Lists *out)
{
    find_orbits(p, region);
    if (!find_movers(p, region))
        return false;
    List left = new_region(p);
    for (u32 i = 0; i < region->len; i++)
        if (!is_unfair(p, region->data[i]))
            add_state(p, &left, region->data[i]);
    if (left.len == region->len) {
        vec_free(&left);
        return true;
    }
    if (left.len)
        vec_push(out, left);
    return false;
}

/* Replaces *region, which is all of the component, by a region that is a fair cycle. False: there
 * is none. */
static bool find_fair(Part *p, List *region)
{
    Lists todo = {0};
    bool found = false;
    List all = new_region(p);
    for (u32 s = 0; s < p->count; s++)
        add_state(p, &all, s);
    vec_push(&todo, all);
    while (todo.len && !found) {
        List part = vec_pop(&todo);
        find_usable(p, &part);
        u32 before = todo.len;
        split(p, &part, &todo);
        if (todo.len == before + 1) { /* it is strongly connected */
            List whole = vec_pop(&todo);
            found = is_fair(p, &whole, &todo);
            if (found)
                *region = whole;
            else
                vec_free(&whole);
        }
        vec_free(&part);
    }
    for (u32 i = 0; i < todo.len; i++)
        vec_free(&todo.data[i]);
    vec_free(&todo);
    return found;
}

/* ---- a way round ---- */

/* Appends the edge to the path as a step. */
static void take(const Part *p, u32 e, Path *path)
{
    const FairEdge *edge = edge_at(p, e);
    vec_push(&path->steps,
             (PathStep){p->f->moves.data[edge->move].move, path->answers.len, edge->count});
    for (u32 i = 0; i < edge->count; i++)
        vec_push(&path->answers, p->f->answers.data[edge->answers + i]);
}

/* Appends a shortest way from the state to `to`, by edges between states of the region (0: any), to
 * the path. Uses p->order. */
static void route(Part *p, u32 from, u32 to, u32 region, Path *path)
{
    List queue = {0};
    for (u32 s = 0; s < p->count; s++)
        p->order[s] = UINT32_MAX; /* the edge by which it was reached */
    vec_push(&queue, from);
    for (u32 i = 0; i < queue.len && p->order[to] == UINT32_MAX; i++)
        for (u32 k = p->from_at[queue.data[i]]; k < p->from_at[queue.data[i] + 1]; k++) {
            u32 e = p->by_from[k], next = p->to[e];
            bool may =
                next != UINT32_MAX && (!region || (p->region[next] == region && p->usable[e]));
            if (!may || next == from || p->order[next] != UINT32_MAX)
                continue;
            p->order[next] = e;
            vec_push(&queue, next);
        }
    vec_clear(&queue);
    for (u32 at = to; at != from; at = local(p, edge_at(p, p->order[at])->from))
        vec_push(&queue, p->order[at]);
    while (queue.len)
        take(p, vec_pop(&queue), path);
    vec_free(&queue);
}

/* An edge of a move in which something of the orbit goes on. */
static u32 edge_of_orbit(Part *p, const List *region, u32 orbit)
{
    for (u32 i = 0; i < region->len; i++) {
        u32 s = region->data[i], who[MOST_MOVERS];
        for (u32 k = p->from_at[s]; k < p->from_at[s + 1]; k++)
            for (u32 n = edge_movers(p, s, p->by_from[k], who); n--;)
                if (who[n] == orbit)
                    return p->by_from[k];
    }
    BUG("nothing of the orbit moves");
}

/* From a state of the region back to it, past moves of all that move in it. */
static void go_round(Part *p, const List *region, u32 start, Path *path)
{
    u32 at = start, id = p->region[start];
    for (u32 a = 0; a < state_at(p, start)->is.count; a++) {
        u32 orbit = orbit_of(p, p->actor_at[start] + a);
        if (!p->moves[orbit])
            continue;
        p->moves[orbit] = false; /* once for each */
        u32 e = edge_of_orbit(p, region, orbit);
        route(p, at, local(p, edge_at(p, e)->from), id, path);
        take(p, e, path);
        at = p->to[e];
    }
    route(p, at, start, id, path);
}

bool fair_component(Fair *f, u32 root, bool cyclic, Path *to, Path *round)
{
    u32 first = index_of(f, root);
    CHECK(first != UINT32_MAX);
    bool found = false;
    if (cyclic && !f->states.data[first].is.main_ended) {
        Part part;
        List region;
        part_init(&part, f, first);
        found = find_fair(&part, &region);
        if (found) {
            route(&part, 0, region.data[0], 0, to);
            go_round(&part, &region, region.data[0], round);
            vec_free(&region);
        }
        part_free(&part);
    }
    drop_from(f, first);
    return found;
}

/* Whether the graph of states has a cycle, by nothing but its edges: states that nothing leads to
 * are taken away, with their edges, again and again (Kahn 1962). What is left has one. */
#include "explore/states/share.h"

typedef struct Edges {
    VEC(Unpack) at; /* by number of the state: its edges; at NULL: none are listed */
    U32List into;   /* how many lead to it */
    U32List free;   /* states that nothing leads to any more */
} Edges;

static void edges_free(Edges *e)
{
    vec_free(&e->at);
    vec_free(&e->into);
    vec_free(&e->free);
}

static void extend(Edges *e, u32 state)
{
    vec_extend(&e->at, state + 1);
    vec_extend(&e->into, state + 1);
}

/* Notes where each state's edges are, and counts those that lead to each; the number of states. */
static u32 note_edges(Edges *e, Unpack list)
{
    u32 states = 0;
    for (; list.at < list.end && !list.bad; states++) {
        u32 state = unpack_u32(&list);
        extend(e, state);
        CHECK(!e->at.data[state].at);
        e->at.data[state] = list;
        for (u32 n = unpack_u32(&list); n && !list.bad; n--) {
            u32 to = unpack_u32(&list);
            extend(e, to);
            e->into.data[to]++;
        }
    }
    CHECK(!list.bad);
    return states;
}

/* Takes the state away. */
static void take(Edges *e, u32 state)
{
    Unpack list = e->at.data[state];
    for (u32 n = unpack_u32(&list); n; n--) {
        u32 to = unpack_u32(&list);
        if (!--e->into.data[to])
            vec_push(&e->free, to);
    }
}

bool cycle_in(const Unpack *lists, u32 count)
{
    Edges e = {0};
    u32 states = 0, taken = 0;
    for (u32 i = 0; i < count; i++)
        states += note_edges(&e, lists[i]);
    for (u32 i = 0; i < e.at.len; i++)
        if (!e.into.data[i])
            vec_push(&e.free, i);
    while (e.free.len) {
        u32 state = vec_pop(&e.free);
        if (!e.at.data[state].at)
            continue;
        take(&e, state);
        taken++;
    }
    edges_free(&e);
    return taken < states;
}

/* Strongly connected components of the state graph, found while the depth-first search goes through
 * it (Tarjan 1972). A component with a cycle that no move leaves is one in which the program can
 * never end, whatever the scheduler does from then on: a livelock. */
#include "explore/states/states.h"

static bool is_complete(const Components *c, u32 state)
{
    u32 word = state / 64;
    return word < c->complete.len && c->complete.data[word] >> state % 64 & 1;
}

static void set_complete(Components *c, u32 state)
{
    vec_extend(&c->complete, state / 64 + 1);
    c->complete.data[state / 64] |= 1ull << state % 64;
}

Component component_begin(Components *c, u32 state)
{
    CHECK(!is_complete(c, state));
    CHECK(!c->open.len || vec_last(&c->open) < state); /* states are numbered as they are found */
    vec_push(&c->open, state);
    return (Component){.first = state};
}

bool component_is_open(const Components *c, u32 state)
{
    return !is_complete(c, state);
}

void component_edge(const Components *c, Component *of, u32 state)
{
    if (is_complete(c, state)) {
        of->left = true;
        return;
    }
    of->cyclic = true;
    if (state < of->first)
        of->first = state;
}

bool component_end(Components *c, u32 state, Component *of, Component *parent)
{
    CHECK(of->first <= state && c->open.len);
    bool complete = of->first == state;
    if (complete)
        for (u32 last = state + 1; last != state;) {
            last = vec_pop(&c->open);
            set_complete(c, last);
        }
    if (!parent)
        return complete && of->cyclic && !of->left;
    parent->left |= complete || of->left;
    if (!complete && of->first < parent->first)
        parent->first = of->first;
    parent->cyclic |= !complete;
    return complete && of->cyclic && !of->left;
}

u64 components_memory(const Components *c)
{
    return (u64)c->open.cap * sizeof *c->open.data + (u64)c->complete.cap * sizeof(u64);
}

void components_free(Components *c)
{
    vec_free(&c->open);
    vec_free(&c->complete);
}

/* Where control may come to in a function. */
#include "analysis/flow.h"

u8 *flow_after(const Flow *flow, u32 from, u32 but, FlowWays ways)
{
    u8 *after = xcalloc(flow->blocks.len + 1, 1);
    u32 *stack = xcalloc(flow->blocks.len + 1, sizeof *stack), depth = 0;
    bool recovers = ways == FLOW_PANICS && flow->recover_block;
    stack[depth++] = from;
    while (depth) {
        const Block *b = &flow->blocks.data[stack[--depth]];
        for (u32 i = 0; i < b->nnext + recovers; i++) {
            u32 next = i < b->nnext ? b->next[i] : flow->recover_block;
            if (next == but || after[next])
                continue;
            after[next] = 1;
            stack[depth++] = next;
        }
    }
    free(stack);
    return after;
}

bool flow_leads(const Flow *flow, u32 from, u32 to, u32 but, FlowWays ways)
{
    u8 *after = flow_after(flow, from, but, ways);
    bool leads = after[to];
    free(after);
    return leads;
}

bool flow_always_passes(const Flow *flow, u32 pc)
{
    u32 avoid = flow->block_at[pc];
    if (avoid == 0)
        return true;
    u8 *after = flow_after(flow, 0, avoid, FLOW_PLAIN);
    bool always = flow->blocks.data[0].nnext > 0;
    for (u32 i = 0; i < flow->blocks.len && always; i++)
        always = !after[i] || flow->blocks.data[i].nnext > 0;
    free(after);
    return always;
}

/* Loads, stores and copies of memory, and of what lies inside maps and channels. */
#include "analysis/access.h"
#include "analysis/step.h"

/* Of a value in a channel: what is larger than BIG_SIZE takes one. */
enum { MAX_CHAN_SLOTS = BIG_SIZE / 8 };

static bool has_pointers(const RType *type)
{
    return type->flags & RT_POINTERS;
}

/* The set of addresses an access goes to; the offset still to be added is in *off. */
static Node address(const Step *s, const Access *a, i64 *off)
{
    Node base = points_sym(s->points, s->inst, a->base);
    *off = a->how == ACCESS_AT ? a->off : 0;
    if (a->how == ACCESS_AT || !base)
        return base;
    Node at = points_node(s->points);
    if (a->how == ACCESS_ELEM)
        points_elem(s->points, at, base, a->size);
    else
        points_any(s->points, at, base);
    return at;
}

static Node anywhere(const Step *s, Node from)
{
    Node any = points_node(s->points);
    points_any(s->points, any, from);
    return any;
}

/* A big value in a register is a copy: it may hold whatever is where it was loaded from. */
static void load_big(const Step *s, Node at, RType *type)
{
    u32 copy = step_allocate(s, 0, (Object){.kind = MEM_COPY, .type = type});
    Node def = step_def(s, 0), content = points_node(s->points);
    points_add(s->points, def, (Ptr){copy, PTR_AT, 0});
    points_load(s->points, content, anywhere(s, at), 0);
    points_store(s->points, anywhere(s, def), 0, content);
}

static void load_slots(const Step *s, Node at, i64 off, RType *type, u32 first)
{
    if (!has_pointers(type))
        return;
    if (type->flags & RT_BIG)
        load_big(s, at, type);
    else
        for (u32 i = 0; i < type->slots; i++)
            points_load(s->points, step_def(s, first + i), at, off + 8 * (i64)i);
}

static void store_slots(const Step *s, Node at, i64 off, const RType *type, u32 reg)
{
    if (!has_pointers(type))
        return;
    if (type->flags & RT_BIG) {
        Node content = points_node(s->points);
        points_load(s->points, content, anywhere(s, step_reg(s, reg)), 0);
        points_store(s->points, anywhere(s, at), 0, content);
        return;
    }
    for (u32 i = 0; i < type->slots; i++)
        points_store(s->points, at, off + 8 * (i64)i, step_reg(s, reg + i));
}

/* Slots as they are, inside channels, maps and closures: big values stay copies there. */
static void take_slots(const Step *s, Node at, u32 from, u32 count, u32 first)
{
    for (u32 i = 0; i < count; i++)
        points_load(s->points, step_def(s, first + i), at, 8 * ((i64)from + i));
}

static void put_slots(const Step *s, Node at, u32 from, u32 count, u32 reg)
{
    for (u32 i = 0; i < count; i++)
        points_store(s->points, at, 8 * ((i64)from + i), step_reg(s, reg + i));
}

/* All elements of one slice may become elements of another. */
static void copy_elements(const Step *s, Node to, Node from, const RType *type)
{
    for (u32 i = 0; has_pointers(type) && i < (type->size + 7) / 8; i++) {
        Node word = points_node(s->points);
        points_load(s->points, word, from, 8 * (i64)i);
        points_store(s->points, to, 8 * (i64)i, word);
    }
}

static Node elements(const Step *s, u32 reg, const RType *type)
{
    Node at = points_node(s->points);
    points_elem(s->points, at, step_reg(s, reg), type->size);
    return at;
}

/* The result is the old backing array, if there may be room, or a larger one. */
static void step_append(const Step *s)
{
    RType *type = step_type(s);
    u32 grown = step_allocate(
        s, 0, (Object){.kind = MEM_SLICE, .type = type, .elem = type->size ? type->size : 1});
    Node def = step_def(s, 0), to = points_node(s->points);
    if (!flow_append_copies(s->code, s->regs))
        points_copy(s->points, def, step_reg(s, s->in.b));
    points_add(s->points, def, (Ptr){grown, PTR_AT, 0});
    points_elem(s->points, to, def, type->size);
    copy_elements(s, to, elements(s, s->in.b, type), type);
    if (s->in.op == OP_APPEND1)
        store_slots(s, to, 0, type, s->in.c);
    else if (!(s->code[1].x >> 32))
        copy_elements(s, to, elements(s, s->in.c, type), type);
}

static bool step_map(const Step *s)
{
    const RType *map = op_info[s->in.op].flags & X_TYPE ? step_type(s) : NULL;
    switch (s->in.op) {
    case OP_MAPGET:
    case OP_MAPGET2:
        take_slots(s, step_reg(s, s->in.b), map->key->slots, map->elem->slots, 0);
        return true;
    case OP_MAPSET:
        put_slots(s, step_reg(s, s->in.a), 0, map->key->slots, s->in.b);
        put_slots(s, step_reg(s, s->in.a), map->key->slots, map->elem->slots, s->in.c);
        return true;
    case OP_MAPITER: points_copy(s->points, step_def(s, 0), step_reg(s, s->in.b)); return true;
    case OP_MAPNEXT:
        take_slots(s, step_reg(s, s->in.b), 0, map->key->slots + map->elem->slots, 1);
        return true;
    case OP_MAPDEL:
    case OP_MAPLEN:
    case OP_MAPCLEAR: return true;
    default: return false;
    }
}

static void step_select(const Step *s)
{
    for (u32 i = 0; i < s->in.c; i++) {
        SelectCase c = instr_case(s->code, i);
        Node chan = step_reg(s, c.chan);
        if (c.is_send && c.value != REG_NONE)
            for (u32 r = c.value; r < s->fn->nregs; r++)
                points_store(s->points, chan, 8 * (i64)(r - c.value), step_reg(s, r));
        /* How many registers the value takes is not known: those above keep what they held. */
        for (u32 r = c.value; !c.is_send && c.value != REG_NONE && r < s->fn->nregs; r++) {
            if (!step_reg(s, r) && r - c.value > MAX_CHAN_SLOTS)
                continue;
            Node def = step_def(s, 1 + r);
            points_copy(s->points, def, step_reg(s, r));
            points_load(s->points, def, chan, 8 * (i64)(r - c.value));
        }
    }
}

static bool step_channel(const Step *s)
{
    switch (s->in.op) {
    case OP_SEND: put_slots(s, step_reg(s, s->in.a), 0, s->in.c, s->in.b); return true;
    case OP_RECV:
    case OP_RECV2: take_slots(s, step_reg(s, s->in.b), 0, s->in.c, 0); return true;
    case OP_SELECT: step_select(s); return true;
    case OP_CLOSE: step_reg(s, s->in.a); return true;
    default: return false;
    }
}

static bool step_load_store(const Step *s)
{
    Access list[MOST_ACCESSES];
    if (!access_list(s->flow, s->pc, s->regs, list))
        return false;
    i64 off;
    RType *type = op_info[s->in.op].flags & X_TYPE ? step_type(s) : NULL;
    Node at = type || list[0].size == 8 ? address(s, &list[0], &off) : 0;
    if (!at)
        return true;
    bool write = list[0].write, element = op_info[s->in.op].flags & R_C;
    u32 value = element || !write ? s->in.a : s->in.b;
    if (type && write)
        store_slots(s, at, off, type, value);
    else if (type)
        load_slots(s, at, off, type, 0);
    else if (write)
        points_store(s->points, at, off, step_reg(s, s->in.op == OP_GST64 ? s->in.a : value));
    else
        points_load(s->points, step_def(s, 0), at, off);
    return true;
}

/* The addresses must have sets even where nothing is loaded from or stored there. */
static void name_addresses(const Step *s)
{
    Access list[MOST_ACCESSES];
    for (u32 i = access_list(s->flow, s->pc, s->regs, list); i-- > 0;)
        points_sym(s->points, s->inst, list[i].base);
}

bool step_memory(const Step *s)
{
    name_addresses(s);
    switch (s->in.op) {
    case OP_APPEND:
    case OP_APPEND1: step_append(s); return true;
    case OP_COPY:
        if (!(s->code[1].x >> 32))
            copy_elements(s, elements(s, s->in.b, step_type(s)), elements(s, s->in.c, step_type(s)),
                          step_type(s));
        return true;
    case OP_CLEARS:
    case OP_BYTES2STR: return true;
    default: return step_map(s) || step_channel(s) || step_load_store(s);
    }
}

/* Names of goroutines and objects that are the same in all executions and in all processes, and
 * steps written with them: how parts of the search get from one process to another, and into files.
 */
#include "explore/dpor/dpor.h"

/* ---- names ---- */

typedef VEC(u64) NameList;

/* A goroutine's number is that of the order in which it was first met, here; its name is a hash of
 * where it comes from. */
static u32 number_of(Map *numbers, NameList *names, u64 name)
{
    u64 *number = map_put(numbers, name);
    if (!*number) {
        vec_push(names, name);
        *number = names->len;
    }
    CHECK(*number <= names->len);
    return (u32)*number - 1;
}

Proc dpor_proc_named(Dpor *dpor, u64 name)
{
    Proc proc = number_of(&dpor->names.procs, (NameList *)&dpor->names.proc_names, name);
    dpor->names.nprocs = dpor->names.proc_names.len;
    return proc;
}

u32 dpor_object_named(Dpor *dpor, u64 name)
{
    u32 object = number_of(&dpor->names.objects, (NameList *)&dpor->names.object_names, name);
    dpor->names.nobjects = dpor->names.object_names.len;
    return object;
}

void dpor_bind(Dpor *dpor)
{
    for (Proc proc = PROC_MACHINE; proc <= 1; proc++)
        dpor_proc_named(dpor, proc);
    for (u32 on = 0; on < ON_KINDS; on++)
        dpor_object_named(dpor, on);
}

/* ---- steps ---- */

static void pack_proc(Buf *out, const Dpor *dpor, Proc proc)
{
    pack_u64(out, proc == NO_PROC ? UINT64_MAX : dpor_proc_name(dpor, proc));
}

static Proc unpack_proc(Unpack *from, Dpor *dpor)
{
    u64 name = unpack_u64(from);
    return name == UINT64_MAX || from->bad ? NO_PROC : dpor_proc_named(dpor, name);
}

static void pack_footprint(Buf *out, const Dpor *dpor, const Footprint *footprint)
{
    pack_u64(out, dpor->names.object_names.data[footprint->object]);
    pack_u8(out, footprint->kind);
    pack_u32(out, (u32)footprint->by);
    pack_u32(out, (u32)footprint->was);
    pack_u8(out, footprint->type);
    pack_u8(out, (u8)(footprint->extends | footprint->vain << 1));
    pack_u64(out, (u64)footprint->from);
    pack_u64(out, (u64)footprint->to);
}

static Footprint unpack_footprint(Unpack *from, Dpor *dpor)
{
    Footprint footprint = {.object = dpor_object_named(dpor, unpack_u64(from))};
    footprint.kind = unpack_u8(from);
    footprint.by = (i32)unpack_u32(from);
    footprint.was = (i32)unpack_u32(from);
    footprint.type = unpack_u8(from);
    u8 flags = unpack_u8(from);
    footprint.extends = flags & 1;
    footprint.vain = flags >> 1 & 1;
    footprint.from = (i64)unpack_u64(from);
    footprint.to = (i64)unpack_u64(from);
    from->bad |= footprint.kind >= FOOTPRINT_KINDS || footprint.type >= ATOMIC_TYPES;
    return footprint;
}

enum { PACKED_ACT = 24, PACKED_FOOTPRINT = 35 }; /* bytes at least */

void pack_act(Buf *out, const Dpor *dpor, const Act *act)
{
    pack_proc(out, dpor, act->label.proc);
    pack_proc(out, dpor, act->label.partner);
    pack_u32(out, act->label.choice | (u32)act->label.partner_choice << 16);
    pack_u32(out, act->nfootprints);
    for (u32 i = 0; i < act->nfootprints; i++)
        pack_footprint(out, dpor, &act_footprints(act)[i]);
}

Act unpack_act(Unpack *from, Dpor *dpor)
{
    Label label = {.proc = unpack_proc(from, dpor)};
    label.partner = unpack_proc(from, dpor);
    u32 choices = unpack_u32(from);
    u32 n = unpack_count(from, PACKED_FOOTPRINT);
    label.choice = (u16)choices;
    label.partner_choice = (u16)(choices >> 16);
    Footprint *footprints = xmalloc((n + 1) * sizeof *footprints);
    for (u32 i = 0; i < n; i++)
        footprints[i] = unpack_footprint(from, dpor);
    from->bad |= label.proc == NO_PROC || label.proc == label.partner;
    Act act =
        from->bad ? (Act){.label = {PROC_MACHINE, NO_PROC, 0, 0}} : act_make(label, footprints, n);
    free(footprints);
    return act;
}

void pack_acts(Buf *out, const Dpor *dpor, const ActList *v)
{
    pack_u32(out, v->len);
    for (u32 i = 0; i < v->len; i++)
        pack_act(out, dpor, &v->data[i]);
}

void unpack_acts(Unpack *from, Dpor *dpor, ActList *v)
{
    u32 n = unpack_count(from, PACKED_ACT);
    for (u32 i = 0; i < n; i++)
        vec_push(v, unpack_act(from, dpor));
}

void pack_tree(Buf *out, const Dpor *dpor, const WakeNode *tree)
{
    u32 n = 0;
    for (const WakeNode *node = tree; node; node = node->next)
        n++;
    pack_u32(out, n);
    for (; tree; tree = tree->next) {
        pack_act(out, dpor, &tree->act);
        pack_tree(out, dpor, tree->child);
    }
}

WakeNode *unpack_tree(Unpack *from, Dpor *dpor)
{
    WakeNode *first = NULL, **link = &first;
    u32 n = unpack_count(from, PACKED_ACT);
    for (u32 i = 0; i < n && !from->bad; i++) {
        *link = xcalloc(1, sizeof **link);
        (*link)->act = unpack_act(from, dpor);
        (*link)->child = unpack_tree(from, dpor);
        link = &(*link)->next;
    }
    return first;
}

/* ---- rules ---- */

static void pack_objects(Buf *out, const Dpor *dpor, const bool *has, u32 len)
{
    u32 n = 0;
    for (u32 i = 0; i < len; i++)
        n += has[i];
    pack_u32(out, n);
    for (u32 i = 0; i < len; i++)
        if (has[i])
            pack_u64(out, dpor->names.object_names.data[i]);
}

void pack_rules(Buf *out, const Dpor *dpor)
{
    pack_u8(out, dpor->accesses);
    pack_u8(out, dpor->awaits);
    pack_u8(out, dpor->mixed);
    pack_u8(out, dpor->adds_order);
    pack_objects(out, dpor, dpor->strict.data, dpor->strict.len);
    pack_objects(out, dpor, dpor->vain.data, dpor->vain.len);
}

void unpack_rules(Unpack *from, Dpor *dpor)
{
    vec_zero(&dpor->strict);
    vec_zero(&dpor->vain);
    dpor->accesses = unpack_u8(from) != 0;
    dpor->awaits = unpack_u8(from) != 0;
    dpor->mixed = unpack_u8(from) != 0;
    dpor->adds_order = unpack_u8(from) != 0;
    for (u32 n = unpack_count(from, sizeof(u64)); n > 0; n--)
        dpor_make_strict(dpor, dpor_object_named(dpor, unpack_u64(from)));
    for (u32 n = unpack_count(from, sizeof(u64)); n > 0; n--)
        dpor_looked_in_vain(dpor, dpor_object_named(dpor, unpack_u64(from)));
    dpor->grew = false;
}

/* Natives of internal/value for the values of package reflect: creating, storing and copying them,
 * maps, and calls through generated functions (stdlib/native/dyn_stub.h). */
#include "stdlib/native/dyn.h"
#include "stdlib/native/dyn_stub.h"
#include "stdlib/native/dyn_type.h"
#include "vm/chan.h"

/* ---- creating values ---- */

NATIVE(word)
{
    RType *type = (RType *)args[0];
    u64 slot = args[1], memory = 0;
    if (type->kind == RK_FLOAT32)
        slot = round_float32(slot);
    value_store(&memory, &slot, type);
    value_load(vm, &slot, &memory, type);
    dyn_to_slots(args, (Dyn){type, slot, 0});
    return NATIVE_DONE;
}

NATIVE(zero)
{
    RType *type = (RType *)args[0];
    u64 none = 0;
    if (type->slots <= 1 && !(type->flags & RT_BIG))
        dyn_to_slots(args, dyn_from_slots(vm, &none, type, 0));
    else
        dyn_to_slots(args, dyn_at(heap_raw(vm, type->size, true), type, 0));
    return NATIVE_DONE;
}

/* Allocates n variables in an array. */
static void *new_variables(VM *vm, G *g, RType *type, u64 n)
{
    void *p = heap_object(vm, g, type->size * n, (type->flags & RT_POINTERS) != 0);
    if (vm->objects.all)
        track_alloc(vm, p, type, n, g->pc - 1);
    return p;
}

NATIVE(new_value)
{
    RType *type = (RType *)args[0];
    u64 p = (u64)new_variables(vm, g, type, 1);
    dyn_to_slots(args, (Dyn){type_pointer_to(vm->program, type), p, 0});
    return NATIVE_DONE;
}

static Dyn make_slice(VM *vm, RType *type, u64 first, u64 len, u64 cap)
{
    u64 slots[] = {first, len, cap};
    return dyn_from_slots(vm, slots, type, 0);
}

NATIVE(make_slice_value)
{
    RType *type = (RType *)args[0], *elem = type->elem;
    u64 len = args[1], cap = args[2];
    if (elem->size && cap > (1ull << 47) / elem->size) {
        vm_plain_error(vm, g, "reflect.MakeSlice: len out of range");
        return NATIVE_PANIC;
    }
    u64 first = (u64)new_variables(vm, g, elem, cap);
    dyn_to_slots(args, make_slice(vm, type, first, len, cap));
    return NATIVE_DONE;
}

NATIVE(make_map)
{
    RType *type = (RType *)args[0];
    GMap *map = gmap_new(vm, g, type, (i64)args[1]);
    if (vm->objects.all)
        track_alloc(vm, map, type, 0, g->pc - 1);
    dyn_to_slots(args, (Dyn){type, (u64)map, 0});
    return NATIVE_DONE;
}

NATIVE(make_chan)
{
    RType *type = (RType *)args[0];
    Chan *chan = chan_make(vm, g, type, (i64)args[1], true);
    if (chan == NULL)
        return NATIVE_PANIC;
    dyn_to_slots(args, (Dyn){type, (u64)chan, 0});
    return NATIVE_DONE;
}

/* ---- using values ---- */

NATIVE(store)
{
    dyn_store(vm, g, slot_dyn(args), slot_dyn(args + DYN_SLOTS));
    return NATIVE_DONE;
}

NATIVE(ref)
{
    args[0] = (u64)dyn_ref(vm, g, slot_dyn(args));
    return NATIVE_DONE;
}

NATIVE(place)
{
    Dyn v = slot_dyn(args);
    Dyn pointer = {type_pointer_to(vm->program, v.type), v.data, 0};
    args[0] = dyn_address(vm, g, pointer);
    return NATIVE_DONE;
}

NATIVE(value_cap)
{
    Dyn v = slot_dyn(args);
    i64 cap = (i64)v.type->len;
    if (v.type->kind == RK_SLICE) {
        dyn_len(vm, g, v); /* reports reading the slice header */
        cap = ((const i64 *)v.data)[2];
    } else if (v.type->kind == RK_CHAN) {
        const Chan *chan = dyn_ref(vm, g, v);
        cap = chan == NULL ? 0 : chan_cap(chan);
    }
    args[0] = (u64)cap;
    return NATIVE_DONE;
}

/* func (v Value) Slice(t *Type, i, j, k int) Value */
NATIVE(value_slice)
{
    Dyn v = slot_dyn(args);
    const u64 *x = args + DYN_SLOTS;
    RType *type = (RType *)x[0];
    u64 i = x[1], len = x[2] - i, cap = x[3] - i;
    u64 first = v.type->kind == RK_SLICE ? (u64)dyn_ref(vm, g, v) : v.data;
    if (cap > 0)
        first += i * type->elem->size;
    dyn_to_slots(args, make_slice(vm, type, first, len, cap));
    return NATIVE_DONE;
}

/* The first element of an operand of copy. */
static char *elements(VM *vm, G *g, Dyn v)
{
    if (v.type->kind == RK_ARRAY)
        return v.mode & DYN_MEMORY ? (char *)v.data : NULL;
    if (v.type->kind == RK_STRING)
        return (char *)dyn_str(vm, g, v).ptr;
    return dyn_ref(vm, g, v);
}

NATIVE(copy)
{
    Dyn dst = slot_dyn(args), src = slot_dyn(args + DYN_SLOTS);
    u64 n = args[2 * DYN_SLOTS];
    RType *elem = dst.type->elem;
    u64 word = src.data; /* an array of one word */
    char *to = elements(vm, g, dst), *from = elements(vm, g, src);
    if (from == NULL)
        from = (char *)&word;
    if (vm->tracking && src.type->kind != RK_STRING)
        track_range(vm, g, from, elem, n, false, g->pc - 1);
    if (vm->tracking)
        track_range(vm, g, to, elem, n, true, g->pc - 1);
    mem_move(to, from, n * elem->size);
    return NATIVE_DONE;
}

/* ---- maps ---- */

/* The map in v; reports the access. */
static GMap *use_map(VM *vm, G *g, Dyn v, bool write)
{
    GMap *map = dyn_ref(vm, g, v);
    if (map != NULL && vm->tracking)
        track_scalar(vm, g, map, write, g->pc - 1);
    return map;
}

/* The slots of a key or value for a map; converts x to an interface if necessary. */
static void load_as(VM *vm, G *g, Dyn x, const RType *type, u64 *slots)
{
    if (type->kind == RK_INTERFACE)
        dyn_to_iface(vm, g, x, slots);
    else
        dyn_load(vm, g, x, slots);
}

enum { VALUE_SLOTS = BIG_SIZE / 8 + 1 };

NATIVE(map_index)
{
    Dyn v = slot_dyn(args);
    u64 key[VALUE_SLOTS];
    bool panicked = false;
    load_as(vm, g, slot_dyn(args + DYN_SLOTS), v.type->key, key);
    GMap *map = use_map(vm, g, v, false);
    u64 *found = map == NULL ? NULL : gmap_get(vm, g, map, key, &panicked);
    if (panicked)
        return NATIVE_PANIC;
    Dyn result = {NULL, 0, 0};
    if (found != NULL)
        result = dyn_from_slots(vm, found, v.type->elem, 0);
    dyn_to_slots(args, result);
    return NATIVE_DONE;
}

NATIVE(set_map_index)
{
    Dyn v = slot_dyn(args);
    u64 key[VALUE_SLOTS], elem[VALUE_SLOTS];
    bool panicked = false;
    load_as(vm, g, slot_dyn(args + DYN_SLOTS), v.type->key, key);
    load_as(vm, g, slot_dyn(args + 2 * DYN_SLOTS), v.type->elem, elem);
    GMap *map = use_map(vm, g, v, true);
    if (map == NULL) {
        vm_plain_error(vm, g, "assignment to entry in nil map");
        return NATIVE_PANIC;
    }
    u64 *slot = gmap_put(vm, g, map, key, &panicked);
    if (panicked)
        return NATIVE_PANIC;
    mem_move(slot, elem, v.type->elem->slots * 8ull);
    return NATIVE_DONE;
}

NATIVE(delete_key)
{
    Dyn v = slot_dyn(args);
    u64 key[VALUE_SLOTS];
    bool panicked = false;
    load_as(vm, g, slot_dyn(args + DYN_SLOTS), v.type->key, key);
    GMap *map = use_map(vm, g, v, true);
    if (map != NULL)
        gmap_delete(vm, g, map, key, &panicked);
    return panicked ? NATIVE_PANIC : NATIVE_DONE;
}

NATIVE(clear_map)
{
    GMap *map = use_map(vm, g, slot_dyn(args), true);
    if (map != NULL)
        gmap_clear(vm, map);
    return NATIVE_DONE;
}

NATIVE(map_iter)
{
    args[0] = (u64)gmap_iter(vm, use_map(vm, g, slot_dyn(args), false));
    return NATIVE_DONE;
}

/* func (it MapIter) Next() (key, elem Value) */
NATIVE(next_entry)
{
    Dyn v = slot_dyn(args);
    GMapIter *iter = (GMapIter *)args[DYN_SLOTS];
    u64 mode = dyn_read_only(v.mode);
    const u64 *key;
    u64 *elem;
    use_map(vm, g, v, false);
    if (gmap_next(vm, iter, &key, &elem)) {
        dyn_to_slots(args, dyn_from_slots(vm, key, v.type->key, mode));
        dyn_to_slots(args + DYN_SLOTS, dyn_from_slots(vm, elem, v.type->elem, mode));
    } else {
        memset(args, 0, 2 * DYN_SLOTS * sizeof *args);
    }
    return NATIVE_DONE;
}

/* ---- frames and generated functions ---- */

NATIVE(new_frame)
{
    args[0] = (u64)heap_raw(vm, (args[0] + 1) * 8, true);
    return NATIVE_DONE;
}

NATIVE(to_frame)
{
    u64 *frame = (u64 *)args[DYN_SLOTS];
    dyn_load(vm, g, slot_dyn(args), frame + args[DYN_SLOTS + 1]);
    return NATIVE_DONE;
}

NATIVE(from_frame)
{
    const u64 *frame = (const u64 *)args[1];
    dyn_to_slots(args, dyn_from_slots(vm, frame + args[2], (RType *)args[0], 0));
    return NATIVE_DONE;
}

NATIVE(frame_word)
{
    args[0] = ((const u64 *)args[0])[args[1]];
    return NATIVE_DONE;
}

NATIVE(receiver)
{
    u64 iface[2];
    dyn_to_iface(vm, g, slot_dyn(args), iface);
    *(u64 *)args[DYN_SLOTS] = iface[1];
    return NATIVE_DONE;
}

NATIVE(call_stub)
{
    args[0] = (u64)stub_closure(vm, stub_call(vm->program, (u32)args[0], (u32)args[1]));
    return NATIVE_DONE;
}

NATIVE(send_stub)
{
    args[0] = (u64)stub_closure(vm, stub_send(vm->program, (u32)args[0]));
    return NATIVE_DONE;
}

NATIVE(recv_stub)
{
    args[0] = (u64)stub_closure(vm, stub_recv(vm->program, (u32)args[0]));
    return NATIVE_DONE;
}

/* func makeFunc(nargs, nresults int, alloc, enter, fn, leave func) *byte */
NATIVE(make_func)
{
    Func *fn = stub_func(vm->program, (u32)args[0], (u32)args[1]);
    args[0] = (u64)stub_capture(vm, fn, args + 2, 4);
    return NATIVE_DONE;
}

/* func bind(code, receiver *byte, nargs, nresults int) *byte */
NATIVE(bind)
{
    Func *fn = stub_bound(vm->program, (u32)args[2], (u32)args[3]);
    u64 captured[] = {args[0], *(const u64 *)args[1]};
    args[0] = (u64)stub_capture(vm, fn, captured, 2);
    return NATIVE_DONE;
}

/* func methodFunc(receiver *Type, nargs, nresults int, alloc func, code *byte) *byte */
NATIVE(method_func)
{
    const RType *receiver = (const RType *)args[0];
    u64 code = args[4];
    if (!(receiver->flags & RT_DIRECT)) {
        Func *fn = stub_method(vm->program, receiver->slots, (u32)args[1], (u32)args[2]);
        code = (u64)stub_capture(vm, fn, args + 3, 2);
    }
    args[0] = code;
    return NATIVE_DONE;
}

NATIVE(select_stub)
{
    const u64 *shape = (const u64 *)args[0];
    u32 n = (u32)args[1];
    StubCase *cases = xcalloc(n + 1, sizeof *cases);
    for (u32 i = 0; i < n; i++)
        cases[i] = (StubCase){(shape[i] & 1) != 0, (u32)(shape[i] / 2)};
    Func *fn = stub_select(vm->program, cases, n, args[3] != 0);
    free(cases);
    args[0] = fn == NULL ? 0 : (u64)stub_closure(vm, fn);
    return NATIVE_DONE;
}

const NativeDef natives_reflect[] = {
    ROW("internal/value.Word", word, NONE),
    ROW("internal/value.Zero", zero, NONE),
    ROW("internal/value.New", new_value, NONE),
    ROW("internal/value.MakeSlice", make_slice_value, NONE),
    ROW("internal/value.MakeMap", make_map, NONE),
    ROW("internal/value.MakeChan", make_chan, MAKE),
    ROW("internal/value.Value.Store", store, WRITE, .writes = WRITES_MEMORY),
    ROW("internal/value.Value.Ref", ref, NONE),
    ROW("internal/value.Value.Place", place, NONE),
    ROW("internal/value.Value.Cap", value_cap, READ, .depth = 2),
    ROW("internal/value.Value.Slice", value_slice, READ),
    ROW("internal/value.Copy", copy, WRITE),
    ROW("internal/value.Value.MapIndex", map_index, READ),
    ROW("internal/value.Value.SetMapIndex", set_map_index, WRITE, .writes = WRITES_MAP),
    ROW("internal/value.Value.MapDelete", delete_key, WRITE, .writes = WRITES_MAP),
    ROW("internal/value.Value.MapClear", clear_map, WRITE, .writes = WRITES_MAP),
    ROW("internal/value.Value.mapIter", map_iter, READ),
    ROW("internal/value.MapIter.Next", next_entry, READ),
    ROW("internal/value.NewFrame", new_frame, NONE),
    ROW("internal/value.Value.ToFrame", to_frame, WRITE, .writes = WRITES_FRAME),
    ROW("internal/value.FromFrame", from_frame, READ),
    ROW("internal/value.frameWord", frame_word, NONE),
    ROW("internal/value.Value.Receiver", receiver, WRITE, .writes = WRITES_FRAME),
    ROW("internal/value.callStub", call_stub, REFLECT, .reflect = REFLECT_CALL),
    ROW("reflect.makeFunc", make_func, REFLECT),
    ROW("internal/value.bind", bind, REFLECT, .reflect = REFLECT_BIND),
    ROW("internal/value.methodFunc", method_func, REFLECT),
    ROW("internal/value.sendStub", send_stub, REFLECT),
    ROW("internal/value.recvStub", recv_stub, REFLECT),
    ROW("internal/value.Value.channel", ref, NONE),
    ROW("internal/value.selectStub", select_stub, REFLECT),
    ROW_END,
};

/* Accesses that the sink has been told of already, in the same segment of the same goroutine: on
 * to the handler; part of interp_run (vm/interp.c). An access that faults may look like a repeated
 * one: the handler finds out. */
#define SEEN_READ(kind, address, shift) \
    seen_##kind: \
        if (LIKELY(track_seen_read(vm, g, (u64)(address), shift))) \
            EXECUTE(); \
        goto access;
#define SEEN_WRITE(kind, address, shift) \
    seen_##kind: \
        if (LIKELY(track_seen_write(vm, g, (u64)(address), shift))) \
            EXECUTE(); \
        goto access;

SEEN_READ(LOAD_0, rB + iC, 0)
SEEN_READ(LOAD_1, rB + iC, 1)
SEEN_READ(LOAD_2, rB + iC, 2)
SEEN_READ(LOAD_3, rB + iC, 3)
SEEN_READ(LOAD_GLOBAL, vm->globals + instr_k(pc->in), 3)
SEEN_READ(LOAD_ELEM_0, rB + rC, 0)
SEEN_READ(LOAD_ELEM_1, rB + rC * 2, 1)
SEEN_READ(LOAD_ELEM_2, rB + rC * 4, 2)
SEEN_READ(LOAD_ELEM_3, rB + rC * 8, 3)
SEEN_READ(LOAD_ELEM_16, rB + rC * 16, 3)
SEEN_READ(LOAD_ELEM_24, rB + rC * 24, 3)
SEEN_WRITE(STORE_0, rA + iC, 0)
SEEN_WRITE(STORE_1, rA + iC, 1)
SEEN_WRITE(STORE_2, rA + iC, 2)
SEEN_WRITE(STORE_3, rA + iC, 3)
SEEN_WRITE(STORE_GLOBAL, vm->globals + instr_k(pc->in), 3)
SEEN_WRITE(STORE_ELEM_0, rB + rC, 0)
SEEN_WRITE(STORE_ELEM_1, rB + rC * 2, 1)
SEEN_WRITE(STORE_ELEM_2, rB + rC * 4, 2)
SEEN_WRITE(STORE_ELEM_3, rB + rC * 8, 3)
SEEN_WRITE(STORE_ELEM_16, rB + rC * 16, 3)
SEEN_WRITE(STORE_ELEM_24, rB + rC * 24, 3)
#undef SEEN_READ
#undef SEEN_WRITE

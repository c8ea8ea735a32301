/* Accesses that may be repeated: those that the filter has (jit/seen.h) go on to the handler at
 * once, the others are reported first. Part of interp_run (vm/interp.c). An access that faults may
 * look like a repeated one; its handler then raises the fault. */

/* The formatter takes CASE and labels in macros for statements. */
/* clang-format off */

#define SEEN_READ(kind, address, is_one) \
    seen_##kind: \
        if (LIKELY(seen_read(vm->seen, g->segment, (u64)(address)) && (is_one))) \
            EXECUTE(); \
        goto access;
#define SEEN_WRITE(kind, address, is_one) \
    seen_##kind: \
        if (LIKELY(seen_write(vm->seen, g->segment, (u64)(address)) && (is_one))) \
            EXECUTE(); \
        goto access;
/* Whether the value of several words is one location: what begins with one may have others. */
#define IS_ONE() (op_type(vm, wX)->kind != RK_STRUCT && op_type(vm, wX)->kind != RK_ARRAY)

SEEN_READ(LOAD, rB + iC, true)
SEEN_READ(LOAD_VALUE, rB + iC, IS_ONE())
SEEN_READ(LOAD_GLOBAL, vm->globals + instr_k(pc->in), true)
SEEN_READ(LOAD_ELEM_0, rB + rC, true)
SEEN_READ(LOAD_ELEM_1, rB + rC * 2, true)
SEEN_READ(LOAD_ELEM_2, rB + rC * 4, true)
SEEN_READ(LOAD_ELEM_3, rB + rC * 8, true)
SEEN_READ(LOAD_ELEM_16, rB + rC * 16, IS_ONE())
SEEN_READ(LOAD_ELEM_24, rB + rC * 24, IS_ONE())
SEEN_WRITE(STORE, rA + iC, true)
SEEN_WRITE(STORE_VALUE, rA + iC, IS_ONE())
SEEN_WRITE(STORE_GLOBAL, vm->globals + instr_k(pc->in), true)
SEEN_WRITE(STORE_ELEM_0, rB + rC, true)
SEEN_WRITE(STORE_ELEM_1, rB + rC * 2, true)
SEEN_WRITE(STORE_ELEM_2, rB + rC * 4, true)
SEEN_WRITE(STORE_ELEM_3, rB + rC * 8, true)
SEEN_WRITE(STORE_ELEM_16, rB + rC * 16, IS_ONE())
SEEN_WRITE(STORE_ELEM_24, rB + rC * 24, IS_ONE())
#undef SEEN_READ
#undef SEEN_WRITE
#undef IS_ONE

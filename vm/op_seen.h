/* Accesses that may be repeated: those that the filter has (jit/seen.h) go on to the handler at
 * once, the others are reported first. Part of interp_run (vm/interp.c). An access that faults may
 * look like a repeated one, or is not reported; its handler then raises the fault. */

/* The formatter takes CASE and labels in macros for statements. */
/* clang-format off */

/* valid: it does not fault. */
#define SEEN(kind, address, valid, accesses, report) \
    seen_##kind: \
        accessed = (u64)(address); \
        if (LIKELY(seen_##accesses(vm->seen, g->segment, accessed)) || UNLIKELY(!(valid))) \
            EXECUTE(); \
        goto report;
/* The same of a value of several words, which may be one location: what begins with a location that
 * the filter has may have others. */
#define SEEN_VALUE(kind, address, valid, accesses, report) \
    seen_##kind: \
        accessed = (u64)(address); \
        if (UNLIKELY(!(valid)) || \
            (seen_##accesses(vm->seen, g->segment, accessed) && IS_ONE())) \
            EXECUTE(); \
        goto report;
#define IS_ONE() (op_type(vm, wX)->kind != RK_STRUCT && op_type(vm, wX)->kind != RK_ARRAY)
#define IN_RANGE() (rC < (&rB)[1])

SEEN(LOAD, rB + iC, rB, read, report_read)
SEEN_VALUE(LOAD_VALUE, rB + iC, rB, read, report_read_value)
SEEN(LOAD_GLOBAL, vm->globals + instr_k(pc->in), true, read, report_read)
SEEN(LOAD_ELEM_0, rB + rC, IN_RANGE(), read, report_read)
SEEN(LOAD_ELEM_1, rB + rC * 2, IN_RANGE(), read, report_read)
SEEN(LOAD_ELEM_2, rB + rC * 4, IN_RANGE(), read, report_read)
SEEN(LOAD_ELEM_3, rB + rC * 8, IN_RANGE(), read, report_read)
SEEN_VALUE(LOAD_ELEM_16, rB + rC * 16, IN_RANGE(), read, report_read_value)
SEEN_VALUE(LOAD_ELEM_24, rB + rC * 24, IN_RANGE(), read, report_read_value)
SEEN(STORE, rA + iC, rA, write, report_write)
SEEN_VALUE(STORE_VALUE, rA + iC, rA, write, report_write_value)
SEEN(STORE_GLOBAL, vm->globals + instr_k(pc->in), true, write, report_write)
SEEN(STORE_ELEM_0, rB + rC, IN_RANGE(), write, report_write)
SEEN(STORE_ELEM_1, rB + rC * 2, IN_RANGE(), write, report_write)
SEEN(STORE_ELEM_2, rB + rC * 4, IN_RANGE(), write, report_write)
SEEN(STORE_ELEM_3, rB + rC * 8, IN_RANGE(), write, report_write)
SEEN_VALUE(STORE_ELEM_16, rB + rC * 16, IN_RANGE(), write, report_write_value)
SEEN_VALUE(STORE_ELEM_24, rB + rC * 24, IN_RANGE(), write, report_write_value)
#undef SEEN
#undef SEEN_VALUE
#undef IS_ONE
#undef IN_RANGE

report_read:
    SAVE(1);
    track_unseen(vm, g, (const void *)accessed, false, pc);
    EXECUTE();

report_write:
    SAVE(1);
    track_unseen(vm, g, (const void *)accessed, true, pc);
    EXECUTE();

report_read_value:
    SAVE(1);
    track_value(vm, g, (const void *)accessed, op_type(vm, wX), false, pc);
    EXECUTE();

report_write_value:
    SAVE(1);
    track_value(vm, g, (const void *)accessed, op_type(vm, wX), true, pc);
    EXECUTE();

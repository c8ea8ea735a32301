/* Handlers of memory, slices, strings, maps and allocation; part of interp_run (vm/interp.c). */

/* The formatter takes CASE and labels in macros for statements. */
/* clang-format off */

CASE(LD8S): LOAD_FIELD((u64)(i64)mem_load_i8(p)); NEXT(1);
CASE(LD8U): LOAD_FIELD(mem_load_u8(p)); NEXT(1);
CASE(LD16S): LOAD_FIELD((u64)(i64)mem_load_i16(p)); NEXT(1);
CASE(LD16U): LOAD_FIELD(mem_load_u16(p)); NEXT(1);
CASE(LD32S): LOAD_FIELD((u64)(i64)mem_load_i32(p)); NEXT(1);
CASE(LD32U): LOAD_FIELD(mem_load_u32(p)); NEXT(1);
#define DO_LD64 LOAD_FIELD(mem_load_u64(p))
RUN(LD64);
CASE(LDF32): LOAD_FIELD(mem_load_f32(p)); NEXT(1);
CASE(LDN):
    CHECK_NIL(rB);
    SAVE(2);
    value_load(vm, &rA, (const void *)(rB + iC), op_type(vm, wX));
    NEXT(2);
#define DO_LD2 \
    do { \
        CHECK_NIL(rB); \
        MOVE2(&rA, rB + iC); \
    } while (0)
RUN(LD2);
CASE(LD3): CHECK_NIL(rB); MOVE3(&rA, rB + iC); NEXT(2);
CASE(ST8): STORE_FIELD(mem_store_u8(p, (u8)rB)); NEXT(1);
CASE(ST16): STORE_FIELD(mem_store_u16(p, (u16)rB)); NEXT(1);
CASE(ST32): STORE_FIELD(mem_store_u32(p, (u32)rB)); NEXT(1);
#define DO_ST64 STORE_FIELD(mem_store_u64(p, rB))
RUN(ST64);
CASE(STF32): STORE_FIELD(mem_store_f32(p, rB)); NEXT(1);
CASE(STN):
    CHECK_NIL(rA);
    value_store((void *)(rA + iC), &rB, op_type(vm, wX));
    NEXT(2);
CASE(ST2): STORE_FIELD(MOVE2(p, &rB)); NEXT(2);
CASE(ST3): STORE_FIELD(MOVE3(p, &rB)); NEXT(2);
CASE(NILCHK): CHECK_NIL(rA); NEXT(1);
CASE(ADDP): CHECK_NIL(rB); rA = rB + iC; NEXT(1);

CASE(GLD64): rA = mem_load_u64(vm->globals + instr_k(pc->in)); NEXT(1);
CASE(GST64): mem_store_u64(vm->globals + instr_k(pc->in), rA); NEXT(1);
CASE(GADDR): rA = (u64)(vm->globals + instr_k(pc->in)); NEXT(1);

/* parts of values in registers */
CASE(FLD8S): LOAD_PART((u64)(i64)mem_load_i8(p)); NEXT(1);
CASE(FLD8U): LOAD_PART(mem_load_u8(p)); NEXT(1);
CASE(FLD16S): LOAD_PART((u64)(i64)mem_load_i16(p)); NEXT(1);
CASE(FLD16U): LOAD_PART(mem_load_u16(p)); NEXT(1);
CASE(FLD32S): LOAD_PART((u64)(i64)mem_load_i32(p)); NEXT(1);
CASE(FLD32U): LOAD_PART(mem_load_u32(p)); NEXT(1);
CASE(FLDF32): LOAD_PART(mem_load_f32(p)); NEXT(1);
CASE(FLDN): {
    u64 size = wX, *dst = &rA;
    const char *src = (const char *)&rB + iC;
    mem_move(dst, src, size);
    if (size & 7) /* nothing in the unused bytes of the last slot */
        memset((char *)dst + size, 0, 8 - (size & 7));
    NEXT(2);
}
CASE(FST8): STORE_PART(mem_store_u8(p, (u8)rB)); NEXT(1);
CASE(FST16): STORE_PART(mem_store_u16(p, (u16)rB)); NEXT(1);
CASE(FST32): STORE_PART(mem_store_u32(p, (u32)rB)); NEXT(1);
CASE(FSTF32): STORE_PART(mem_store_f32(p, rB)); NEXT(1);
CASE(FSTN): mem_move((char *)&rA + iC, &rB, wX); NEXT(2);

/* slices */
CASE(LDX8S): ELEM(1, rA = (u64)(i64)mem_load_i8(p)); NEXT(1);
#define DO_LDX8U ELEM(1, rA = mem_load_u8(p))
RUN(LDX8U);
CASE(LDX16S): ELEM(2, rA = (u64)(i64)mem_load_i16(p)); NEXT(1);
CASE(LDX16U): ELEM(2, rA = mem_load_u16(p)); NEXT(1);
CASE(LDX32S): ELEM(4, rA = (u64)(i64)mem_load_i32(p)); NEXT(1);
CASE(LDX32U): ELEM(4, rA = mem_load_u32(p)); NEXT(1);
#define DO_LDX64 ELEM(8, rA = mem_load_u64(p))
RUN(LDX64);
CASE(LDXF32): ELEM(4, rA = mem_load_f32(p)); NEXT(1);
CASE(LDXN): {
    CHECK_INDEX();
    RType *type = op_type(vm, wX);
    SAVE(2);
    value_load(vm, &rA, (const void *)(rB + rC * type->size), type);
    NEXT(2);
}
#define DO_LDX2 ELEM(16, MOVE2(&rA, p))
RUN(LDX2);
#define DO_LDX3 ELEM(24, MOVE3(&rA, p))
RUN(LDX3);
#define DO_STX8 ELEM(1, mem_store_u8(p, (u8)rA))
RUN(STX8);
CASE(STX16): ELEM(2, mem_store_u16(p, (u16)rA)); NEXT(1);
CASE(STX32): ELEM(4, mem_store_u32(p, (u32)rA)); NEXT(1);
#define DO_STX64 ELEM(8, mem_store_u64(p, rA))
RUN(STX64);
CASE(STXF32): ELEM(4, mem_store_f32(p, rA)); NEXT(1);
CASE(STX2): ELEM(16, MOVE2(p, &rA)); NEXT(2);
CASE(STX3): ELEM(24, MOVE3(p, &rA)); NEXT(2);
CASE(STXN): {
    CHECK_INDEX();
    RType *type = op_type(vm, wX);
    value_store((void *)(rB + rC * type->size), &rA, type);
    NEXT(2);
}
#define DO_ADDRX ELEM(wX, rA = (u64)p)
RUN(ADDRX);
CASE(ADDRA): {
    CHECK_NIL(rB);
    if (UNLIKELY(rC >= wX >> 32))
        goto index_error;
    rA = rB + rC * (u32)wX;
    NEXT(2);
}
CASE(SLICE): TRY(2, op_slice(vm, g, pc, R));
CASE(SLICEA): TRY(3, op_slice_array(vm, g, pc, R));
CASE(SLICESTR): TRY(2, op_slice_string(vm, g, pc, R));
CASE(MEM2SLICE): TRY(2, op_memory_slice(vm, g, pc, R));
CASE(MEM2STR): TRY(2, op_memory_slice(vm, g, pc, R));
CASE(PTRADD): rA = rB + rC; NEXT(1);
CASE(PTR2NUM): SAVE(1); rA = unsafe_number(vm, (const void *)rB); NEXT(1);
CASE(NUM2PTR): TRY(1, op_number_pointer(vm, g, pc, R));
CASE(RECAST): TRY(2, op_recast(vm, g, pc, R));
CASE(S2ARRP): TRY(2, op_slice_to_array(vm, g, pc, R));

/* allocation */
#define DO_NEW \
    do { \
        SAVE(2); \
        rA = (u64)new_value(vm, g, op_type(vm, wX), pc); \
    } while (0)
RUN(NEW);
CASE(MKSLICE): TRY(2, op_make_slice(vm, g, pc, R));
CASE(MKMAP): SAVE(2); rA = (u64)new_map(vm, g, op_type(vm, wX), (i64)rB, pc); NEXT(2);
CASE(MKCHAN): {
    SAVE(2);
    Chan *ch = chan_make(vm, g, op_type(vm, wX), (i64)rB, !(wX & MKCHAN_UNWATCHED));
    if (UNLIKELY(!ch))
        goto unwind;
    rA = (u64)ch;
    NEXT(2);
}
CASE(CLOSURE):
    SAVE(2);
    rA = (u64)new_closure(vm, vm->program->funcs.data[wX], &rB, iC);
    NEXT(2);
CASE(CAP): rA = ((const Closure *)rB)->slots[iC]; NEXT(1);
#define DO_CAPN \
    do { \
        const u64 *captured = ((const Closure *)rB)->slots; \
        for (u32 i = 0, n = iC; i < n; i++) \
            (&rA)[i] = captured[i]; \
    } while (0)
RUN(CAPN);
CASE(PACK): SAVE(2); op_pack(vm, g, pc, R); NEXT(2);
CASE(APPEND): TRY(2, op_append(vm, g, pc, R));
CASE(APPEND1): TRY(2, op_append_one(vm, g, pc, R));
CASE(COPY): SAVE(2); op_copy(vm, g, pc, R); NEXT(2);
CASE(CLEARS): SAVE(2); op_clear_slice(vm, g, pc, R); NEXT(2);

/* strings */
CASE(CONCAT): SAVE(1); string_concat(vm, &rA, &rB, iC); NEXT(1);
#define DO_STRIDX ELEM(1, rA = mem_load_u8(p))
RUN(STRIDX);
CASE(STRRUNE): {
    const char *text = (const char *)rB;
    u64 len = (&rB)[1], at = rC;
    u32 width = 1, rune = (u8)text[at];
    if (rune >= 0x80)
        rune = (u32)utf8_decode(text + at, len - at, &width);
    (&rA)[0] = rune;
    (&rA)[1] = width;
    NEXT(1);
}
CASE(STR2BYTES): SAVE(1); string_to_bytes(vm, g, &rA, &rB); NEXT(1);
CASE(BYTES2STR): SAVE(1); string_from_bytes(vm, &rA, &rB); NEXT(1);
CASE(STR2RUNES): SAVE(1); string_to_runes(vm, g, &rA, &rB); NEXT(1);
CASE(RUNES2STR): SAVE(1); string_from_runes(vm, &rA, &rB); NEXT(1);
CASE(RUNE2STR): SAVE(1); string_from_rune(vm, &rA, (i64)rB); NEXT(1);

/* maps */
CASE(MAPGET): {
    GMap *map = (GMap *)rB;
    if (LIKELY(map && map->plain)) {
        const u64 *entry = gmap_find_word(map, rC);
        rA = entry ? entry[2] : 0;
        NEXT(2);
    }
    TRY(2, op_map_get(vm, g, pc, R, false));
}
CASE(MAPGET2): TRY(2, op_map_get(vm, g, pc, R, true));
CASE(MAPSET): {
    GMap *map = (GMap *)rA;
    u64 *entry = map && map->plain ? gmap_find_word(map, rB) : NULL;
    if (LIKELY(entry)) {
        entry[2] = rC;
        NEXT(2);
    }
    TRY(2, op_map_set(vm, g, pc, R));
}
CASE(MAPDEL): TRY(2, op_map_delete(vm, g, pc, R));
CASE(MAPLEN): rA = gmap_len((const GMap *)rB); NEXT(1);
CASE(MAPCLEAR): SAVE(2); gmap_clear(vm, (GMap *)rA); NEXT(2);
CASE(MAPITER): SAVE(2); rA = (u64)gmap_iter(vm, (GMap *)rB); NEXT(2);
CASE(MAPNEXT): SAVE(2); op_map_next(vm, pc, R); NEXT(2);

/* interfaces */
CASE(MKIFACE): {
    RType *type = op_type(vm, wX);
    if (LIKELY(type->flags & RT_DIRECT)) {
        u64 data = rB;
        (&rA)[0] = (u64)type;
        (&rA)[1] = data;
    } else {
        SAVE(2);
        iface_make(vm, &rA, &rB, type);
    }
    NEXT(2);
}
CASE(ASSERT): TRY(2, op_assert(vm, g, pc, R));
CASE(ASSERT2): op_assert_ok(vm, pc, R); NEXT(2);
CASE(ASSERTI): TRY(2, op_assert_iface(vm, g, pc, R));
CASE(ASSERTI2): op_assert_iface_ok(vm, pc, R); NEXT(2);
CASE(ISTYPE): rA = rB == (u64)op_type(vm, wX); NEXT(2);
CASE(IMPLS): {
    u32 missing;
    RType *type = (RType *)rB;
    rA = type && iface_implements(vm, type, op_type(vm, wX), &missing);
    NEXT(2);
}
CASE(UNBOX): {
    const RType *type = op_type(vm, wX);
    if (LIKELY(type->flags & RT_DIRECT))
        rA = (&rB)[1];
    else
        mem_move(&rA, (const void *)(&rB)[1], type->slots * 8ull);
    NEXT(2);
}

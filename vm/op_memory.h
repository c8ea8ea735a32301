/* Handlers of memory, slices, strings, maps and allocation; part of interp_run (vm/interp.c). */

CASE(LD8S): LOAD_FIELD((u64)(i64)mem_load_i8(p));
CASE(LD8U): LOAD_FIELD(mem_load_u8(p));
CASE(LD16S): LOAD_FIELD((u64)(i64)mem_load_i16(p));
CASE(LD16U): LOAD_FIELD(mem_load_u16(p));
CASE(LD32S): LOAD_FIELD((u64)(i64)mem_load_i32(p));
CASE(LD32U): LOAD_FIELD(mem_load_u32(p));
CASE(LD64): LOAD_FIELD(mem_load_u64(p));
CASE(LDF32): LOAD_FIELD(float_slot(mem_load_f32(p)));
CASE(LDN):
    CHECK_NIL(rB);
    SAVE(2);
    value_load(vm, &rA, (const void *)(rB + iC), op_type(vm, wX));
    NEXT(2);
CASE(LD2): LOAD_WORDS(2, CHECK_NIL(rB), rB + iC);
CASE(LD3): LOAD_WORDS(3, CHECK_NIL(rB), rB + iC);
CASE(ST8): STORE_FIELD(mem_store_u8(p, (u8)rB));
CASE(ST16): STORE_FIELD(mem_store_u16(p, (u16)rB));
CASE(ST32): STORE_FIELD(mem_store_u32(p, (u32)rB));
CASE(ST64): STORE_FIELD(mem_store_u64(p, rB));
CASE(STF32): STORE_FIELD(mem_store_f32(p, (float)slot_float(rB)));
CASE(STN):
    CHECK_NIL(rA);
    value_store((void *)(rA + iC), &rB, op_type(vm, wX));
    NEXT(2);
CASE(ST2): STORE_WORDS(2, CHECK_NIL(rA), rA + iC, &rB);
CASE(ST3): STORE_WORDS(3, CHECK_NIL(rA), rA + iC, &rB);
CASE(NILCHK): CHECK_NIL(rA); NEXT(1);
CASE(ADDP): CHECK_NIL(rB); rA = rB + iC; NEXT(1);

CASE(GLD64): rA = mem_load_u64(vm->globals + instr_k(pc->in)); NEXT(1);
CASE(GST64): mem_store_u64(vm->globals + instr_k(pc->in), rA); NEXT(1);
CASE(GADDR): rA = (u64)(vm->globals + instr_k(pc->in)); NEXT(1);

/* parts of values in registers */
CASE(FLD8S): LOAD_PART((u64)(i64)mem_load_i8(p));
CASE(FLD8U): LOAD_PART(mem_load_u8(p));
CASE(FLD16S): LOAD_PART((u64)(i64)mem_load_i16(p));
CASE(FLD16U): LOAD_PART(mem_load_u16(p));
CASE(FLD32S): LOAD_PART((u64)(i64)mem_load_i32(p));
CASE(FLD32U): LOAD_PART(mem_load_u32(p));
CASE(FLDF32): LOAD_PART(float_slot(mem_load_f32(p)));
CASE(FLDN): {
    u64 size = wX, *dst = &rA;
    const char *src = (const char *)&rB + iC;
    memmove(dst, src, size);
    if (size & 7) /* nothing in the unused bytes of the last slot */
        memset((char *)dst + size, 0, 8 - (size & 7));
    NEXT(2);
}
CASE(FST8): STORE_PART(mem_store_u8(p, (u8)rB));
CASE(FST16): STORE_PART(mem_store_u16(p, (u16)rB));
CASE(FST32): STORE_PART(mem_store_u32(p, (u32)rB));
CASE(FSTF32): STORE_PART(mem_store_f32(p, (float)slot_float(rB)));
CASE(FSTN): memmove((char *)&rA + iC, &rB, wX); NEXT(2);

/* slices */
CASE(LDX8S): LOAD_ELEM(1, (u64)(i64)mem_load_i8(p));
CASE(LDX8U): LOAD_ELEM(1, mem_load_u8(p));
CASE(LDX16S): LOAD_ELEM(2, (u64)(i64)mem_load_i16(p));
CASE(LDX16U): LOAD_ELEM(2, mem_load_u16(p));
CASE(LDX32S): LOAD_ELEM(4, (u64)(i64)mem_load_i32(p));
CASE(LDX32U): LOAD_ELEM(4, mem_load_u32(p));
CASE(LDX64): LOAD_ELEM(8, mem_load_u64(p));
CASE(LDXF32): LOAD_ELEM(4, float_slot(mem_load_f32(p)));
CASE(LDXN): {
    CHECK_INDEX();
    RType *type = op_type(vm, wX);
    SAVE(2);
    value_load(vm, &rA, (const void *)(rB + rC * type->size), type);
    NEXT(2);
}
CASE(LDX2): LOAD_WORDS(2, CHECK_INDEX(), rB + rC * 16);
CASE(LDX3): LOAD_WORDS(3, CHECK_INDEX(), rB + rC * 24);
CASE(STX8): STORE_ELEM(1, mem_store_u8(p, (u8)rA));
CASE(STX16): STORE_ELEM(2, mem_store_u16(p, (u16)rA));
CASE(STX32): STORE_ELEM(4, mem_store_u32(p, (u32)rA));
CASE(STX64): STORE_ELEM(8, mem_store_u64(p, rA));
CASE(STXF32): STORE_ELEM(4, mem_store_f32(p, (float)slot_float(rA)));
CASE(STX2): STORE_WORDS(2, CHECK_INDEX(), rB + rC * 16, &rA);
CASE(STX3): STORE_WORDS(3, CHECK_INDEX(), rB + rC * 24, &rA);
CASE(STXN): {
    CHECK_INDEX();
    RType *type = op_type(vm, wX);
    value_store((void *)(rB + rC * type->size), &rA, type);
    NEXT(2);
}
CASE(ADDRX): CHECK_INDEX(); rA = rB + rC * wX; NEXT(2);
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
CASE(S2ARRP): TRY(2, op_slice_to_array(vm, g, pc, R));

/* allocation */
CASE(NEW): SAVE(2); rA = (u64)new_value(vm, g, op_type(vm, wX), pc); NEXT(2);
CASE(MKSLICE): TRY(2, op_make_slice(vm, g, pc, R));
CASE(MKMAP): SAVE(2); rA = (u64)new_map(vm, g, op_type(vm, wX), (i64)rB, pc); NEXT(2);
CASE(MKCHAN): {
    SAVE(2);
    Chan *ch = chan_make(vm, g, op_type(vm, wX), (i64)rB);
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
CASE(PACK): SAVE(2); op_pack(vm, g, pc, R); NEXT(2);
CASE(APPEND): TRY(2, op_append(vm, g, pc, R));
CASE(APPEND1): TRY(2, op_append_one(vm, g, pc, R));
CASE(COPY): SAVE(2); op_copy(vm, g, pc, R); NEXT(2);
CASE(CLEARS): SAVE(2); op_clear_slice(vm, g, pc, R); NEXT(2);

/* strings */
CASE(CONCAT): SAVE(1); string_concat(vm, &rA, &rB, iC); NEXT(1);
CASE(STRIDX): CHECK_INDEX(); rA = mem_load_u8((const void *)(rB + rC)); NEXT(1);
CASE(STRRUNE): {
    const u8 *text = (const u8 *)rB;
    u64 len = (&rB)[1], at = rC;
    u32 width = 1, rune = text[at];
    if (rune >= 0x80)
        rune = string_decode(text + at, len - at, &width);
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
CASE(MAPGET): TRY(2, op_map_get(vm, g, pc, R, false));
CASE(MAPGET2): TRY(2, op_map_get(vm, g, pc, R, true));
CASE(MAPSET): TRY(2, op_map_set(vm, g, pc, R));
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

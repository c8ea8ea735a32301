/* Handlers of moves, arithmetic, comparisons and jumps; part of interp_run (vm/interp.c). */

CASE(NOP): NEXT(1);
CASE(MOV): rA = rB; NEXT(1);
CASE(MOV2): {
    u64 v0 = (&rB)[0], v1 = (&rB)[1];
    (&rA)[0] = v0;
    (&rA)[1] = v1;
    NEXT(1);
}
CASE(MOV3): {
    u64 v0 = (&rB)[0], v1 = (&rB)[1], v2 = (&rB)[2];
    (&rA)[0] = v0;
    (&rA)[1] = v1;
    (&rA)[2] = v2;
    NEXT(1);
}
CASE(MOVN): memmove(&rA, &rB, iC * 8ull); NEXT(1);
CASE(LDI): rA = (u64)(i64)instr_imm32(pc->in); NEXT(1);
CASE(LDK): rA = vm->program->constants.data[instr_k(pc->in)]; NEXT(1);
CASE(LDS): {
    const StringConst *s = &vm->program->strings.data[instr_k(pc->in)];
    (&rA)[0] = (u64)s->ptr;
    (&rA)[1] = s->len;
    NEXT(1);
}
CASE(LDFN): rA = (u64)vm->program->funcs.data[wX]->closure; NEXT(2);
CASE(ZERO): {
    u64 *dst = &rA;
    for (u32 n = instr_k(pc->in); n; n--)
        *dst++ = 0;
    NEXT(1);
}

/* integers */
CASE(ADD): rA = rB + rC; NEXT(1);
CASE(SUB): rA = rB - rC; NEXT(1);
CASE(MUL): rA = rB * rC; NEXT(1);
CASE(DIV):
    if (UNLIKELY(rC == 0))
        goto divide_error;
    rA = num_div(rB, rC);
    NEXT(1);
CASE(REM):
    if (UNLIKELY(rC == 0))
        goto divide_error;
    rA = num_rem(rB, rC);
    NEXT(1);
CASE(DIVU):
    if (UNLIKELY(rC == 0))
        goto divide_error;
    rA = rB / rC;
    NEXT(1);
CASE(REMU):
    if (UNLIKELY(rC == 0))
        goto divide_error;
    rA = rB % rC;
    NEXT(1);
CASE(AND): rA = rB & rC; NEXT(1);
CASE(OR): rA = rB | rC; NEXT(1);
CASE(XOR): rA = rB ^ rC; NEXT(1);
CASE(ANDN): rA = rB & ~rC; NEXT(1);
CASE(SHL): rA = num_shl(rB, rC); NEXT(1);
CASE(SHR): rA = num_shr(rB, rC); NEXT(1);
CASE(SHRU): rA = num_shru(rB, rC); NEXT(1);
CASE(ADDI): rA = rB + (u64)(i64)sC; NEXT(1);
CASE(MULI): rA = rB * (u64)(i64)sC; NEXT(1);
CASE(ANDI): rA = rB & (u64)(i64)sC; NEXT(1);
CASE(SHLI): rA = rB << (iC & 63); NEXT(1);
CASE(SHRI): rA = (u64)((i64)rB >> (iC & 63)); NEXT(1);
CASE(SHRUI): rA = rB >> (iC & 63); NEXT(1);
CASE(NEG): rA = 0 - rB; NEXT(1);
CASE(COM): rA = ~rB; NEXT(1);
CASE(LNOT): rA = rB ^ 1; NEXT(1);
CASE(SX8): rA = (u64)(i64)(i8)rB; NEXT(1);
CASE(SX16): rA = (u64)(i64)(i16)rB; NEXT(1);
CASE(SX32): rA = (u64)(i64)(i32)rB; NEXT(1);
CASE(ZX8): rA = (u8)rB; NEXT(1);
CASE(ZX16): rA = (u16)rB; NEXT(1);
CASE(ZX32): rA = (u32)rB; NEXT(1);
CASE(CHKSHIFT):
    if (UNLIKELY((i64)rA < 0)) {
        SAVE(1);
        vm_runtime_error(vm, g, "negative shift amount");
        goto unwind;
    }
    NEXT(1);

/* floats */
#define fB slot_float(rB)
#define fC slot_float(rC)
#define fA slot_float(rA)
CASE(ADDF): rA = float_slot(fB + fC); NEXT(1);
CASE(SUBF): rA = float_slot(fB - fC); NEXT(1);
CASE(MULF): rA = float_slot(fB * fC); NEXT(1);
CASE(DIVF): rA = float_slot(fB / fC); NEXT(1);
CASE(NEGF): rA = rB ^ 1ull << 63; NEXT(1);
CASE(MINF): rA = float_slot(num_min(fB, fC)); NEXT(1);
CASE(MAXF): rA = float_slot(num_max(fB, fC)); NEXT(1);
CASE(RNDF32): rA = float_slot((float)fB); NEXT(1);
CASE(I2F): rA = float_slot((double)(i64)rB); NEXT(1);
CASE(U2F): rA = float_slot((double)rB); NEXT(1);
CASE(I2F32): rA = float_slot((float)(i64)rB); NEXT(1);
CASE(U2F32): rA = float_slot((float)rB); NEXT(1);
CASE(F2I): rA = num_float_to_int(fB); NEXT(1);
CASE(F2U): rA = num_float_to_uint(fB); NEXT(1);

/* complex numbers */
CASE(MULC): complex_mul(&rA, &rB, &rC); NEXT(1);
CASE(DIVC): complex_div(&rA, &rB, &rC); NEXT(1);
CASE(WIDEC): complex_widen(&rA, rB); NEXT(1);
CASE(NARROWC): rA = complex_narrow(&rB); NEXT(1);

/* comparisons to bool */
CASE(EQ): rA = rB == rC; NEXT(1);
CASE(NE): rA = rB != rC; NEXT(1);
CASE(LT): rA = (i64)rB < (i64)rC; NEXT(1);
CASE(LE): rA = (i64)rB <= (i64)rC; NEXT(1);
CASE(LTU): rA = rB < rC; NEXT(1);
CASE(LEU): rA = rB <= rC; NEXT(1);
CASE(EQF): rA = fB == fC; NEXT(1);
CASE(NEF): rA = fB != fC; NEXT(1);
CASE(LTF): rA = fB < fC; NEXT(1);
CASE(LEF): rA = fB <= fC; NEXT(1);
CASE(EQSTR): rA = string_equal(&rB, &rC); NEXT(1);
CASE(LTSTR): rA = string_compare(&rB, &rC) < 0; NEXT(1);
CASE(LESTR): rA = string_compare(&rB, &rC) <= 0; NEXT(1);
CASE(EQIF): {
    bool panicked = false;
    SAVE(1);
    bool equal = iface_equal(vm, g, &rB, &rC, &panicked);
    if (UNLIKELY(panicked))
        goto unwind;
    rA = equal;
    NEXT(1);
}
CASE(EQT): {
    bool panicked = false;
    SAVE(2);
    bool equal = value_equal(vm, g, &rB, &rC, op_type(vm, wX), &panicked);
    if (UNLIKELY(panicked))
        goto unwind;
    rA = equal;
    NEXT(2);
}

/* jumps */
CASE(JMP): JUMP(instr_imm32(pc->in));
CASE(JBACK):
    pc += 1 + instr_imm32(pc->in);
    if (UNLIKELY(--fuel == 0))
        goto out_of_fuel;
    DISPATCH();
CASE(JBLT): JUMP_BACK_IF((i64)rA < (i64)rB, sC);
CASE(JBLE): JUMP_BACK_IF((i64)rA <= (i64)rB, sC);
CASE(JBLTI): JUMP_BACK_IF((i64)rA < sB, sC);
CASE(JBLEI): JUMP_BACK_IF((i64)rA <= sB, sC);
CASE(JBGTI): JUMP_BACK_IF((i64)rA > sB, sC);
CASE(JBGEI): JUMP_BACK_IF((i64)rA >= sB, sC);
CASE(JT): JUMP_IF(rA != 0, instr_imm32(pc->in));
CASE(JF): JUMP_IF(rA == 0, instr_imm32(pc->in));
CASE(JEQ): JUMP_IF(rA == rB, sC);
CASE(JNE): JUMP_IF(rA != rB, sC);
CASE(JLT): JUMP_IF((i64)rA < (i64)rB, sC);
CASE(JLE): JUMP_IF((i64)rA <= (i64)rB, sC);
CASE(JLTU): JUMP_IF(rA < rB, sC);
CASE(JLEU): JUMP_IF(rA <= rB, sC);
CASE(JEQI): JUMP_IF((i64)rA == sB, sC);
CASE(JNEI): JUMP_IF((i64)rA != sB, sC);
CASE(JLTI): JUMP_IF((i64)rA < sB, sC);
CASE(JLEI): JUMP_IF((i64)rA <= sB, sC);
CASE(JGTI): JUMP_IF((i64)rA > sB, sC);
CASE(JGEI): JUMP_IF((i64)rA >= sB, sC);
CASE(JLTF): JUMP_IF(fA < fB, sC);
CASE(JLEF): JUMP_IF(fA <= fB, sC);
CASE(JNLTF): JUMP_IF(!(fA < fB), sC);
CASE(JNLEF): JUMP_IF(!(fA <= fB), sC);
CASE(JEQF): JUMP_IF(fA == fB, sC);
CASE(JNEF): JUMP_IF(fA != fB, sC);

/* Handlers of moves, arithmetic, comparisons and jumps; part of interp_run (vm/interp.c). */

/* The formatter takes CASE and labels in macros for statements. */
/* clang-format off */

CASE(NOP): NEXT(1);
CASE(COVER): vm->program->covered.data[instr_k(pc->in)].count++; NEXT(1);
#define DO_MOV (rA = rB)
RUN(MOV);
#define DO_MOV2 MOVE2(&rA, &rB)
RUN(MOV2);
#define DO_MOV3 MOVE3(&rA, &rB)
RUN(MOV3);
CASE(MOVN): mem_move(&rA, &rB, iC * 8ull); NEXT(1);
#define DO_LDI (rA = (u64)(i64)instr_imm32(pc->in))
RUN(LDI);
#define DO_LDK (rA = vm->program->constants.data[instr_k(pc->in)])
RUN(LDK);
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
#define DO_ADD (rA = rB + rC)
RUN(ADD);
#define DO_SUB (rA = rB - rC)
RUN(SUB);
#define DO_MUL (rA = rB * rC)
RUN(MUL);
CASE(DIV):
    if (UNLIKELY(rC == 0))
        goto divide_error;
    rA = num_div(rB, rC);
    NEXT(1);
#define DO_REM \
    do { \
        if (UNLIKELY(rC == 0)) \
            goto divide_error; \
        rA = num_rem(rB, rC); \
    } while (0)
RUN(REM);
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
#define DO_AND (rA = rB & rC)
RUN(AND);
CASE(OR): rA = rB | rC; NEXT(1);
CASE(XOR): rA = rB ^ rC; NEXT(1);
CASE(ANDN): rA = rB & ~rC; NEXT(1);
CASE(SHL): rA = num_shl(rB, rC); NEXT(1);
CASE(SHR): rA = num_shr(rB, rC); NEXT(1);
CASE(SHRU): rA = num_shru(rB, rC); NEXT(1);
#define DO_ADDI (rA = rB + (u64)(i64)sC)
RUN(ADDI);
CASE(MULI): rA = rB * (u64)(i64)sC; NEXT(1);
#define DO_ANDI (rA = rB & (u64)(i64)sC)
RUN(ANDI);
CASE(SHLI): rA = rB << (iC & 63); NEXT(1);
CASE(SHRI): rA = (u64)((i64)rB >> (iC & 63)); NEXT(1);
CASE(SHRUI): rA = rB >> (iC & 63); NEXT(1);
#define DO_DIVI (rA = (u64)((i64)rB / sC))
RUN(DIVI);
#define DO_DIVP (rA = (u64)((i64)num_toward_zero(rB, iC) >> iC))
RUN(DIVP);
#define DO_REMP (rA = rB - (num_toward_zero(rB, iC) & ~0ull << iC))
RUN(REMP);
#define DO_REMI (rA = (u64)((i64)rB % sC))
RUN(REMI);
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
#define DO_ADDF (rA = float_slot(num_add(fB, fC)))
RUN(ADDF);
#define DO_SUBF (rA = float_slot(num_sub(fB, fC)))
RUN(SUBF);
#define DO_MULF (rA = float_slot(num_mul(fB, fC)))
RUN(MULF);
#define DO_DIVF (rA = float_slot(num_quotient(fB, fC)))
RUN(DIVF);
CASE(NEGF): rA = rB ^ 1ull << 63; NEXT(1);
#define DO_SQRTF (rA = float_slot(num_sqrt(fB)))
RUN(SQRTF);
CASE(MINF): rA = float_slot(num_min(fB, fC)); NEXT(1);
CASE(MAXF): rA = float_slot(num_max(fB, fC)); NEXT(1);
CASE(RNDF32): rA = round_float32(rB); NEXT(1);
#define DO_I2F (rA = float_slot((double)(i64)rB))
RUN(I2F);
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
#define DO_LT (rA = (i64)rB < (i64)rC)
RUN(LT);
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
CASE(JBACK): JUMP_BACK_IF(true, instr_imm32(pc->in));
CASE(JBACK_JIT):
CASE(JBACK_JIT_WATCHED): ENTER_JIT_IF(true, instr_imm32(pc->in));

/* Conditions, each of a jump forwards and one backwards, which may lead into machine code. */
#define IF_T (rA != 0)
#define IF_F (rA == 0)
#define IF_EQ (rA == rB)
#define IF_NE (rA != rB)
#define IF_LT ((i64)rA < (i64)rB)
#define IF_LE ((i64)rA <= (i64)rB)
#define IF_LTU (rA < rB)
#define IF_LEU (rA <= rB)
#define IF_EQI ((i64)rA == sB)
#define IF_NEI ((i64)rA != sB)
#define IF_LTI ((i64)rA < sB)
#define IF_LEI ((i64)rA <= sB)
#define IF_GTI ((i64)rA > sB)
#define IF_GEI ((i64)rA >= sB)
#define IF_LTF (fA < fB)
#define IF_LEF (fA <= fB)
#define IF_NLTF (!(fA < fB))
#define IF_NLEF (!(fA <= fB))
#define IF_EQF (fA == fB)
#define IF_NEF (fA != fB)
#define JUMPS(name, offset) \
    CASE(J##name): JUMP_IF(IF_##name, offset); \
    CASE(JB##name): JUMP_BACK_IF(IF_##name, offset); \
    CASE(JB##name##_JIT): \
    CASE(JB##name##_JIT_WATCHED): ENTER_JIT_IF(IF_##name, offset)
JUMPS(T, instr_imm32(pc->in));
JUMPS(F, instr_imm32(pc->in));
JUMPS(EQ, sC);
JUMPS(NE, sC);
JUMPS(LT, sC);
JUMPS(LE, sC);
JUMPS(LTU, sC);
JUMPS(LEU, sC);
JUMPS(EQI, sC);
JUMPS(NEI, sC);
JUMPS(LTI, sC);
JUMPS(LEI, sC);
JUMPS(GTI, sC);
JUMPS(GEI, sC);
JUMPS(LTF, sC);
JUMPS(LEF, sC);
JUMPS(NLTF, sC);
JUMPS(NLEF, sC);
JUMPS(EQF, sC);
JUMPS(NEF, sC);
/* As the second of a pair. */
#define DO_JLE JUMP_IF(IF_LE, sC)
#define DO_JNE JUMP_IF(IF_NE, sC)
#define DO_JNEI JUMP_IF(IF_NEI, sC)
#define DO_JEQI JUMP_IF(IF_EQI, sC)
#define DO_JLT JUMP_IF(IF_LT, sC)
#define DO_JT JUMP_IF(IF_T, instr_imm32(pc->in))
#define DO_JBLT JUMP_BACK_IF(IF_LT, sC)
#define DO_JBLE JUMP_BACK_IF(IF_LE, sC)
#define DO_JBLTI JUMP_BACK_IF(IF_LTI, sC)
#define DO_JBLEF JUMP_BACK_IF(IF_LEF, sC)
#define DO_JBNEI JUMP_BACK_IF(IF_NEI, sC)

/* Emitters of native functions that are an instruction or two. */
#include <string.h>

#include "jit/emit.h"

/* They have as many results as arguments, of one class: both are R[A + 1] on. */
typedef struct Native {
    const char *name;
    void (*emit)(Translator *t, u32 slot);
    Class argument, result;
    u8 count;
} Native;

static void same_bits(Translator *t, u32 slot)
{
    emit_move_slot(t, slot, slot);
}

static void absolute(Translator *t, u32 slot)
{
    asm_const(t->code, RCX, ~(1ull << 63));
    emit_load_int(t, RAX, slot);
    asm_op(t->code, ASM_AND, RAX, in_reg(RCX));
    emit_store_int(t, slot, RAX);
}

/* RAX <- the number of a bit of the argument, found by op; of 0 it is `none`. */
static void find_bit(Translator *t, u32 slot, AsmOp op, u64 none)
{
    asm_const(t->code, RCX, none);
    asm_op(t->code, op, RAX, emit_int_source(t, slot, RAX));
    asm_op(t->code, ASM_CMOVE, RAX, in_reg(RCX));
}

static void trailing_zeros(Translator *t, u32 slot)
{
    find_bit(t, slot, ASM_BSF, 64);
    emit_store_int(t, slot, RAX);
}

static void length(Translator *t, u32 slot)
{
    find_bit(t, slot, ASM_BSR, UINT64_MAX);
    asm_imm(t->code, IMM_ADD, in_reg(RAX), 1);
    emit_store_int(t, slot, RAX);
}

static void ones_count(Translator *t, u32 slot)
{
    asm_op(t->code, ASM_POPCNT, RAX, emit_int_source(t, slot, RAX));
    emit_store_int(t, slot, RAX);
}

static void product(Translator *t, u32 slot)
{
    emit_load_int(t, RAX, slot);
    emit_load_int(t, RCX, slot + 1);
    asm_unary(t->code, UNARY_MUL, RCX);
    emit_store_int(t, slot, RDX);
    emit_store_int(t, slot + 1, RAX);
}

static const Native natives[] = {
    {"math.Abs", absolute, CLASS_FLOAT, CLASS_FLOAT, 1},
    {"math.Float64bits", same_bits, CLASS_FLOAT, CLASS_INT, 1},
    {"math.Float64frombits", same_bits, CLASS_INT, CLASS_FLOAT, 1},
    {"math/bits.Len64", length, CLASS_INT, CLASS_INT, 1},
    {"math/bits.TrailingZeros64", trailing_zeros, CLASS_INT, CLASS_INT, 1},
    {"math/bits.OnesCount64", ones_count, CLASS_INT, CLASS_INT, 1},
    {"math/bits.Mul64", product, CLASS_INT, CLASS_INT, 2},
};

static bool processor_has(const Native *native)
{
#ifdef __x86_64__
    return native->emit != ones_count || __builtin_cpu_supports("popcnt");
#else
    return native != NULL;
#endif
}

static const Native *native_at(const Unit *unit, const Site *site)
{
    const char *name = unit->program->natives.data[instr_k(site->word->in)];
    for (u32 i = 0; i < COUNT_OF(natives); i++)
        if (!strcmp(natives[i].name, name) && processor_has(&natives[i]))
            return &natives[i];
    return NULL;
}

bool native_is_quick(const Unit *unit, const Site *site)
{
    return native_at(unit, site);
}

Classes native_classes(const Unit *unit, const Site *site, u32 *count)
{
    const Native *native = native_at(unit, site);
    *count = native->count;
    return (Classes){.known = true, .a = native->result, .b = native->argument};
}

void emit_native(Translator *t, u32 arg)
{
    (void)arg;
    native_at(t->unit, t->site)->emit(t, t->a + 1);
}

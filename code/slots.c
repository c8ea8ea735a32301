/* The number of registers that the operands of MULTI instructions stand for: the only list of it.
 * Verifier and liveness use it. */
#include "code/program.h"

static u32 part_slots(u64 bytes)
{
    return (u32)((bytes + 7) / 8);
}

/* Widths of the operands of instructions over values of type t. */
static Widths typed_widths(const Word *code, const RType *t)
{
    Instr in = code->in;
    in.op = (u16)instr_op(in);
    switch (in.op) {
    case OP_EQT: return (Widths){1, t->slots, t->slots};
    case OP_LD2: return (Widths){2, 1, 0};
    case OP_LDN:
    case OP_LD3: return (Widths){t->slots, 1, 0};
    case OP_STN:
    case OP_ST2:
    case OP_ST3: return (Widths){1, t->slots, 0};
    case OP_LDXN:
    case OP_LDX2:
    case OP_LDX3:
    case OP_STXN:
    case OP_STX2:
    case OP_STX3: return (Widths){t->slots, 2, 1};
    case OP_MKSLICE: return (Widths){3, 1, 1};
    case OP_PACK: return (Widths){3, in.c * t->slots, 0};
    case OP_APPEND: return (Widths){3, 3, code[1].x >> 32 ? 2 : 3};
    case OP_APPEND1: return (Widths){3, 3, t->slots};
    case OP_COPY: return (Widths){1, 3, code[1].x >> 32 ? 2 : 3};
    case OP_CLEARS: return (Widths){3, 0, 0};
    case OP_MAPGET: return (Widths){t->elem->slots, 1, t->key->slots};
    case OP_MAPGET2: return (Widths){t->elem->slots + 1, 1, t->key->slots};
    case OP_MAPSET: return (Widths){1, t->key->slots, t->elem->slots};
    case OP_MAPDEL: return (Widths){1, t->key->slots, 0};
    case OP_MAPNEXT: return (Widths){1 + t->key->slots + t->elem->slots, 1, 0};
    case OP_MKIFACE: return (Widths){2, t->slots, 0};
    case OP_ASSERT:
    case OP_UNBOX: return (Widths){t->slots, 2, 0};
    case OP_ASSERT2: return (Widths){t->slots + 1, 2, 0};
    case OP_ASSERTI: return (Widths){2, 2, 0};
    case OP_ASSERTI2: return (Widths){3, 2, 0};
    case OP_ISTYPE:
    case OP_IMPLS: return (Widths){1, 2, 0};
    default: return (Widths){1, 1, 1};
    }
}

static u32 print_width(u32 kind)
{
    static const u8 slots[] = {
        [PRINT_BOOL] = 1,   [PRINT_INT] = 1,     [PRINT_UINT] = 1,   [PRINT_FLOAT] = 1,
        [PRINT_STRING] = 2, [PRINT_POINTER] = 1, [PRINT_SLICE] = 3,  [PRINT_IFACE] = 2,
        [PRINT_SPACE] = 0,  [PRINT_NEWLINE] = 0, [PRINT_COMPLEX] = 2};
    return kind < COUNT_OF(slots) ? slots[kind] : 0;
}

/* The widths of operands that are not one register. Calls are not covered. */
Widths op_widths(const Program *program, const Word *code)
{
    Instr in = code->in;
    in.op = (u16)instr_op(in);
    if (op_info[in.op].flags & X_TYPE)
        return typed_widths(code, program->types.data[(u32)code[1].x]);
    switch (in.op) {
    case OP_MOV2: return (Widths){2, 2, 0};
    case OP_MOV3: return (Widths){3, 3, 0};
    case OP_MOVN: return (Widths){in.c, in.c, 0};
    case OP_LDS: return (Widths){2, 0, 0};
    case OP_ZERO: return (Widths){instr_k(in), 0, 0};
    case OP_EQSTR:
    case OP_LTSTR:
    case OP_LESTR:
    case OP_EQIF: return (Widths){1, 2, 2};
    case OP_MULC:
    case OP_DIVC: return (Widths){2, 2, 2};
    case OP_WIDEC: return (Widths){2, 1, 0};
    case OP_NARROWC: return (Widths){1, 2, 0};
    case OP_FLDN: return (Widths){part_slots(code[1].x), part_slots(in.c + code[1].x), 0};
    case OP_FSTN: return (Widths){part_slots(in.c + code[1].x), part_slots(code[1].x), 0};
    case OP_LDX8S:
    case OP_LDX8U:
    case OP_LDX16S:
    case OP_LDX16U:
    case OP_LDX32S:
    case OP_LDX32U:
    case OP_LDX64:
    case OP_LDXF32:
    case OP_STX8:
    case OP_STX16:
    case OP_STX32:
    case OP_STX64:
    case OP_STXF32:
    case OP_ADDRX: return (Widths){1, 2, 1};
    case OP_SLICE: return (Widths){3, 3, 3};
    case OP_SLICEA: return (Widths){3, 1, 3};
    case OP_SLICESTR: return (Widths){2, 2, 2};
    case OP_MEM2SLICE: return (Widths){3, 1, 1};
    case OP_MEM2STR: return (Widths){2, 1, 1};
    case OP_S2ARRP: return (Widths){1, 3, 0};
    case OP_CAPN: return (Widths){in.c, 1, 0};
    case OP_CLOSURE: return (Widths){1, in.c, 0};
    case OP_CONCAT: return (Widths){2, 2u * in.c, 0};
    case OP_STRIDX: return (Widths){1, 2, 1};
    case OP_STRRUNE: return (Widths){2, 2, 1};
    case OP_STR2BYTES:
    case OP_STR2RUNES: return (Widths){3, 2, 0};
    case OP_BYTES2STR:
    case OP_RUNES2STR: return (Widths){2, 3, 0};
    case OP_RUNE2STR: return (Widths){2, 1, 0};
    case OP_CALLI: return (Widths){1, 2, 0};
    case OP_RET: return (Widths){in.c, 0, 0};
    case OP_PANIC:
    case OP_RECOVER: return (Widths){2, 0, 0};
    case OP_SEND: return (Widths){1, in.c, 0};
    case OP_RECV: return (Widths){in.c, 1, 0};
    case OP_RECV2: return (Widths){in.c + 1u, 1, 0};
    case OP_PRINT: return (Widths){print_width(in.b), 0, 0};
    default: return (Widths){1, 1, 1};
    }
}

/* ---- kinds ---- */

/* Whether it is a struct that stands for what only natives know: no program can name its byte. */
static bool is_opaque(const RType *t)
{
    return t->kind == RK_STRUCT && t->size == 1 && t->nfields == 1 &&
           !strcmp(t->fields[0].name, "_");
}

/* Of an address of such values. */
static char address_kind(const RType *t)
{
    if (is_opaque(t))
        return 't';
    bool number = t->flags & RT_SCALAR && !(t->flags & RT_POINTERS);
    return number && t->size >= 1 && t->size <= 8 ? (char)('0' + t->size) : 'p';
}

/* Of structs and arrays in memory layout: the kind of the word at each multiple of 8. */
static void mark_words(const RType *t, u64 offset, char *kinds)
{
    switch ((RKind)t->kind) {
    case RK_STRUCT:
        for (u32 i = 0; i < t->nfields; i++)
            mark_words(t->fields[i].type, offset + t->fields[i].offset, kinds);
        return;
    case RK_ARRAY:
        for (u64 i = 0; i < t->len && t->elem->size; i++)
            mark_words(t->elem, offset + i * t->elem->size, kinds);
        return;
    case RK_STRING: kinds[offset / 8] = 's'; return;
    case RK_UINTPTR: kinds[offset / 8] = 'u'; return;
    case RK_POINTER:
    case RK_SLICE: kinds[offset / 8] = address_kind(t->elem); return;
    case RK_INTERFACE:
        kinds[offset / 8] = 't';
        kinds[offset / 8 + 1] = 'p';
        return;
    default:
        if (t->flags & RT_POINTERS)
            kinds[offset / 8] = 'p';
    }
}

void slot_kinds(const RType *type, Buf *out)
{
    if (type->flags & RT_BIG) {
        buf_putc(out, 'p');
        return;
    }
    size_t first = out->len;
    for (u32 i = 0; i < type->slots; i++)
        buf_putc(out, '.');
    if (type->slots)
        mark_words(type, 0, out->data + first);
}

/* Which bytes an instruction or native accesses, for analysis/access.h. */
#include "analysis/access.h"

/* Bytes that an instruction of fixed width moves; 0 = the type says. */
static u64 fixed_width(u32 op)
{
    switch (op) {
    case OP_LD8S:
    case OP_LD8U:
    case OP_ST8:
    case OP_LDX8S:
    case OP_LDX8U:
    case OP_STX8: return 1;
    case OP_LD16S:
    case OP_LD16U:
    case OP_ST16:
    case OP_LDX16S:
    case OP_LDX16U:
    case OP_STX16: return 2;
    case OP_LD32S:
    case OP_LD32U:
    case OP_LDF32:
    case OP_ST32:
    case OP_STF32:
    case OP_LDX32S:
    case OP_LDX32U:
    case OP_LDXF32:
    case OP_STX32:
    case OP_STXF32: return 4;
    case OP_LD64:
    case OP_ST64:
    case OP_GLD64:
    case OP_GST64:
    case OP_LDX64:
    case OP_STX64: return 8;
    default: return 0;
    }
}

static Access indexed(Val base, Val index, u64 size, bool write)
{
    bool known = SYM_KIND(index) == SYM_CONST && index.off >= 0 && index.off < SYM_MAX_OFF &&
                 size < SYM_MAX_OFF;
    if (!known)
        return (Access){ACCESS_ELEM, write, base, 0, size};
    return (Access){ACCESS_AT, write, base, index.off * (i64)size, size};
}

/* Those of the slice in R[of..3] that copying between two slices of known length accesses. */
static Access first_elements(const Val *regs, u32 of, u32 one, u32 other, u64 size, bool write)
{
    i64 n = regs[one + 1].off < regs[other + 1].off ? regs[one + 1].off : regs[other + 1].off;
    bool known = n >= 0 && n < SYM_MAX_OFF && size < SYM_MAX_OFF;
    if (!known)
        return (Access){ACCESS_ELEM, write, regs[of], 0, size};
    return (Access){ACCESS_AT, write, regs[of], 0, (u64)n * size};
}

u32 access_list(const Flow *flow, u32 pc, const Val *regs, Access out[MOST_ACCESSES])
{
    const Word *code = &flow->fn->code[pc];
    Instr in = code->in;
    const OpInfo *info = &op_info[in.op];
    if (!op_accesses(in.op))
        return 0;
    const RType *type = info->flags & X_TYPE ? flow->program->types.data[(u32)code[1].x] : NULL;
    bool write = info->effect == EFFECT_WRITE;
    u64 size = fixed_width(in.op) ? fixed_width(in.op) : type ? type->size : 1;
    switch (in.op) {
    case OP_GLD64:
    case OP_GST64:
        out[0] = (Access){ACCESS_AT, write, {SYM_KEY(SYM_GLOBAL, 0, 0), instr_k(in)}, 0, 8};
        return 1;
    case OP_COPY:
        if (!(code[1].x >> 32) && SYM_KIND(regs[in.b + 1]) == SYM_CONST &&
            SYM_KIND(regs[in.c + 1]) == SYM_CONST) {
            out[0] = first_elements(regs, in.b, in.b, in.c, size, true);
            out[1] = first_elements(regs, in.c, in.b, in.c, size, false);
            return 2;
        }
        /* fall through */
    case OP_APPEND:
        out[0] = (Access){ACCESS_ELEM, true, regs[in.b], 0, size};
        out[1] = (Access){ACCESS_ELEM, false, regs[in.b], 0, size};
        out[2] = (Access){ACCESS_ELEM, false, regs[in.c], 0, size};
        return code[1].x >> 32 ? 2 : 3;
    case OP_APPEND1:
        out[0] = (Access){ACCESS_ELEM, false, regs[in.b], 0, size};
        if (flow_append_copies(code, regs))
            return 1;
        out[1] = (Access){ACCESS_ELEM, true, regs[in.b], 0, size};
        return 2;
    case OP_CLEARS: out[0] = (Access){ACCESS_ELEM, true, regs[in.a], 0, size}; return 1;
    case OP_BYTES2STR: out[0] = (Access){ACCESS_ELEM, false, regs[in.b], 0, 1}; return 1;
    case OP_RUNES2STR: out[0] = (Access){ACCESS_ELEM, false, regs[in.b], 0, 4}; return 1;
    case OP_MAPSET:
    case OP_MAPDEL:
    case OP_MAPCLEAR: out[0] = (Access){ACCESS_WHOLE, true, regs[in.a], 0, 1}; return 1;
    case OP_MAPGET:
    case OP_MAPGET2:
    case OP_MAPLEN:
    case OP_MAPITER:
    case OP_MAPNEXT: out[0] = (Access){ACCESS_WHOLE, false, regs[in.b], 0, 1}; return 1;
    default: break;
    }
    if (info->flags & R_C) /* elements of slices */
        out[0] = indexed(regs[in.b], regs[in.c], size, write);
    else
        out[0] = (Access){ACCESS_AT, write, regs[write ? in.a : in.b], in.c, size};
    return 1;
}

Ptr access_place(const Model *model, const Access *access, Ptr p)
{
    switch (access->how) {
    case ACCESS_AT: return ptr_shift(model, p, access->off);
    case ACCESS_ELEM: return ptr_elem(model, p, access->size);
    default: return (Ptr){p.object, PTR_ANY, 0};
    }
}

bool access_overlap(const Object *object, Ptr a, u64 a_size, Ptr b, u64 b_size)
{
    if (a.how == PTR_ANY || b.how == PTR_ANY)
        return true;
    u64 a_off = a.off, b_off = b.off;
    if (a.how == PTR_ELEM || b.how == PTR_ELEM) {
        a_off %= object->elem;
        b_off %= object->elem;
        if (a_off + a_size > object->elem || b_off + b_size > object->elem)
            return true;
    }
    return a_off < b_off + b_size && b_off < a_off + a_size;
}

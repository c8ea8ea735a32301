/* Computes on a copy of a goroutine's registers. A register may depend on the value asked about as
 * plus or minus the value, and a constant; a comparison of such a register with a constant narrows
 * the range of values that go the same way. A pointer is only copied and compared with others, for
 * being the same. Where a register depends otherwise, only the value itself is known to. */
#include "vm/foresee.h"

#include <string.h>

#include "vm/frame.h"
#include "vm/number.h"
#include "vm/spin.h"

/* Stacks that are deeper are not copied; instructions, and slots of calls, that are looked at. */
enum { MOST_SLOTS = 1 << 12, MOST_INSTRUCTIONS = 1000, MORE_SLOTS = 256 };

typedef __int128 Wide;

typedef struct Tag {
    i32 sign;   /* 0: a constant; 1, -1: plus or minus the value ... */
    Wide added; /* ... and this, without overflow */
} Tag;

typedef struct Trial {
    VM *vm;
    G g; /* a copy, with a stack of its own */
    const Word *pc;
    u64 *fresh; /* slots from here to the end of the stack have no number and no tag yet */
    Tag *tags;  /* by slot of the stack; none is set if `exact` */
    u64 value;
    Wide from, to;
    bool exact;      /* from == to */
    bool is_pointer; /* then `seen` has those that it is unlike */
    Foresight *seen;
} Trial;

/* ---- the range ---- */

static Tag *tag_of(Trial *t, const u64 *slot)
{
    return &t->tags[slot - t->g.stack];
}

/* Only the value itself is known to have the same effect. */
static void be_exact(Trial *t)
{
    if (!t->exact)
        memset(t->tags, 0, (u64)(t->fresh - t->g.stack) * sizeof *t->tags);
    t->from = t->to = (i64)t->value;
    t->exact = true;
}

static void narrow(Trial *t, Tag tag, Wide low, Wide high)
{
    Wide from = tag.sign > 0 ? low - tag.added : tag.added - high;
    Wide to = tag.sign > 0 ? high - tag.added : tag.added - low;
    if (t->from < from)
        t->from = from;
    if (t->to > to)
        t->to = to;
    CHECK(t->from <= (i64)t->value && (i64)t->value <= t->to);
}

typedef enum Relation { ALWAYS, EQUAL, UNEQUAL, LESS, AT_MOST, BELOW, UP_TO } Relation;

static bool holds(Relation relation, u64 a, u64 b)
{
    switch (relation) {
    case ALWAYS: return true;
    case EQUAL: return a == b;
    case UNEQUAL: return a != b;
    case LESS: return (i64)a < (i64)b;
    case AT_MOST: return (i64)a <= (i64)b;
    case BELOW: return a < b;
    case UP_TO: return a <= b;
    }
    BUG("relation %d", relation);
}

/* Narrows the range to numbers that compare with c as x, which has the tag, does: those on the same
 * side of c, and of 0 if the numbers are without sign. */
static void narrow_beside(Trial *t, Tag tag, i64 x, i64 c, bool equals_above, bool equals_below,
                          bool without_sign)
{
    Wide low = INT64_MIN, high = INT64_MAX;
    if (x == c && !equals_above && !equals_below)
        low = high = c;
    else if (x > c || (x == c && equals_above))
        low = equals_above ? c : (Wide)c + 1;
    else
        high = equals_below ? c : (Wide)c - 1;
    if (without_sign && x < 0)
        high = high < -1 ? high : -1;
    if (without_sign && x >= 0)
        low = low > 0 ? low : 0;
    narrow(t, tag, low, high);
}

/* A register that holds the pointer is compared with another one. */
static void compare_pointer(Trial *t, Relation relation, u64 other)
{
    Foresight *seen = t->seen;
    bool known = false;
    for (u32 i = 0; i < seen->nunlike; i++)
        known |= seen->unlike[i] == other;
    if (known)
        return;
    if ((relation != EQUAL && relation != UNEQUAL) || other == t->value ||
        seen->nunlike == MOST_UNLIKE)
        be_exact(t);
    else
        seen->unlike[seen->nunlike++] = other;
}

/* Whether a is in the relation to b; what that says of the value narrows the range. */
static bool decide(Trial *t, Relation relation, u64 a, Tag ta, u64 b, Tag tb)
{
    bool less = relation == LESS || relation == BELOW;
    bool orders = less || relation == AT_MOST || relation == UP_TO;
    bool without_sign = relation == BELOW || relation == UP_TO;
    if (ta.sign && tb.sign)
        be_exact(t);
    else if (t->is_pointer && (ta.sign || tb.sign))
        compare_pointer(t, relation, ta.sign ? b : a);
    else if (ta.sign) /* a < b: equal ones are with the greater; a <= b: with the less */
        narrow_beside(t, ta, (i64)a, (i64)b, less, orders && !less, without_sign);
    else if (tb.sign)
        narrow_beside(t, tb, (i64)b, (i64)a, orders && !less, less, without_sign);
    return holds(relation, a, b);
}

/* ---- instructions ---- */

static void set(Trial *t, u32 reg, u64 value, Tag tag)
{
    t->g.R[reg] = value;
    *tag_of(t, &t->g.R[reg]) = tag;
}

static void move(Trial *t, u64 *to, const u64 *from, u32 n)
{
    memmove(to, from, n * sizeof *to);
    memmove(tag_of(t, to), tag_of(t, from), n * sizeof(Tag));
}

/* a + b, or a - b, of registers or constants, if that does not overflow; else only the value
 * itself is known. */
static void add(Trial *t, u32 reg, u64 a, Tag ta, u64 b, Tag tb, i32 sign)
{
    Wide sum = (Wide)(i64)a + sign * (Wide)(i64)b;
    u64 value = sign > 0 ? a + b : a - b;
    Tag tag = ta.sign ? ta : (Tag){sign * tb.sign, sign * tb.added};
    if (ta.sign && !tb.sign)
        tag.added += sign * (Wide)(i64)b;
    else if (tb.sign && !ta.sign)
        tag.added += (i64)a;
    if ((ta.sign || tb.sign) && (t->is_pointer || (ta.sign && tb.sign) || sum != (i64)value)) {
        be_exact(t);
        tag = (Tag){0};
    }
    if (tag.sign)
        narrow(t, tag, INT64_MIN, INT64_MAX);
    set(t, reg, value, tag);
}

/* Where it keeps the number as it is: the range is that of those which it keeps. */
static void convert(Trial *t, u32 reg, u64 was, Tag tag, u64 becomes, i64 low, i64 high)
{
    if (tag.sign && (t->is_pointer || was != becomes)) {
        be_exact(t);
        tag = (Tag){0};
    } else if (tag.sign) {
        narrow(t, tag, low, high);
    }
    set(t, reg, becomes, tag);
}

#define SLOT_A (t->g.R[in.a])
#define SLOT_B (t->g.R[in.b])
#define SLOT_C (t->g.R[in.c])
#define TAG_A (*tag_of(t, &SLOT_A))
#define TAG_B (*tag_of(t, &SLOT_B))
#define TAG_C (*tag_of(t, &SLOT_C))
#define CONSTANT ((Tag){0})

static bool try_moves(Trial *t, Op op, Instr in)
{
    switch (op) {
    case OP_NOP:
    case OP_COVER: return true;
    case OP_MOV: move(t, &SLOT_A, &SLOT_B, 1); return true;
    case OP_MOV2: move(t, &SLOT_A, &SLOT_B, 2); return true;
    case OP_MOV3: move(t, &SLOT_A, &SLOT_B, 3); return true;
    case OP_MOVN: move(t, &SLOT_A, &SLOT_B, in.c); return true;
    case OP_LDI: set(t, in.a, (u64)(i64)instr_imm32(in), CONSTANT); return true;
    case OP_LDK: set(t, in.a, t->vm->program->constants.data[instr_k(in)], CONSTANT); return true;
    case OP_GADDR: set(t, in.a, (u64)(t->vm->globals + instr_k(in)), CONSTANT); return true;
    default: return false;
    }
}

static bool try_sums(Trial *t, Op op, Instr in)
{
    switch (op) {
    case OP_ADD: add(t, in.a, SLOT_B, TAG_B, SLOT_C, TAG_C, 1); return true;
    case OP_SUB: add(t, in.a, SLOT_B, TAG_B, SLOT_C, TAG_C, -1); return true;
    case OP_ADDI: add(t, in.a, SLOT_B, TAG_B, (u64)(i64)(i16)in.c, CONSTANT, 1); return true;
    case OP_NEG: add(t, in.a, 0, CONSTANT, SLOT_B, TAG_B, -1); return true;
    case OP_LNOT:
        if (TAG_B.sign && (t->is_pointer || SLOT_B > 1))
            be_exact(t);
        else if (TAG_B.sign)
            narrow(t, TAG_B, 0, 1);
        add(t, in.a, 1, CONSTANT, SLOT_B, TAG_B, -1);
        return true;
#define CONVERT(type, low, high) \
    convert(t, in.a, SLOT_B, TAG_B, (u64)(i64)(type)SLOT_B, low, high); \
    return true
    case OP_SX8: CONVERT(i8, INT8_MIN, INT8_MAX);
    case OP_SX16: CONVERT(i16, INT16_MIN, INT16_MAX);
    case OP_SX32: CONVERT(i32, INT32_MIN, INT32_MAX);
    case OP_ZX8: CONVERT(u8, 0, UINT8_MAX);
    case OP_ZX16: CONVERT(u16, 0, UINT16_MAX);
    case OP_ZX32: CONVERT(u32, 0, UINT32_MAX);
#undef CONVERT
    default: return false;
    }
}

/* Arithmetic of which only the result for this very value is computed. */
static bool try_others(Trial *t, Op op, Instr in)
{
    const OpInfo *info = &op_info[op];
    u64 result, b, c = 0;
    bool has_c = (info->flags & R_C) != 0;
    if (info->format != FMT_ABC && info->format != FMT_ABI && info->format != FMT_ABU &&
        info->format != FMT_AB)
        return false;
    b = SLOT_B;
    if (has_c)
        c = SLOT_C;
    switch (op) {
    case OP_MUL: result = b * c; break;
    case OP_AND: result = b & c; break;
    case OP_OR: result = b | c; break;
    case OP_XOR: result = b ^ c; break;
    case OP_ANDN: result = b & ~c; break;
    case OP_SHL: result = num_shl(b, c); break;
    case OP_SHR: result = num_shr(b, c); break;
    case OP_SHRU: result = num_shru(b, c); break;
    case OP_MULI: result = b * (u64)(i64)(i16)in.c; break;
    case OP_ANDI: result = b & (u64)(i64)(i16)in.c; break;
    case OP_SHLI: result = b << (in.c & 63); break;
    case OP_SHRI: result = (u64)((i64)b >> (in.c & 63)); break;
    case OP_SHRUI: result = b >> (in.c & 63); break;
    case OP_DIVI: result = (u64)((i64)b / (i16)in.c); break;
    case OP_REMI: result = (u64)((i64)b % (i16)in.c); break;
    case OP_DIVP: result = (u64)((i64)num_toward_zero(b, in.c) >> in.c); break;
    case OP_REMP: result = b - (num_toward_zero(b, in.c) & ~0ull << in.c); break;
    case OP_COM: result = ~b; break;
    default: return false;
    }
    if (TAG_B.sign || (has_c && TAG_C.sign))
        be_exact(t);
    set(t, in.a, result, CONSTANT);
    return true;
}

/* The relation that a comparison, or jump, tests; of the jumps that go backwards, too. */
static Relation relation_of(Op op, bool *swapped)
{
    *swapped = op == OP_JGTI || op == OP_JBGTI || op == OP_JGEI || op == OP_JBGEI;
    switch (op) {
    case OP_JMP:
    case OP_JBACK: return ALWAYS;
    case OP_EQ:
    case OP_JEQ:
    case OP_JBEQ:
    case OP_JEQI:
    case OP_JBEQI:
    case OP_JF:
    case OP_JBF: return EQUAL;
    case OP_NE:
    case OP_JNE:
    case OP_JBNE:
    case OP_JNEI:
    case OP_JBNEI:
    case OP_JT:
    case OP_JBT: return UNEQUAL;
    case OP_LT:
    case OP_JLT:
    case OP_JBLT:
    case OP_JLTI:
    case OP_JBLTI:
    case OP_JGTI:
    case OP_JBGTI: return LESS;
    case OP_LE:
    case OP_JLE:
    case OP_JBLE:
    case OP_JLEI:
    case OP_JBLEI:
    case OP_JGEI:
    case OP_JBGEI: return AT_MOST;
    case OP_LTU:
    case OP_JLTU:
    case OP_JBLTU: return BELOW;
    case OP_LEU:
    case OP_JLEU:
    case OP_JBLEU: return UP_TO;
    default: BUG("%s is no comparison", op_info[op].name);
    }
}

static bool compares(Op op)
{
    switch (op) {
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_LTU:
    case OP_LEU:
    case OP_JMP:
    case OP_JBACK: return true;
    case OP_JLTF:
    case OP_JLEF:
    case OP_JNLTF:
    case OP_JNLEF:
    case OP_JEQF:
    case OP_JNEF:
    case OP_JBLTF:
    case OP_JBLEF:
    case OP_JBNLTF:
    case OP_JBNLEF:
    case OP_JBEQF:
    case OP_JBNEF: return false;
    default: return (op_info[op].flags & JUMP) && (op_info[op].flags & R_A);
    }
}

static bool try_comparisons(Trial *t, Op op, Instr in)
{
    if (!compares(op))
        return false;
    OpFormat format = op_info[op].format;
    bool swapped, jumps = op_info[op].flags & JUMP;
    Relation relation = relation_of(op, &swapped);
    u64 a = 0, b = 0;
    Tag ta = {0}, tb = {0};
    if (format == FMT_ABC || format == FMT_ABJ) {
        u32 first = jumps ? in.a : in.b, second = jumps ? in.b : in.c;
        a = t->g.R[first], b = t->g.R[second];
        ta = *tag_of(t, &t->g.R[first]), tb = *tag_of(t, &t->g.R[second]);
    } else if (format != FMT_J) {
        a = SLOT_A, ta = TAG_A;
        b = format == FMT_AIJ ? (u64)(i64)(i16)in.b : 0;
    }
    bool yes = swapped ? decide(t, relation, b, tb, a, ta) : decide(t, relation, a, ta, b, tb);
    if (!jumps)
        set(t, in.a, yes, CONSTANT);
    else if (yes)
        t->pc += instr_target(in, format, 0) - 1;
    return true;
}

/* Addresses, without what panics. */
static bool try_addresses(Trial *t, Op op, Instr in)
{
    u64 x, base, index;
    switch (op) {
    case OP_NILCHK: return SLOT_A && !TAG_A.sign;
    case OP_ADDP:
        base = SLOT_B;
        if (!base || TAG_B.sign)
            return false;
        set(t, in.a, base + in.c, CONSTANT);
        return true;
    case OP_ADDRA:
    case OP_ADDRX:
        x = t->pc[1].x;
        base = SLOT_B;
        index = SLOT_C;
        if (!base || TAG_B.sign || (op == OP_ADDRX && tag_of(t, &SLOT_B + 1)->sign) ||
            index >= (op == OP_ADDRA ? x >> 32 : (&SLOT_B)[1]))
            return false;
        if (TAG_C.sign)
            be_exact(t);
        set(t, in.a, base + index * (op == OP_ADDRA ? (u32)x : x), CONSTANT);
        t->pc++;
        return true;
    default: return false;
    }
}

/* Slots up to `end` are used from now on. */
static void use_slots(Trial *t, u64 *end)
{
    if (end <= t->fresh)
        return;
    u64 n = (u64)(end - t->fresh);
    memset(tag_of(t, t->fresh), 0, n * sizeof(Tag));
    memset(t->fresh, 0, n * sizeof *t->fresh);
    t->fresh = end;
}

static bool enter(Trial *t, Instr in)
{
    u64 callee = t->pc[1].x;
    u64 *frame = &SLOT_A + 1, *end = frame + CALLF_REGS(callee);
    if (end > t->g.stack_end)
        return false;
    use_slots(t, end);
    set(t, in.a, LINK(t->pc + 2, in.a), CONSTANT);
    t->g.R = frame;
    t->pc = CALLF_CODE(callee) - 1;
    return true;
}

static bool leave(Trial *t, Op op, Instr in)
{
    u64 link = t->g.R[-1];
    const Word *back = LINK_ADDRESS(link);
    const Func *caller = vm_func_at(t->vm, back);
    u64 *frame = t->g.R - LINK_BACK(link) - 1;
    if (!caller || frame + caller->nregs > t->g.stack_end) /* no caller: one of the VM's stubs */
        return false;
    use_slots(t, frame + caller->nregs);
    u32 results = op == OP_RET0 ? 0 : op == OP_RET1 ? 1 : in.c;
    move(t, t->g.R, &SLOT_A, results);
    t->g.R = frame;
    t->pc = back - 1;
    return true;
}

static bool only_yields(const VM *vm, Instr in)
{
    return vm->natives.defs[instr_k(in)]->effect == EFFECT_YIELD;
}

/* Does the instruction at pc, if all that it does is to compute. */
static bool try_instruction(Trial *t)
{
    Instr in = t->pc->in;
    Op op = instr_op(in);
    bool done = try_moves(t, op, in) || try_sums(t, op, in) || try_others(t, op, in) ||
                try_comparisons(t, op, in) || try_addresses(t, op, in);
    if (!done && op == OP_CALLF)
        done = enter(t, in);
    else if (!done && (op == OP_RET || op == OP_RET0 || op == OP_RET1))
        done = leave(t, op, in);
    else if (!done && op == OP_CALLN)
        done = only_yields(t->vm, in);
    t->pc += done;
    return done;
}

/* ---- where it ends ---- */

typedef struct Dependents {
    Trial *trial;
    bool any;
} Dependents;

static void look_for_dependents(void *ctx, const LiveFrame *frame)
{
    Dependents *found = ctx;
    for (u32 i = 0; i < frame->count; i++)
        found->any |= live_in(frame, i) && tag_of(found->trial, &frame->R[i])->sign;
}

/* Whether a register that may be read again depends on the value. */
static bool depends_on_value(Trial *t)
{
    Dependents found = {t, false};
    live_registers_visit_from(spin_live_registers(t->vm), &t->g, t->pc, look_for_dependents,
                              &found);
    return found.any;
}

/* The state before a call of a native; 0: another instruction is next. */
static u64 state_before_call(const Trial *t)
{
    return instr_op(t->pc->in) == OP_CALLN ? spin_state(t->vm, &t->g, t->pc) : 0;
}

static void try_out(Trial *t, const G *g)
{
    Foresight *seen = t->seen;
    u32 n = 0;
    while (n < MOST_INSTRUCTIONS && try_instruction(t))
        n++;
    seen->state = state_before_call(t);
    seen->in_vain = seen->state && seen->state == spin_state(t->vm, g, g->pc - 1);
    if (!t->exact && depends_on_value(t))
        be_exact(t);
    seen->from = (i64)(t->from < INT64_MIN ? INT64_MIN : t->from);
    seen->to = (i64)(t->to > INT64_MAX ? INT64_MAX : t->to);
    CHECK(seen->from <= (i64)t->value && (i64)t->value <= seen->to);
}

/* What is known of the value before anything is computed, `seen`, is made more. `result` of the
 * call is the value itself, or a constant. */
static Foresight foresee(VM *vm, const G *g, Trial t, u64 result, bool is_value, Foresight seen)
{
    const Func *fn = vm_func_at(vm, g->pc - 1);
    bool stands_there = g->again == AGAIN_NO || g->again == AGAIN_SYNC;
    if (!fn || !stands_there || g->R - g->stack + fn->nregs > MOST_SLOTS)
        return (Foresight){.from = (i64)t.value, .to = (i64)t.value};
    u64 used = (u64)(g->R - g->stack) + fn->nregs, all = used + MORE_SLOTS;
    t.vm = vm;
    t.g = *g;
    t.pc = g->pc;
    t.from = seen.from;
    t.to = seen.to;
    t.seen = &seen;
    t.tags = xmalloc(all * (sizeof *t.tags + sizeof *t.g.stack));
    t.g.stack = t.fresh = (u64 *)(t.tags + all);
    t.g.stack_end = t.g.stack + all;
    t.g.R = t.g.stack + (g->R - g->stack);
    use_slots(&t, t.g.stack + used);
    memcpy(t.g.stack, g->stack, used * sizeof *t.g.stack);
    set(&t, g->pc[-1].in.a + 1u, result, (Tag){is_value, 0});
    try_out(&t, g);
    free(t.tags);
    return seen;
}

Foresight vm_foresee(VM *vm, const G *g, u64 value, bool is_pointer)
{
    Foresight all = {.from = INT64_MIN, .to = INT64_MAX};
    return foresee(vm, g, (Trial){.value = value, .is_pointer = is_pointer}, value, true, all);
}

Foresight vm_foresee_failure(VM *vm, const G *g, u64 value, u64 expected, bool is_pointer)
{
    CHECK(value != expected);
    Foresight others = {.from = INT64_MIN, .to = INT64_MAX};
    if (is_pointer)
        others.unlike[others.nunlike++] = expected;
    else if ((i64)value > (i64)expected)
        others.from = (i64)expected + 1;
    else
        others.to = (i64)expected - 1;
    return foresee(vm, g, (Trial){.value = value, .is_pointer = is_pointer}, 0, false, others);
}

/* Bytecode as text, for `gol dump code` and for tests of the code generator. */
#include "code/program.h"

static void add_operand_reg(Buf *out, u32 reg)
{
    buf_printf(out, " r%u", reg);
}

static void add_operands(Buf *out, Instr in, OpFormat format, u32 pc)
{
    bool has_a = format != FMT_0 && format != FMT_J;
    if (has_a)
        add_operand_reg(out, in.a);
    switch (format) {
    case FMT_AB:
    case FMT_ABX: add_operand_reg(out, in.b); break;
    case FMT_ABC:
    case FMT_ABCX: buf_printf(out, " r%u r%u", in.b, in.c); break;
    case FMT_ABI: buf_printf(out, " r%u %d", in.b, (i16)in.c); break;
    case FMT_ABU:
    case FMT_ABUX: buf_printf(out, " r%u %u", in.b, in.c); break;
    case FMT_AI: buf_printf(out, " %d", instr_imm32(in)); break;
    case FMT_AK: buf_printf(out, " %u", instr_k(in)); break;
    case FMT_J:
    case FMT_AJ: buf_printf(out, " -> %lld", (long long)instr_target(in, format, pc)); break;
    case FMT_ABJ:
        buf_printf(out, " r%u -> %lld", in.b, (long long)instr_target(in, format, pc));
        break;
    case FMT_AIJ:
        buf_printf(out, " %d -> %lld", (i16)in.b, (long long)instr_target(in, format, pc));
        break;
    default: break;
    }
}

static void add_string(Buf *out, StringConst s)
{
    buf_puts(out, " \"");
    for (u64 i = 0; i < s.len && i < 40; i++) {
        u8 c = (u8)s.ptr[i];
        if (c == '\n')
            buf_puts(out, "\\n");
        else if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f)
            buf_printf(out, "\\x%02x", c);
        else
            buf_putc(out, (char)c);
    }
    buf_puts(out, s.len > 40 ? "...\"" : "\"");
}

static const char *global_name(const Program *p, u32 offset)
{
    for (u32 i = p->globals.len; i-- > 0;)
        if (p->globals.data[i].offset <= offset)
            return p->globals.data[i].name;
    return "?";
}

static void add_table_operand(Buf *out, const Program *p, const Word *code, OpFormat format)
{
    u32 flags = op_info[code->in.op].flags, k = instr_k(code->in);
    bool has_x = format == FMT_AX || format == FMT_ABX || format == FMT_ABCX || format == FMT_ABUX;
    if (flags & X_TYPE) {
        buf_printf(out, " %s", p->types.data[(u32)code[1].x]->text);
        if (code[1].x >> 32)
            buf_printf(out, " (%llu)", (unsigned long long)code[1].x >> 32);
    } else if (flags & X_FUNC) {
        buf_printf(out, " %s", p->funcs.data[code[1].x]->name);
    } else if (has_x) {
        buf_printf(out, " #%llx", (unsigned long long)code[1].x);
    } else if (flags & K_CONST) {
        double d;
        memcpy(&d, &p->constants.data[k], sizeof d);
        buf_printf(out, " (%lld, %g)", (long long)p->constants.data[k], d);
    } else if (flags & K_STRING) {
        add_string(out, p->strings.data[k]);
    } else if (flags & K_NATIVE) {
        buf_printf(out, " %s", p->natives.data[k]);
    } else if (flags & K_GLOBAL) {
        buf_printf(out, " %s", global_name(p, k));
    } else if (code->in.op == OP_CALLI) {
        buf_printf(out, " %s", p->method_names.data[code->in.c]);
    }
}

static void add_select_cases(Buf *out, const Word *code)
{
    for (u32 i = 0; i < code->in.c; i++) {
        SelectCase c = instr_case(code, i);
        buf_printf(out, c.is_send ? "\n%22s r%u <- r%u" : "\n%22s <-r%u", "case", c.chan, c.value);
        if (!c.is_send && c.value != REG_NONE)
            buf_printf(out, " to r%u", c.value);
        if (!c.is_send && c.ok != REG_NONE)
            buf_printf(out, ", r%u", c.ok);
    }
}

/* Shows the source line where it changes. */
static void add_line(Buf *out, const Program *p, const Func *fn, u32 pc, u32 *line)
{
    if (!fn->spans || !fn->spans[pc].start)
        return;
    Place place = source_place(p->sources, fn->spans[pc].start);
    if (!place.file || place.line == *line)
        return;
    *line = place.line;
    u32 len;
    const char *text = source_line(place.file, place.line, &len);
    while (len && (*text == ' ' || *text == '\t')) {
        text++;
        len--;
    }
    buf_printf(out, "%6u | %.*s\n", place.line, (int)len, text);
}

static void add_instruction(Buf *out, const Program *p, const Func *fn, u32 pc)
{
    const Word *code = fn->code + pc;
    if (code->in.op >= OP_COUNT) {
        buf_printf(out, "%12u  ?%u\n", pc, code->in.op);
        return;
    }
    const OpInfo *info = &op_info[code->in.op];
    buf_printf(out, "%12u  %-9s", pc, info->name);
    add_operands(out, code->in, info->format, pc);
    add_table_operand(out, p, code, info->format);
    if (code->in.op == OP_SELECT)
        add_select_cases(out, code);
    buf_putc(out, '\n');
}

void disasm_func(const Program *program, const Func *fn, Buf *out)
{
    buf_printf(out, "func %s: %u parameter slot%s, %u result slot%s, %u register slot%s", fn->name,
               fn->nparams, plural(fn->nparams), fn->nresults, plural(fn->nresults), fn->nregs,
               plural(fn->nregs));
    if (fn->ncaptures)
        buf_printf(out, ", closure of %u in r%u", fn->ncaptures, fn->closure_reg);
    if (fn->recover_pc)
        buf_printf(out, ", recovers at %u", fn->recover_pc);
    buf_putc(out, '\n');
    u32 line = 0;
    for (u32 pc = 0; pc < fn->ncode; pc += instr_words(fn->code + pc)) {
        add_line(out, program, fn, pc, &line);
        add_instruction(out, program, fn, pc);
    }
    for (u32 i = 0; i < fn->nvars; i++) {
        const VarInfo *var = &fn->vars[i];
        buf_printf(out, "    var %s %s: r%u%s, %u to %u\n", var->name, var->type->text, var->reg,
                   var->cell ? " (cell)" : "", var->from, var->to);
    }
    buf_putc(out, '\n');
}

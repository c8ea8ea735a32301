/* The built-in functions print and println. */
#include "vm/mem.h"
#include "vm/ops.h"

static void print_slots(const u64 *v, PrintKind kind, Buf *out)
{
    switch (kind) {
    case PRINT_BOOL: buf_puts(out, *v ? "true" : "false"); break;
    case PRINT_INT: buf_printf(out, "%lld", (long long)*v); break;
    case PRINT_UINT: buf_printf(out, "%llu", (unsigned long long)*v); break;
    case PRINT_FLOAT: vm_format_float(slot_float(*v), out); break;
    case PRINT_COMPLEX: vm_format_complex(slot_float(v[0]), slot_float(v[1]), out); break;
    case PRINT_STRING: buf_add(out, (const char *)v[0], v[1]); break;
    case PRINT_POINTER:
        /* Addresses differ from run to run, so none is shown. */
        buf_puts(out, *v ? "0x1" : "0x0");
        break;
    case PRINT_SLICE:
        buf_printf(out, "[%llu/%llu]%s", (unsigned long long)v[1], (unsigned long long)v[2],
                   *v ? "0x1" : "0x0");
        break;
    case PRINT_IFACE: buf_puts(out, *v ? "(0x1,0x1)" : "(0x0,0x0)"); break;
    case PRINT_SPACE: buf_putc(out, ' '); break;
    case PRINT_NEWLINE: buf_putc(out, '\n'); break;
    }
}

void op_print(VM *vm, const Word *pc, const u64 *R)
{
    Buf text = {0};
    print_slots(&R[pc->in.a], (PrintKind)pc->in.b, &text);
    vm_print(vm, buf_str(&text), text.len);
    buf_free(&text);
}

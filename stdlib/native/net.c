/* Natives of the network inside the program: what may go wrong, and names given by --hosts. */
#include "base/source.h"
#include "stdlib/native/native.h"

/* func allowedFaults() int */
NATIVE(net_allowed_faults)
{
    args[0] = vm->config.network.faults;
    return NATIVE_DONE;
}

/* func chooseFault(n int) int: a number below n, 0 where nothing goes wrong. */
NATIVE(net_choose_fault)
{
    Choice question = {.kind = CHOOSE_INPUT, .options = (u32)args[0], .rare = true};
    args[0] = vm->chooser->fifo ? 0 : chooser_pick(vm->chooser, &question);
    return NATIVE_DONE;
}

/* func reportFault(text string): a line with the place in the program, at once or, where what the
 * program writes is kept, with that. The snapshots of a search have no room for it. */
NATIVE(net_report_fault)
{
    Str text = slot_str(args);
    Buf line = {0};
    Place place = source_place(vm->program->sources, vm_user_pos(vm, g));
    buf_printf(&line, "fault: %.*s, by goroutine %u", (int)text.len, text.ptr, g->id);
    if (place.file)
        buf_printf(&line, " at %s:%u", place.file->name, place.line);
    buf_puts(&line, "\n");
    vm_flush(vm);
    if (!vm->config.capture)
        fputs(buf_str(&line), stderr);
    else if (!vm->stepping.log)
        buf_add(&vm->output.faults, line.data, line.len);
    buf_free(&line);
    return NATIVE_DONE;
}

/* func given() string */
NATIVE(hosts_given)
{
    const char *hosts = vm->config.network.hosts;
    string_make(vm, args, hosts ? hosts : "", hosts ? strlen(hosts) : 0);
    return NATIVE_DONE;
}

const NativeDef natives_net[] = {
    ROW("net.allowedFaults", net_allowed_faults, NONE),
    ROW("net.chooseFault", net_choose_fault, RANDOM),
    ROW("net.reportFault", net_report_fault, NONE),
    ROW("internal/hosts.given", hosts_given, NONE),
    ROW_END,
};

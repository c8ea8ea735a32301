/* Natives of internal/signals and syscall: delivery of signals, and texts of errors. */
#include <ctype.h>
#include <signal.h>
#include <string.h>

#include "stdlib/native/native.h"
#include "vm/signal.h"

/* func watch(set uint32, f func(number int)) */
NATIVE(signals_set)
{
    signals_watch(vm, (u32)args[0], (Closure *)args[1]);
    return NATIVE_DONE;
}

/* The system's text with its first letter in lower case, as in Go, unless it begins an
 * abbreviation. */
static NativeStatus system_text(VM *vm, u64 *args, const char *text)
{
    string_make(vm, args, text, strlen(text));
    char *own = (char *)args[0];
    if (args[1] > 1 && islower((unsigned char)own[1]))
        own[0] = (char)tolower((unsigned char)own[0]);
    return NATIVE_DONE;
}

/* func errorText(number int) string */
NATIVE(syscall_error_text)
{
    return system_text(vm, args, strerror((int)args[0]));
}

/* func signalText(number int) string */
NATIVE(syscall_signal_text)
{
    return system_text(vm, args, strsignal((int)args[0]));
}

enum { KILLED = 128 }; /* added to the number of the signal, as in a shell */

static bool is_ignored(int number)
{
    return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

static Effect signal_kills(const u64 *args)
{
    return is_ignored((int)args[0]) ? EFFECT_NONE : EFFECT_EXIT;
}

/* func die(number int) */
NATIVE(signals_die)
{
    int number = (int)args[0];
    if (is_ignored(number))
        return NATIVE_DONE;
    vm_flush(vm);
    const char *text = strsignal(number);
    fprintf(vm->config.err, "signal: %c%s\n", tolower((unsigned char)text[0]), text + 1);
    vm->outcome = (Outcome){.ended = true, .kind = VERDICT_EXIT, .exit_code = KILLED + number};
    return NATIVE_EXIT;
}

const NativeDef natives_signals[] = {
    ROW("internal/signals.watch", signals_set, START),
    ROW("internal/signals.die", signals_die, EXIT, .now = signal_kills),
    ROW("syscall.errorText", syscall_error_text, NONE),
    ROW("syscall.signalText", syscall_signal_text, NONE),
    ROW_END,
};

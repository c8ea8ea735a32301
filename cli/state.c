/* Prints configurations. */
#include "cli/state.h"

#include <string.h>

void state_print(Executor *executor, const char *when)
{
    Buf out = {0};
    detector_state(executor_detector(executor), &out);
    vm_flush(executor_vm(executor));
    fprintf(stderr, "state %s:\n%s", when, buf_str(&out));
    buf_free(&out);
}

static void at_event(EventSink *sink, const Event *event)
{
    StateAt *at = (StateAt *)sink;
    if (at->reached || !event->span.start)
        return;
    Place place = source_place(at->sources, event->span.start);
    if (!place.file || place.line != at->line)
        return;
    size_t n = strlen(place.file->name);
    if (n < at->file || strncmp(place.file->name + n - at->file, at->text, at->file) != 0)
        return;
    at->reached = true;
    Buf when = {0};
    buf_printf(&when, "before %.*s:%u", (int)at->file, at->text, at->line);
    state_print(at->executor, buf_str(&when));
    buf_free(&when);
}

bool state_watch(StateAt *at, const char *text, Executor *executor, const Sources *sources)
{
    if (!text)
        return true;
    const char *colon = strrchr(text, ':');
    u32 line = colon ? (u32)strtoul(colon + 1, NULL, 10) : 0;
    if (!line) {
        fprintf(stderr, "gol: --state-at takes FILE:LINE, not \"%s\"\n", text);
        return false;
    }
    *at = (StateAt){
        .sink = record_sink(WANT_ACCESS | WANT_EARLY | WANT_REPEATS | WANT_PROVEN, at_event),
        .text = text,
        .file = (size_t)(colon - text),
        .line = line,
        .executor = executor,
        .sources = sources,
    };
    executor_watch(executor, &at->sink);
    return true;
}

void state_end(const StateAt *at)
{
    if (at->text && !at->reached)
        fprintf(stderr, "gol: the run took no step at %s\n", at->text);
}

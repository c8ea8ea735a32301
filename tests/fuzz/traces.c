/* Fuzz target: any bytes are read as a trace, of the notation that they look like, and go through
 * all that `gol predict` does with one. FUZZ_TRACE=std or table puts a first line in front so that
 * they look like text; FUZZ_TRACE=binary repairs the checksums of the blocks. Run by
 * tests/fuzz/run.sh. */
#include "predict/predict.h"
#include "race/detector.h"
#include "trace/format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Damage is to get past them. */
static void mend_checksums(u8 *data, size_t size)
{
    for (size_t at = TRACE_MAGIC_LEN + 1; at + TRACE_BLOCK_HEAD <= size;) {
        u32 len;
        memcpy(&len, data + at + 1, 4);
        at += TRACE_BLOCK_HEAD;
        if (len > size - at)
            return;
        u32 sum = trace_checksum(data + at, len);
        memcpy(data + at - 4, &sum, 4);
        at += len;
    }
}

/* Detectors take a range of any size at its word. */
static bool has_long_range(const Trace *trace)
{
    for (u32 i = 0; i < trace->events.len; i++)
        if (trace->events.data[i].count > 1000)
            return true;
    return false;
}

static void detect(const Trace *trace, const char *name)
{
    if (has_long_range(trace))
        return;
    DetectorConfig config = {.view = &trace->view};
    Detector *detector = detector_new(name, &config);
    EventSink *sink = detector_sink(detector);
    for (u32 i = 0; i < trace->events.len; i++)
        sink_event(sink, &trace->events.data[i]);
    sink_close(sink);
    detector_free(detector);
}

static void analyse(const Trace *trace)
{
    Steps steps;
    steps_build(&steps, trace);
    u32 count;
    const Analysis *list = analysis_list(&count);
    for (u32 i = 0; i < count; i++) {
        Findings findings = {0};
        list[i].run(&steps, &findings);
        findings_free(&findings);
    }
    steps_free(&steps);
}

static void print(const Trace *trace)
{
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    for (u32 i = 0; i < trace->events.len; i++) {
        trace_print_event(trace, &trace->events.data[i], nowhere);
        trace_export_event(trace, &trace->events.data[i], nowhere);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *kind = getenv("FUZZ_TRACE");
    const char *start = !kind                    ? ""
                        : !strcmp(kind, "std")   ? "T0|w(x)|1\n"
                        : !strcmp(kind, "table") ? "T0   T1   T2\n"
                                                 : "";
    Buf text = {0};
    buf_puts(&text, start);
    buf_add(&text, (const char *)data, (u32)size);
    if (kind && !strcmp(kind, "binary"))
        mend_checksums((u8 *)text.data, text.len);
    Trace trace;
    if (!trace_load_memory(&trace, "fuzz", text.len ? text.data : "", text.len) &&
        trace.error.len == 0)
        BUG("no diagnostic");
    analyse(&trace);
    print(&trace);
    detect(&trace, "hybrid");
    detect(&trace, "grace-full");
    trace_free(&trace);
    buf_free(&text);
    return 0;
}

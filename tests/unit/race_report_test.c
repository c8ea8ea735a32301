/* What the user sees: reports as text and JSON, and --explain; whole texts, so that every column is
 * checked. */
#include <stdlib.h>

#include "race/explain/explain.h"
#include "tests/unit/race_events.h"
#include "tests/unit/test.h"

static const char program[] = "var total int\n"
                              "\n"
                              "func deposit(n int, done chan bool) {\n"
                              "\ttotal = total + n\n"
                              "}\n"
                              "\n"
                              "go deposit(1, done)\n"
                              "<-done\n"
                              "println(total)\n";

static Sources sources;
static char *text, *json;

/* The span of the nth (from 1) occurrence of some text. */
static Span span_of(const char *what, int nth)
{
    const char *at = strstr(program, what);
    while (--nth > 0)
        at = strstr(at + 1, what);
    Pos pos = sources.files.data[0]->base + (Pos)(at - program);
    return (Span){pos, pos + (Pos)strlen(what)};
}

static const char *function_at(void *ctx, Pos pos)
{
    (void)ctx;
    return pos < span_of("go ", 1).start ? "deposit" : "main";
}

static void stack_of(void *ctx, u32 goroutine, StackTrace *out)
{
    (void)ctx;
    if (goroutine == 1)
        return;
    vec_push(out, (StackFrame){"deposit", span_of("total", 2)});
    vec_push(out, (StackFrame){"main.func1", span_of("go", 1)});
}

static void variable(void *ctx, Loc loc, Buf *out)
{
    (void)ctx;
    buf_puts(out, loc.offset == Z ? "total" : loc.offset == C ? "done" : "");
}

static void write_report(void *ctx, const RaceReport *report)
{
    (void)ctx;
    size_t size;
    free(text);
    free(json);
    FILE *out = open_memstream(&text, &size);
    report_text(report, &sources, "gol run --schedule 1^4 bank.gol", false, out);
    fclose(out);
    out = open_memstream(&json, &size);
    report_json(report, &sources, "gol run --schedule 1^4 bank.gol", out);
    fclose(out);
}

static const char *accessed; /* the value of the next access */

static void show_accessed(void *ctx, Loc loc, Buf *out)
{
    (void)ctx, (void)loc;
    buf_puts(out, accessed);
}

static void emit(EventSink *sink, Event event, Span span)
{
    event.span = span;
    sink_event(sink, &event);
}

static void racy_run(EventSink *sink)
{
    emit(sink, ev_at(EV_MAKE, 1, C), (Span){0});
    emit(sink, (Event){.kind = EV_GO, .goroutine = 1, .other = 2}, span_of("go deposit", 1));
    Event event = ev_at(EV_RECV_CLOSED, 1, C);
    emit(sink, event, span_of("<-done", 1));
    event = ev_at(EV_READ, 1, Z);
    accessed = "0";
    emit(sink, event, span_of("total", 4));
    event = ev_at(EV_WRITE, 2, Z);
    accessed = "1";
    emit(sink, event, span_of("total", 2));
}

static ProgramView view = {.sources = &sources,
                           .function_at = function_at,
                           .stack = stack_of,
                           .variable = variable,
                           .accessed = show_accessed};

static void test_report(void)
{
    Detector *detector =
        detector_new("grace", &(DetectorConfig){.view = &view, .on_race = write_report});
    racy_run(detector_sink(detector));
    detector_free(detector);
    EXPECT_STR(text,
               "race: write after read (WaR) on total"
               "                              R-Write-E_WaR\n"
               "  write  goroutine 2, in deposit            bank.gol:4:2\n"
               "          4 |     total = total + n\n"
               "            |     ^^^^^\n"
               "         called by main.func1 at bank.gol:7:1\n"
               "         started by main at bank.gol:7:1\n"
               "  read   goroutine 1, in main               bank.gol:9:9\n"
               "          9 | println(total)\n"
               "            |         ^^^^^\n"
               "  why    goroutine 2 has synchronised with nobody since it started;\n"
               "         goroutine 1's last was the receive from done (closed) at bank.gol:8\n"
               "replay: gol run --schedule 1^4 bank.gol\n");
    EXPECT_STR(
        json, "{\"type\":\"race\",\"kind\":\"WaR\",\"rule\":\"R-Write-E_WaR\","
              "\"detector\":\"grace\",\"variable\":\"total\",\"number\":1,\"conflicts\":1,\"may_"
              "follow\":false,"
              "\"access\":{\"operation\":\"write\",\"goroutine\":2,\"function\":\"deposit\","
              "\"file\":\"bank.gol\",\"line\":4,\"column\":2,\"started_by\":1,"
              "\"started_file\":\"bank.gol\",\"started_line\":7,\"started_column\":1,"
              "\"stack\":[{\"function\":\"deposit\",\"file\":\"bank.gol\",\"line\":4,\"column\":2},"
              "{\"function\":\"main.func1\",\"file\":\"bank.gol\",\"line\":7,\"column\":1}],"
              "\"last_sync\":null,"
              "\"why\":\"goroutine 2 has synchronised with nobody since it started\"},"
              "\"conflict\":{\"operation\":\"read\",\"goroutine\":1,\"function\":\"main\","
              "\"file\":\"bank.gol\",\"line\":9,\"column\":9,\"stack\":[],"
              "\"last_sync\":{\"operation\":\"receive-closed\",\"object\":\"done\","
              "\"after_access\":false,\"file\":\"bank.gol\",\"line\":8,\"column\":1},"
              "\"why\":\"goroutine 1's last was the receive from done (closed) at bank.gol:8\"},"
              "\"replay\":\"gol run --schedule 1^4 bank.gol\"}\n");
}

typedef struct Explaining {
    Detector *detector;
    Explain *explain;
    FILE *out;
    char *lines; /* after end_explaining */
    size_t size;
} Explaining;

static EventSink *begin_explaining(Explaining *e)
{
    e->out = open_memstream(&e->lines, &e->size);
    e->detector = detector_new("grace", &(DetectorConfig){.view = &view, .fresh_labels = true});
    e->explain = explain_new(&(ExplainConfig){.view = &view, .detector = e->detector});
    explain_print(e->explain, e->out, false, false);
    return explain_sink(e->explain);
}

static void end_explaining(Explaining *e)
{
    sink_close(explain_sink(e->explain));
    explain_free(e->explain);
    detector_free(e->detector);
    fclose(e->out);
}

static void test_explain(void)
{
    Explaining e;
    EventSink *sink = begin_explaining(&e);
    racy_run(sink);
    Event event = ev_at(EV_RELEASE, 2, LOCK);
    event.sub = SYNC_MUTEX_UNLOCK;
    emit(sink, event, span_of("}", 1));
    event = ev_at(EV_ACQUIRE, 1, LOCK);
    event.sub = SYNC_MUTEX_LOCK;
    emit(sink, event, span_of("done", 2));
    end_explaining(&e);
    EXPECT_STR(e.lines,
               " step who    rule           where               what                what it knows "
               "now\n"
               "    1 p1     R-Make         ?                   make done, 0\n"
               "    2 p1     R-Go           bank.gol:7:1        go p2\n"
               "    3 p1     R-Rec⊥         bank.gol:8:1        <-done = ⊥\n"
               "    4 p1     R-Read         bank.gol:9:9        total = 0           "
               "E += {(m0,?total)}\n"
               "    5 p2     R-Write-E_WaR  bank.gol:4:2        total := 1          "
               "Error{(m0,?total)}\n"
               "                                                                    "
               "E += {(m1,!total)}\n"
               "    6 p2     Release        bank.gol:5:1        Mutex.Unlock glob..\n"
               "    7 p1     Acquire        bank.gol:7:15       Mutex.Lock global.. "
               "E += {(m1,!total)}\n");
    free(e.lines);
}

/* No line is wider than 100 columns, however long the sets are. */
static void test_explain_is_narrow(void)
{
    Explaining e;
    EventSink *sink = begin_explaining(&e);
    emit(sink, (Event){.kind = EV_GO, .goroutine = 1, .other = 2}, (Span){0});
    for (u32 i = 0; i < 100; i++) {
        accessed = "a rather long value, with\nmore than one line and é, ü, ⊥";
        emit(sink, ev_at(EV_WRITE, 1, 1000 + 8 * i), (Span){0});
    }
    emit(sink, ev_at(EV_MAKE, 1, C), (Span){0});
    Event event = ev_at(EV_RENDEZVOUS, 1, C);
    event.other = 2;
    emit(sink, event, (Span){0});
    end_explaining(&e);
    u32 columns = 0, widest = 0;
    for (const char *at = e.lines; *at; at++) {
        columns = *at == '\n' ? 0 : columns + ((*at & 0xc0) != 0x80);
        widest = columns > widest ? columns : widest;
    }
    EXPECT(widest <= 100);
    EXPECT(strstr(e.lines, "and 84 more") != NULL);
    free(e.lines);
}

/* Detectors by name, for --help and --detector. */
static void test_table(void)
{
    u32 count;
    const DetectorInfo *list = detector_list(&count);
    EXPECT_STR(list[0].name, "hybrid");
    for (u32 i = 0; i < count; i++) {
        EXPECT(detector_find(list[i].name) != NULL);
        Detector *detector = detector_new(list[i].name, &(DetectorConfig){0});
        EXPECT_STR(detector_name(detector), list[i].name);
        racy_run(detector_sink(detector));
        bool blind = strcmp(list[i].name, "none") == 0 || strcmp(list[i].name, "grace-aw") == 0 ||
                     strcmp(list[i].name, "lockset") == 0;
        EXPECT_INT(detector_races(detector), blind ? 0 : 1);
        Buf state = {0};
        detector_state(detector, &state);
        detector_set(detector, 1, &state);
        detector_gc(detector);
        EXPECT(detector_memory(detector) > 0);
        buf_free(&state);
        detector_free(detector);
    }
    EXPECT(detector_new("magic", &(DetectorConfig){0}) == NULL);
    EXPECT(detector_find("magic") == NULL);
}

int main(void)
{
    source_add(&sources, "bank.gol", program, sizeof program - 1);
    RUN(test_report);
    RUN(test_explain);
    RUN(test_explain_is_narrow);
    RUN(test_table);
    free(text);
    free(json);
    source_free(&sources);
    return test_summary("race_report");
}

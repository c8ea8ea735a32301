/* Writes a race report as text and as JSON: see race/report/report.h. */
#include "race/report/report.h"

#include "base/diag.h"
#include "base/json.h"
#include "base/whole_file.h"

enum { WIDTH = 80, PLACE_COLUMN = 44 };

const char *race_kind_name(RaceKind kind)
{
    static const char *const names[] = {"RaW", "WaW", "WaR"};
    return names[kind];
}

const char *race_kind_text(RaceKind kind)
{
    static const char *const texts[] = {"read after write", "write after write",
                                        "write after read"};
    return texts[kind];
}

/* Text ----------------------------------------------------------------------------------------- */

typedef struct Style {
    const char *bold, *red, *dim, *reset;
} Style;

static const Style plain = {"", "", "", ""};
static const Style colored = {"\33[1m", "\33[1;31m", "\33[2m", "\33[0m"};

/* Spaces up to a column, at least two; `used` is what the line already holds. */
static void pad(FILE *out, int used, int column)
{
    fprintf(out, "%*s", used + 2 > column ? 2 : column - used, "");
}

static void print_pos(const Sources *sources, Pos pos, FILE *out)
{
    Buf text = {0};
    pos_print(sources, pos, &text);
    fputs(buf_str(&text), out);
    buf_free(&text);
}

static void print_head(const RaceReport *report, const Style *style, FILE *out)
{
    Buf head = {0};
    const char *what = report->warning ? "warning:" : "race:";
    if (report->warning)
        buf_printf(&head, "no lock protects every access to %s", report->variable);
    else
        buf_printf(&head, "%s (%s) on %s", race_kind_text(report->kind),
                   race_kind_name(report->kind), report->variable);
    fprintf(out, "%s%s%s %s%s%s", style->red, what, style->reset, style->bold, buf_str(&head),
            style->reset);
    pad(out, (int)strlen(what) + 1 + (int)head.len, WIDTH - (int)strlen(report->rule));
    fprintf(out, "%s%s%s\n", style->dim, report->rule, style->reset);
    buf_free(&head);
}

/* Of a place in the library only its package says something to people. */
static void print_start_place(const Sources *sources, Pos pos, FILE *out)
{
    const SourceFile *file = sources ? source_file_of(sources, pos) : NULL;
    if (!file || !file->is_library) {
        fputs(" at ", out);
        print_pos(sources, pos, out);
        return;
    }
    fprintf(out, " in package %.*s", (int)directory_len(file->name), file->name);
}

static void print_start(const RaceAccess *access, const Sources *sources, FILE *out)
{
    if (access->goroutine == GOROUTINE_MAIN)
        return;
    fputs("         started by ", out);
    if (access->parent == GOROUTINE_MACHINE) /* a timer, a finalizer, a signal */
        fputs("the runtime", out);
    else if (access->parent == GOROUTINE_MAIN)
        fputs("main", out);
    else
        fprintf(out, "goroutine %u", access->parent);
    if (access->parent != GOROUTINE_MACHINE)
        print_start_place(sources, access->go_span.start, out);
    fputs(access->ended ? ", ended since\n" : "\n", out);
}

static void print_access(const RaceAccess *access, const Sources *sources, const Style *style,
                         FILE *out)
{
    Buf line = {0};
    buf_printf(&line, "  %-6s goroutine %u", access->operation, access->goroutine);
    if (access->function)
        buf_printf(&line, ", in %s", access->function);
    fputs(buf_str(&line), out);
    pad(out, (int)line.len, PLACE_COLUMN);
    print_pos(sources, access->span.start, out);
    putc('\n', out);
    if (sources)
        diag_excerpt(sources, access->span, out, "       ", style != &plain);
    for (u32 i = 1; i < access->stack_len; i++) {
        fprintf(out, "         called by %s at ", access->stack[i].function);
        print_pos(sources, access->stack[i].span.start, out);
        putc('\n', out);
    }
    print_start(access, sources, out);
    buf_free(&line);
}

/* Text in the last column, broken at spaces. */
static void print_wrapped(const char *text, FILE *out)
{
    u32 used = 9;
    for (const char *at = text; *at;) {
        u32 word = (u32)strcspn(at, " ");
        if (used > 9 && used + 1 + word > WIDTH) {
            fprintf(out, "\n%9s", "");
            used = 9;
        }
        fprintf(out, used > 9 ? " %.*s" : "%.*s", (int)word, at);
        used += word + (used > 9);
        at += word;
        at += *at == ' ';
    }
}

/* Of an operation on a channel the channel: of "c <- 1", "v := <-c" and "close(c)". */
static void cut_channel(const char **text, u32 *len)
{
    int depth = 0;
    if (*len > 7 && !memcmp(*text, "close(", 6)) {
        *text += 6;
        *len -= 7;
        return;
    }
    for (u32 i = 0; i + 1 < *len; i++) {
        char c = (*text)[i];
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (depth || c != '<' || (*text)[i + 1] != '-')
            continue;
        if (i > 1 && (*text)[i - 1] == ' ' && (*text)[i - 2] != '=') {
            *len = i - 1;
        } else {
            *text += i + 2;
            *len -= i + 2;
        }
        return;
    }
}

void report_accessed(const Sources *sources, Span one, Span other, Buf *out)
{
    const Span spans[] = {one, other};
    for (u32 i = 0; i < COUNT_OF(spans) && out->len == 0; i++) {
        u32 len = 0;
        const char *text = source_text(sources, spans[i], &len);
        if (text)
            cut_channel(&text, &len);
        bool is_call = len > 0 && text[len - 1] == ')';
        bool blank = len == 0 || text[0] == ' '; /* the library's, in a recording */
        if (!blank && (!is_call || i + 1 == COUNT_OF(spans)))
            buf_add(out, text, len);
    }
}

/* What a race has let the program read, it may have acted on: only the first of a run is certain to
 * be one of two accesses that can come next at the same time. */
static bool may_follow(const RaceReport *report)
{
    return report->number > 1 && !report->warning;
}

void report_text(const RaceReport *report, const Sources *sources, const char *replay, bool color,
                 FILE *out)
{
    const Style *style = color ? &colored : &plain;
    print_head(report, style, out);
    print_access(&report->now, sources, style, out);
    print_access(&report->before, sources, style, out);
    if (report->conflicts > 1)
        fprintf(out, "         and %u more such accesses\n", report->conflicts - 1);
    fputs("  why    ", out);
    print_wrapped(report->now.why, out);
    fputs(";\n         ", out);
    print_wrapped(report->before.why, out);
    putc('\n', out);
    if (may_follow(report))
        fputs("  note   may follow from the first race of this run\n", out);
    if (replay)
        fprintf(out, "%sreplay:%s %s\n", style->bold, style->reset, replay);
}

/* JSON ----------------------------------------------------------------------------------------- */

static void add_pos(cJSON *to, const char *prefix, const Sources *sources, Pos pos)
{
    static const char *const fields[] = {"file", "line", "column"};
    Place place = sources ? source_place(sources, pos) : (Place){0};
    if (!place.file)
        return;
    char name[32];
    snprintf(name, sizeof name, "%s%s", prefix, fields[0]);
    cJSON_AddStringToObject(to, name, place.file->name);
    snprintf(name, sizeof name, "%s%s", prefix, fields[1]);
    cJSON_AddNumberToObject(to, name, place.line);
    snprintf(name, sizeof name, "%s%s", prefix, fields[2]);
    cJSON_AddNumberToObject(to, name, place.col);
}

static cJSON *stack_json(const RaceAccess *access, const Sources *sources)
{
    cJSON *stack = cJSON_CreateArray();
    for (u32 i = 0; i < access->stack_len; i++) {
        cJSON *frame = cJSON_CreateObject();
        cJSON_AddStringToObject(frame, "function", access->stack[i].function);
        add_pos(frame, "", sources, access->stack[i].span.start);
        cJSON_AddItemToArray(stack, frame);
    }
    return stack;
}

static cJSON *sync_json(const LastSync *sync, const Sources *sources)
{
    if (!sync->known)
        return cJSON_CreateNull();
    Buf op = {0};
    event_name(&(Event){.kind = sync->kind, .sub = sync->sub}, &op);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "operation", buf_str(&op));
    cJSON_AddStringToObject(object, "object", sync->object_name);
    if (sync->partner)
        cJSON_AddNumberToObject(object, "partner", sync->partner);
    cJSON_AddBoolToObject(object, "after_access", sync->after);
    add_pos(object, "", sources, sync->span.start);
    buf_free(&op);
    return object;
}

static cJSON *access_json(const RaceAccess *access, const Sources *sources)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "operation", access->operation);
    cJSON_AddNumberToObject(object, "goroutine", access->goroutine);
    if (access->function)
        cJSON_AddStringToObject(object, "function", access->function);
    add_pos(object, "", sources, access->span.start);
    if (access->parent) {
        cJSON_AddNumberToObject(object, "started_by", access->parent);
        add_pos(object, "started_", sources, access->go_span.start);
    }
    cJSON_AddItemToObject(object, "stack", stack_json(access, sources));
    cJSON_AddItemToObject(object, "last_sync", sync_json(&access->last, sources));
    cJSON_AddStringToObject(object, "why", access->why);
    return object;
}

void report_json(const RaceReport *report, const Sources *sources, const char *replay, FILE *out)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "type", report->warning ? "warning" : "race");
    cJSON_AddStringToObject(object, "kind", race_kind_name(report->kind));
    cJSON_AddStringToObject(object, "rule", report->rule);
    cJSON_AddStringToObject(object, "detector", report->detector);
    cJSON_AddStringToObject(object, "variable", report->variable);
    cJSON_AddNumberToObject(object, "number", (double)report->number);
    cJSON_AddNumberToObject(object, "conflicts", report->conflicts);
    cJSON_AddBoolToObject(object, "may_follow", may_follow(report));
    cJSON_AddItemToObject(object, "access", access_json(&report->now, sources));
    cJSON_AddItemToObject(object, "conflict", access_json(&report->before, sources));
    if (replay)
        cJSON_AddStringToObject(object, "replay", replay);
    json_print(object, false, out);
}

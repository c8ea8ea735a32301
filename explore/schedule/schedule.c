/* Recording schedules, and writing and reading their two forms. */
#include "explore/schedule/schedule.h"

#include <ctype.h>
#include <string.h>

#define HEADER "gol schedule 1"

/* Letters of the file form, by ChoiceKind. */
static const char kind_letters[] = "gsmrti";

void schedule_free(Schedule *schedule)
{
    vec_free(&schedule->steps);
    orders_free(&schedule->orders);
}

void schedule_add(Schedule *schedule, const Choice *choice, u32 answer)
{
    bool nobody = answer >= choice->options;
    CHECK(choice->options > 0 && choice->kind < sizeof kind_letters - 1);
    CHECK(!nobody || (choice->kind == CHOOSE_GOROUTINE && answer == choice->options));
    bool alone = choice->options == 1;
    if (alone && choice->kind == CHOOSE_TIMER)
        return;
    if (alone && answer == chooser_default(choice)) {
        schedule->alone++;
        return;
    }
    for (; alone && schedule->alone; schedule->alone--)
        vec_push(&schedule->steps, (Step){(u8)choice->kind, 1, 0});
    schedule->alone = 0;
    answer = nobody ? STEP_NOBODY : alone ? STEP_GOES_ON : answer;
    vec_push(&schedule->steps, (Step){(u8)choice->kind, choice->options, answer});
}

bool step_is_alone(const Step *step)
{
    return step->options == 1;
}

bool step_fits(const Step *step, const Choice *choice, u32 *answer)
{
    bool nobody = step->answer == STEP_NOBODY, alone = step_is_alone(step);
    *answer = nobody                         ? choice->options
              : !alone                       ? step->answer
              : step->answer == STEP_GOES_ON ? 0
                                             : chooser_default(choice);
    CHECK(step->kind == STEP_ANY || step->kind < sizeof kind_letters - 1);
    return (nobody || alone ? choice->kind == CHOOSE_GOROUTINE : step->answer < choice->options) &&
           (step->kind == STEP_ANY || step->kind == choice->kind) &&
           (step->options == 0 || step->options == choice->options);
}

/* "3", or "n" for none; for a choice with a single option "A", "G" or "N". */
static void print_answer(const Step *step, Buf *out)
{
    if (step_is_alone(step))
        buf_putc(out, step->answer == 0 ? 'A' : step->answer == STEP_GOES_ON ? 'G' : 'N');
    else if (step->answer == STEP_NOBODY)
        buf_putc(out, 'n');
    else
        buf_printf(out, "%u", step->answer);
}

void schedule_copy(Schedule *to, const Schedule *from)
{
    vec_clear(&to->steps);
    for (u32 i = 0; i < from->steps.len; i++)
        vec_push(&to->steps, from->steps.data[i]);
    to->program = from->program;
    to->facts = from->facts;
    to->library = from->library;
}

/* Whether two steps are written in the same way; whole: in the file form. */
static bool same_step(const Step *a, const Step *b, bool whole)
{
    return a->answer == b->answer && step_is_alone(a) == step_is_alone(b) &&
           (!whole || (a->kind == b->kind && a->options == b->options));
}

/* How often the `period` steps from i on are there before `end`, one time after the other. */
static u32 repeats(const Schedule *s, u32 i, u32 end, u32 period, bool whole)
{
    u32 n = period;
    CHECK(i + period <= end && end <= s->steps.len);
    while (i + n < end && same_step(&s->steps.data[i + n], &s->steps.data[i + n - period], whole))
        n++;
    return n / period;
}

/* What goes round often is written as a group, if it is no longer than that; of a schedule of
 * millions of steps shorter ones are looked for, LEAST_LOOKED_FOR at least. */
enum {
    MOST_IN_GROUP = 256,
    LEAST_LOOKED_FOR = 16,
    LEAST_ROUNDS = 8,
    LOOKED_FOR_IN_ALL = 20 * 1000 * 1000
};

static u32 longest_group(const Schedule *s)
{
    u32 most = LOOKED_FOR_IN_ALL / (s->steps.len + 1);
    most = most > MOST_IN_GROUP ? MOST_IN_GROUP : most;
    return most > LEAST_LOOKED_FOR ? most : LEAST_LOOKED_FOR;
}

/* Length of the group of steps that begins at i; 1: none does. */
static u32 group_length(const Schedule *s, u32 i, u32 end, bool whole)
{
    u32 n = repeats(s, i, end, 1, whole) + 1, most = longest_group(s);
    for (; n <= most && n * LEAST_ROUNDS <= end - i; n++)
        if (same_step(&s->steps.data[i], &s->steps.data[i + n * (LEAST_ROUNDS - 1)], whole) &&
            repeats(s, i, end, n, whole) >= LEAST_ROUNDS)
            return n;
    return 1;
}

u32 schedule_period(const Schedule *schedule)
{
    enum { ROUNDS = 3 };
    u32 end = schedule->steps.len;
    for (u32 n = 1; n <= end / ROUNDS; n++)
        if (repeats(schedule, end - n * ROUNDS, end, n, true) == ROUNDS)
            return n;
    return 0;
}

static void print_step(const Step *step, bool whole, Buf *out)
{
    CHECK(step->kind == STEP_ANY || step->kind < sizeof kind_letters - 1);
    if (whole && step->kind != STEP_ANY)
        buf_printf(out, "%c%u:", kind_letters[step->kind], step->options);
    print_answer(step, out);
}

/* Prints an item that begins with step i: how many steps it stands for. */
static u32 print_item(const Schedule *s, u32 i, u32 end, bool whole, Buf *out)
{
    u32 group = group_length(s, i, end, whole), n = repeats(s, i, end, group, whole);
    buf_puts(out, group > 1 ? "{" : "");
    for (u32 k = i, count; k < i + group; k += count) {
        count = group > 1 ? repeats(s, k, i + group, 1, whole) : 1;
        buf_puts(out, k == i ? "" : whole ? " " : ".");
        print_step(&s->steps.data[k], whole, out);
        if (count > 1)
            buf_printf(out, "^%u", count);
    }
    buf_puts(out, group > 1 ? "}" : "");
    if (n > 1)
        buf_printf(out, "^%u", n);
    return n * group;
}

/* Until the text is longer than `most`. */
static void print_short(const Schedule *schedule, size_t most, Buf *out)
{
    if (!schedule->steps.len) /* 0 alone is an answer, and not always the default one */
        buf_puts(out, "0^0");
    for (u32 i = 0; i < schedule->steps.len && out->len <= most;) {
        buf_puts(out, i ? "." : "");
        i += print_item(schedule, i, schedule->steps.len, false, out);
    }
}

void schedule_print_short(const Schedule *schedule, Buf *out)
{
    print_short(schedule, SIZE_MAX, out);
}

bool schedule_is_longer(const Schedule *schedule, size_t most)
{
    Buf text = {0};
    print_short(schedule, most, &text);
    bool longer = text.len > most;
    buf_free(&text);
    return longer;
}

/* `text` is the file form of the schedule. */
static void check_reads_back(const Schedule *schedule, const char *text, size_t len)
{
    Schedule copy;
    Buf error = {0};
    bool ok = schedule_parse(text, len, &copy, &error);
    CHECK(ok && error.len == 0);
    CHECK(copy.program == schedule->program && copy.facts == schedule->facts);
    CHECK(copy.library == schedule->library);
    CHECK(copy.steps.len == schedule->steps.len);
    for (u32 i = 0; i < copy.steps.len; i++) {
        const Step *a = &schedule->steps.data[i], *b = &copy.steps.data[i];
        CHECK(a->kind == b->kind && a->answer == b->answer);
        CHECK(a->options == b->options || a->kind == STEP_ANY);
    }
    CHECK(copy.orders.list.len == schedule->orders.list.len);
    CHECK(copy.orders.choices.len == schedule->orders.choices.len);
    schedule_free(&copy);
    buf_free(&error);
}

void schedule_print_file(const Schedule *schedule, Buf *out)
{
    u32 start = out->len;
    buf_printf(out, HEADER "\nprogram %016llx\n", (unsigned long long)schedule->program);
    if (schedule->library)
        buf_printf(out, "library %016llx\n", (unsigned long long)schedule->library);
    if (schedule->facts)
        buf_printf(out, "facts %016llx\n", (unsigned long long)schedule->facts);
    u32 column = 0;
    for (u32 i = 0; i < schedule->steps.len;) {
        u32 before = out->len;
        i += print_item(schedule, i, schedule->steps.len, true, out);
        column += out->len - before + 1;
        buf_putc(out, column > 80 ? '\n' : ' ');
        column = column > 80 ? 0 : column;
    }
    buf_putc(out, '\n');
    orders_print(&schedule->orders, out);
    buf_puts(out, "end\n");
    if (CHECKING)
        check_reads_back(schedule, out->data + start, out->len - start);
}

typedef struct Reader {
    const char *at, *end;
    u32 line;
    Buf *error;
} Reader;

static bool fail(Reader *r, const char *expected)
{
    size_t left = (size_t)(r->end - r->at);
    buf_printf(r->error, "line %u: expected %s, found ", r->line, expected);
    if (!left)
        buf_puts(r->error, "the end");
    else
        buf_printf(r->error, "\"%.*s\"", (int)strcspn(r->at, "\n \t") % 24, r->at);
    return false;
}

static void skip_space(Reader *r)
{
    while (r->at < r->end && (isspace((unsigned char)*r->at) || *r->at == '.')) {
        r->line += *r->at == '\n';
        r->at++;
    }
}

static bool read_number(Reader *r, u32 *out)
{
    u64 value = 0;
    if (r->at >= r->end || !isdigit((unsigned char)*r->at))
        return false;
    for (; r->at < r->end && isdigit((unsigned char)*r->at); r->at++) {
        value = value * 10 + (u64)(*r->at - '0');
        if (value > UINT32_MAX)
            return false;
    }
    *out = (u32)value;
    return true;
}

/* A schedule with more steps is a damaged file: its repeat counts must not exhaust the memory. */
enum { MAX_STEPS = 1 << 28 };

static bool read_answer(Reader *r, Step *step)
{
    char c = r->at < r->end ? *r->at : ' ';
    if (c != 'n' && c != 'N' && c != 'A' && c != 'G')
        return read_number(r, &step->answer);
    r->at++;
    if (c != 'n')
        step->options = 1;
    step->answer = c == 'A' ? 0 : c == 'G' ? STEP_GOES_ON : STEP_NOBODY;
    return true;
}

/* Appends the steps from `from` on until they are there as often as the count says, if one is next:
 * [ "^" count ]. */
static bool read_count(Reader *r, Schedule *out, u32 from)
{
    u32 count = 1, len = out->steps.len - from;
    if (r->at < r->end && *r->at == '^') {
        r->at++;
        if (!read_number(r, &count) || (u64)count * len > MAX_STEPS - from)
            return fail(r, "a repeat count");
    }
    out->steps.len = count ? out->steps.len : from;
    for (u32 i = len; i < count * len; i++)
        vec_push(&out->steps, out->steps.data[from + i - len]);
    return true;
}

/* step = [ kind options ":" ] answer [ "^" count ] */
static bool read_step(Reader *r, Schedule *out)
{
    Step step = {.kind = STEP_ANY};
    const char *letter = memchr(kind_letters, *r->at, sizeof kind_letters - 1);
    if (letter) {
        step.kind = (u8)(letter - kind_letters);
        r->at++;
        if (!read_number(r, &step.options) || r->at >= r->end || *r->at != ':')
            return fail(r, "a number of options and ':'");
        r->at++;
    }
    if (!read_answer(r, &step))
        return fail(r, "an answer (a number, or n)");
    vec_push(&out->steps, step);
    return read_count(r, out, out->steps.len - 1);
}

/* item = step | "{" step { step } "}" "^" count */
static bool read_item(Reader *r, Schedule *out)
{
    u32 from = out->steps.len;
    if (*r->at != '{')
        return read_step(r, out);
    for (r->at++; r->at < r->end && *r->at != '}'; skip_space(r))
        if (!read_step(r, out))
            return false;
    if (r->at >= r->end || out->steps.len == from)
        return fail(r, "a step or '}'");
    r->at++;
    return read_count(r, out, from);
}

static bool begins(const Reader *r, const char *text)
{
    size_t len = strlen(text);
    return (size_t)(r->end - r->at) >= len && !memcmp(r->at, text, len);
}

/* Reads `keyword` and a hash, if the keyword is next. */
static void read_hash(Reader *r, const char *keyword, u64 *hash)
{
    char *end;
    skip_space(r);
    if (!begins(r, keyword))
        return;
    *hash = strtoull(r->at + strlen(keyword), &end, 16);
    r->at = end;
}

static bool read_header(Reader *r, Schedule *out)
{
    bool dos = begins(r, HEADER "\r\n");
    if (!dos && !begins(r, HEADER "\n"))
        return fail(r, "\"" HEADER "\"");
    r->at += strlen(HEADER "\n") + dos;
    r->line = 2;
    read_hash(r, "program ", &out->program);
    read_hash(r, "library ", &out->library);
    read_hash(r, "facts ", &out->facts);
    return true;
}

static bool read_order(Reader *r, Schedule *out)
{
    const char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
    const char *expected = orders_parse_line(&out->orders, &r->at, newline ? newline : r->end);
    return !expected || fail(r, expected);
}

static bool begins_short(const char *text)
{
    return isdigit((unsigned char)text[0]) || (text[0] && strchr("nNAG{", text[0]));
}

bool schedule_parse(const char *text, size_t len, Schedule *out, Buf *error)
{
    Reader r = {text, text + len, 1, error};
    bool file = len && !begins_short(text);
    *out = (Schedule){0};
    if (file && !read_header(&r, out))
        return false;
    for (;;) {
        skip_space(&r);
        if (r.at >= r.end)
            return file ? fail(&r, "a step or \"end\"") : true;
        if (file && begins(&r, "end"))
            return true;
        bool order = file && (begins(&r, "order") || begins(&r, "choose"));
        if (!(order ? read_order(&r, out) : read_item(&r, out))) {
            schedule_free(out);
            return false;
        }
    }
}

bool schedule_is_short_form(const char *text)
{
    return begins_short(text) && text[strspn(text, "0123456789nNAG^.{}")] == '\0';
}

bool schedule_is_file_name(const char *name)
{
    size_t len = strlen(name), suffix = strlen(SCHEDULE_SUFFIX);
    return len > suffix && !strcmp(name + len - suffix, SCHEDULE_SUFFIX);
}

/* A search in parts beside one that is not, on random programs that mix all of the language's
 * concurrency (tests/unit/op_soup.h): both find the same, and make as many executions, unless some
 * had to be given up, which depends on the order of the search. Parts are as small as can be;
 * several are searched at the same time, so answers come in any order; some are lost; and now and
 * then the frontier goes through a file. */
#include "base/common.h"
#include "explore/dpor/frontier.h"
#include "stdlib/native/natives.h"
#include "tests/unit/generated.h"
#include "tests/unit/op_soup.h"

enum { MOST_EXECUTIONS = 3000, MOST_OUT = 4 };

static bool with_timers, returning;
static u64 random_state;

static u32 below(u32 n)
{
    random_state = hash_u64(random_state + 0x9e3779b97f4a7c15ull);
    return (u32)(random_state % n);
}

static void soup_text(u64 number, Buf *out)
{
    Soup soup;
    soup_make(&soup, number, with_timers, returning);
    buf_add(out, soup.text.data, soup.text.len);
    soup_free(&soup);
}

static Check *new_check(Program *program, u64 executions)
{
    ExecutorConfig config = {.program = program,
                             .find_native = stdlib_find_native,
                             .detector = "hybrid",
                             .late = LATE_ANY,
                             .leaks = returning ? LEAKS_ON : LEAKS_OFF,
                             .max_steps = 20000};
    CheckBounds bounds = {.executions = executions, .preemptions = -1, .random = 16};
    Check *check = check_all_new(&config, &engine_dpor, bounds);
    check->shrink_budget = 0;
    return check;
}

/* ---- parts ---- */

/* A part that is being searched: its answer is there, but has yet to come in. */
typedef struct Out {
    Branch *part;
    Buf answer;
    Check *worker;
} Out;

typedef struct Parts {
    Frontier frontier;
    Check *check;
    Check *workers[MOST_OUT];
    Out out[MOST_OUT];
    u32 len; /* of out */
} Parts;

static void drop_all(Parts *p, bool give_back)
{
    while (p->len) {
        Out *out = &p->out[--p->len];
        if (give_back)
            frontier_give_back(&p->frontier, out->part);
        buf_free(&out->answer);
    }
}

/* A new process, which knows nothing. */
static void replace_worker(Parts *p, const Check *worker)
{
    for (u32 i = 0; i < MOST_OUT; i++)
        if (!worker || p->workers[i] == worker) {
            check_all_free(p->workers[i]);
            p->workers[i] = new_check(executor_config(p->check->executor)->program, 0);
        }
}

static Check *idle_worker(const Parts *p)
{
    for (u32 i = 0;; i++) {
        bool busy = false;
        for (u32 k = 0; k < p->len; k++)
            busy |= p->out[k].worker == p->workers[i];
        if (!busy)
            return p->workers[i];
    }
}

static bool hand_out(Parts *p)
{
    Buf request = {0};
    Out out = {.part = frontier_next(&p->frontier), .worker = idle_worker(p)};
    if (!out.part)
        return false;
    frontier_request(&p->frontier, out.part, 1 + below(3), 0, &request);
    EXPECT(part_serve(out.worker->search, unpack_of(request.data, request.len), &out.answer));
    p->out[p->len++] = out;
    buf_free(&request);
    return true;
}

static void take_in(Parts *p, u32 i)
{
    Out out = p->out[i];
    p->out[i] = p->out[--p->len];
    if (below(10) == 0) {
        frontier_give_back(&p->frontier, out.part);
        replace_worker(p, out.worker);
    } else if (frontier_answer(&p->frontier, out.part, unpack_of(out.answer.data, out.answer.len),
                               below(8), p->check)) {
        drop_all(p, false);
        replace_worker(p, NULL);
    }
    buf_free(&out.answer);
}

/* What is in a file is all that another process needs. */
static void through_a_file(Parts *p)
{
    Buf file = {0};
    frontier_pack(&p->frontier, &file);
    drop_all(p, true);
    replace_worker(p, NULL);
    frontier_free(&p->frontier);
    frontier_init(&p->frontier, p->check->search);
    Unpack from = unpack_of(file.data, file.len);
    EXPECT(frontier_unpack(&p->frontier, &from));
    EXPECT(from.at == from.end);
    EXPECT(frontier_goes_on(&p->frontier));
    buf_free(&file);
}

static void search_in_parts(Parts *p)
{
    while (!frontier_done(&p->frontier)) {
        u32 wanted = 1 + below(MOST_OUT);
        while (p->len < wanted && hand_out(p))
            continue;
        EXPECT(p->len > 0);
        if (!p->len)
            break;
        take_in(p, below(p->len));
        if (below(20) == 0)
            through_a_file(p);
    }
    drop_all(p, false);
}

/* ---- comparing ---- */

static u32 compared, wrong, gave_up;

static u32 lacks(const Check *a, const Check *b)
{
    return check_all_lacks(a, b) + check_all_lacks(b, a);
}

static void compare(u64 number, const Check *whole, const Check *parts)
{
    compared++;
    bool cut = whole->schedules != whole->executions;
    gave_up += cut;
    if ((cut || whole->executions == parts->executions) && !lacks(whole, parts))
        return;
    printf("program %llu: %llu executions of %llu, %u findings, in parts %llu of %llu, %u\n",
           (unsigned long long)number, (unsigned long long)whole->executions,
           (unsigned long long)whole->schedules, whole->found.len,
           (unsigned long long)parts->executions, (unsigned long long)parts->schedules,
           parts->found.len);
    wrong++;
}

static void compare_program(u64 number, Program *program)
{
    Check *whole = new_check(program, MOST_EXECUTIONS);
    while (check_all_step(whole))
        continue;
    if (!whole->execution_bound) {
        Parts p = {.check = new_check(program, 0)};
        for (u32 i = 0; i < MOST_OUT; i++)
            p.workers[i] = new_check(program, 0);
        random_state = number;
        frontier_init(&p.frontier, p.check->search);
        search_in_parts(&p);
        compare(number, whole, p.check);
        frontier_free(&p.frontier);
        check_all_free(p.check);
        for (u32 i = 0; i < MOST_OUT; i++)
            check_all_free(p.workers[i]);
    }
    check_all_free(whole);
}

static void test_programs(u32 count)
{
    compared = wrong = gave_up = 0;
    for (u64 number = first_program; number < (u64)first_program + count; number++) {
        Loaded loaded;
        if (generated_load(&loaded, "soup.gol", soup_text, number))
            compare_program(number, loaded.program);
        load_free(&loaded);
    }
    printf("%u compared, %u differ, %u gave executions up\n", compared, wrong, gave_up);
    EXPECT(wrong == 0);
}

static void test_timeless(void)
{
    with_timers = false;
    test_programs(programs);
}

static void test_timers(void)
{
    with_timers = true;
    test_programs(programs / 2);
}

static void test_returning(void)
{
    returning = true;
    test_programs(programs / 2);
    returning = false;
}

/* A part that has a number is being searched elsewhere: the rest waits for it, also from a file. */
static void test_numbered(void)
{
    Loaded loaded;
    EXPECT(generated_load(&loaded, "soup.gol", soup_text, 1));
    Parts p = {.check = new_check(loaded.program, 0)};
    frontier_init(&p.frontier, p.check->search);
    frontier_number(&p.frontier, frontier_next(&p.frontier));
    Buf file = {0};
    frontier_pack(&p.frontier, &file);
    frontier_free(&p.frontier);
    frontier_init(&p.frontier, p.check->search);
    Unpack from = unpack_of(file.data, file.len);
    EXPECT(frontier_unpack(&p.frontier, &from));
    EXPECT(!frontier_done(&p.frontier) && !frontier_goes_on(&p.frontier));
    buf_free(&file);
    frontier_free(&p.frontier);
    check_all_free(p.check);
    load_free(&loaded);
}

/* ---- damage ---- */

/* Whether a new process takes the file, or the request for a part. */
static bool takes(Program *program, bool request, const char *bytes, u32 len)
{
    Check *check = new_check(program, 0);
    Buf answer = {0};
    bool taken;
    if (request) {
        taken = part_serve(check->search, unpack_of(bytes, len), &answer);
    } else {
        Frontier frontier;
        Unpack from = unpack_of(bytes, len);
        frontier_init(&frontier, check->search);
        taken = frontier_unpack(&frontier, &from) && from.at == from.end;
        frontier_free(&frontier);
    }
    buf_free(&answer);
    check_all_free(check);
    return taken;
}

/* What has been cut is refused; of a file that has been changed, some means something. A request is
 * searched at once, and comes from the process itself. */
static void try_damaged(Program *program, bool request, Buf *text)
{
    enum { CUTS = 60, CHANGES = 200 };
    EXPECT(takes(program, request, text->data, text->len));
    u32 refused = 0;
    for (u32 i = 0; i < CUTS; i++)
        EXPECT(!takes(program, request, text->data, below(text->len)));
    for (u32 i = 0; i < CHANGES && !request; i++) {
        u32 at = below(text->len);
        char was = text->data[at];
        text->data[at] = (char)(below(2) ? was ^ 1 << below(8) : (int)below(256));
        refused += !takes(program, request, text->data, text->len);
        text->data[at] = was;
    }
    EXPECT(request || refused > 0);
}

/* The file and a request of a search that has been going on for a while; false: it has ended. */
static bool search_some(Program *program, Buf *file, Buf *request)
{
    Parts p = {.check = new_check(program, 0)};
    for (u32 i = 0; i < MOST_OUT; i++)
        p.workers[i] = new_check(program, 0);
    frontier_init(&p.frontier, p.check->search);
    for (u32 i = 0; i < 6 && hand_out(&p); i++)
        take_in(&p, 0);
    frontier_pack(&p.frontier, file);
    Branch *part = frontier_next(&p.frontier);
    if (part)
        frontier_request(&p.frontier, part, 1, 0, request);
    frontier_free(&p.frontier);
    check_all_free(p.check);
    for (u32 i = 0; i < MOST_OUT; i++)
        check_all_free(p.workers[i]);
    return part != NULL;
}

static void test_damaged(void)
{
    u32 tried = 0;
    random_state = 1;
    for (u64 number = 1; number <= 300 && tried < 6; number++) {
        Loaded loaded;
        Buf file = {0}, request = {0};
        if (generated_load(&loaded, "soup.gol", soup_text, number) &&
            search_some(loaded.program, &file, &request)) {
            try_damaged(loaded.program, false, &file);
            try_damaged(loaded.program, true, &request);
            tried++;
        }
        buf_free(&file);
        buf_free(&request);
        load_free(&loaded);
    }
    EXPECT(tried == 6);
}

int main(int argc, char **argv)
{
    if (generated_arguments(argc, argv, 100, soup_text))
        return 0;
    RUN(test_numbered);
    RUN(test_damaged);
    RUN(test_timeless);
    RUN(test_timers);
    RUN(test_returning);
    return test_summary("frontier");
}

/* One of several processes that search together by a shared directory:
 *
 *     search        the common tree with counts and findings (a file as of --checkpoint)
 *     parts/K       what part_serve is to be asked: a part that waits for a process
 *     taken/K.I     the same, being searched by process I
 *     answers/K     what has come of it, not taken in yet
 *     shards/I      when process I was last alive, and what it has done
 *     status.json   what gol status shows
 *     lock          the process that brings the common tree up to date
 *
 * A part goes from parts to taken by being renamed, so one process gets it. Its file is in one of
 * the three places until its answer is in the common tree, and if it is in none, it is written
 * again. So whatever is killed, and whenever, nothing is lost or counted twice. */
#include "cli/check_shard.h"

#include <stdio.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/check_file.h"
#include "cli/shared.h"
#include "explore/dpor/frontier.h"
#include "explore/executor/deadline.h"

/* How long a part is searched; how many parts wait for each process; how long one that has nothing
 * to do waits. */
enum { PART_MS = 300, WAITING = 3, PAUSE_US = 30000 };

typedef struct Shard {
    Shared dir;
    Check *whole;  /* the common tree as of the last time that it was read */
    Check *worker; /* searches parts */
    u64 identity;
    u32 of;      /* processes */
    u64 merged;  /* clock_ms when it was last brought up to date here */
    u64 done;    /* parts */
    bool broken; /* the files are of another search */
} Shard;

/* ---- numbers of files ---- */

static bool has_number(const NameList *names, u64 number)
{
    for (u32 i = 0; i < names->len; i++)
        if (strtoull(names->data[i], NULL, 10) == number)
            return true;
    return false;
}

static void part_name(Buf *name, const char *sub, u64 number)
{
    vec_clear(name);
    buf_printf(name, "%s/%010llu", sub, (unsigned long long)number);
}

/* ---- the common tree ---- */

static void read_whole(Shard *s)
{
    Buf text = {0};
    if (shared_read(&s->dir, "search", &text)) {
        s->whole->schedules = s->whole->executions = 0;
        const char *wrong = check_file_load(s->whole, s->identity, &text);
        if (wrong)
            fprintf(stderr, "gol check: %s/search %s\n", s->dir.path, wrong);
        s->broken |= wrong != NULL;
    }
    buf_free(&text);
}

/* Parts that a process took which is gone wait again. */
static void take_back(Shard *s, const NameList *taken, bool own)
{
    Buf from = {0}, to = {0};
    for (u32 i = 0; i < taken->len; i++) {
        const char *dot = strchr(taken->data[i], '.');
        u32 who = dot ? (u32)strtoul(dot + 1, NULL, 10) : s->dir.me;
        if (own ? who != s->dir.me : !shared_is_gone(&s->dir, who))
            continue;
        vec_clear(&from);
        buf_printf(&from, "taken/%s", taken->data[i]);
        part_name(&to, "parts", strtoull(taken->data[i], NULL, 10));
        shared_move(&s->dir, buf_str(&from), buf_str(&to));
    }
    buf_free(&from);
    buf_free(&to);
}

/* False: the search begins anew, so all other answers are void. */
static bool take_answer(Shard *s, Branch *part)
{
    Buf name = {0}, text = {0};
    Frontier *f = parallel_frontier(s->whole);
    part_name(&name, "answers", part->number);
    bool anew = false;
    if (shared_read(&s->dir, buf_str(&name), &text))
        anew = frontier_answer(f, part, unpack_of(text.data, text.len), WAITING * s->of, s->whole);
    s->whole->covered = s->whole->executions;
    buf_free(&name);
    buf_free(&text);
    return !anew;
}

/* Also of answers that are void otherwise, since the search began anew, or another process was as
 * fast: a process says only once what it has found. */
static void take_findings(Shard *s, const NameList *answers)
{
    Buf name = {0}, text = {0};
    for (u32 i = 0; i < answers->len; i++) {
        vec_clear(&text);
        part_name(&name, "answers", strtoull(answers->data[i], NULL, 10));
        if (!shared_read(&s->dir, buf_str(&name), &text))
            continue;
        Unpack answer = unpack_of(text.data, text.len);
        unpack_u8(&answer); /* how the part has ended */
        check_all_merge(s->whole, &answer, false);
    }
    buf_free(&name);
    buf_free(&text);
}

static void take_answers(Shard *s, const NameList *answers)
{
    BranchList out = {0};
    frontier_numbered(parallel_frontier(s->whole), &out);
    for (u32 i = 0; i < out.len; i++)
        if (has_number(answers, out.data[i]->number) && !take_answer(s, out.data[i]))
            break;
    vec_free(&out);
}

/* Numbers as many parts as should wait. */
static void number_parts(Shard *s, u32 waiting)
{
    Frontier *f = parallel_frontier(s->whole);
    for (; waiting < WAITING * s->of; waiting++) {
        Branch *part = frontier_next(f);
        if (!part)
            return;
        frontier_number(f, part);
    }
}

static void write_part(Shard *s, const Branch *part)
{
    Buf name = {0}, request = {0};
    part_name(&name, "parts", part->number);
    frontier_request(parallel_frontier(s->whole), part, UINT64_MAX, PART_MS, &request);
    shared_write(&s->dir, buf_str(&name), &request);
    buf_free(&name);
    buf_free(&request);
}

/* Of all parts that have a number and no file. */
static void write_parts(Shard *s, const NameList *waiting, const NameList *taken,
                        const NameList *answers)
{
    BranchList out = {0};
    frontier_numbered(parallel_frontier(s->whole), &out);
    for (u32 i = 0; i < out.len; i++) {
        u64 number = out.data[i]->number;
        if (!has_number(waiting, number) && !has_number(taken, number) &&
            !has_number(answers, number))
            write_part(s, out.data[i]);
    }
    vec_free(&out);
}

/* Away with files that no part in the tree has the number of: their answer is in it. */
static void drop_files(Shard *s, const char *sub, const NameList *names)
{
    BranchList out = {0};
    Buf name = {0};
    frontier_numbered(parallel_frontier(s->whole), &out);
    for (u32 i = 0; i < names->len; i++) {
        u64 number = strtoull(names->data[i], NULL, 10);
        bool wanted = false;
        for (u32 k = 0; k < out.len; k++)
            wanted |= out.data[k]->number == number;
        part_name(&name, sub, number);
        if (!wanted)
            shared_remove(&s->dir, buf_str(&name));
    }
    buf_free(&name);
    vec_free(&out);
}

static void write_status(Shard *s)
{
    const Check *check = s->whole;
    const Frontier *f = parallel_frontier(check);
    cJSON *status = cJSON_CreateObject(), *titles = cJSON_AddArrayToObject(status, "findings");
    cJSON_AddNumberToObject(status, "executions", (double)check->executions);
    cJSON_AddNumberToObject(status, "schedules", (double)check->schedules);
    cJSON_AddNumberToObject(status, "part", frontier_part(f));
    cJSON_AddNumberToObject(status, "parts", (double)f->parts);
    cJSON_AddNumberToObject(status, "waiting", f->queue.len);
    cJSON_AddBoolToObject(status, "done", frontier_done(f));
    for (u32 i = 0; i < check->found.len; i++)
        cJSON_AddItemToArray(titles, cJSON_CreateString(check->found.data[i].title));
    Buf text = {0};
    char *printed = cJSON_Print(status);
    buf_printf(&text, "%s\n", printed);
    shared_write(&s->dir, "status.json", &text);
    free(printed);
    cJSON_Delete(status);
    buf_free(&text);
}

static void write_whole(Shard *s)
{
    Buf text = {0};
    check_file_compose(s->whole, s->identity, &text);
    if (shared_locked(&s->dir))
        shared_write(&s->dir, "search", &text);
    buf_free(&text);
}

/* Brings the common tree up to date, if no other process is doing so. Files are listed in the order
 * in which a part goes through them, so that none is missed. */
static void merge(Shard *s)
{
    if (s->broken || !shared_lock(&s->dir))
        return;
    NameList waiting = {0}, taken = {0}, answers = {0};
    read_whole(s);
    shared_list(&s->dir, "parts", &waiting);
    shared_list(&s->dir, "taken", &taken);
    shared_list(&s->dir, "answers", &answers);
    if (!s->broken) {
        take_findings(s, &answers);
        take_answers(s, &answers);
        number_parts(s, waiting.len);
        write_whole(s);
        write_parts(s, &waiting, &taken, &answers);
        drop_files(s, "parts", &waiting);
        drop_files(s, "answers", &answers);
        write_status(s);
        take_back(s, &taken, false);
    }
    shared_unlock(&s->dir);
    s->merged = clock_ms();
    names_free(&waiting);
    names_free(&taken);
    names_free(&answers);
}

/* ---- parts ---- */

/* Takes one of the parts that wait, each process another one if it can. False: there is none. */
static bool take_part(Shard *s, u64 *number)
{
    NameList waiting = {0};
    Buf from = {0}, to = {0};
    bool taken = false;
    shared_list(&s->dir, "parts", &waiting);
    for (u32 i = 0; i < waiting.len && !taken; i++) {
        const char *name = waiting.data[(i + s->dir.me) % waiting.len];
        *number = strtoull(name, NULL, 10);
        part_name(&from, "parts", *number);
        part_name(&to, "taken", *number);
        buf_printf(&to, ".%u", s->dir.me);
        taken = shared_move(&s->dir, buf_str(&from), buf_str(&to));
    }
    names_free(&waiting);
    buf_free(&from);
    buf_free(&to);
    return taken;
}

static void search_part(Shard *s, u64 number)
{
    Buf name = {0}, taken = {0}, request = {0}, answer = {0};
    part_name(&taken, "taken", number);
    buf_printf(&taken, ".%u", s->dir.me);
    part_name(&name, "answers", number);
    bool done = shared_read(&s->dir, buf_str(&taken), &request) && request.len > 0 &&
                part_serve(s->worker->search, unpack_of(request.data, request.len), &answer) &&
                shared_write(&s->dir, buf_str(&name), &answer);
    if (done) {
        shared_remove(&s->dir, buf_str(&taken));
        s->done++;
    } else {
        part_name(&name, "parts", number);
        shared_move(&s->dir, buf_str(&taken), buf_str(&name));
    }
    buf_free(&name);
    buf_free(&taken);
    buf_free(&request);
    buf_free(&answer);
}

static void beat(Shard *s)
{
    char text[80];
    snprintf(text, sizeof text, "%llu parts\n", (unsigned long long)s->done);
    shared_beat(&s->dir, text);
}

/* One step of the process. */
static void work(Shard *s)
{
    u64 number;
    beat(s);
    bool has_part = take_part(s, &number);
    if (has_part)
        search_part(s, number);
    if (!has_part || clock_ms() - s->merged > PART_MS)
        merge(s);
    if (!has_part)
        usleep(PAUSE_US);
}

static bool is_over(const Shard *s)
{
    return s->broken || frontier_done(parallel_frontier(s->whole)) || s->whole->memory_bound;
}

/* ---- the process ---- */

bool shard_parse(const char *command, const char *text, u32 *me, u32 *of)
{
    char *end;
    unsigned long i = strtoul(text, &end, 10), n = *end == '/' ? strtoul(end + 1, &end, 10) : 0;
    *me = (u32)i;
    *of = (u32)n;
    bool ok = !*end && n > 0 && n <= 100000 && i <= n;
    if (!ok)
        fprintf(stderr,
                "gol %s: --shard I/N: I is a number from 0 to N - 1, or from 1 to N, not \"%s\"\n",
                command, text);
    return ok;
}

/* What a process of this number took when it was killed waits again. */
static void begin(Shard *s)
{
    NameList taken = {0};
    shared_list(&s->dir, "taken", &taken);
    take_back(s, &taken, true);
    names_free(&taken);
}

bool check_shard(Check *check, const Options *options)
{
    Shard s = {.whole = check, .identity = check_file_identity(check)};
    const char *dir = options->search.shared;
    if (!shard_parse("check", options->search.shard, &s.dir.me, &s.of) ||
        !shared_open(&s.dir, dir, "check", s.dir.me, "parts taken answers shards"))
        return false;
    CheckBounds bounds = check->bounds;
    bounds.jobs = 0;
    s.worker = check_all_over(check->executor, &engine_dpor, bounds);
    begin(&s);
    while (!is_over(&s) && !executor_late(check->executor))
        work(&s);
    check->done = !s.broken && frontier_done(parallel_frontier(check));
    check_all_free(s.worker);
    return !s.broken;
}

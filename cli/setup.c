/* From flags to executors, deciders and reports. */
#include "cli/setup.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/confine.h"
#include "base/output.h"
#include "base/process.h"
#include "cli/facts.h"
#include "cli/repeat.h"
#include "cli/self.h"
#include "stdlib/native/natives.h"

/* ---- executors ---- */

ExecutorConfig setup_config(const Loaded *loaded, const Options *options, Reporter *reporter)
{
    return (ExecutorConfig){
        .program = loaded->program,
        .program_hash = loaded->hash,
        .code_hash = loaded->code_hash,
        .facts = loaded->facts,
        .library_hash = loaded->library,
        .targets = loaded->facts ? &loaded->open : NULL,
        .find_native = stdlib_find_native,
        .argc = options->path ? options->argc + 1 : 0,
        .argv = self_args(options),
        .build_info = loaded->build_info,
        .detector = options->detector,
        .silence = &reporter->silence,
        .max_steps = options->limits.steps,
        .max_memory = options->limits.memory,
        .jit = options->jit,
        .sandbox = options->sandbox.on ? &options->sandbox.rules : NULL,
        .host = options->sandbox.host,
        .executable = options->bundle ? NULL : self_executable,
        .network = options->network,
        .clock = options->clock,
        .real_time = options->real_time,
        .leaks = options->leaks,
    };
}

bool setup_detector(const Options *options)
{
    if (detector_find(options->detector))
        return true;
    fprintf(stderr, "gol %s: there is no detector \"%s\"; see gol help detectors\n",
            options->command, options->detector);
    return false;
}

Executor *setup_executor(const ExecutorConfig *config, const Options *options)
{
    self_begin(options);
    return setup_detector(options) ? executor_new(config) : NULL;
}

/* ---- what decides ---- */

/* A schedule that was recorded under facts has no answers for choices before proven accesses. One
 * that states them is replayed under them. */
static bool same_facts(Loaded *loaded, const Schedule *schedule, Buf *error)
{
    if (!schedule->program || schedule->program != loaded->code_hash)
        return true;
    if (schedule->facts && !loaded->facts)
        facts_use(loaded);
    if (schedule->facts == loaded->facts)
        return true;
    buf_puts(error, schedule->facts ? "it was recorded under other facts of the program"
                                    : "it was recorded without --facts");
    return false;
}

static bool read_schedule(Loaded *loaded, const char *name, Schedule *schedule, Buf *error)
{
    if (schedule_is_short_form(name) && access(name, F_OK))
        return schedule_parse(name, strlen(name), schedule, error);
    const SourceFile *file = source_load(&loaded->sources, name);
    if (!file)
        buf_puts(error, "cannot read it");
    return file && schedule_parse(file->text, file->len, schedule, error);
}

/* Notes what the schedule was recorded under, where it differs from what is to be run. */
static void note_changes(const Loaded *loaded, const char *name, const Schedule *schedule)
{
    const char *changed = schedule->program != loaded->code_hash ? "the program"
                          : schedule->library != loaded->library ? "Go's library"
                                                                 : NULL;
    const char *followed =
        orders_given(&schedule->orders) ? "; following the order of events that it states" : "";
    if (changed)
        fprintf(stderr, "gol: note: %s has changed since schedule %s was recorded%s\n", changed,
                name, followed);
}

bool setup_schedule(Loaded *loaded, const Options *options, Schedule *schedule)
{
    const char *name = options->choose.schedule;
    if (!name)
        return true;
    Buf error = {0};
    bool ok = read_schedule(loaded, name, schedule, &error) && same_facts(loaded, schedule, &error);
    if (!ok)
        fprintf(stderr, "gol: schedule %s: %s\n", name, buf_str(&error));
    else if (schedule->program)
        note_changes(loaded, name, schedule);
    buf_free(&error);
    return ok;
}

Decider *setup_decider(Executor *executor, const Options *options, const Schedule *schedule)
{
    const ChooseOptions *choose = &options->choose;
    DeciderConfig config = {
        .schedule = choose->schedule ? schedule : NULL,
        .strategy = choose->strategy,
        .seed = choose->seed,
        .has_seed = choose->has_seed,
        .note_orders = choose->save_schedule != NULL,
    };
    Decider *decider = decider_new(executor, &config);
    if (!decider)
        fprintf(stderr, "gol %s: there is no strategy \"%s\": %s\n", options->command,
                choose->strategy, decider_strategies());
    return decider;
}

void setup_save_schedule(const char *path, Decider *decider, const Execution *execution)
{
    Buf text = {0};
    Schedule taken = {0};
    schedule_copy(&taken, &execution->schedule);
    decider_orders(decider, &taken);
    schedule_print_file(&taken, &text);
    OutputFile *output = output_open_whole(path);
    if (output) {
        fwrite(text.data, 1, text.len, output->file);
        output_close(output);
    }
    schedule_free(&taken);
    buf_free(&text);
}

/* ---- the process ---- */

i64 setup_late(const SearchOptions *search)
{
    u64 ms = search->late_ms;
    if (ms == LATE_UNSET)
        return LATE_ANY;
    return ms < INT64_MAX / 1000000 ? (i64)ms * 1000000 : INT64_MAX;
}

static void close_input(void)
{
    int null = open("/dev/null", O_RDONLY);
    if (null >= 0) {
        dup2(null, STDIN_FILENO);
        close(null);
    }
}

void setup_process(void)
{
    process_block_ending();
    close_input();
}

/* The directory of that file; to be freed. */
static char *directory_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !slash ? xstrdup(".") : strndup(path, slash == path ? 1 : (size_t)(slash - path));
}

void setup_confinement(const Options *options)
{
    if (!options->sandbox.on)
        return;
    const Sandbox *rules = &options->sandbox.rules;
    VEC(char *) writes = {0};
    for (u32 i = 0; i < rules->write.len; i++)
        vec_push(&writes, xstrdup(rules->write.data[i]));
    for (u32 i = 0; i < options->outputs.len; i++)
        vec_push(&writes, directory_of(options->outputs.data[i]));
    if (options->search.corpus)
        vec_push(&writes, directory_of(options->search.corpus));
    vec_push(&writes, xstrdup(repeat_directory()));
    confine_process((const char *const *)writes.data, writes.len);
    for (u32 i = 0; i < writes.len; i++)
        free(writes.data[i]);
    vec_free(&writes);
}

OutputFile *setup_json(void)
{
    fflush(stdout);
    OutputFile *json = output_stream(dup(STDOUT_FILENO), STANDARD_OUTPUT);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    return json;
}

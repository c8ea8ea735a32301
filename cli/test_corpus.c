/* The corpus of gol test: files NAME-KIND-KEY.schedule. */
#include "cli/test_corpus.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "base/output.h"
#include "base/whole_file.h"
#include "cli/fuzz_report.h"
#include "explore/executor/decide.h"

/* Whether the file is of the test: no test's name has a dash. */
static bool is_of(const char *name, const char *test)
{
    size_t len = strlen(test);
    return !strncmp(name, test, len) && name[len] == '-' && schedule_is_file_name(name + len);
}

static bool read_schedule(const char *dir, const char *name, Schedule *schedule)
{
    Buf path = {0}, error = {0};
    Sources sources = {0};
    buf_printf(&path, "%s/%s", dir, name);
    const SourceFile *file = source_load(&sources, buf_str(&path));
    bool ok = file && schedule_parse(file->text, file->len, schedule, &error);
    if (!ok)
        fprintf(stderr, "gol test: %s: %s\n", buf_str(&path),
                file ? buf_str(&error) : strerror(errno));
    source_free(&sources);
    buf_free(&path);
    buf_free(&error);
    return ok;
}

/* One that fits the program no more is passed over. */
static bool fails_under(Executor *executor, const Schedule *schedule, Found *found)
{
    Decider *decider = decider_new(executor, &(DeciderConfig){.schedule = schedule});
    const Execution *run = decider_run(decider);
    bool fails = run->outcome.kind != VERDICT_ERROR && found_first(found, run);
    decider_free(decider);
    return fails;
}

static bool try_file(const char *dir, const char *name, Executor *executor, Found *found)
{
    Schedule schedule = {0};
    bool fails = read_schedule(dir, name, &schedule) && fails_under(executor, &schedule, found);
    schedule_free(&schedule);
    return fails;
}

bool test_corpus_try(const char *dir, const char *test, Executor *executor, Found *found)
{
    struct dirent **entries;
    bool fails = false;
    int count = scandir(dir, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (!fails && is_of(entries[i]->d_name, test))
            fails = try_file(dir, entries[i]->d_name, executor, found);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return fails;
}

bool test_corpus_keep(const char *dir, const char *test, Executor *executor, Found *found)
{
    Buf path = {0};
    make_directories(dir);
    found_state_orders(found, executor);
    bool ok = fuzz_corpus_save(dir, test, found, &path);
    buf_free(&path);
    return ok;
}

/* Follows schedules and scripts, and notes where executions leave the default. */
#include "explore/schedule/script.h"

#include "explore/schedule/choosers.h"

struct ScriptChooser {
    Chooser base;
    VM *vm;
    const Schedule *schedule; /* or NULL: */
    const Script *script;
    u32 next;    /* step of the schedule */
    Map entries; /* the script's, by place -> index + 1 */
    Map counts;  /* choices so far, by kind and goroutine */
    Script used;
    Script *others;
};

static u64 place_key(u8 kind, u32 goroutine, u32 count)
{
    CHECK(kind < 8 && goroutine < 1u << 29);
    return ((u64)goroutine << 32 | count) * 8 + kind;
}

static u32 index_of(const Choice *choice, u32 goroutine, u32 otherwise)
{
    for (u32 i = 0; i < choice->options; i++)
        if (choice->ids[i] == goroutine)
            return i;
    return goroutine == GOROUTINE_MACHINE ? choice->options : otherwise;
}

static u32 from_schedule(ScriptChooser *s, const Choice *choice)
{
    if (s->next >= s->schedule->steps.len)
        return chooser_default(choice);
    const Step *step = &s->schedule->steps.data[s->next];
    if (choice->options == 1 && (choice->kind == CHOOSE_TIMER || !step_is_alone(step)))
        return chooser_default(choice);
    s->next++;
    u32 answer;
    return step_fits(step, choice, &answer) ? answer : chooser_default(choice);
}

static u32 from_script(const ScriptChooser *s, const Choice *choice, u64 place)
{
    const u64 *index = map_get(&s->entries, place);
    u32 otherwise = chooser_default(choice);
    if (!index)
        return otherwise;
    CHECK(*index <= s->script->len);
    const ScriptEntry *entry = &s->script->data[*index - 1];
    CHECK(place_key(entry->kind, entry->goroutine, entry->count) == place);
    u32 answer = entry->answer;
    if (choice->kind == CHOOSE_GOROUTINE)
        return index_of(choice, answer, otherwise);
    return answer < choice->options ? answer : otherwise;
}

enum { MOST_OTHERS = 4096 };

static void note_others(ScriptChooser *s, const Choice *choice, ScriptEntry entry)
{
    u32 usual = chooser_default(choice);
    for (u32 i = 0; i < choice->options && s->others->len < MOST_OTHERS; i++) {
        entry.answer = choice->kind == CHOOSE_GOROUTINE ? choice->ids[i] : i;
        if (i != usual)
            vec_push(s->others, entry);
    }
}

static u32 script_pick(Chooser *self, const Choice *choice)
{
    ScriptChooser *s = (ScriptChooser *)self;
    u32 goroutine = s->vm->sched.current ? s->vm->sched.current->id : 0;
    u32 count = (u32)(*map_put(&s->counts, (u64)goroutine * 8 + choice->kind))++;
    u64 place = place_key(choice->kind, goroutine, count);
    if (s->others)
        note_others(s, choice, (ScriptEntry){choice->kind, goroutine, count, 0});
    u32 answer = s->schedule ? from_schedule(s, choice) : from_script(s, choice, place);
    CHECK(answer <= choice->options);
    if (answer != chooser_default(choice)) {
        ScriptEntry entry = {choice->kind, goroutine, count, answer};
        if (choice->kind == CHOOSE_GOROUTINE)
            entry.answer = answer < choice->options ? choice->ids[answer] : GOROUTINE_MACHINE;
        vec_push(&s->used, entry);
    }
    return answer;
}

static void script_free(Chooser *self)
{
    ScriptChooser *s = (ScriptChooser *)self;
    map_free(&s->entries);
    map_free(&s->counts);
    vec_free(&s->used);
    free(s);
}

ScriptChooser *script_chooser(VM *vm)
{
    ScriptChooser *s = xcalloc(1, sizeof *s);
    s->base = (Chooser){.pick = script_pick,
                        .free = script_free,
                        .preempt_sync = true,
                        .preempt_accesses = true,
                        .asks_alone = true,
                        .slice = EXPLORE_SLICE};
    s->vm = vm;
    return s;
}

Chooser *script_base(ScriptChooser *s)
{
    return &s->base;
}

void script_follow_schedule(ScriptChooser *s, const Schedule *schedule)
{
    s->schedule = schedule;
    s->next = 0;
    map_clear(&s->counts);
    vec_clear(&s->used);
}

void script_follow(ScriptChooser *s, const Script *script)
{
    s->schedule = NULL;
    s->script = script;
    map_clear(&s->counts);
    map_clear(&s->entries);
    vec_clear(&s->used);
    for (u32 i = 0; i < script->len; i++) {
        const ScriptEntry *entry = &script->data[i];
        *map_put(&s->entries, place_key(entry->kind, entry->goroutine, entry->count)) = i + 1;
    }
}

void script_note_others(ScriptChooser *s, Script *others)
{
    s->others = others;
}

const Script *script_used(const ScriptChooser *s)
{
    return &s->used;
}

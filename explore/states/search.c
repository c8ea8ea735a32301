/* The search: depth first, each state once. What looks like a fault is run as an ordinary
 * execution, checked by happens-before as all are; only what shows there is reported. */
#include "explore/schedule/choosers.h"
#include "explore/states/share.h"
#include "explore/states/states.h"
#include "vm/show.h"
#include "vm/sync.h"

#include <string.h>

/* In units of Check.work: of a step of the engine and of a move; bytes of a state for one unit. */
enum { WORK_PER_STEP = 1 << 19, WORK_OF_MOVE = 100, WORK_OF_KNOWN = 10, BYTES_PER_WORK = 20 };

typedef struct Level {
    u32 state; /* its number in the store */
    u8 *bytes; /* if the store does not keep it, the image of the state, followed by the hashes of
                  its parts; or NULL */
    u32 len, image; /* bytes of both; of the image */
    Component component;
    Outline outline;
    u32 moves;         /* index of its first move in Search.moves */
    u32 at;            /* index of the next move */
    bool again;        /* that one has been made, and is made once more with other answers */
    u32 steps, timers; /* moves since main's end, and how many of them were timers */
} Level;

typedef struct Search {
    Machine *m;
    Store *store;
    Faults faults; /* its path: the move that led to each level but the first */
    VEC(Level) levels;
    MoveList moves; /* of all levels */
    Components components;
    Fair *fair;
    Transitions *transitions; /* NULL: with `compact` */
    U32List order;            /* scratch */
    VEC(Buf) images;          /* of the states of the first levels; */
    Buf state;  /* of the state that the next move begins in, if it is a deeper one; */
    u64 bytes;  /* how many it has, */
    u64 loaded; /* its number + 1 */
    u64 held;   /* that of the state that the machine holds; 0: another one */
    u32 deepest;
    bool strict; /* Dones and Unlocks have not been taken to commute */
    u64 memory;
    u64 started; /* clock_ms */
} Search;

/* ---- faults ---- */

/* The list is the machine's, which each execution changes: it is copied first. */
static void look_at_all(Check *check)
{
    Search *s = check->search;
    SuspicionList copy = {0};
    for (u32 i = 0; i < s->m->suspicions.len; i++)
        vec_push(&copy, s->m->suspicions.data[i]);
    for (u32 i = 0; i < copy.len; i++)
        faults_look(check, &s->faults, &copy.data[i]);
    vec_free(&copy);
}

/* An execution that comes here may go on for ever. Its step limit ends it and makes it a livelock,
 * or the lock cycle or leak that it shows; where main has ended it is no fault by itself. In an
 * execution time passes while goroutines go round, in states only with timers: one that reads the
 * clock may leave the loop. */
static void look_at_endless(Check *check, bool uncertain)
{
    Search *s = check->search;
    Suspicion endless = faults_suspect_endless(&s->faults, uncertain);
    faults_look(check, &s->faults, &endless);
}

/* ---- levels ---- */

/* Images are kept of as many levels as have that many bytes together, about. Those of deeper ones
 * are put together again from the store. */
enum { MOST_IMAGE_BYTES = 1 << 25 };

/* Where the image of a state goes that becomes the level with that index. */
static Buf *image_place(Search *s, u32 level)
{
    bool next = level == s->images.len && level * s->bytes < MOST_IMAGE_BYTES;
    if (next && !store_is_compact(s->store))
        vec_push(&s->images, (Buf){0});
    return level < s->images.len ? &s->images.data[level] : &s->state;
}

/* The image of the level with that index. */
static const Buf *image_of(Search *s, u32 index, const Level *level)
{
    if (index < s->images.len)
        return &s->images.data[index];
    if (s->loaded != level->state + 1ull)
        store_get(s->store, s->m->snapshotter, level->state, &s->state);
    return &s->state;
}

/* The level has that index, or had it. */
static void load(Search *s, u32 index, const Level *level)
{
    Snapshotter *snapshotter = s->m->snapshotter;
    s->held = s->faults.moved ? 0 : s->held;
    s->faults.moved = false;
    if (s->held == level->state + 1)
        return;
    bool again = s->loaded == level->state + 1;
    const u8 *image = level->bytes;
    if (!image) {
        const Buf *kept = image_of(s, index, level);
        image = (const u8 *)kept->data;
        s->bytes = kept->len;
    }
    (again ? snapshot_restore_again : snapshot_restore)(snapshotter, image);
    if (level->bytes)
        store_base(s->store, (const u64 *)(image + level->image),
                   (level->len - level->image) / (u32)sizeof(u64));
    s->loaded = s->held = level->state + 1;
}

/* ---- the graph, for drawings ---- */

/* The title of a finding that is new since there were so many; NULL: none is. */
static const char *found_since(const Check *check, u32 before)
{
    return check->found.len > before ? vec_last(&check->found).title : NULL;
}

/* What the move of the state that the machine holds does. */
static void describe_move(VM *vm, Move move, Buf *out)
{
    if (move.kind == MOVE_TIMER) {
        buf_puts(out, "a timer fires");
        return;
    }
    for (u32 i = 0; i < vm->sched.all.len; i++) {
        const G *g = vm->sched.all.data[i];
        if (g->id != move.goroutine)
            continue;
        Buf what = {0};
        show_activity(vm, g, &what);
        const char *next = strstr(buf_str(&what), "next: ");
        buf_printf(out, "goroutine %u: %s", g->id, next ? next + 6 : "goes on");
        buf_free(&what);
    }
}

static void pass_edge(const Check *check, u32 from, u32 to, Buf *move, u32 found_before)
{
    const GraphListener *graph = check->graph;
    if (graph)
        graph->edge(graph->ctx, from, to, buf_str(move), found_since(check, found_before));
    buf_free(move);
}

/* The state that the machine holds has no moves. */
static void dead_end(Check *check)
{
    Search *s = check->search;
    u32 before = check->found.len, state = vec_last(&s->levels).state;
    Suspicion stuck;
    if (faults_suspect_stuck(&s->faults, &stuck))
        faults_look(check, &s->faults, &stuck);
    if (check->graph && found_since(check, before))
        check->graph->stuck(check->graph->ctx, state, found_since(check, before));
}

/* Counts the move that led to the level, if main had ended. */
static void count_after_main(const Search *s, Level *level)
{
    if (!s->levels.len || !s->m->vm->main_ended)
        return;
    const Level *from = &vec_last(&s->levels);
    level->steps = from->steps + 1;
    level->timers = from->timers + (vec_last(&s->faults.path.steps).move.kind == MOVE_TIMER);
}

/* Makes no move from the top level, which has some, if a bound says so: what counts, or reads a
 * clock that goes on, comes to new states for ever. */
static void cut(Check *check)
{
    Search *s = check->search;
    Level *top = &vec_last(&s->levels);
    u64 most = executor_config(check->executor)->max_steps;
    bool deep = check->bounds.depth && s->levels.len > check->bounds.depth;
    bool late = top->steps > AFTER_MAIN_STEPS || top->timers > AFTER_MAIN_TIMERS;
    bool endless = most && s->levels.len > most;
    check->depth_bound |= deep;
    check->after_main_bound |= late;
    check->step_bound |= endless;
    if (deep || late || endless) {
        s->moves.len = top->moves;
        top->component.left = true;
    }
}

/* Keeps the image of the state that was last put in the store, which does not. */
static void keep_bytes(Search *s, Level *level, const u8 *image, u64 len)
{
    const WordList *hashes = store_hashes(s->store);
    u64 more = hashes->len * sizeof *hashes->data;
    level->bytes = xmalloc(len + more);
    level->image = (u32)len;
    level->len = (u32)(len + more);
    memcpy(level->bytes, image, len);
    memcpy(level->bytes + len, hashes->data, more);
    store_base(s->store, hashes->data, hashes->len);
    s->memory += level->len;
}

/* Goes on from a new state, which the machine holds. */
static void enter(Check *check, u32 state, const u8 *bytes, u64 len)
{
    Search *s = check->search;
    Level level = {.state = state, .moves = s->moves.len, .at = s->moves.len};
    if (check->bounds.compact)
        keep_bytes(s, &level, bytes, len);
    count_after_main(s, &level);
    moves_find(s->m->vm, &s->moves);
    bool stuck = s->moves.len == level.moves;
    level.component = component_begin(&s->components, state);
    vec_push(&s->levels, level);
    CHECK(s->levels.len == s->faults.path.steps.len + 1); /* a move led to each but the first */
    if (s->levels.len > s->deepest)
        s->deepest = s->levels.len;
    if (!stuck)
        cut(check);
    if (s->transitions)
        vec_last(&s->levels).outline = transitions_enter(s->transitions, state);
    fair_enter(s->fair, s->m->vm, state, s->moves.data + level.moves, s->moves.len - level.moves);
    if (stuck) /* these run a suspicion to its end: the machine holds another state then */
        dead_end(check);
    else if (s->levels.len == SEEMS_ENDLESS || level.steps == SEEMS_ENDLESS)
        look_at_endless(check, true);
}

static void drop(Search *s, Level level)
{
    CHECK(s->memory >= level.len && level.moves <= level.at && level.moves <= s->moves.len);
    free(level.bytes);
    if (s->transitions)
        transitions_leave(s->transitions, &level.outline);
    s->memory -= level.len;
    s->moves.len = level.moves;
}

/* From the state no end of the program can be reached any more, although goroutines can go on. */
static void look_at_trap(Check *check, const Level *level)
{
    Search *s = check->search;
    load(s, s->levels.len, level);
    look_at_endless(check, false);
}

/* The component of the level is complete. */
static void look_at_cycles(Check *check, const Level *level)
{
    Search *s = check->search;
    Path to = {0}, round = {0};
    const Component *c = &level->component;
    bool fair = fair_component(s->fair, level->state, c->cyclic && c->left, &to, &round);
    if (fair) /* one that is not left has been looked at */
        faults_look_round(check, &s->faults, &to, &round);
    path_free(&to);
    path_free(&round);
}

static void leave(Check *check)
{
    Search *s = check->search;
    Level level = vec_pop(&s->levels);
    Component *parent = s->levels.len ? &vec_last(&s->levels).component : NULL;
    bool complete = level.component.first == level.state;
    if (component_end(&s->components, level.state, &level.component, parent))
        look_at_trap(check, &level);
    if (complete)
        look_at_cycles(check, &level);
    drop(s, level);
}

/* ---- moves ---- */

/* Appends the move that was made, with its answers, to the path. */
static void push_step(Search *s, Move move)
{
    PathStep step = {move, s->faults.path.answers.len, s->m->answered};
    for (u32 i = 0; i < s->m->answered; i++)
        vec_push(&s->faults.path.answers, s->m->answers.data[i]);
    vec_push(&s->faults.path.steps, step);
}

/* Takes the last step off the path; its answers are the machine's again. */
static void pop_step(Search *s)
{
    CHECK(s->faults.path.steps.len > 0);
    PathStep step = vec_pop(&s->faults.path.steps);
    CHECK(step.answers + step.count == s->faults.path.answers.len);
    s->m->answers.len = 0;
    for (u32 i = 0; i < step.count; i++)
        vec_push(&s->m->answers, s->faults.path.answers.data[step.answers + i]);
    s->faults.path.answers.len = step.answers;
}

/* Chooses what is made next at the top level: the same move with other answers, or the next one. */
static void advance(Search *s)
{
    Level *top = &vec_last(&s->levels);
    top->again = machine_next_answers(s->m);
    top->at += !top->again;
}

/* The component of the state that the last move was made in. */
static Component *component_here(Search *s)
{
    return &vec_last(&s->levels).component;
}

/* Makes *out the image of a state that was just taken and is in the store under that number. */
static void join_state(Search *s, const Snapshot *state, u32 id, Buf *out)
{
    Snapshotter *snapshotter = s->m->snapshotter;
    if (store_is_compact(s->store)) {
        Snapshot whole = snapshot_whole(snapshotter, state);
        snapshot_join(snapshotter, whole.parts, whole.count, out);
    } else
        store_get(s->store, snapshotter, id, out);
}

/* What has taken all memory takes none any more. */
static void clear_machine(Search *s)
{
    snapshot_restore(s->m->snapshotter, (const u8 *)s->m->root.data);
    s->loaded = s->held = 0;
}

/* The program has ended, or a limit has ended it. */
static void end_program(Check *check)
{
    Search *s = check->search;
    const Machine *m = s->m;
    check->memory_bound |= m->vm->outcome.kind == VERDICT_LIMIT && !machine_is_cut(m);
    component_here(s)->left = true;
    faults_suspect_end(&s->faults);
    look_at_all(check);
    if (m->vm->outcome.limit == LIMIT_MEMORY)
        clear_machine(s);
}

/* The move with that index of the state `from` led to the state `id`. */
static void add_edge(Search *s, u32 from, u32 index, u32 id, bool fresh)
{
    if (fresh || component_is_open(&s->components, id))
        fair_edge(s->fair, from, index, id, s->m, &s->order);
    else
        fair_leaves(s->fair, from, index);
    if (!fresh)
        component_edge(&s->components, component_here(s), id);
}

/* Makes a move of the top level. True: it led to a new state, which is the top level now. */
static bool make_move(Check *check, Move move)
{
    Search *s = check->search;
    Machine *m = s->m;
    u64 steps = m->vm->steps;
    u32 from = vec_last(&s->levels).state, k = vec_last(&s->levels).at - vec_last(&s->levels).moves;
    u32 found = check->found.len;
    Buf what = {0};
    if (check->graph)
        describe_move(m->vm, move, &what);
    fair_begin_move(s->fair, m->vm);
    s->held = 0;
    machine_cut(m, check->executor);
    bool valid = machine_move(m, move), fresh = false;
    machine_cut(m, NULL);
    check->late |= machine_is_cut(m);
    CHECK(m->answered == m->answers.len || machine_is_cut(m));
    check->work += WORK_OF_MOVE + s->bytes / BYTES_PER_WORK +
                   (m->vm->steps > steps ? m->vm->steps - steps : 0);
    push_step(s, move);
    if (!valid) {
        buf_free(&what);
        return false;
    }
    if (m->vm->outcome.ended) {
        fair_leaves(s->fair, from, k);
        end_program(check);
        pass_edge(check, from, GRAPH_END, &what, found);
        return false;
    }
    u32 id;
    fair_end_move(s->fair, m->vm);
    Snapshot state = snapshot_take(m->snapshotter, &s->order, false);
    fresh = store_put(s->store, &state, from, &id);
    if (s->transitions)
        transitions_note(s->transitions, &vec_last(&s->levels).outline, move, &s->order);
    add_edge(s, from, k, id, fresh);
    Buf *image = NULL;
    bool copied = false;
    if (fresh) {
        s->loaded = id + 1ull;
        image = image_place(s, s->levels.len);
        copied = snapshot_copy(m->snapshotter, image);
        if (!copied)
            join_state(s, &state, id, image);
        s->bytes = image->len;
        s->faults.moved = false;
    }
    look_at_all(check);
    pass_edge(check, from, id, &what, found);
    if (fresh) {
        bool here = copied && !s->faults.moved;
        (here ? snapshot_adopt : snapshot_restore)(m->snapshotter, (const u8 *)image->data);
        s->faults.moved = false;
        s->held = id + 1ull;
        enter(check, id, (const u8 *)image->data, image->len);
    }
    return fresh;
}

/* Goes on from a new state that the machine has not come to. */
static void enter_known(Check *check, u32 id)
{
    Search *s = check->search;
    Snapshotter *snapshotter = s->m->snapshotter;
    Buf *image = image_place(s, s->levels.len);
    store_get(s->store, snapshotter, id, image);
    s->bytes = image->len;
    s->loaded = s->held = id + 1ull;
    s->faults.moved = false;
    snapshot_restore(snapshotter, (const u8 *)image->data);
    enter(check, id, (const u8 *)image->data, image->len);
}

/* Goes along the next move of the top level if it is known where that leads; else false. */
static bool take_known(Check *check)
{
    Search *s = check->search;
    Level *top = &vec_last(&s->levels);
    if (!s->transitions || check->graph || top->again) /* a drawing says what each move does */
        return false;
    Move move = s->moves.data[top->at];
    const U32List *groups = transitions_find(s->transitions, &top->outline, move, &s->order);
    if (!groups)
        return false;
    u32 id;
    bool fresh = store_put_groups(s->store, groups, &id);
    s->m->answered = 0;
    fair_no_timers(s->fair);
    add_edge(s, top->state, top->at - top->moves, id, fresh);
    check->work += WORK_OF_KNOWN + (fresh ? s->bytes / BYTES_PER_WORK : 0);
    if (!fresh) {
        top->at++;
        return true;
    }
    push_step(s, move);
    enter_known(check, id);
    return true;
}

/* Makes one move. False: none is left. */
static bool next_move(Check *check)
{
    Search *s = check->search;
    while (s->levels.len) {
        Level *top = &vec_last(&s->levels);
        if (top->at < s->moves.len) {
            if (take_known(check))
                return true;
            if (!top->again)
                s->m->answers.len = 0;
            load(s, s->levels.len - 1, top);
            if (!make_move(check, s->moves.data[top->at])) {
                pop_step(s);
                advance(s);
            }
            return true;
        }
        leave(check);
        if (s->levels.len) {
            pop_step(s);
            advance(s);
        }
    }
    return false;
}

/* ---- the engine ---- */

/* known: the log of the search before this one, for what it has learnt of the program. */
static void start(Check *check, bool exact, const AccessLog *known)
{
    Search *s = xcalloc(1, sizeof *s);
    check->search = s;
    if (check->graph)
        check->graph->begin(check->graph->ctx);
    const ExecutorConfig *config = executor_config(check->executor);
    u64 region = check_all_memory(check) < REGION_BYTES ? check_all_memory(check) : REGION_BYTES;
    s->m = s->faults.m = machine_new(config, region, check->bounds.random);
    s->m->log.exact = exact;
    s->m->log.places = known->places;
    s->m->log.misused = s->strict = known->misused;
    s->store = store_new(check->bounds.compact);
    if (!check->bounds.compact)
        s->transitions = transitions_new(s->m, s->store, check_all_memory(check));
    s->fair = fair_new();
    s->started = clock_ms();
    machine_begin(s->m);
    s->m->log.clocked = s->m->vm->stepping.clocked = known->clocked || s->m->vm->ask.ticks;
    u32 id;
    Snapshot state = snapshot_take(s->m->snapshotter, NULL, true);
    snapshot_join(s->m->snapshotter, state.parts, state.count, &s->m->root);
    store_put(s->store, &state, 0, &id);
    Buf *image = image_place(s, 0);
    buf_add(image, s->m->root.data, s->m->root.len);
    snapshot_restore(s->m->snapshotter, (const u8 *)s->m->root.data);
    enter(check, id, (const u8 *)s->m->root.data, s->m->root.len);
}

static void begin(Check *check)
{
    start(check, false, &(AccessLog){0});
}

static void end(Check *check)
{
    Search *s = check->search;
    while (s->levels.len)
        drop(s, vec_pop(&s->levels));
    components_free(&s->components);
    fair_free(s->fair);
    vec_free(&s->order);
    if (s->transitions)
        transitions_free(s->transitions);
    machine_free(s->m);
    store_free(s->store);
    vec_free(&s->levels);
    vec_free(&s->moves);
    faults_free(&s->faults);
    buf_free(&s->state);
    for (u32 i = 0; i < s->images.len; i++)
        buf_free(&s->images.data[i]);
    vec_free(&s->images);
    free(s);
}

void search_forget_bounds(Check *check)
{
    check->depth_bound = check->step_bound = check->after_main_bound = false;
}

/* The search begins anew, for one of these reasons.
 *  - exact: the first search compares accesses at boundaries, and does not see all races if an
 *    operation depended on others that do not happen before it. Now the happens-before sets are a
 *    part of the state, as far as they may decide about a race.
 *  - the order of Dones and Unlocks matters (AccessLog.misused);
 *  - the program reads the clock, so that times belong to a state. */
static void begin_anew(Check *check, bool exact)
{
    AccessLog *log = &((Search *)check->search)->m->log, known = *log;
    log->places = (Map){0};
    end(check);
    check->unrepeated = 0;
    search_forget_bounds(check);
    start(check, exact, &known);
}

void search_known(const Check *check, Known *known)
{
    const Search *s = check->search;
    const AccessLog *log = &s->m->log;
    map_free(&known->places);
    *known =
        (Known){.exact = log->exact, .strict = s->strict, .clocked = s->m->vm->stepping.clocked};
    bits_merge(&known->places, &log->places);
}

static u64 memory_used(const Search *s)
{
    return store_memory(s->store) + components_memory(&s->components) + fair_memory(s->fair) +
           s->memory + (s->transitions ? transitions_memory(s->transitions) : 0);
}

static bool misses_races(const AccessLog *log)
{
    return log->exact ? log->merged : log->blind && log_suspects(log);
}

static bool step(Check *check)
{
    enum { LOOK_EACH = 16 };
    Search *s = check->search;
    bool more = true;
    u32 found = check->found.len;
    u64 until = check->work + WORK_PER_STEP;
    for (u32 i = 0; check->work < until && more && check->found.len == found; i++) {
        if (check->late || (i % LOOK_EACH == 0 && check_all_late(check)))
            break;
        more = next_move(check);
    }
    check->covered = check->states = store_count(s->store);
    machine_note_met(s->m, check);
    if (more && memory_used(s) > check_all_memory(check)) {
        check->memory_bound = true;
        more = false;
    }
    const AccessLog *log = &s->m->log;
    check->blind = misses_races(log);
    if ((log->misused && !s->strict) || (log->clocked && !s->m->vm->stepping.clocked)) {
        begin_anew(check, log->exact);
        return true;
    }
    if (!more && check->blind && !log->exact && !check->memory_bound &&
        !found_count(&check->found, FOUND_RACE)) {
        begin_anew(check, true);
        return true;
    }
    return more;
}

static void progress(const Check *check, Buf *out)
{
    const Search *s = check->search;
    double seconds = (double)(clock_ms() - s->started) / 1e3;
    buf_printf(out, "%.0f states/s, %u moves in the queue, depth %u (deepest %u), %llu MB",
               (double)store_count(s->store) / (seconds + 1e-3), s->moves.len, s->levels.len,
               s->deepest, (unsigned long long)(memory_used(s) >> 20));
}

const CheckEngine engine_states = {
    .name = "states",
    .says = "every state once, by its contents: programs with cycles, or many orders to one end",
    .unit = "state",
    .bounds = BOUND_DEPTH | BOUND_COMPACT | ANY_TIME | IN_PARTS,
    .ops = {.begin = begin, .step = step, .progress = progress, .end = end},
    .parallel = &states_in_parts,
};

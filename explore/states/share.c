/* One of the processes of a search by states. */
#include "explore/states/share.h"

#include <string.h>

/* ---- the way to a state ---- */

static Unpack record_at(const Share *s, u32 state)
{
    u32 at = s->nodes.data[state].record;
    CHECK(at > 0 && at <= s->records.len);
    return unpack_of(s->records.data + at - 1, s->records.len - at + 1);
}

static void add_edge(Path *path, const Record *record, const Edge *edge)
{
    path_step(path, record->moves.data[edge->move], vec_from(&record->answers, edge->answers),
              edge->count);
}

static void path_to(const Share *s, u32 state, Path *path)
{
    U32List way = {0};
    Record record = {0};
    for (; s->nodes.data[state].parent != NO_STATE; state = s->nodes.data[state].parent)
        vec_push(&way, state);
    const Buf *given = &s->given.data[s->nodes.data[state].nth];
    Unpack from = unpack_of(given->data, given->len);
    path_unpack(&from, path);
    while (way.len) {
        const Node *node = &s->nodes.data[vec_pop(&way)];
        from = record_at(s, node->parent);
        record_unpack(&from, &record);
        add_edge(path, &record, &record.edges.data[node->nth]);
    }
    record_free(&record);
    vec_free(&way);
}

/* ---- following a way ---- */

/* Steps of the last way whose states are kept. */
enum { MOST_IMAGES = 1024 };

static bool same_step(const Path *a, const Path *b, u32 i)
{
    const PathStep *x = &a->steps.data[i], *y = &b->steps.data[i];
    bool same = x->move.kind == y->move.kind && x->move.goroutine == y->move.goroutine &&
                x->move.partner == y->move.partner && x->count == y->count;
    for (u32 k = 0; k < x->count && same; k++)
        same = a->answers.data[x->answers + k].answer == b->answers.data[y->answers + k].answer;
    return same;
}

/* Makes the i-th step; images[i] is the state after it then. */
static bool follow_step(Share *s, const Path *path, u32 i)
{
    Machine *m = s->m;
    const PathStep *step = &path->steps.data[i];
    m->answers.len = 0;
    for (u32 k = 0; k < step->count; k++)
        vec_push(&m->answers, path->answers.data[step->answers + k]);
    if (!move_enabled(m->vm, step->move) || !machine_move(m, step->move) || m->vm->outcome.ended)
        return false;
    if (m->answered != step->count)
        return false;
    actors_end_move(&s->made, m->vm);
    Snapshot state = snapshot_take(m->snapshotter, NULL, true);
    if (i >= MOST_IMAGES) {
        snapshot_restore(m->snapshotter, snapshot_image(m->snapshotter, &state));
        return true;
    }
    vec_extend(&s->images, i + 1);
    snapshot_join(m->snapshotter, state.parts, state.count, &s->images.data[i]);
    snapshot_restore(m->snapshotter, (const u8 *)s->images.data[i].data);
    path_step(&s->trail, step->move, vec_from(&path->answers, step->answers), step->count);
    return true;
}

bool share_follow(Share *s, const Path *path)
{
    u32 same = 0;
    while (same < path->steps.len && same < s->trail.steps.len && same_step(path, &s->trail, same))
        same++;
    if (same < s->trail.steps.len) {
        s->trail.answers.len = s->trail.steps.data[same].answers;
        s->trail.steps.len = same;
    }
    const Buf *image = same ? &s->images.data[same - 1] : &s->m->root;
    snapshot_restore(s->m->snapshotter, (const u8 *)image->data);
    for (; same < path->steps.len; same++)
        if (!follow_step(s, path, same))
            return false;
    return true;
}

/* ---- states that are found ---- */

u32 share_owner(StateHash hash, u32 count)
{
    return (u32)(hash.b % count);
}

/* The state belongs to this process; *id: its number. True: it is new. */
static bool claim(Share *s, StateHash hash, u32 level, u32 *id)
{
    OwnedState *state = owned_put(&s->owned, hash, level);
    bool fresh = !state->id;
    if (fresh) {
        state->id = s->next_id + 1;
        s->next_id += s->count;
    }
    s->uneven |= state->level != level;
    *id = state->id - 1;
    return fresh;
}

/* The state, which was put in the store last, is new here. */
static void note_state(Share *s, u32 state, Node node)
{
    CHECK(state == s->nodes.len);
    vec_push(&s->nodes, node);
    vec_push(&s->unclaimed, (Unclaimed){store_hash(s->store), state});
}

/* The states that were noted are known to be there, to their owners too. */
static void claim_noted(Share *s)
{
    for (u32 i = 0; i < s->unclaimed.len; i++) {
        StateHash hash = s->unclaimed.data[i].hash;
        u32 state = s->unclaimed.data[i].state, owner = share_owner(hash, s->count);
        Node *node = &s->nodes.data[state];
        if (owner == s->me) {
            if (claim(s, hash, node->level, &node->id))
                vec_push(&s->ready, state);
            continue;
        }
        Other *other = &s->others[owner];
        pack_u64(&other->puts, hash.a);
        pack_u64(&other->puts, hash.b);
        pack_u32(&other->puts, node->level);
        vec_push(&other->waiting, state);
    }
    vec_clear(&s->unclaimed);
}

/* ---- suspicions ---- */

static void postpone(Share *s, const Suspicion *suspicion)
{
    Postponed postponed = {.suspicion = *suspicion};
    path_pack(&s->faults.path, &postponed.path);
    vec_push(&s->postponed, postponed);
}

/* Notes it, and examines it or keeps it for later, at the end of the way to the state and the edge
 * that was made last, if there is one. */
static void look_at(Share *s, u32 state, const Edge *edge, const Suspicion *suspicion)
{
    u32 at = edge ? s->record.edges.len - 1 : NO_EDGE;
    vec_push(&s->record.noted, (Noted){at, *suspicion});
    s->suspects = true;
    if (!faults_wanted(&s->faults, suspicion))
        return;
    path_clear(&s->faults.path);
    path_to(s, state, &s->faults.path);
    if (edge)
        add_edge(&s->faults.path, &s->record, edge);
    if (!faults_look(s->check, &s->faults, suspicion))
        postpone(s, suspicion);
}

/* Those of the move that was made last, with that edge. */
static void look_at_all(Share *s, u32 state, const Edge *edge)
{
    Machine *m = s->m;
    SuspicionList list = {0};
    for (u32 i = 0; i < m->suspicions.len; i++)
        vec_push(&list, m->suspicions.data[i]);
    Edge at = *edge;
    for (u32 i = 0; i < list.len; i++)
        look_at(s, state, &at, &list.data[i]);
    if (list.len) { /* the executions have had other answers */
        m->answers.len = 0;
        for (u32 i = 0; i < at.count; i++)
            vec_push(&m->answers, s->record.answers.data[at.answers + i]);
    }
    vec_free(&list);
}

void share_look_at_postponed(Share *s)
{
    for (u32 n = s->postponed.len; n && !check_all_late(s->check); n--) {
        Postponed postponed = vec_pop(&s->postponed);
        Unpack from = unpack_of(postponed.path.data, postponed.path.len);
        path_unpack(&from, &s->faults.path);
        if (!faults_look(s->check, &s->faults, &postponed.suspicion))
            postpone(s, &postponed.suspicion);
        buf_free(&postponed.path);
    }
}

/* ---- moves ---- */

/* The edge that is made next leads from the state to that one, which was put in the store. after:
 * main has ended there. */
static void meet(Share *s, u32 from, const Move *move, u32 to, bool fresh, bool after)
{
    const Node *at = &s->nodes.data[from];
    if (!fresh)
        s->uneven |= s->nodes.data[to].level != at->level + 1;
    else
        note_state(s, to,
                   (Node){.id = NO_STATE,
                          .parent = from,
                          .nth = s->record.edges.len,
                          .level = at->level + 1,
                          .steps = after ? at->steps + 1 : 0,
                          .timers = after ? at->timers + (move->kind == MOVE_TIMER) : 0});
}

/* What a move without its end or the edge before it has led to. */
static u32 arrive(Share *s, u32 from, const Move *move, Edge *edge)
{
    Machine *m = s->m;
    u32 to;
    actors_end_move(&s->made, m->vm);
    Snapshot state = snapshot_take(m->snapshotter, &s->order, false);
    edge->map = actors_map(&s->made, s->record.is, &s->order, &s->record.maps);
    bool fresh = store_put(s->store, &state, from, &to);
    transitions_note(s->transitions, &s->outline, *move, &s->order);
    meet(s, from, move, to, fresh, m->vm->main_ended);
    return to;
}

/* Adds the edge of the move with that index if it is known where that leads; else false. */
static bool take_known(Share *s, u32 state, u32 index)
{
    Move move = s->record.moves.data[index];
    const U32List *groups = transitions_find(s->transitions, &s->outline, move, &s->order);
    if (!groups)
        return false;
    Edge edge = {.move = index, .answers = s->record.answers.len};
    bool fresh = store_put_groups(s->store, groups, &edge.to);
    actors_no_timers(&s->made);
    edge.map = actors_map(&s->made, s->record.is, &s->order, &s->record.maps);
    meet(s, state, &move, edge.to, fresh, s->record.is.main_ended);
    vec_push(&s->record.edges, edge);
    return true;
}

/* Makes the move, with the machine's answers, of the state that the machine holds. False: it was
 * ended in its middle, as it is late. */
static bool make_move(Share *s, u32 state, u32 index)
{
    Machine *m = s->m;
    Move move = s->record.moves.data[index];
    actors_begin_move(&s->made, m->vm);
    machine_cut(m, s->check->executor);
    bool valid = machine_move(m, move);
    machine_cut(m, NULL);
    if (machine_is_cut(m) || !valid)
        return !machine_is_cut(m);
    CHECK(m->answered == m->answers.len);
    Edge edge = {.move = index, .to = EDGE_OUT, .map = SAME_ACTORS};
    edge.answers = s->record.answers.len;
    edge.count = m->answered;
    for (u32 i = 0; i < m->answered; i++)
        vec_push(&s->record.answers, m->answers.data[i]);
    if (m->vm->outcome.ended) {
        s->check->memory_bound |= m->vm->outcome.kind == VERDICT_LIMIT;
        faults_suspect_end(&s->faults);
    } else
        edge.to = arrive(s, state, &move, &edge);
    vec_push(&s->record.edges, edge);
    look_at_all(s, state, &edge);
    return true;
}

/* Makes no move, of a state that has some, if a bound says so. */
static void cut(Share *s, const Node *node)
{
    Check *check = s->check;
    u64 most = executor_config(check->executor)->max_steps, length = node->level + 1ull;
    bool deep = check->bounds.depth && length > check->bounds.depth;
    bool late = node->steps > AFTER_MAIN_STEPS || node->timers > AFTER_MAIN_TIMERS;
    bool endless = most && length > most;
    check->depth_bound |= deep;
    check->after_main_bound |= late;
    check->step_bound |= endless;
    s->record.cut = deep || late || endless;
    if (s->record.cut)
        vec_clear(&s->record.moves);
}

/* The machine holds the state: what is to be known before its moves are made. */
static void begin_state(Share *s, u32 state)
{
    const Node *node = &s->nodes.data[state];
    Suspicion stuck;
    record_begin(&s->record, state);
    s->record.is = actors_of(s->m->vm);
    moves_find(s->m->vm, &s->record.moves);
    actors_twins(s->m->vm, &s->record.twins);
    if (s->record.moves.len)
        cut(s, node);
    else if (faults_suspect_stuck(&s->faults, &stuck))
        look_at(s, state, NULL, &stuck);
    if (s->record.moves.len && (node->level + 1 == SEEMS_ENDLESS || node->steps == SEEMS_ENDLESS)) {
        Suspicion endless = faults_suspect_endless(&s->faults, true);
        look_at(s, state, NULL, &endless);
        s->record.noted.len--; /* which state is so far away depends on the order of the search */
    }
}

/* Its moves have been made. */
static void note_edges(Share *s, u32 state)
{
    u32 count = 0, at = s->edges.len + 1;
    vec_push(&s->edges, state);
    vec_push(&s->edges, 0);
    for (u32 i = 0; i < s->record.edges.len; i++)
        if (s->record.edges.data[i].to != EDGE_OUT) {
            vec_push(&s->edges, s->record.edges.data[i].to);
            count++;
        }
    s->edges.data[at] = count;
}

static void make_moves(Share *s, u32 state)
{
    Machine *m = s->m;
    store_get(s->store, m->snapshotter, state, &s->state);
    const u8 *image = (const u8 *)s->state.data;
    snapshot_restore(m->snapshotter, image);
    s->faults.moved = false;
    s->outline = transitions_enter(s->transitions, state);
    begin_state(s, state);
    bool held = !s->faults.moved;
    for (u32 i = 0; i < s->record.moves.len; i++) {
        m->answers.len = 0;
        if (take_known(s, state, i))
            continue;
        do {
            if (!held)
                snapshot_restore_again(m->snapshotter, image);
            held = false;
            if (!make_move(s, state, i)) {
                vec_push(&s->ready, state); /* it is not done */
                s->check->late = true;
                transitions_leave(s->transitions, &s->outline);
                return;
            }
        } while (machine_next_answers(m));
    }
    transitions_leave(s->transitions, &s->outline);
    note_edges(s, state);
    s->nodes.data[state].record = s->records.len + 1;
    record_pack(&s->record, &s->records);
    claim_noted(s);
}

bool share_is_strange(const Share *s)
{
    return s->portable.strange || portable_made(s->m->vm->program) > s->made_before;
}

bool share_misled(const Share *s)
{
    const AccessLog *log = &s->m->log;
    return (log->misused && !s->known.strict) || (log->clocked && !s->m->vm->stepping.clocked);
}

void share_search(Share *s, u32 ms)
{
    enum { LOOK_EACH = 16 };
    u64 until = clock_ms() + ms;
    u32 found = s->check->found.len;
    share_look_at_postponed(s);
    while (ms && !check_all_late(s->check) && clock_ms() < until)
        for (u32 i = 0; i < LOOK_EACH; i++) {
            if (!s->ready.len || s->check->late || share_misled(s) || s->check->found.len != found)
                return;
            make_moves(s, vec_pop(&s->ready));
        }
}

/* ---- messages ---- */

u64 share_open(const Share *s)
{
    u64 open = s->ready.len + s->postponed.len + s->work;
    for (u32 i = 0; i < s->count; i++)
        open += s->others[i].waiting.len + s->others[i].asked.len;
    return open;
}

void share_pack_work(u32 id, u32 level, u32 steps, u32 timers, const Path *path, Buf *out)
{
    pack_u32(out, id);
    pack_u32(out, level);
    pack_u32(out, steps);
    pack_u32(out, timers);
    path_pack(path, out);
}

void share_give(Share *s, u32 to)
{
    enum { MOST_GIVEN = 256 };
    u32 n = s->ready.len / 2 < MOST_GIVEN ? s->ready.len / 2 : MOST_GIVEN;
    if (share_is_strange(s))
        return;
    Path path = {0};
    Batch batch = {0};
    Buf *out = &s->others[to].work;
    CHECK(!out->len);             /* a message has one batch */
    for (u32 i = 0; i < n; i++) { /* those found first have most below them */
        u32 state = s->ready.data[i];
        const Node *node = &s->nodes.data[state];
        path_to(s, state, &path);
        share_pack_work(node->id, node->level, node->steps, node->timers, &path, out);
        batch_pack(&batch, s, state, out);
    }
    batch_free(&batch);
    path_free(&path);
    s->ready.len -= n;
    memmove(s->ready.data, vec_from(&s->ready, n), s->ready.len * sizeof *s->ready.data);
    s->work += n;
}

/* The state at the end of the way is this process's now. Its parts, if they came with it: it is not
 * followed then. */
static void take_state(Share *s, Node node, const Path *path, Snapshot parts)
{
    u32 state;
    Buf way = {0};
    s->astray |= !parts.count && !share_follow(s, path);
    if (s->astray)
        return;
    path_pack(path, &way);
    vec_push(&s->given, way);
    node.parent = NO_STATE;
    node.nth = s->given.len - 1;
    Snapshot snapshot = parts.count ? parts : snapshot_take(s->m->snapshotter, NULL, true);
    if (store_put(s->store, &snapshot, 0, &state))
        vec_push(&s->nodes, node);
    else
        s->nodes.data[state] = node;
    vec_push(&s->ready, state);
}

void share_take_root(Share *s)
{
    static const Path nowhere = {0};
    u32 state;
    Buf way = {0};
    path_pack(&nowhere, &way);
    vec_push(&s->given, way);
    share_follow(s, &nowhere);
    Snapshot snapshot = snapshot_take(s->m->snapshotter, NULL, true);
    store_put(s->store, &snapshot, 0, &state);
    note_state(s, state, (Node){.id = NO_STATE, .parent = NO_STATE});
    claim_noted(s);
}

void share_receive_work(Share *s, Unpack *work)
{
    Path path = {0};
    Batch batch = {0};
    while (work->at < work->end && !work->bad) {
        Node node = {.id = unpack_u32(work)};
        node.level = unpack_u32(work);
        node.steps = unpack_u32(work);
        node.timers = unpack_u32(work);
        path_unpack(work, &path);
        batch_unpack(&batch, s, work);
        take_state(
            s, node, &path,
            (Snapshot){batch.parts.data, batch.parts.len, batch.groups.data, batch.groups.len});
    }
    batch_free(&batch);
    path_free(&path);
}

void share_send(Share *s, u32 to, Buf *out)
{
    Other *other = &s->others[to];
    pack_bytes(out, other->answers.data, other->answers.len);
    pack_bytes(out, other->puts.data, other->puts.len);
    pack_bytes(out, other->work.data, other->work.len);
    vec_clear(&other->answers);
    vec_clear(&other->puts);
    vec_clear(&other->work);
    s->work = 0;
}

/* An answer: the number of the state, and whether it was new. */
static void take_answers(Share *s, Other *other, Unpack *answers)
{
    for (u32 i = 0; i < other->asked.len; i++) {
        u32 state = other->asked.data[i], id = unpack_u32(answers);
        bool fresh = unpack_u8(answers) != 0;
        s->nodes.data[state].id = id;
        if (fresh)
            vec_push(&s->ready, state);
    }
    CHECK(!answers->bad && answers->at == answers->end);
    vec_clear(&other->asked);
    for (u32 i = 0; i < other->waiting.len; i++)
        vec_push(&other->asked, other->waiting.data[i]);
    vec_clear(&other->waiting);
}

static void take_puts(Share *s, Other *other, Unpack *puts)
{
    while (puts->at < puts->end && !puts->bad) {
        StateHash hash = {.a = unpack_u64(puts)};
        hash.b = unpack_u64(puts);
        u32 level = unpack_u32(puts), id;
        bool fresh = claim(s, hash, level, &id);
        pack_u32(&other->answers, id);
        pack_u8(&other->answers, fresh);
    }
}

void share_receive(Share *s, u32 from, Unpack *in)
{
    Other *other = &s->others[from];
    Unpack answers = unpack_bytes(in);
    Unpack puts = unpack_bytes(in);
    Unpack work = unpack_bytes(in);
    take_answers(s, other, &answers);
    take_puts(s, other, &puts);
    share_receive_work(s, &work);
}

void share_pack_edges(const Share *s, Buf *out)
{
    const u32 *at = s->edges.data, *end = at + s->edges.len;
    while (at < end) {
        u32 count = at[1];
        pack_u32(out, s->nodes.data[at[0]].id);
        pack_u32(out, count);
        for (at += 2; count; count--)
            pack_u32(out, s->nodes.data[*at++].id);
    }
}

void share_pack_records(const Share *s, Buf *out)
{
    Unpack from = unpack_of(s->records.data, s->records.len);
    Record record = {0};
    while (from.at < from.end && record_unpack(&from, &record)) {
        record.state = s->nodes.data[record.state].id;
        for (u32 i = 0; i < record.edges.len; i++)
            if (record.edges.data[i].to != EDGE_OUT)
                record.edges.data[i].to = s->nodes.data[record.edges.data[i].to].id;
        record_pack(&record, out);
    }
    record_free(&record);
}

/* ---- what is known ---- */

void bits_merge(Map *to, const Map *from)
{
    u32 cursor = 0;
    const MapEntry *entry;
    while ((entry = map_next(from, &cursor)))
        *map_put(to, entry->key) |= entry->value;
}

void bits_pack(const Map *map, Buf *out)
{
    u32 cursor = 0;
    const MapEntry *entry;
    pack_u32(out, map->count);
    while ((entry = map_next(map, &cursor))) {
        pack_u64(out, entry->key);
        pack_u64(out, entry->value);
    }
}

void bits_unpack(Unpack *from, Map *map)
{
    for (u32 n = unpack_count(from, sizeof(MapEntry)); n; n--) {
        u64 key = unpack_u64(from);
        *map_put(map, key) |= unpack_u64(from);
    }
}

void known_pack(const Known *known, Buf *out)
{
    const bool flags[] = {known->exact, known->strict, known->clocked, known->blind, known->merged};
    for (u32 i = 0; i < COUNT_OF(flags); i++)
        pack_u8(out, flags[i]);
    bits_pack(&known->places, out);
}

void known_unpack(Unpack *from, Known *known)
{
    bool *flags[] = {&known->exact, &known->strict, &known->clocked, &known->blind, &known->merged};
    for (u32 i = 0; i < COUNT_OF(flags); i++)
        *flags[i] |= unpack_u8(from) != 0;
    bits_unpack(from, &known->places);
}

/* ---- its life ---- */

static void load_places(Share *s, const Known *known)
{
    AccessLog *log = &s->m->log;
    bits_merge(&log->places, &known->places);
    log->exact = known->exact;
    log->misused = known->strict;
    log->blind = known->blind;
    log->merged = known->merged;
}

Share *share_new(Check *check, u32 me, u32 count, const Known *known, u32 next_id)
{
    Share *s = xcalloc(1, sizeof *s);
    *s = (Share){.check = check, .me = me, .count = count, .next_id = next_id, .known = *known};
    s->known.places = (Map){0};
    u64 region = check_all_memory(check) < REGION_BYTES ? check_all_memory(check) : REGION_BYTES;
    s->m = s->faults.m =
        machine_new(executor_config(check->executor), region, check->bounds.random);
    portable_init(&s->portable, s->m->vm, s->m->region);
    load_places(s, known);
    s->store = store_new(false);
    store_hash_with(s->store, &s->portable);
    s->transitions = transitions_new(s->m, s->store, check_all_memory(check));
    s->others = xcalloc(count, sizeof *s->others);
    machine_begin(s->m);
    s->m->log.clocked = s->m->vm->stepping.clocked = known->clocked || s->m->vm->ask.ticks;
    Snapshot state = snapshot_take(s->m->snapshotter, NULL, true);
    snapshot_join(s->m->snapshotter, state.parts, state.count, &s->m->root);
    return s;
}

static void free_others(Share *s)
{
    for (u32 i = 0; i < s->count; i++) {
        Other *other = &s->others[i];
        buf_free(&other->answers);
        buf_free(&other->puts);
        buf_free(&other->work);
        vec_free(&other->waiting);
        vec_free(&other->asked);
    }
    free(s->others);
}

void share_free(Share *s)
{
    free_others(s);
    for (u32 i = 0; i < s->given.len; i++)
        buf_free(&s->given.data[i]);
    for (u32 i = 0; i < s->images.len; i++)
        buf_free(&s->images.data[i]);
    for (u32 i = 0; i < s->postponed.len; i++)
        buf_free(&s->postponed.data[i].path);
    transitions_free(s->transitions);
    machine_free(s->m);
    store_free(s->store);
    portable_free(&s->portable);
    faults_free(&s->faults);
    owned_free(&s->owned);
    record_free(&s->record);
    actors_move_free(&s->made);
    path_free(&s->trail);
    vec_free(&s->given);
    vec_free(&s->images);
    vec_free(&s->postponed);
    vec_free(&s->nodes);
    vec_free(&s->ready);
    vec_free(&s->edges);
    vec_free(&s->order);
    buf_free(&s->records);
    vec_free(&s->unclaimed);
    buf_free(&s->state);
    free(s);
}

u64 share_memory(const Share *s)
{
    return store_memory(s->store) + transitions_memory(s->transitions) + owned_memory(&s->owned) +
           s->records.cap + s->nodes.cap * sizeof *s->nodes.data +
           s->ready.cap * sizeof *s->ready.data + s->edges.cap * sizeof *s->edges.data;
}

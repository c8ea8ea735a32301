/* What is known of a state that has been left by all of its moves: where they lead, and what of
 * the machine has to be known of them to look for livelocks. */
#include <string.h>

#include "explore/states/states.h"

/* ---- actors ---- */

Actors actors_of(const VM *vm)
{
    const G *first = vm->sched.all.len ? vm->sched.all.data[0] : NULL;
    return (Actors){.goroutines = vm->sched.all.len,
                    .first = first ? first->id : 0,
                    .count = vm->sched.all.len + timers_count(vm),
                    .main_ended = vm->main_ended};
}

void actors_twins(const VM *vm, U32List *out)
{
    for (u32 i = 1; i < vm->sched.all.len; i++)
        if (moves_has_twin(vm, i))
            vec_push(out, i);
}

void actors_begin_move(ActorsMove *made, const VM *vm)
{
    timers_list(vm, &made->before);
}

void actors_end_move(ActorsMove *made, VM *vm)
{
    timers_normalize(vm, vm->stepping.clocked);
    timers_list(vm, &made->after);
}

void actors_no_timers(ActorsMove *made)
{
    vec_clear(&made->before);
    vec_clear(&made->after);
}

void actors_move_free(ActorsMove *made)
{
    vec_free(&made->before);
    vec_free(&made->after);
}

static u32 find_timer(const TimerList *list, const Timer *timer)
{
    for (u32 i = 0; i < list->len; i++)
        if (list->data[i].timer == timer)
            return i;
    return NO_ACTOR;
}

u32 actors_map(const ActorsMove *made, Actors from, const U32List *order, U32List *out)
{
    u32 at = out->len;
    for (u32 i = 0; i < from.count; i++)
        vec_push(out, NO_ACTOR);
    for (u32 i = 0; i < order->len; i++)
        if (order->data[i] - from.first < from.goroutines)
            out->data[at + order->data[i] - from.first] = i;
    for (u32 i = 0; i < made->before.len; i++) {
        u32 timer = find_timer(&made->after, made->before.data[i].timer);
        if (timer != NO_ACTOR)
            out->data[at + from.goroutines + i] = order->len + timer;
    }
    bool same = order->len + made->after.len == from.count;
    for (u32 i = 0; i < from.count && same; i++)
        same = out->data[at + i] == i;
    if (!same)
        return at;
    out->len = at;
    return SAME_ACTORS;
}

/* ---- as bytes ---- */

void answer_pack(const Answer *answer, Buf *out)
{
    pack_u8(out, answer->kind);
    pack_number(out, answer->options);
    pack_number(out, answer->answer);
    pack_number(out, answer->base);
    pack_u8(out, answer->only);
}

Answer answer_unpack(Unpack *from)
{
    Answer answer = {.kind = unpack_u8(from)};
    answer.options = (u32)unpack_number(from);
    answer.answer = (u32)unpack_number(from);
    answer.base = (u32)unpack_number(from);
    answer.only = unpack_u8(from) != 0;
    return answer;
}

void move_pack(const Move *move, Buf *out)
{
    pack_number(out, move->kind | (u64)(move->partner != 0) << 1);
    pack_number(out, move->goroutine);
    if (move->partner)
        pack_number(out, move->partner);
}

Move move_unpack(Unpack *from)
{
    u64 what = unpack_number(from);
    Move move = {.kind = what & 1, .goroutine = (u32)unpack_number(from)};
    move.partner = what & 2 ? (u32)unpack_number(from) : 0;
    return move;
}

void path_pack(const Path *path, Buf *out)
{
    pack_u32(out, path->steps.len);
    for (u32 i = 0; i < path->steps.len; i++) {
        const PathStep *step = &path->steps.data[i];
        move_pack(&step->move, out);
        pack_number(out, step->count);
        for (u32 k = 0; k < step->count; k++)
            answer_pack(&path->answers.data[step->answers + k], out);
    }
}

void path_unpack(Unpack *from, Path *path)
{
    u32 n = unpack_count(from, 1);
    path_clear(path);
    for (u32 i = 0; i < n && !from->bad; i++) {
        PathStep step = {.move = move_unpack(from), .answers = path->answers.len};
        step.count = (u32)unpack_number(from);
        for (u32 k = 0; k < step.count && !from->bad; k++)
            vec_push(&path->answers, answer_unpack(from));
        vec_push(&path->steps, step);
    }
}

/* ---- records ---- */

void record_begin(Record *record, u32 state)
{
    record->state = state;
    record->cut = false;
    vec_clear(&record->moves);
    vec_clear(&record->twins);
    vec_clear(&record->maps);
    vec_clear(&record->noted);
    vec_clear(&record->edges);
    vec_clear(&record->answers);
}

void record_free(Record *record)
{
    vec_free(&record->moves);
    vec_free(&record->twins);
    vec_free(&record->maps);
    vec_free(&record->noted);
    vec_free(&record->edges);
    vec_free(&record->answers);
}

enum { RECORD_ENDED = 1, RECORD_CUT = 2, EDGE_LEAVES = 1, EDGE_MAPPED = 2, EDGE_ANSWERS = 4 };

static void pack_edge(const Record *record, const Edge *edge, Buf *out)
{
    bool leaves = edge->to == EDGE_OUT, mapped = edge->map != SAME_ACTORS && !leaves;
    pack_u8(out, (u8)((leaves ? EDGE_LEAVES : 0) | (mapped ? EDGE_MAPPED : 0) |
                      (edge->count ? EDGE_ANSWERS : 0)));
    pack_number(out, edge->move);
    if (!leaves)
        pack_number(out, edge->to);
    for (u32 i = 0; i < record->is.count && mapped; i++)
        pack_number(out, record->maps.data[edge->map + i] + 1); /* NO_ACTOR: 0 */
    if (edge->count)
        pack_number(out, edge->count);
    for (u32 i = 0; i < edge->count; i++)
        answer_pack(&record->answers.data[edge->answers + i], out);
}

void suspicion_pack(const Suspicion *suspicion, Buf *out)
{
    pack_u8(out, (u8)suspicion->kind);
    pack_u8(out, (u8)((u32)suspicion->park << 1 | suspicion->uncertain));
    pack_number(out, suspicion->next);
    pack_u64(out, suspicion->key);
    pack_u64(out, suspicion->report);
    pack_u64(out, suspicion->place);
}

Suspicion suspicion_unpack(Unpack *from)
{
    Suspicion suspicion = {.kind = (FindingKind)unpack_u8(from)};
    u8 how = unpack_u8(from);
    suspicion.park = (Park)(how >> 1);
    suspicion.uncertain = how & 1;
    suspicion.next = (u32)unpack_number(from);
    suspicion.key = unpack_u64(from);
    suspicion.report = unpack_u64(from);
    suspicion.place = unpack_u64(from);
    from->bad |= suspicion.kind >= FOUND_KINDS || suspicion.park > PARK_AFTER_LAST;
    return suspicion;
}

static void pack_noted(const Noted *noted, Buf *out)
{
    pack_number(out, noted->edge + 1); /* NO_EDGE: 0 */
    suspicion_pack(&noted->suspicion, out);
}

static Noted unpack_noted(Unpack *from)
{
    Noted noted = {.edge = (u32)unpack_number(from) - 1};
    noted.suspicion = suspicion_unpack(from);
    return noted;
}

static void pack_body(const Record *record, Buf *out)
{
    pack_number(out, record->state);
    pack_number(out, record->is.goroutines);
    pack_number(out, record->is.first);
    pack_number(out, record->is.count);
    pack_u8(out, (u8)((record->is.main_ended ? RECORD_ENDED : 0) | (record->cut ? RECORD_CUT : 0)));
    pack_number(out, record->moves.len);
    for (u32 i = 0; i < record->moves.len; i++)
        move_pack(&record->moves.data[i], out);
    pack_number(out, record->twins.len);
    for (u32 i = 0; i < record->twins.len; i++)
        pack_number(out, record->twins.data[i]);
    pack_number(out, record->noted.len);
    for (u32 i = 0; i < record->noted.len; i++)
        pack_noted(&record->noted.data[i], out);
    pack_number(out, record->edges.len);
    for (u32 i = 0; i < record->edges.len; i++)
        pack_edge(record, &record->edges.data[i], out);
}

/* Its length comes first, so that a reader can pass over it. */
void record_pack(const Record *record, Buf *out)
{
    u32 at = out->len;
    pack_u32(out, 0);
    pack_body(record, out);
    u32 len = out->len - at - (u32)sizeof len;
    memcpy(out->data + at, &len, sizeof len);
}

u32 record_pass(Unpack *from)
{
    Unpack record = {.at = from->at, .end = from->end, .bad = from->bad};
    u32 len = unpack_u32(&record);
    from->bad |= record.bad || (u64)(record.end - record.at) < len;
    if (from->bad)
        return NO_STATE;
    from->at = record.at + len;
    return (u32)unpack_number(&record);
}

void record_unpack_edge(Unpack *from, Record *record)
{
    u8 has = unpack_u8(from);
    Edge edge = {.move = (u32)unpack_number(from), .to = EDGE_OUT, .map = SAME_ACTORS};
    if (!(has & EDGE_LEAVES))
        edge.to = (u32)unpack_number(from);
    if (has & EDGE_MAPPED)
        edge.map = record->maps.len;
    for (u32 i = 0; i < record->is.count && has & EDGE_MAPPED && !from->bad; i++)
        vec_push(&record->maps, (u32)unpack_number(from) - 1);
    edge.answers = record->answers.len;
    edge.count = has & EDGE_ANSWERS ? (u32)unpack_number(from) : 0;
    for (u32 i = 0; i < edge.count && !from->bad; i++)
        vec_push(&record->answers, answer_unpack(from));
    vec_push(&record->edges, edge);
}

u64 record_unpack_head(Unpack *from, Record *record)
{
    unpack_u32(from);
    record_begin(record, (u32)unpack_number(from));
    record->is.goroutines = (u32)unpack_number(from);
    record->is.first = (u32)unpack_number(from);
    record->is.count = (u32)unpack_number(from);
    u8 flags = unpack_u8(from);
    record->is.main_ended = flags & RECORD_ENDED;
    record->cut = flags & RECORD_CUT;
    for (u64 n = unpack_number(from); n && !from->bad; n--)
        vec_push(&record->moves, move_unpack(from));
    for (u64 n = unpack_number(from); n && !from->bad; n--)
        vec_push(&record->twins, (u32)unpack_number(from));
    for (u64 n = unpack_number(from); n && !from->bad; n--)
        vec_push(&record->noted, unpack_noted(from));
    u64 edges = unpack_number(from);
    return from->bad ? 0 : edges;
}

bool record_unpack(Unpack *from, Record *record)
{
    for (u64 n = record_unpack_head(from, record); n && !from->bad; n--)
        record_unpack_edge(from, record);
    return !from->bad;
}

/* ---- whether it makes sense ---- */

static bool has_actors(Actors is, Move move)
{
    if (move.kind == MOVE_TIMER)
        return move.goroutine < is.count - is.goroutines;
    return move.goroutine - is.first < is.goroutines &&
           (!move.partner || move.partner - is.first < is.goroutines);
}

bool record_is_sound(const Record *record)
{
    const Actors is = record->is;
    u32 last = NO_EDGE + 1;
    bool good = is.goroutines <= is.count;
    for (u32 i = 0; i < record->moves.len && good; i++)
        good = has_actors(is, record->moves.data[i]);
    for (u32 i = 0; i < record->twins.len && good; i++)
        good = record->twins.data[i] > 0 && record->twins.data[i] < is.goroutines;
    for (u32 i = 0; i < record->edges.len && good; i++)
        good = record->edges.data[i].move < record->moves.len;
    for (u32 i = 0; i < record->noted.len && good; i++) {
        u32 edge = record->noted.data[i].edge + 1; /* NO_EDGE: 0 */
        good = last <= edge && edge <= record->edges.len;
        last = edge;
    }
    return good;
}

bool record_map_fits(const Record *record, const Edge *edge, u32 count)
{
    if (edge->map == SAME_ACTORS)
        return record->is.count == count;
    for (u32 i = 0; i < record->is.count; i++) {
        u32 actor = record->maps.data[edge->map + i];
        if (actor != NO_ACTOR && actor >= count)
            return false;
    }
    return true;
}

/* What the whole graph of states says, when several processes have made all moves: the depth-first
 * search once more, by what is written down of each state. */
#include "explore/states/share.h"

void graph_free(Graph *graph)
{
    for (u32 i = 0; i < graph->len; i++)
        buf_free(&graph->data[i]);
    vec_free(graph);
}

/* ---- where the records are ---- */

typedef struct RecordPlace {
    u32 buf, at; /* index in the graph + 1, and the offset there; 0: there is none */
} RecordPlace;

typedef struct Walk {
    Check *check;
    Share *share;
    const Graph *graph;
    VEC(RecordPlace) places; /* by number of the state */
    U32List numbers; /* by number of the state: in the order of the walk, + 1; 0: not found yet */
    u32 found;
    Record record; /* scratch */
    Components components;
    Fair *fair;
    Faults faults;
    bool late;
} Walk;

static void index_records(Walk *w)
{
    for (u32 i = 0; i < w->graph->len; i++) {
        const Buf *buf = &w->graph->data[i];
        Unpack from = unpack_of(buf->data, buf->len);
        while (from.at < from.end) {
            u32 at = (u32)(from.at - buf->data), state = record_pass(&from);
            CHECK(!from.bad && state != NO_STATE);
            vec_extend(&w->places, state + 1);
            w->places.data[state] = (RecordPlace){i + 1, at};
        }
    }
}

static bool has_record(const Walk *w, u32 state)
{
    return state < w->places.len && w->places.data[state].buf;
}

static Unpack record_of(const Walk *w, u32 state)
{
    RecordPlace place = w->places.data[state];
    const Buf *buf = &w->graph->data[place.buf - 1];
    return unpack_of(buf->data + place.at, buf->len - place.at);
}

static void walk_free(Walk *w)
{
    vec_free(&w->places);
    vec_free(&w->numbers);
    record_free(&w->record);
    components_free(&w->components);
    if (w->fair)
        fair_free(w->fair);
    faults_free(&w->faults);
}

/* ---- faults and livelocks ---- */

typedef struct WalkLevel {
    u32 number;
    Component component;
    Actors is;
    u32 steps;        /* since main's end */
    u32 moves, noted; /* indices of its first ones in the lists of all levels, */
    u32 look;         /* and of the next suspicion to be examined */
    u32 edge;         /* index of the next edge */
    Unpack edges;     /* those that are left, */
    u64 left;         /* and how many */
} WalkLevel;

typedef struct Levels {
    VEC(WalkLevel) at;
    MoveList moves;
    NotedList noted;
} Levels;

/* Examines those of the edge that was taken last, or of the state that was entered. */
static void look_at_noted(Walk *w, Levels *levels, u32 edge)
{
    WalkLevel *top = &vec_last(&levels->at);
    for (; top->look < levels->noted.len; top->look++) {
        const Noted *noted = &levels->noted.data[top->look];
        if (noted->edge != edge)
            break;
        w->late |= !faults_look(w->check, &w->faults, &noted->suspicion);
    }
}

/* From the state that the path leads to an execution may go on for ever. */
static void look_at_endless(Walk *w, bool uncertain)
{
    if (!share_follow(w->share, &w->faults.path))
        return;
    Suspicion endless = faults_suspect_endless(&w->faults, uncertain);
    w->late |= !faults_look(w->check, &w->faults, &endless);
}

/* stuck: it has no moves, not even such as a bound has left out. */
static void look_at_state(Walk *w, Levels *levels, bool stuck)
{
    const WalkLevel *top = &vec_last(&levels->at);
    look_at_noted(w, levels, NO_EDGE);
    if (!stuck && (levels->at.len == SEEMS_ENDLESS || top->steps == SEEMS_ENDLESS))
        look_at_endless(w, true);
}

static void enter(Walk *w, Levels *levels, u32 state)
{
    WalkLevel level = {.number = w->numbers.data[state] - 1, .moves = levels->moves.len};
    CHECK(has_record(w, state));
    level.edges = record_of(w, state);
    level.left = record_unpack_head(&level.edges, &w->record);
    level.is = w->record.is;
    level.noted = level.look = levels->noted.len;
    if (level.is.main_ended && levels->at.len)
        level.steps = vec_last(&levels->at).steps + 1;
    level.component = component_begin(&w->components, level.number);
    level.component.left |= w->record.cut;
    for (u32 i = 0; i < w->record.moves.len; i++)
        vec_push(&levels->moves, w->record.moves.data[i]);
    for (u32 i = 0; i < w->record.noted.len; i++)
        vec_push(&levels->noted, w->record.noted.data[i]);
    fair_enter_record(w->fair, level.number, &w->record);
    vec_push(&levels->at, level);
    look_at_state(w, levels, levels->moves.len == level.moves && !w->record.cut);
}

/* The component of the level, to which the path leads, is complete. trap: no move leaves it. */
static void look_at_component(Walk *w, const WalkLevel *level, bool trap)
{
    Path to = {0}, round = {0};
    if (trap)
        look_at_endless(w, false);
    const Component *c = &level->component;
    if (fair_component(w->fair, level->number, c->cyclic && c->left, &to, &round))
        w->late |= !faults_look_round(w->check, &w->faults, &to, &round);
    path_free(&to);
    path_free(&round);
}

/* Takes the last step off the path. */
static void step_back(Walk *w)
{
    Path *path = &w->faults.path;
    path->answers.len = vec_pop(&path->steps).answers;
}

static void leave(Walk *w, Levels *levels)
{
    WalkLevel level = vec_pop(&levels->at);
    Component *parent = levels->at.len ? &vec_last(&levels->at).component : NULL;
    bool complete = level.component.first == level.number;
    bool trap = component_end(&w->components, level.number, &level.component, parent);
    if (complete)
        look_at_component(w, &level, trap);
    CHECK(level.look == levels->noted.len || w->late);
    levels->moves.len = level.moves;
    levels->noted.len = level.noted;
    if (w->faults.path.steps.len)
        step_back(w);
}

/* Notes where the edge of the top level leads. True: to a state that is new. */
static bool note_edge(Walk *w, Levels *levels, const Edge *edge)
{
    WalkLevel *top = &vec_last(&levels->at);
    if (edge->to == EDGE_OUT) {
        top->component.left = true;
        fair_leaves(w->fair, top->number, edge->move);
        return false;
    }
    u32 to = edge->to;
    vec_extend(&w->numbers, to + 1);
    bool fresh = !w->numbers.data[to];
    if (fresh)
        w->numbers.data[to] = ++w->found;
    u32 number = w->numbers.data[to] - 1;
    if (fresh || component_is_open(&w->components, number))
        fair_edge_record(w->fair, top->number, number, &w->record, edge);
    else
        fair_leaves(w->fair, top->number, edge->move);
    if (!fresh)
        component_edge(&w->components, &top->component, number);
    return fresh;
}

/* The next edge of the top level. */
static void take_edge(Walk *w, Levels *levels)
{
    WalkLevel *top = &vec_last(&levels->at);
    Record *record = &w->record;
    record_begin(record, 0);
    record->is = top->is;
    record_unpack_edge(&top->edges, record);
    top->left--;
    const Edge edge = record->edges.data[0];
    path_step(&w->faults.path, levels->moves.data[top->moves + edge.move], record->answers.data,
              record->answers.len);
    bool fresh = note_edge(w, levels, &edge);
    look_at_noted(w, levels, top->edge++);
    if (fresh)
        enter(w, levels, edge.to);
    else
        step_back(w);
}

bool walk_graph(Check *check, Share *s, const Graph *graph, u32 root)
{
    enum { LOOK_EACH = 1 << 12 };
    Walk w = {
        .check = check, .share = s, .graph = graph, .fair = fair_new(), .faults = {.m = s->m}};
    Levels levels = {0};
    index_records(&w);
    vec_extend(&w.numbers, root + 1);
    w.numbers.data[root] = ++w.found;
    check->unrepeated = 0;
    enter(&w, &levels, root);
    for (u32 n = 1; levels.at.len && !w.late; n++) {
        if (vec_last(&levels.at).left)
            take_edge(&w, &levels);
        else
            leave(&w, &levels);
        w.late |= n % LOOK_EACH == 0 && check_all_late(check);
    }
    vec_free(&levels.at);
    vec_free(&levels.moves);
    vec_free(&levels.noted);
    Faults before = s->faults;
    s->faults = w.faults;
    w.faults = before;
    walk_free(&w);
    return !w.late;
}

/* ---- ways to states ---- */

/* By breadth, so that states found one after the other have much of their ways in common. */
typedef struct FoundState {
    u32 state, from, edge; /* index of the one that it was found from; the edge there */
} FoundState;

typedef VEC(FoundState) FoundStates;

static void way_to(Walk *w, const FoundStates *all, u32 i, Path *path)
{
    U32List way = {0};
    path_clear(path);
    for (; i; i = all->data[i].from)
        vec_push(&way, i);
    while (way.len) {
        const FoundState *found = &all->data[vec_pop(&way)];
        Unpack from = record_of(w, all->data[found->from].state);
        record_unpack(&from, &w->record);
        const Edge *edge = &w->record.edges.data[found->edge];
        path_step(path, w->record.moves.data[edge->move],
                  vec_from(&w->record.answers, edge->answers), edge->count);
    }
    vec_free(&way);
}

static void add_found(Walk *w, FoundStates *all, u32 i)
{
    Unpack from = record_of(w, all->data[i].state);
    record_unpack(&from, &w->record);
    for (u32 k = 0; k < w->record.edges.len; k++) {
        u32 to = w->record.edges.data[k].to;
        if (to == EDGE_OUT)
            continue;
        vec_extend(&w->numbers, to + 1);
        if (!w->numbers.data[to]++)
            vec_push(all, (FoundState){to, i, k});
    }
}

void walk_open(const Graph *graph, u32 root, WalkTake take, void *ctx)
{
    Walk w = {.graph = graph};
    FoundStates all = {0};
    Path path = {0};
    index_records(&w);
    vec_extend(&w.numbers, root + 1);
    w.numbers.data[root] = 1;
    vec_push(&all, (FoundState){.state = root});
    for (u32 i = 0; i < all.len; i++) {
        if (has_record(&w, all.data[i].state)) {
            add_found(&w, &all, i);
            continue;
        }
        way_to(&w, &all, i, &path);
        take(ctx, all.data[i].state, &path);
    }
    path_free(&path);
    vec_free(&all);
    walk_free(&w);
}

/* ---- whether a graph that was read makes sense ---- */

typedef struct Reading {
    Record record;
    VEC(u32) actors; /* by number of the state: how many it has, + 1; 0: no record */
    u32 numbers;
} Reading;

typedef bool (*ReadRecord)(Reading *r);

/* The record itself, before it is known which others there are. */
static bool read_alone(Reading *r)
{
    Record *record = &r->record;
    if (record->state >= r->numbers || !record_is_sound(record))
        return false;
    vec_extend(&r->actors, record->state + 1);
    r->actors.data[record->state] = record->is.count + 1;
    return true;
}

/* Where its edges lead. */
static bool read_edges(Reading *r)
{
    const Record *record = &r->record;
    for (u32 i = 0; i < record->edges.len; i++) {
        const Edge *edge = &record->edges.data[i];
        if (edge->to == EDGE_OUT)
            continue;
        u32 actors = edge->to < r->actors.len ? r->actors.data[edge->to] : 0;
        if (edge->to >= r->numbers || (actors && !record_map_fits(record, edge, actors - 1)))
            return false;
    }
    return true;
}

/* The same, and there is a record of each state. */
static bool read_closed(Reading *r)
{
    const Record *record = &r->record;
    for (u32 i = 0; i < record->edges.len; i++) {
        u32 to = record->edges.data[i].to;
        if (to != EDGE_OUT && (to >= r->actors.len || !r->actors.data[to]))
            return false;
    }
    return read_edges(r);
}

static bool read_each(const Graph *graph, Reading *r, ReadRecord read)
{
    for (u32 i = 0; i < graph->len; i++) {
        Unpack from = unpack_of(graph->data[i].data, graph->data[i].len);
        while (from.at < from.end) {
            const char *begin = from.at;
            record_pass(&from);
            Unpack record = unpack_of(begin, (size_t)(from.at - begin));
            if (from.bad || !record_unpack(&record, &r->record) || record.at < record.end ||
                !read(r))
                return false;
        }
    }
    return true;
}

bool graph_is_sound(const Graph *graph, u32 root, u32 numbers, bool whole)
{
    Reading r = {.numbers = numbers};
    bool good = root < numbers && read_each(graph, &r, read_alone) &&
                read_each(graph, &r, whole ? read_closed : read_edges);
    good &= !whole || (root < r.actors.len && r.actors.data[root]);
    record_free(&r.record);
    vec_free(&r.actors);
    return good;
}

/* The search by several processes, as the one that leads it sees it: rounds, in each of which it
 * has the others do something; how it begins, begins anew and ends. */
#include "explore/states/member.h"

#include <string.h>

/* How long a round is: shorter while some have nothing to do. How many ready states one has to have
 * to give some away. */
enum { MOST_MS = 16, ENOUGH = 4 };
/* How often processes may be lost. */
enum { MOST_LOST = 5 };
/* Work that one process does at most to learn in its order what all have to know. */
enum { MOST_ALONE = 1 << 30 };

/* What is found while the search goes on depends on its order. Of what one process would have found
 * before the present search began anew is known: */
typedef struct Settled {
    u32 found;                 /* how many findings, the first ones of the list, */
    u64 schedules, executions; /* and the counts then */
    bool raced;
} Settled;

typedef struct Parallel {
    Check *check;
    Member self;
    Known known;  /* to begin with, */
    Known learnt; /* and what all have learnt by now */
    Settled settled;
    void *whole;     /* the search by one process, which has its turn; NULL: it has none */
    FoundList aside; /* what had been found before that */
    u64 whole_began; /* Check.work then */
    Status *status;  /* of all, as of the last round, */
    Unpack *reports; /* and in self.in */
    Status sum;
    Graph kept; /* records of the search that this one goes on from, by whatever processes */
    Buf saved;  /* what was written down last, to go on from; empty: nothing */
    u32 root;   /* number of the first state, or NO_STATE */
    u32 next;   /* the first number of a state that is free */
    u32 ms, lost;
    bool alone;  /* it has to be one process */
    bool loaded; /* it goes on from a file, which may have been changed by hand */
    u64 started; /* clock_ms */
    bool over;   /* everything has been done */
} Parallel;

/* ---- a round, for the one that leads ---- */

static void hear(Parallel *p, u32 from, Unpack *in)
{
    Unpack status = unpack_bytes(in);
    if (status.end - status.at == sizeof p->status[from])
        memcpy(&p->status[from], status.at, sizeof p->status[from]);
    if (from)
        check_all_merge(p->check, in, true);
    else
        member_note_met(&p->self);
    p->reports[from] = unpack_bytes(in);
    member_receive(&p->self, from, in);
}

static void add_up(Parallel *p)
{
    Status sum = {0};
    for (u32 i = 0; i < p->self.net->count; i++) {
        const Status *status = &p->status[i];
        sum.open += status->open;
        sum.owned += status->owned;
        sum.memory += status->memory;
        sum.ready += status->ready;
        sum.next = status->next > sum.next ? status->next : sum.next;
        sum.misled |= status->misled;
        sum.astray |= status->astray;
        sum.uneven |= status->uneven;
        sum.suspects |= status->suspects;
        sum.strange |= status->strange;
    }
    p->sum = sum;
    p->check->covered = p->check->states = sum.owned;
}

/* One round with an request for each. False: a process is gone. */
static bool go_round(Parallel *p, const Request *requests)
{
    Member *self = &p->self;
    Buf request = {0};
    for (u32 i = 0; i < self->net->count; i++) {
        vec_clear(&request);
        member_pack_request(&requests[i], &request);
        pack_bytes(&self->out[i], request.data, request.len);
    }
    buf_free(&request);
    member_compose(self);
    if (!member_meet(self))
        return false;
    Unpack own = {0};
    for (u32 i = 0; i < self->net->count; i++) {
        Unpack in = unpack_of(self->in[i].data, self->in[i].len);
        if (i == 0)
            own = unpack_bytes(&in);
        hear(p, i, &in);
    }
    member_obey(self, &own);
    add_up(p);
    return true;
}

/* One round with the same request for all. */
static bool tell(Parallel *p, Request request)
{
    Request *requests = xcalloc(p->self.net->count, sizeof *requests);
    for (u32 i = 0; i < p->self.net->count; i++)
        requests[i] = request;
    bool told = go_round(p, requests);
    free(requests);
    return told;
}

/* Asks all for reports. */
static bool ask(Parallel *p, u32 what)
{
    return tell(p, (Request){.command = COMMAND_REPORT, .report = what}) &&
           tell(p, (Request){.command = COMMAND_WAIT});
}

/* ---- what they have learnt ---- */

static void hear_learnt(Parallel *p)
{
    map_free(&p->learnt.places);
    p->learnt = (Known){0};
    for (u32 i = 0; i < p->self.net->count; i++) {
        Unpack section = unpack_bytes(&p->reports[i]);
        known_unpack(&section, &p->learnt);
        faults_merge(&p->self.share->faults, &section);
    }
    faults_count(p->check, &p->self.share->faults);
}

/* ---- what is found whatever the order ---- */

static Settled settle(const Check *check)
{
    return (Settled){check->found.len, check->schedules, check->executions, check->raced};
}

/* Takes off the findings that are not settled, and gives them back. */
static FoundList set_aside(Check *check, const Settled *settled)
{
    FoundList aside = {0}, all = check->found;
    check->found = (FoundList){0};
    map_free(&check->known);
    check->known = (Map){0};
    for (u32 i = 0; i < all.len; i++) {
        if (i < settled->found)
            found_take(&check->found, &check->known, &all.data[i], 0);
        else
            vec_push(&aside, all.data[i]);
        if (i < settled->found)
            found_free(&all.data[i]);
    }
    vec_free(&all);
    return aside;
}

/* Frees the list; `keep`: what the check has not found is added. */
static void put_back(Check *check, FoundList *aside, bool keep)
{
    for (u32 i = 0; i < aside->len; i++) {
        if (keep)
            found_take(&check->found, &check->known, &aside->data[i], 0);
        found_free(&aside->data[i]);
    }
    vec_free(aside);
}

/* Whether there may be races that the search has not seen. */
static bool misses_races(const Parallel *p)
{
    const AccessLog log = {.places = p->learnt.places};
    return p->known.exact ? p->learnt.merged : p->learnt.blind && log_suspects(&log);
}

/* ---- how it begins ---- */

/* What is written down of a search, to go on from. */
typedef struct Position {
    Faults faults;
    bool uneven, suspects;
    Map open;         /* index in `numbers` by state */
    VEC(u32) numbers; /* level, steps, timers */
    u32 count;        /* processes */
    u32 next;         /* numbers of states are less than that, */
    u64 found;        /* and so many belong to a process */
    bool bad;         /* it makes no sense */
    Buf *owned, *work, postponed;
    u32 given; /* states so far */
} Position;

static void position_init(Position *at, u32 count)
{
    *at = (Position){.count = count};
    at->owned = xcalloc(count, sizeof *at->owned);
    at->work = xcalloc(count, sizeof *at->work);
}

static void position_free(Position *at)
{
    for (u32 i = 0; i < at->count; i++) {
        buf_free(&at->owned[i]);
        buf_free(&at->work[i]);
    }
    free(at->owned);
    free(at->work);
    buf_free(&at->postponed);
    faults_free(&at->faults);
    map_free(&at->open);
    vec_free(&at->numbers);
}

/* Each state goes to the process that it belongs to now. */
static void place_owned(Position *at, Unpack *from)
{
    for (; from->at < from->end && !from->bad; at->found++) {
        OwnedState state = member_unpack_state(from);
        at->bad |= state.id - 1 >= at->next;
        member_pack_state(&state, &at->owned[share_owner(state.hash, at->count)]);
    }
}

static void note_ready(Position *at, Unpack *from)
{
    while (from->at < from->end && !from->bad) {
        u32 state = unpack_u32(from);
        at->bad |= state >= at->next;
        *map_put(&at->open, state) = at->numbers.len;
        for (u32 i = 0; i < 3; i++)
            vec_push(&at->numbers, unpack_u32(from));
    }
}

static void add_postponed(Position *at, Unpack from)
{
    Path path = {0};
    buf_add(&at->postponed, from.at, (size_t)(from.end - from.at));
    while (from.at < from.end && !from.bad) {
        Unpack way;
        member_unpack_postponed(&from, &way);
        path_unpack(&way, &path);
        from.bad |= way.bad || way.at < way.end;
    }
    at->bad |= from.bad;
    path_free(&path);
}

/* A process gets states that lie next to each other. */
static void give_open(void *ctx, u32 state, const Path *path)
{
    Position *at = ctx;
    const u64 *index = map_get(&at->open, state);
    at->bad |= !index;
    if (!index)
        return;
    const u32 *numbers = at->numbers.data + *index;
    u32 to = (u32)((u64)at->given++ * at->count / at->open.count);
    CHECK(to < at->count);
    share_pack_work(state, numbers[0], numbers[1], numbers[2], path, &at->work[to]);
    batch_pack_none(&at->work[to]);
}

/* What one process has written down. */
static void read_member(Parallel *p, Position *at, Unpack *from)
{
    Unpack owned = unpack_bytes(from);
    Unpack ready = unpack_bytes(from);
    Unpack postponed = unpack_bytes(from);
    Unpack records = unpack_bytes(from);
    Buf kept = {0};
    place_owned(at, &owned);
    note_ready(at, &ready);
    add_postponed(at, postponed);
    buf_add(&kept, records.at, (size_t)(records.end - records.at));
    vec_push(&p->kept, kept);
    from->bad |= owned.bad || ready.bad || records.bad;
}

/* Numbers of states are those of one process that it gives to the states that belong to it, and
 * then those of the next search: few are left out. */
static bool few_left_out(const Position *at, u64 members)
{
    return at->next <= (at->found + 2 * members) * members;
}

/* False: what was written down is damaged. */
static bool read_position(Parallel *p, Position *at, Unpack *from)
{
    known_unpack(from, &p->known);
    faults_merge(&at->faults, from);
    p->root = unpack_u32(from);
    p->next = at->next = unpack_u32(from);
    at->uneven = unpack_u8(from) != 0;
    at->suspects = unpack_u8(from) != 0;
    p->settled.found = unpack_u32(from);
    p->settled.schedules = unpack_u64(from);
    p->settled.executions = unpack_u64(from);
    p->settled.raced = unpack_u8(from) != 0;
    u32 members = unpack_count(from, 1);
    for (u32 n = members; n && !from->bad; n--)
        read_member(p, at, from);
    at->bad |= from->bad || from->at < from->end || !few_left_out(at, members) ||
               p->settled.executions > p->settled.schedules ||
               p->settled.schedules > p->check->schedules ||
               p->settled.executions > p->check->executions;
    if (at->bad || !graph_is_sound(&p->kept, p->root, p->next, false))
        return false;
    walk_open(&p->kept, p->root, give_open, at);
    return !at->bad && at->given == at->open.count;
}

static void pack_start(const Parallel *p, const Position *at, u32 i, Buf *out)
{
    known_pack(&p->known, out);
    pack_u32(out, p->next);
    faults_pack(&at->faults, out);
    pack_u8(out, at->uneven);
    pack_u8(out, at->suspects);
    pack_u8(out, p->root == NO_STATE);
    pack_bytes(out, at->owned[i].data, at->owned[i].len);
    pack_bytes(out, at->work[i].data, at->work[i].len);
    pack_bytes(out, at->postponed.data, i ? 0 : at->postponed.len);
}

/* All begin with what is known. */
static bool start_at(Parallel *p, const Position *at)
{
    u32 count = p->self.net->count;
    Request *requests = xcalloc(count, sizeof *requests);
    Buf *starts = xcalloc(count, sizeof *starts);
    for (u32 i = 0; i < count; i++) {
        pack_start(p, at, i, &starts[i]);
        requests[i] = (Request){.command = COMMAND_START, .give = NO_PROCESS, .start = &starts[i]};
    }
    bool started = go_round(p, requests) && tell(p, (Request){.command = COMMAND_WAIT});
    for (u32 i = 0; i < count; i++)
        buf_free(&starts[i]);
    free(starts);
    free(requests);
    p->ms = 1;
    return started;
}

static void forget(Parallel *p)
{
    graph_free(&p->kept);
    map_free(&p->known.places);
    p->known = (Known){0};
    p->root = NO_STATE;
    p->next = 0;
}

/* The search begins anew, with what has been learnt (explore/states/search.c). */
static bool begin_anew(Parallel *p, bool exact)
{
    Check *check = p->check;
    Position at;
    forget(p);
    p->known = (Known){.exact = exact, .strict = p->learnt.strict, .clocked = p->learnt.clocked};
    p->known.places = p->learnt.places;
    p->learnt.places = (Map){0};
    check->unrepeated = 0;
    position_init(&at, p->self.net->count);
    bool begun = start_at(p, &at); /* till then the others say what they had met before */
    search_forget_bounds(check);
    position_free(&at);
    return begun;
}

/* From what was written down last, or from the beginning. */
static bool begin_there(Parallel *p)
{
    Position at;
    forget(p);
    position_init(&at, p->self.net->count);
    Unpack from = unpack_of(p->saved.data, p->saved.len);
    if (p->saved.len && !read_position(p, &at, &from))
        BUG("a search that was written down makes no sense");
    bool begun = start_at(p, &at);
    position_free(&at);
    return begun;
}

static void stop(Parallel *p)
{
    Transport *net = p->self.net;
    member_free(&p->self);
    free(p->status);
    free(p->reports);
    p->status = NULL;
    p->reports = NULL;
    if (net)
        transport_end(net);
}

/* False: no processes can be had, or one is gone at once. */
static bool start(Parallel *p)
{
    u32 count = p->alone ? 1 : p->check->bounds.jobs;
    Transport *net = transport_start(count, member_serve, p->check);
    if (!net)
        return false;
    member_init(&p->self, p->check, net);
    p->status = xcalloc(net->count, sizeof *p->status);
    p->reports = xcalloc(net->count, sizeof *p->reports);
    return begin_there(p);
}

/* ---- the search ---- */

/* How long the next round is, and which processes give work to those that have none. */
static void plan(Parallel *p, Request *requests)
{
    u32 count = p->self.net->count;
    bool idle = false;
    for (u32 i = 0; i < count; i++)
        requests[i] = (Request){.command = COMMAND_SEARCH, .give = NO_PROCESS};
    for (u32 i = 0; i < count; i++) {
        u32 richest = 0;
        if (p->status[i].ready)
            continue;
        idle = true;
        for (u32 k = 1; k < count; k++)
            if (p->status[k].ready > p->status[richest].ready)
                richest = k;
        if (p->status[richest].ready < ENOUGH)
            break;
        requests[richest].give = i;
        p->status[richest].ready = 0; /* it gives to one in a round */
    }
    p->ms = idle ? 1 + p->ms / 2 : p->ms < MOST_MS ? 2 * p->ms : MOST_MS;
    for (u32 i = 0; i < count; i++)
        requests[i].ms = p->ms;
}

static bool search(Parallel *p)
{
    Request *requests = xcalloc(p->self.net->count, sizeof *requests);
    plan(p, requests);
    bool searched = go_round(p, requests);
    free(requests);
    return searched;
}

/* The number of the first state, as the processes know it. */
static void note_root(Parallel *p)
{
    const Share *s = p->self.share;
    if (p->root == NO_STATE)
        p->root = s->nodes.data[0].id;
}

/* Goes through the graph as one process would have; what it finds is what is found. False: there
 * was no time. */
static bool walk_in_order(Parallel *p, const Graph *graph)
{
    Check *check = p->check;
    Settled before = settle(check);
    FoundList aside = set_aside(check, &p->settled);
    check->schedules = p->settled.schedules;
    check->executions = p->settled.executions;
    check->raced = p->settled.raced;
    bool done = walk_graph(check, p->self.share, graph, p->root);
    put_back(check, &aside, !done);
    if (done)
        return true;
    check->schedules += before.schedules - p->settled.schedules;
    check->executions += before.executions - p->settled.executions;
    check->raced |= before.raced;
    return false;
}

/* What the graph as a whole says. False: a process is gone. *more: there was no time. */
static bool look_at_graph(Parallel *p, bool *more)
{
    if (!ask(p, REPORT_RECORDS))
        return false;
    Graph graph = {0};
    for (u32 i = 0; i < p->kept.len; i++)
        vec_push(&graph, p->kept.data[i]);
    for (u32 i = 0; i < p->self.net->count; i++) {
        Unpack records = unpack_bytes(&p->reports[i]);
        Buf copy = {0};
        buf_add(&copy, records.at, (size_t)(records.end - records.at));
        vec_push(&graph, copy);
    }
    u32 numbers = p->sum.next + p->self.net->count;
    p->check->damaged |= p->loaded && !graph_is_sound(&graph, p->root, numbers, true);
    *more = !p->check->damaged && !walk_in_order(p, &graph);
    for (u32 i = p->kept.len; i < graph.len; i++)
        buf_free(&graph.data[i]);
    vec_free(&graph);
    return true;
}

/* Whether goroutines may go round in it. False: a process is gone. */
static bool look_for_cycle(Parallel *p, bool *cycle)
{
    u32 count = p->self.net->count;
    *cycle = true;
    if (p->kept.len) /* of these there are only records */
        return true;
    if (!ask(p, REPORT_EDGES))
        return false;
    Unpack *lists = xcalloc(count, sizeof *lists);
    for (u32 i = 0; i < count; i++)
        lists[i] = unpack_bytes(&p->reports[i]);
    *cycle = cycle_in(lists, count);
    free(lists);
    return true;
}

/* No move is left. False: a process is gone. *more: there is more to be done. */
static bool complete(Parallel *p, bool *more)
{
    Check *check = p->check;
    if (!ask(p, REPORT_LEARNT))
        return false;
    hear_learnt(p);
    note_root(p);
    check->blind = misses_races(p);
    *more = false;
    bool wanted = p->sum.suspects;
    if (!wanted && p->sum.uneven && !look_for_cycle(p, &wanted))
        return false;
    if (wanted && !look_at_graph(p, more))
        return false;
    if (*more)
        return true;
    *more = check->blind && !p->known.exact && !check->memory_bound &&
            !found_count(&check->found, FOUND_RACE);
    if (!*more)
        return true;
    p->settled = settle(check);
    return begin_anew(p, true);
}

/* ---- the search by one process ----
 *
 * Two things depend on the order of the search: what is found before it begins anew, and what a
 * program sees of files. So one process searches until it has begun anew for the same reason, or to
 * the end. The others wait. */

static void whole_begin(Parallel *p)
{
    Check *check = p->check;
    share_free(p->self.share);
    p->self.share = NULL;
    vec_clear(&p->saved);
    p->settled = (Settled){0};
    p->aside = set_aside(check, &p->settled);
    p->whole_began = check->work;
    check->schedules = check->executions = 0;
    check->raced = false;
    engine_states.ops.begin(check);
    p->whole = check->search;
    check->search = p;
}

static void whole_end(Parallel *p, bool keep)
{
    Check *check = p->check;
    check->search = p->whole;
    if (p->whole)
        engine_states.ops.end(check);
    check->search = p;
    p->whole = NULL;
    put_back(check, &p->aside, keep);
}

/* A piece of it. *known: what it goes on with. False: it is over. */
static bool whole_step(Parallel *p, Known *known)
{
    Check *check = p->check;
    check->search = p->whole;
    bool more = engine_states.ops.step(check);
    search_known(check, known);
    p->whole = check->search;
    check->search = p;
    return more;
}

/* False: a process is gone. *more: there is more to be done. */
static bool go_on_whole(Parallel *p, bool *more)
{
    Check *check = p->check;
    Known known = {0};
    *more = whole_step(p, &known);
    bool learnt = known.strict >= p->learnt.strict && known.clocked >= p->learnt.clocked;
    bool enough = learnt || check->work - p->whole_began > MOST_ALONE;
    if (check->late || (*more && (check->outside || !enough))) {
        map_free(&known.places);
        return true;
    }
    whole_end(p, !learnt);
    if (learnt) {
        map_free(&p->learnt.places);
        p->learnt = known;
    } else
        map_free(&known.places);
    if (!*more)
        return true;
    p->settled = settle(check);
    return begin_anew(p, p->learnt.exact);
}

/* Some have learnt what the search has to begin anew for. */
static bool learn(Parallel *p)
{
    if (!ask(p, REPORT_LEARNT))
        return false;
    hear_learnt(p);
    p->learnt.exact = p->known.exact;
    whole_begin(p);
    return true;
}

/* States have addresses that mean nothing to another process: one has to do everything. False: it
 * cannot. */
static bool go_alone(Parallel *p)
{
    stop(p);
    p->alone = true;
    vec_clear(&p->saved);
    return start(p) && p->self.net->count == 1;
}

/* False: a process is gone. */
static bool next_piece(Parallel *p, bool *more)
{
    const Transport *net = p->self.net;
    if (p->whole)
        return go_on_whole(p, more);
    if (p->check->outside) {
        whole_begin(p);
        return true;
    }
    if (p->sum.strange && net->count > 1)
        return go_alone(p);
    if (p->sum.misled)
        return learn(p);
    if (p->sum.astray)
        BUG("the way to a state leads elsewhere");
    if (p->sum.memory / net->count * net->here > check_all_memory(p->check)) {
        p->check->memory_bound = true;
        *more = false;
        return true;
    }
    return p->sum.open ? search(p) : complete(p, more);
}

/* Another process is gone: all begin again from where the search was written down last. */
static void lose(Parallel *p)
{
    stop(p);
    p->lost++;
    p->check->lost = p->lost > MOST_LOST;
}

static bool parallel_step(Check *check)
{
    Parallel *p = check->search;
    bool more = true;
    if (p->over)
        return false;
    bool good = p->self.net ? next_piece(p, &more) : start(p);
    if (!good)
        lose(p);
    check->damaged |= p->loaded && p->sum.astray && !p->sum.misled;
    p->over = good && !more && !check->memory_bound;
    return (more || !good) && !check->lost && !check->damaged;
}

/* ---- the engine ---- */

static void parallel_begin(Check *check)
{
    Parallel *p = xcalloc(1, sizeof *p);
    p->check = check;
    p->root = NO_STATE;
    p->started = clock_ms();
    check->search = p;
}

static void parallel_progress(const Check *check, Buf *out)
{
    const Parallel *p = check->search;
    double seconds = (double)(clock_ms() - p->started) / 1e3;
    if (p->whole) {
        buf_puts(out, "by one process");
        return;
    }
    buf_printf(out, "%.0f states/s, %llu states to go on from, %llu MB",
               (double)p->sum.owned / (seconds + 1e-3), (unsigned long long)p->sum.open,
               (unsigned long long)(p->sum.memory >> 20));
}

static void parallel_end(Check *check)
{
    Parallel *p = check->search;
    whole_end(p, false);
    stop(p);
    forget(p);
    map_free(&p->learnt.places);
    buf_free(&p->saved);
    free(p);
}

/* What all have written down. */
static void write_position(Parallel *p, Buf *out)
{
    u32 count = p->self.net->count;
    hear_learnt(p);
    note_root(p);
    p->learnt.exact = p->known.exact;
    known_pack(&p->learnt, out);
    faults_pack(&p->self.share->faults, out);
    pack_u32(out, p->root);
    pack_u32(out, p->sum.next + count);
    pack_u8(out, p->sum.uneven);
    pack_u8(out, p->sum.suspects);
    pack_u32(out, p->settled.found);
    pack_u64(out, p->settled.schedules);
    pack_u64(out, p->settled.executions);
    pack_u8(out, p->settled.raced);
    pack_u32(out, count + p->kept.len);
    for (u32 i = 0; i < count; i++)
        buf_add(out, p->reports[i].at, (size_t)(p->reports[i].end - p->reports[i].at));
    for (u32 i = 0; i < p->kept.len; i++) {
        for (u32 empty = 0; empty < 3; empty++)
            pack_bytes(out, NULL, 0);
        pack_bytes(out, p->kept.data[i].data, p->kept.data[i].len);
    }
}

/* Nothing is on the way between processes when they write down where they are. */
static void save_position(Parallel *p)
{
    bool good = p->self.net && tell(p, (Request){.command = COMMAND_WAIT}) &&
                tell(p, (Request){.command = COMMAND_REPORT,
                                  .report = REPORT_LEARNT | REPORT_STATES | REPORT_RECORDS}) &&
                tell(p, (Request){.command = COMMAND_WAIT});
    if (p->self.net && !good) {
        lose(p);
        return;
    }
    if (!good || p->alone || p->sum.strange || p->sum.misled)
        return;
    vec_clear(&p->saved);
    write_position(p, &p->saved);
}

static void parallel_save(Check *check, Buf *out)
{
    Parallel *p = check->search;
    if (!p->over && !p->whole)
        save_position(p);
    pack_u8(out, p->over);
    pack_u64(out, check->states);
    pack_bytes(out, p->saved.data, p->over ? 0 : p->saved.len);
}

/* Whether what has been read can be gone on from. */
static bool saved_is_sound(Parallel *p)
{
    Position at;
    Unpack from = unpack_of(p->saved.data, p->saved.len);
    position_init(&at, 1);
    bool sound = read_position(p, &at, &from);
    position_free(&at);
    forget(p);
    return sound;
}

static bool parallel_load(Check *check, Unpack *from)
{
    Parallel *p = check->search;
    p->over = unpack_u8(from) != 0;
    check->covered = check->states = unpack_u64(from);
    Unpack saved = unpack_bytes(from);
    p->loaded = true;
    buf_add(&p->saved, saved.at, (size_t)(saved.end - saved.at));
    return !from->bad && !saved.bad && (!p->saved.len || saved_is_sound(p));
}

const SearchOps states_in_parts = {
    .begin = parallel_begin,
    .step = parallel_step,
    .progress = parallel_progress,
    .end = parallel_end,
    .save = parallel_save,
    .load = parallel_load,
};

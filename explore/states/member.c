/* What one of the processes says in each round, and does. */
#include "explore/states/member.h"

#include <string.h>

/* ---- what a process says ---- */

static void pack_status(const Share *s, Buf *out)
{
    Status status = {0};
    if (s)
        status = (Status){.open = share_open(s),
                          .owned = s->owned.count,
                          .memory = share_memory(s),
                          .ready = s->ready.len,
                          .next = s->next_id,
                          .misled = share_misled(s),
                          .astray = s->astray,
                          .uneven = s->uneven,
                          .suspects = s->suspects,
                          .strange = share_is_strange(s)};
    pack_bytes(out, &status, sizeof status);
}

void member_note_met(const Member *m)
{
    if (m->share)
        machine_note_met(m->share->m, m->check);
}

/* What has been met and found since the last time. */
static void pack_found(Member *m, Buf *out)
{
    Check *check = m->check;
    u32 unrepeated = check->unrepeated;
    member_note_met(m);
    check->unrepeated = 0; /* REPORT_LEARNT says it */
    check_all_pack(check, m->sent, out);
    check->unrepeated = unrepeated;
    check->schedules = check->executions = 0;
    m->sent = check->found.len;
}

static void pack_learnt(const Share *s, Buf *out)
{
    const AccessLog *log = &s->m->log;
    Known learnt = {.exact = s->known.exact,
                    .strict = log->misused,
                    .clocked = log->clocked,
                    .blind = log->blind,
                    .merged = log->merged,
                    .places = log->places};
    known_pack(&learnt, out);
    faults_pack(&s->faults, out);
}

void member_pack_state(const OwnedState *state, Buf *out)
{
    pack_u64(out, state->hash.a);
    pack_u64(out, state->hash.b);
    pack_u32(out, state->id);
    pack_u32(out, state->level);
}

OwnedState member_unpack_state(Unpack *from)
{
    OwnedState state = {.hash.a = unpack_u64(from)};
    state.hash.b = unpack_u64(from);
    state.id = unpack_u32(from);
    state.level = unpack_u32(from);
    return state;
}

static void pack_owned(const Share *s, Buf *out)
{
    for (u64 i = 0; s->owned.slots && i <= s->owned.mask; i++)
        if (s->owned.slots[i].id)
            member_pack_state(&s->owned.slots[i], out);
}

/* States whose moves are to be made. */
static void pack_ready(const Share *s, Buf *out)
{
    for (u32 i = 0; i < s->ready.len; i++) {
        const Node *node = &s->nodes.data[s->ready.data[i]];
        pack_u32(out, node->id);
        pack_u32(out, node->level);
        pack_u32(out, node->steps);
        pack_u32(out, node->timers);
    }
}

static void pack_postponed(const Share *s, Buf *out)
{
    for (u32 i = 0; i < s->postponed.len; i++) {
        const Postponed *postponed = &s->postponed.data[i];
        suspicion_pack(&postponed->suspicion, out);
        pack_bytes(out, postponed->path.data, postponed->path.len);
    }
}

/* Appends what the function writes, with its length before it. */
static void pack_section(const Share *s, void (*pack)(const Share *, Buf *), Buf *out)
{
    Buf text = {0};
    if (s)
        pack(s, &text);
    pack_bytes(out, text.data, text.len);
    buf_free(&text);
}

static void pack_report(const Member *m, Buf *out)
{
    const Share *s = m->share;
    if (m->report & REPORT_LEARNT)
        pack_section(s, pack_learnt, out);
    if (m->report & REPORT_STATES) {
        pack_section(s, pack_owned, out);
        pack_section(s, pack_ready, out);
        pack_section(s, pack_postponed, out);
    }
    if (m->report & REPORT_RECORDS)
        pack_section(s, share_pack_records, out);
    if (m->report & REPORT_EDGES)
        pack_section(s, share_pack_edges, out);
}

void member_compose(Member *m)
{
    for (u32 i = 0; i < m->net->count; i++) {
        Buf *out = &m->out[i];
        if (i == 0) {
            pack_status(m->share, out);
            if (m->net->me)
                pack_found(m, out);
            Buf report = {0};
            pack_report(m, &report);
            pack_bytes(out, report.data, report.len);
            buf_free(&report);
        }
        if (m->share)
            share_send(m->share, i, out);
    }
    m->report = 0;
}

/* ---- what it has to do ---- */

void member_pack_request(const Request *request, Buf *out)
{
    pack_u8(out, (u8)request->command);
    pack_u32(out, request->ms);
    pack_u32(out, request->give);
    pack_u32(out, request->report);
    pack_bytes(out, request->start ? request->start->data : NULL,
               request->start ? request->start->len : 0);
}

static void load_owned(Share *s, Unpack *from)
{
    while (from->at < from->end) {
        OwnedState state = member_unpack_state(from);
        *owned_put(&s->owned, state.hash, state.level) = state;
    }
}

Suspicion member_unpack_postponed(Unpack *from, Unpack *path)
{
    Suspicion suspicion = suspicion_unpack(from);
    *path = unpack_bytes(from);
    return suspicion;
}

static void load_postponed(Share *s, Unpack *from)
{
    while (from->at < from->end) {
        Unpack path;
        Postponed postponed = {.suspicion = member_unpack_postponed(from, &path)};
        CHECK(!from->bad);
        buf_add(&postponed.path, path.at, (size_t)(path.end - path.at));
        vec_push(&s->postponed, postponed);
    }
}

static void begin_share(Member *m, Unpack start)
{
    if (m->share)
        share_free(m->share);
    if (m->net->me) { /* what is said of a search before this one is for the one that leads */
        m->check->blind = false;
        search_forget_bounds(m->check);
    }
    Known known = {0};
    known_unpack(&start, &known);
    u32 next = unpack_u32(&start);
    m->share = share_new(m->check, m->net->me, m->net->count, &known, next + m->net->me);
    m->share->made_before = m->made;
    map_free(&known.places);
    faults_merge(&m->share->faults, &start);
    m->share->uneven = unpack_u8(&start) != 0;
    m->share->suspects = unpack_u8(&start) != 0;
    bool root = unpack_u8(&start) != 0;
    Unpack owned = unpack_bytes(&start);
    Unpack work = unpack_bytes(&start);
    Unpack postponed = unpack_bytes(&start);
    load_owned(m->share, &owned);
    share_receive_work(m->share, &work);
    load_postponed(m->share, &postponed);
    if (root && m->net->me == 0)
        share_take_root(m->share);
}

void member_obey(Member *m, Unpack *from)
{
    Command command = unpack_u8(from);
    u32 ms = unpack_u32(from), give = unpack_u32(from);
    m->report = unpack_u32(from);
    Unpack start = unpack_bytes(from);
    if (command == COMMAND_START)
        begin_share(m, start);
    if (command == COMMAND_SEARCH && give != NO_PROCESS)
        share_give(m->share, give);
    if (command == COMMAND_SEARCH)
        share_search(m->share, ms);
}

bool member_meet(Member *m)
{
    bool met = transport_exchange(m->net, m->out, m->in);
    for (u32 i = 0; i < m->net->count; i++)
        vec_clear(&m->out[i]);
    return met;
}

void member_init(Member *m, Check *check, Transport *net)
{
    *m = (Member){.check = check,
                  .net = net,
                  .made = portable_made(executor_config(check->executor)->program),
                  .sent = check->found.len};
    m->out = xcalloc(net->count, sizeof *m->out);
    m->in = xcalloc(net->count, sizeof *m->in);
}

void member_free(Member *m)
{
    if (m->share)
        share_free(m->share);
    for (u32 i = 0; m->net && i < m->net->count; i++) {
        buf_free(&m->out[i]);
        buf_free(&m->in[i]);
    }
    free(m->out);
    free(m->in);
    *m = (Member){.check = m->check};
}

void member_receive(Member *m, u32 from, Unpack *in)
{
    if (m->share && in->at < in->end)
        share_receive(m->share, from, in);
}

void member_serve(Transport *net, void *ctx)
{
    Member m;
    member_init(&m, ctx, net);
    m.check->schedules = m.check->executions = 0;
    for (;;) {
        member_compose(&m);
        if (!member_meet(&m))
            break;
        Unpack request = unpack_of(m.in[0].data, m.in[0].len), first = unpack_bytes(&request);
        member_receive(&m, 0, &request);
        for (u32 i = 1; i < net->count; i++) {
            Unpack in = unpack_of(m.in[i].data, m.in[i].len);
            member_receive(&m, i, &in);
        }
        member_obey(&m, &first);
    }
    member_free(&m);
}

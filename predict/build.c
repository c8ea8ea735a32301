/* Builds the events of text traces, and reports operations that no run could have performed: an
 * acquire of a held lock, a receive from an empty channel, an operation of a thread that is over.
 */
#include "predict/build.h"

/* Faults --------------------------------------------------------------------------------------- */

void build_fault(Builder *b, Span span, const char *fmt, ...)
{
    Buf *error = &b->trace->error;
    if (error->len > 0)
        return;
    const Sources *sources = &b->trace->text;
    pos_print(sources, span.start, error);
    buf_puts(error, ": error: ");
    va_list args;
    va_start(args, fmt);
    buf_vprintf(error, fmt, args);
    va_end(args);
}

/* Names ---------------------------------------------------------------------------------------- */

static u32 number_of(Builder *b, Map *ids, Names *names, Word name, bool *fresh)
{
    const Sym *sym = intern(&b->interner, name.text, name.len);
    u64 *id = map_put(ids, (u64)(uintptr_t)sym);
    *fresh = *id == 0;
    if (*fresh) {
        vec_push(names, arena_strndup(&b->trace->arena, name.text, name.len));
        *id = names->len;
    }
    return (u32)*id - 1;
}

u32 build_thread(Builder *b, Word name)
{
    bool fresh;
    u32 number = number_of(b, &b->thread_ids, &b->trace->threads, name, &fresh);
    if (fresh)
        vec_push(&b->threads, (BuildThread){0});
    return number + 1;
}

static u32 name_number(Builder *b, u32 space, Word name)
{
    bool fresh;
    u32 number = number_of(b, &b->name_ids[space], &b->trace->names[space], name, &fresh);
    if (fresh && space == NAME_LOCK)
        vec_push(&b->locks, (BuildLock){0});
    if (fresh && space == NAME_CHANNEL)
        vec_push(&b->channels, (BuildChannel){0});
    return number;
}

static const char *thread_name(const Builder *b, u32 thread)
{
    return b->trace->threads.data[thread - 1];
}

static Loc loc_of(u32 space, u32 number)
{
    return loc_make(space == NAME_VARIABLE ? 0 : 1ull << 32 | space, (u64)number * 8);
}

/* Events --------------------------------------------------------------------------------------- */

static Event *emit(Builder *b, EventKind kind, u32 thread, Loc loc, u64 place, Span span)
{
    vec_push(&b->trace->events, (Event){.kind = (u8)kind,
                                        .goroutine = thread,
                                        .loc = loc,
                                        .count = 1,
                                        .span = span,
                                        .arg = place});
    return &vec_last(&b->trace->events);
}

static void access_variable(Builder *b, u32 thread, Word name, bool write, u64 place, Span span)
{
    Loc loc = loc_of(NAME_VARIABLE, name_number(b, NAME_VARIABLE, name));
    emit(b, write ? EV_WRITE : EV_READ, thread, loc, place, span);
}

static void acquire(Builder *b, u32 thread, Word name, u64 place, Span span)
{
    u32 number = name_number(b, NAME_LOCK, name);
    BuildLock *lock = &b->locks.data[number];
    if (lock->holder == thread && b->reentrant) {
        lock->depth++;
    } else if (lock->holder) {
        build_fault(b, span, "%s cannot acquire %.*s, which %s holds", thread_name(b, thread),
                    (int)name.len, name.text, thread_name(b, lock->holder));
    } else {
        *lock = (BuildLock){thread, 1};
        emit(b, EV_ACQUIRE, thread, loc_of(NAME_LOCK, number), place, span)->sub = SYNC_MUTEX_LOCK;
    }
}

static void release(Builder *b, u32 thread, Word name, u64 place, Span span)
{
    u32 number = name_number(b, NAME_LOCK, name);
    BuildLock *lock = &b->locks.data[number];
    if (lock->holder != thread) {
        build_fault(b, span, "%s cannot release %.*s, which it does not hold",
                    thread_name(b, thread), (int)name.len, name.text);
    } else if (--lock->depth == 0) {
        CHECK(thread != 0);
        lock->holder = 0;
        emit(b, EV_RELEASE, thread, loc_of(NAME_LOCK, number), place, span)->sub =
            SYNC_MUTEX_UNLOCK;
    }
}

static void fork_thread(Builder *b, u32 thread, Word name, u64 place, Span span)
{
    u32 child = build_thread(b, name);
    if (child == thread || b->threads.data[child - 1].acted) {
        build_fault(b, span, "%s cannot be started here, it already runs", thread_name(b, child));
        return;
    }
    b->threads.data[child - 1].acted = true;
    emit(b, EV_GO, thread, (Loc){0}, place, span)->other = child;
}

/* A join synchronises with the end of the thread: a release by the thread, an acquire by the
 * joiner. */
static void join_thread(Builder *b, u32 thread, Word name, u64 place, Span span)
{
    u32 child = build_thread(b, name);
    if (child == thread) {
        build_fault(b, span, "%s cannot wait for itself", thread_name(b, child));
        return;
    }
    Loc loc = loc_of(NAME_THREAD, child - 1);
    if (!b->threads.data[child - 1].joined) {
        Event *end = emit(b, EV_RELEASE_MERGE, child, loc, place, span);
        end->sub = SYNC_WAITGROUP_DONE;
        end->flags = EVF_PART;
    }
    b->threads.data[child - 1].joined = true;
    emit(b, EV_ACQUIRE, thread, loc, place, span)->sub = SYNC_WAITGROUP_WAIT;
}

/* Channels ------------------------------------------------------------------------------------- */

static void ensure_made(Builder *b, u32 thread, u32 number, Span span)
{
    BuildChannel *c = &b->channels.data[number];
    if (!c->made) { /* the trace does not show where: capacity 0 */
        c->made = true;
        emit(b, EV_MAKE, thread, loc_of(NAME_CHANNEL, number), 0, span);
    }
}

static void make_channel(Builder *b, u32 thread, Word operand, Span span)
{
    const char *comma = memchr(operand.text, ',', operand.len);
    Word name = operand;
    u64 capacity = 0;
    if (comma) {
        name.len = (u32)(comma - operand.text);
        const char *end = operand.text + operand.len, *at = comma + 1;
        while (at < end && *at == ' ')
            at++;
        bool digits = at < end;
        for (; at < end; at++) {
            digits = digits && *at >= '0' && *at <= '9' && capacity < 100000000;
            capacity = digits ? capacity * 10 + (u64)(*at - '0') : capacity;
        }
        if (!digits || !name.len) {
            build_fault(b, span, "expected mk(c) or mk(c,2): a name and a capacity");
            return;
        }
    }
    u32 number = name_number(b, NAME_CHANNEL, name);
    if (b->channels.data[number].made) {
        build_fault(b, span, "channel %.*s is there already", (int)name.len, name.text);
        return;
    }
    b->channels.data[number] = (BuildChannel){.capacity = capacity, .made = true};
    emit(b, EV_MAKE, thread, loc_of(NAME_CHANNEL, number), capacity, span);
}

static void block_on(Builder *b, u32 thread, u32 number, Span span, bool sends)
{
    BuildChannel *c = &b->channels.data[number];
    CHECK(c->capacity == 0 && !c->sender && !c->receiver && !b->threads.data[thread - 1].waits_on);
    *(sends ? &c->sender : &c->receiver) = thread;
    c->span = span;
    b->threads.data[thread - 1].waits_on = number + 1;
}

static void meet(Builder *b, u32 number, u32 sender, u32 receiver, Span send, Span receive)
{
    BuildChannel *c = &b->channels.data[number];
    CHECK(c->capacity == 0 && !c->closed && sender != receiver);
    Event *event = emit(b, EV_RENDEZVOUS, sender, loc_of(NAME_CHANNEL, number), 0, send);
    event->other = receiver;
    event->other_span = receive;
    c->sender = c->receiver = 0;
    b->threads.data[sender - 1].waits_on = b->threads.data[receiver - 1].waits_on = 0;
}

static void send(Builder *b, u32 thread, Word name, Span span)
{
    u32 number = name_number(b, NAME_CHANNEL, name);
    ensure_made(b, thread, number, span);
    BuildChannel *c = &b->channels.data[number];
    if (c->closed) {
        build_fault(b, span, "channel %.*s is closed", (int)name.len, name.text);
    } else if (c->capacity > 0 && c->len == c->capacity) {
        build_fault(b, span, "channel %.*s is full: a receive must come first", (int)name.len,
                    name.text);
    } else if (c->capacity > 0) {
        CHECK(c->len < c->capacity);
        c->len++;
        emit(b, EV_SEND, thread, loc_of(NAME_CHANNEL, number), 0, span);
    } else if (c->receiver) {
        meet(b, number, thread, c->receiver, span, c->span);
    } else if (c->sender) {
        build_fault(b, span, "another thread is about to send to %.*s: its rcv must come first",
                    (int)name.len, name.text);
    } else {
        block_on(b, thread, number, span, true);
    }
}

static void receive(Builder *b, u32 thread, Word name, Span span)
{
    u32 number = name_number(b, NAME_CHANNEL, name);
    ensure_made(b, thread, number, span);
    BuildChannel *c = &b->channels.data[number];
    Loc loc = loc_of(NAME_CHANNEL, number);
    if (c->len > 0) {
        c->len--;
        emit(b, EV_RECV, thread, loc, 0, span);
    } else if (c->closed) {
        emit(b, EV_RECV_CLOSED, thread, loc, 0, span);
    } else if (c->capacity > 0) {
        build_fault(b, span, "channel %.*s is empty: a send must come first", (int)name.len,
                    name.text);
    } else if (c->sender) {
        meet(b, number, c->sender, thread, c->span, span);
    } else if (c->receiver) {
        build_fault(b, span, "another thread waits on %.*s: its snd must come first", (int)name.len,
                    name.text);
    } else {
        block_on(b, thread, number, span, false);
    }
}

static void close_channel(Builder *b, u32 thread, Word name, Span span)
{
    u32 number = name_number(b, NAME_CHANNEL, name);
    ensure_made(b, thread, number, span);
    BuildChannel *c = &b->channels.data[number];
    if (c->closed || c->sender) {
        build_fault(b, span, "channel %.*s %s", (int)name.len, name.text,
                    c->closed ? "is closed already" : "has a sender waiting");
        return;
    }
    c->closed = true;
    Loc loc = loc_of(NAME_CHANNEL, number);
    emit(b, EV_CLOSE, thread, loc, 0, span);
    if (c->receiver) {
        b->threads.data[c->receiver - 1].waits_on = 0;
        emit(b, EV_RECV_CLOSED, c->receiver, loc, 0, c->span);
        c->receiver = 0;
    }
}

/* Operations ----------------------------------------------------------------------------------- */

bool build_operation(Builder *b, u32 thread, Word op, Word operand, u64 place, Span span)
{
    BuildThread *state = &b->threads.data[thread - 1];
    if (state->waits_on)
        build_fault(b, span, "%s waits on channel %s and cannot go on", thread_name(b, thread),
                    b->trace->names[NAME_CHANNEL].data[state->waits_on - 1]);
    else if (state->joined)
        build_fault(b, span, "%s was joined, it is over", thread_name(b, thread));
    if (b->trace->error.len > 0)
        return false;
    state->acted = true;
    if (word_is(op, "w") || word_is(op, "wr"))
        access_variable(b, thread, operand, true, place, span);
    else if (word_is(op, "r") || word_is(op, "rd"))
        access_variable(b, thread, operand, false, place, span);
    else if (word_is(op, "acq"))
        acquire(b, thread, operand, place, span);
    else if (word_is(op, "rel"))
        release(b, thread, operand, place, span);
    else if (word_is(op, "fork"))
        fork_thread(b, thread, operand, place, span);
    else if (word_is(op, "join"))
        join_thread(b, thread, operand, place, span);
    else if (word_is(op, "mk"))
        make_channel(b, thread, operand, span);
    else if (word_is(op, "snd"))
        send(b, thread, operand, span);
    else if (word_is(op, "rcv"))
        receive(b, thread, operand, span);
    else if (word_is(op, "cls"))
        close_channel(b, thread, operand, span);
    else
        build_fault(b, span,
                    "expected an operation (w wr r rd acq rel fork join mk snd rcv cls), "
                    "found \"%.*s\"",
                    (int)(op.len < 40 ? op.len : 40), op.text);
    return b->trace->error.len == 0;
}

void build_flush(Builder *b)
{
    Trace *trace = b->trace;
    if (!trace->sink) {
        trace->count = trace->events.len;
        return;
    }
    for (u32 i = 0; i < trace->events.len; i++)
        sink_event(trace->sink, &trace->events.data[i]);
    trace->count += trace->events.len;
    vec_clear(&trace->events);
}

void build_free(Builder *b)
{
    intern_free(&b->interner);
    map_free(&b->thread_ids);
    for (u32 i = 0; i < COUNT_OF(b->name_ids); i++)
        map_free(&b->name_ids[i]);
    vec_free(&b->threads);
    vec_free(&b->locks);
    vec_free(&b->channels);
}

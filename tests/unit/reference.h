/* The reference explorer: every execution of a program of tests/unit/op_soup.h, by Go's own rules
 * for channels, locks and timers, one atomic operation at a time, with no reduction and nothing
 * shared with gol. It is slow and meant to be obviously right: what the engines of gol check must
 * find is the set of outcomes that it collects.
 *
 * A state holds all goroutines and objects, vector clocks included, so that races are found by
 * happens-before in every execution; states are visited once. */
#ifndef TESTS_UNIT_REFERENCE_H
#define TESTS_UNIT_REFERENCE_H

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/map.h"
#include "base/vec.h"
#include "tests/unit/op_soup.h"

enum { REF_GS = SOUP_BODIES, REF_QUEUE = 12, REF_BUFFER = 2, REF_TIMERS = 12 };

/* When timers fire. */
typedef enum RefTime {
    REF_ANY_TIME, /* as real programs may: any set timer may fire at any moment */
    REF_IDLE_TIME /* the earliest, when no goroutine can go on (ties in any order) */
} RefTime;

typedef struct RefClock {
    u8 at[REF_GS];
} RefClock;

typedef enum RefStatus { REF_NONE, REF_RUNS, REF_PARKED, REF_ENDED } RefStatus;

typedef struct RefG {
    u8 status, body, pc;
    i8 n, temporary;
    u8 panicking; /* 1 + number in the text; 255: of the runtime */
    u8 panic;     /* RefPanic */
    u8 ticket;    /* of Cond.Wait */
    u8 exiting;   /* Goexit */
    u8 reading;   /* how often it holds the RWMutex to read */
    RefClock clock;
} RefG;

typedef enum RefPanic {
    REF_SEND_CLOSED = 1,
    REF_CLOSE_CLOSED,
    REF_NEGATIVE,
    REF_TEXT,
    REF_FATAL, /* ticket: RefFatal */
} RefPanic;

typedef enum RefFatal { REF_UNLOCK, REF_RW_UNLOCK, REF_RUNLOCK, REF_GO_NIL } RefFatal;

/* A goroutine that waits in a queue of a channel. */
typedef struct RefWaiter {
    u8 g, pc; /* pc: its SO_CASE, SO_SEND or SO_RECV */
} RefWaiter;

typedef struct RefChan {
    u8 cap, count, closed, sends, recvs;
    i8 values[REF_BUFFER];
    RefClock clocks[REF_BUFFER];   /* of the senders, beside their values */
    u8 back_count;                 /* GRACE's backward queue: ... */
    RefClock back[REF_BUFFER + 1]; /* ... what receivers knew, for the senders to come */
    RefClock end;                  /* of the close */
    u8 sent_by[REF_GS];            /* races of close and send: the last send of each goroutine */
    u8 closed_by, closed_at;
    RefWaiter sendq[REF_QUEUE], recvq[REF_QUEUE];
} RefChan;

typedef struct RefTimer {
    u8 set, kind; /* SO_SLEEP, SO_AFTER, SO_AFTER_FUNC; a ticker's stays set */
    u8 what;      /* goroutine, channel, body */
    u8 due;
    RefClock clock;
} RefTimer;

typedef struct RefVar {
    i8 value;
    u8 writer, written;
    u8 read[REF_GS];
} RefVar;

typedef struct RefState {
    RefG g[REF_GS];
    RefChan chan[SOUP_CHANS];
    RefVar var[VARS];
    struct {
        i8 value;
        RefClock clock;
    } atom[ATOMS];
    u8 objects; /* made for pointers, beside the first */
    struct {
        u8 held; /* by goroutine held - 1 */
        RefClock clock;
    } mutex[MUTEXES];
    struct {
        u8 readers, writer, announced; /* goroutine writer - 1, announced - 1 */
        RefClock write, read;          /* what writers, and readers, gave back */
    } rw;
    struct {
        i8 count;
        u8 waiters;
        RefClock clock;
        RefVar misuse; /* the Add from 0 reads it, the first Wait writes it */
    } wg[WGS];
    struct {
        u8 tickets, called;
        RefClock clock;
    } cond;
    u8 once;
    RefClock once_clock;
    struct {
        u8 cancelled;
        RefClock clock; /* of its lock */
    } context[3];       /* CH_CTX, CH_CHILD, CH_LATE */
    u8 expired;         /* the last, by time */
    i8 env;
    u8 file; /* there is one */
    struct {
        i8 value; /* 0: none */
        RefClock clock;
    } map;
    struct {
        i8 values[REF_QUEUE];
        u8 count;
        RefClock clock;
    } pool;
    u8 now;
    RefTimer timer[REF_TIMERS];
    u8 main_ended; /* the others go on, to where they are blocked */
    i8 result[3], final[SOUP_FINAL];
    u8 nfinal;
} RefState;

typedef struct Reference {
    const Soup *soup;
    RefTime time;
    Map seen;
    VEC(RefState) todo;
    bool leaks; /* are outcomes, too */
    VEC(char *)
    outcomes;         /* "deadlock", "panic: ...", "exit 3", "leak 7 select", sorted at the end */
    u64 states, most; /* most: gives up after so many */
    bool gave_up, race, livelock;
} Reference;

/* ---- outcomes ---- */

static void ref_outcome(Reference *r, const char *text)
{
    for (u32 i = 0; i < r->outcomes.len; i++)
        if (!strcmp(r->outcomes.data[i], text))
            return;
    vec_push(&r->outcomes, xstrdup(text));
}

/* Where the goroutine is. */
static const SoupInstr *ref_instr(const Reference *r, const RefState *s, u32 g);

/* Goroutines, as a set of bits, that have to give something back before g can go on; 0: it does not
 * wait for a lock. Which readers are left is not known when another goroutine has given the RWMutex
 * back for one of them. */
static u32 ref_blockers(const Reference *r, const RefState *s, u32 g)
{
    const SoupInstr *in = s->g[g].status == REF_RUNS ? ref_instr(r, s, g) : NULL;
    u32 readers = 0, known = 0;
    for (u32 i = 0; i < REF_GS; i++) {
        bool alive = s->g[i].status == REF_RUNS || s->g[i].status == REF_PARKED;
        readers |= alive && s->g[i].reading ? 1u << i : 0;
        known += alive ? s->g[i].reading : 0;
    }
    switch (in ? (SoupOp)in->op : SO_END) {
    case SO_LOCK: return s->mutex[in->a].held ? 1u << (s->mutex[in->a].held - 1) : 0;
    case SO_RLOCK:
    case SO_WANNOUNCE:
        if (s->rw.writer)
            return 1u << (s->rw.writer - 1);
        return s->rw.announced ? 1u << (s->rw.announced - 1) : 0;
    case SO_WLOCK: return known == s->rw.readers ? readers : 0;
    default: return 0;
    }
}

/* The goroutines, as a set, that wait in a circle. */
static u32 ref_lock_cycle(const Reference *r, const RefState *s)
{
    u32 reach[REF_GS];
    for (u32 g = 0; g < REF_GS; g++)
        reach[g] = ref_blockers(r, s, g);
    for (u32 k = 0; k < REF_GS; k++)
        for (u32 g = 0; g < REF_GS; g++)
            if (reach[g] >> k & 1)
                reach[g] |= reach[k];
    u32 cycle = 0;
    for (u32 g = 0; g < REF_GS; g++)
        cycle |= reach[g] & 1u << g;
    return cycle;
}

/* The goroutines that have leaked, but for those in a lock cycle. NO_G: no goroutine panics. */
static u32 ref_leaked(const Reference *r, const RefState *s, u32 panics);

enum { NO_G = REF_GS };

/* Where it waits, in the words of a stack trace. */
static const char *ref_wait_text(const SoupInstr *in)
{
    switch ((SoupOp)in->op) {
    case SO_SEND: return in->a == CH_NIL ? "chan send (nil chan)" : "chan send";
    case SO_RECV: return in->a == CH_NIL ? "chan receive (nil chan)" : "chan receive";
    case SO_SELECT: return "select";
    case SO_LOCK: return "sync.Mutex.Lock";
    case SO_RLOCK: return "sync.RWMutex.RLock";
    case SO_WANNOUNCE:
    case SO_WLOCK: return "sync.RWMutex.Lock";
    case SO_WAIT: return "sync.WaitGroup.Wait";
    case SO_COND_WAIT: return "sync.Cond.Wait";
    default: return "?";
    }
}

/* False: there are none. */
static bool ref_leaks(Reference *r, const RefState *s, u32 panics)
{
    u32 leaked = r->leaks ? ref_leaked(r, s, panics) : 0;
    for (u32 g = 0; g < REF_GS; g++) {
        if (!(leaked >> g & 1))
            continue;
        char text[80];
        snprintf(text, sizeof text, "leak %u %s", r->soup->bodies[s->g[g].body].line,
                 ref_wait_text(ref_instr(r, s, g)));
        ref_outcome(r, text);
    }
    return leaked != 0;
}

/* The program ends like that, by the panic of that goroutine or (NO_G) otherwise. */
static void ref_end(Reference *r, const RefState *s, const char *text, u32 panics)
{
    ref_outcome(r, text);
    if (ref_lock_cycle(r, s))
        ref_outcome(r, "lock cycle");
    ref_leaks(r, s, panics);
}

static void ref_race(Reference *r)
{
    r->race = true;
}

/* ---- clocks ---- */

static void ref_join(RefClock *into, const RefClock *from)
{
    for (u32 i = 0; i < REF_GS; i++)
        if (from->at[i] > into->at[i])
            into->at[i] = from->at[i];
}

/* What comes after is after what has been handed out. */
static void ref_tick(RefState *s, u32 g)
{
    s->g[g].clock.at[g]++;
}

static void ref_acquire(RefState *s, u32 g, const RefClock *clock)
{
    ref_join(&s->g[g].clock, clock);
}

static void ref_release(RefState *s, u32 g, RefClock *clock)
{
    *clock = s->g[g].clock;
    ref_tick(s, g);
}

static void ref_merge(RefState *s, u32 g, RefClock *clock)
{
    ref_join(clock, &s->g[g].clock);
    ref_tick(s, g);
}

static void ref_access(Reference *r, RefState *s, u32 g, RefVar *v, bool write)
{
    const RefClock *clock = &s->g[g].clock;
    if (v->written && clock->at[v->writer] < v->written)
        ref_race(r);
    for (u32 i = 0; write && i < REF_GS; i++)
        if (v->read[i] && clock->at[i] < v->read[i])
            ref_race(r);
    if (write) {
        v->writer = (u8)g;
        v->written = clock->at[g];
        memset(v->read, 0, sizeof v->read);
    } else {
        v->read[g] = clock->at[g];
    }
}

/* ---- goroutines ---- */

static const SoupInstr *ref_instr(const Reference *r, const RefState *s, u32 g)
{
    return &r->soup->bodies[s->g[g].body].code[s->g[g].pc];
}

static void ref_start(RefState *s, u32 body, const RefClock *clock)
{
    for (u32 g = 0; g < REF_GS; g++) {
        if (s->g[g].status != REF_NONE)
            continue;
        s->g[g] = (RefG){.status = REF_RUNS, .body = (u8)body};
        s->g[g].clock = *clock;
        s->g[g].clock.at[g]++;
        return;
    }
    BUG("reference: too many goroutines");
}

static void ref_panic(const Reference *r, RefState *s, u32 g, RefPanic panic, u32 number)
{
    s->g[g].panicking = 1;
    s->g[g].panic = (u8)panic;
    s->g[g].ticket = (u8)number;
    s->g[g].pc = (u8)r->soup->bodies[s->g[g].body].deferred;
}

static u32 ref_count(const RefState *s)
{
    u32 count = 0;
    for (u32 g = 0; g < REF_GS; g++)
        count += s->g[g].status == REF_RUNS || s->g[g].status == REF_PARKED;
    return count;
}

/* ---- channels: runtime/chan.go's rules ---- */

static void ref_unqueue(RefWaiter *queue, u8 *len, u32 at)
{
    memmove(&queue[at], &queue[at + 1], (*len - at - 1u) * sizeof *queue);
    queue[--*len] = (RefWaiter){0};
}

/* The goroutine goes on: it waits in no queue any more. */
static void ref_wake(const Reference *r, RefState *s, u32 g)
{
    for (u32 c = 0; c < r->soup->chans; c++) {
        RefChan *ch = &s->chan[c];
        for (u32 i = ch->sends; i-- > 0;)
            if (ch->sendq[i].g == g)
                ref_unqueue(ch->sendq, &ch->sends, i);
        for (u32 i = ch->recvs; i-- > 0;)
            if (ch->recvq[i].g == g)
                ref_unqueue(ch->recvq, &ch->recvs, i);
    }
    s->g[g].status = REF_RUNS;
}

/* Where g goes on after the operation at pc, and what that adds to n. */
static void ref_received(const Reference *r, RefState *s, u32 g, u32 pc, int value, bool closed)
{
    const SoupInstr *in = &r->soup->bodies[s->g[g].body].code[pc];
    RefG *self = &s->g[g];
    if (in->op == SO_RECV)
        self->n = (i8)(self->n + (closed && in->c ? in->c : value * in->b));
    else
        self->n = (i8)(self->n + value * 2 + in->c);
    self->pc = (u8)(pc + 1);
    while (r->soup->bodies[self->body].code[self->pc].op == SO_CASE)
        self->pc++;
}

static void ref_sent(const Reference *r, RefState *s, u32 g, u32 pc)
{
    const SoupInstr *in = &r->soup->bodies[s->g[g].body].code[pc];
    RefG *self = &s->g[g];
    if (in->op == SO_CASE)
        self->n = (i8)(self->n + in->c);
    self->pc = (u8)(pc + 1);
    while (r->soup->bodies[self->body].code[self->pc].op == SO_CASE)
        self->pc++;
}

static int ref_value(const Reference *r, const RefState *s, u32 g, u32 pc)
{
    return r->soup->bodies[s->g[g].body].code[pc].b;
}

/* A send reads the channel, a close writes it. */
static void ref_note_send(Reference *r, RefState *s, u32 g, RefChan *ch)
{
    if (ch->closed_at && s->g[g].clock.at[ch->closed_by] < ch->closed_at)
        ref_race(r);
    ch->sent_by[g] = s->g[g].clock.at[g];
}

static void ref_rendezvous(RefState *s, u32 a, u32 b)
{
    RefClock both = s->g[a].clock;
    ref_join(&both, &s->g[b].clock);
    s->g[a].clock = both;
    s->g[b].clock = both;
    ref_tick(s, a);
    ref_tick(s, b);
}

/* The sender's half of a buffered transfer: GRACE's R-Send. */
static void ref_put(RefState *s, u32 g, RefChan *ch, int value)
{
    ch->values[ch->count] = (i8)value;
    RefClock knew = s->g[g].clock;
    if (ch->back_count == ch->cap && ch->cap) {
        ref_acquire(s, g, &ch->back[0]);
        memmove(&ch->back[0], &ch->back[1], sizeof ch->back - sizeof ch->back[0]);
        memset(&ch->back[REF_BUFFER], 0, sizeof ch->back[0]);
        ch->back_count--;
    }
    ch->clocks[ch->count++] = knew;
    ref_tick(s, g);
}

/* The receiver's: R-Rec. Returns the value. */
static int ref_take(RefState *s, u32 g, RefChan *ch)
{
    i8 value = ch->values[0];
    RefClock knew = s->g[g].clock, sent = ch->clocks[0];
    ch->count--;
    memmove(ch->values, ch->values + 1, sizeof ch->values - sizeof ch->values[0]);
    memmove(ch->clocks, ch->clocks + 1, sizeof ch->clocks - sizeof ch->clocks[0]);
    ch->values[REF_BUFFER - 1] = 0;
    memset(&ch->clocks[REF_BUFFER - 1], 0, sizeof ch->clocks[0]);
    if (ch < &s->chan[CH_TIMER]) /* a timer learns nothing */
        ch->back[ch->back_count++] = knew;
    ref_acquire(s, g, &sent);
    ref_tick(s, g);
    return value;
}

static bool ref_can_send(const RefChan *ch)
{
    return ch->closed || ch->recvs || ch->count < ch->cap;
}

static bool ref_can_recv(const RefChan *ch)
{
    return ch->closed || ch->sends || ch->count;
}

static void ref_do_send(Reference *r, RefState *s, u32 g, u32 pc, int c)
{
    RefChan *ch = &s->chan[c];
    ref_note_send(r, s, g, ch);
    if (ch->closed) {
        ref_panic(r, s, g, REF_SEND_CLOSED, 0);
        return;
    }
    int value = ref_value(r, s, g, pc);
    if (ch->recvs) {
        RefWaiter to = ch->recvq[0];
        ref_wake(r, s, to.g);
        if (ch->cap) {
            ref_put(s, g, ch, value);
            value = ref_take(s, to.g, ch);
        } else {
            ref_rendezvous(s, g, to.g);
        }
        ref_received(r, s, to.g, to.pc, value, false);
    } else {
        ref_put(s, g, ch, value);
    }
    ref_sent(r, s, g, pc);
}

static void ref_do_recv(Reference *r, RefState *s, u32 g, u32 pc, int c)
{
    RefChan *ch = &s->chan[c];
    if (ch->count) {
        int value = ref_take(s, g, ch);
        ref_received(r, s, g, pc, value, false);
        if (ch->sends) { /* it has waited for the room */
            RefWaiter from = ch->sendq[0];
            ref_wake(r, s, from.g);
            ref_note_send(r, s, from.g, ch);
            ref_put(s, from.g, ch, ref_value(r, s, from.g, from.pc));
            ref_sent(r, s, from.g, from.pc);
        }
    } else if (ch->sends) {
        RefWaiter from = ch->sendq[0];
        ref_wake(r, s, from.g);
        ref_note_send(r, s, from.g, ch);
        ref_rendezvous(s, from.g, g);
        ref_received(r, s, g, pc, ref_value(r, s, from.g, from.pc), false);
        ref_sent(r, s, from.g, from.pc);
    } else {
        ref_acquire(s, g, &ch->end);
        ref_received(r, s, g, pc, 0, true);
    }
}

static void ref_do_close(Reference *r, RefState *s, u32 g, RefChan *ch)
{
    if (ch->closed) { /* which panics before it is an access */
        ref_panic(r, s, g, REF_CLOSE_CLOSED, 0);
        return;
    }
    for (u32 i = 0; i < REF_GS; i++)
        if (ch->sent_by[i] && s->g[g].clock.at[i] < ch->sent_by[i])
            ref_race(r);
    ch->closed = true;
    ch->closed_by = (u8)g;
    ch->closed_at = s->g[g].clock.at[g];
    ref_release(s, g, &ch->end);
    while (ch->recvs) {
        RefWaiter to = ch->recvq[0];
        ref_wake(r, s, to.g);
        ref_acquire(s, to.g, &ch->end);
        ref_received(r, s, to.g, to.pc, 0, true);
    }
    while (ch->sends) {
        RefWaiter from = ch->sendq[0];
        ref_wake(r, s, from.g);
        ref_panic(r, s, from.g, REF_SEND_CLOSED, 0);
    }
    s->g[g].pc++;
}

/* ---- timers ---- */

static u32 ref_set_timer(RefState *s, u32 g, int kind, int what, int ms)
{
    u32 i = 0;
    while (i < REF_TIMERS && s->timer[i].set)
        i++;
    if (i == REF_TIMERS)
        BUG("reference: too many timers");
    s->timer[i] = (RefTimer){.set = true, .kind = (u8)kind, .what = (u8)what};
    s->timer[i].due = (u8)(s->now + ms);
    s->timer[i].clock = s->g[g].clock;
    ref_tick(s, g);
    return i;
}

/* Go 1.23: no value of before is left, and none can be received, once it is stopped. */
static bool ref_stop_timer(RefState *s, int c)
{
    RefChan *ch = &s->chan[c];
    bool active = ch->count > 0;
    if (ch->count)
        *ch = (RefChan){.cap = 1, .recvs = ch->recvs};
    for (u32 i = 0; i < REF_TIMERS; i++) {
        if (s->timer[i].set && s->timer[i].kind == SO_AFTER && s->timer[i].what == c) {
            s->timer[i] = (RefTimer){0};
            active = true;
        }
    }
    return active;
}

/* The timer that starts the body. */
static void ref_unset_timer(RefState *s, u32 body)
{
    for (u32 i = 0; i < REF_TIMERS; i++)
        if (s->timer[i].set && s->timer[i].kind == SO_AFTER_FUNC && s->timer[i].what == body)
            s->timer[i] = (RefTimer){0};
}

static bool ref_ticks(const RefTimer *t)
{
    return t->kind == SO_AFTER && t->what == CH_TICK;
}

static void ref_fire(Reference *r, RefState *s, u32 i)
{
    RefTimer t = s->timer[i];
    if (!ref_ticks(&t))
        s->timer[i] = (RefTimer){0};
    if (r->time == REF_IDLE_TIME && t.due > s->now)
        s->now = t.due;
    if (t.kind == SO_SLEEP) {
        s->g[t.what].status = REF_RUNS;
        s->g[t.what].pc++;
        return;
    }
    if (t.kind == SO_AFTER_FUNC) {
        ref_start(s, t.what, &t.clock);
        return;
    }
    RefChan *ch = &s->chan[t.what];
    if (ch->recvs) {
        RefWaiter to = ch->recvq[0];
        ref_wake(r, s, to.g);
        ref_acquire(s, to.g, &t.clock);
        ref_tick(s, to.g);
        ref_received(r, s, to.g, to.pc, 0, false);
    } else if (ch->count < ch->cap) {
        ch->values[ch->count] = 0;
        ch->clocks[ch->count++] = t.clock;
    }
}

/* ---- steps ---- */

static void ref_push(Reference *r, const RefState *s)
{
    XXH128_hash_t hash = XXH3_128bits(s, sizeof *s);
    u64 *seen = map_put(&r->seen, hash.low64 ^ hash.high64 * 0x9e3779b97f4a7c15ull);
    if ((*seen)++ == 0)
        vec_push(&r->todo, *s);
}

static void ref_recover(RefState *s, RefG *self, const SoupInstr *in)
{
    if (!self->panicking)
        return;
    self->panicking = self->panic = self->ticket = 0;
    self->n = (i8)(self->n + in->b);
    s->result[in->a] = self->n;
}

/* What concerns only the goroutine itself happens together with the step before. */
static void ref_local(const Reference *r, RefState *s, u32 g)
{
    RefG *self = &s->g[g];
    while (self->status == REF_RUNS) {
        const SoupInstr *in = ref_instr(r, s, g);
        if (in->op == SO_NOTE)
            self->n = (i8)(self->n + in->a);
        else if (in->op == SO_RESULT)
            s->result[in->a] = self->n;
        else if (in->op == SO_RECOVER)
            ref_recover(s, self, in);
        else if (in->op != SO_JUMP)
            return;
        self->pc = (u8)(in->op == SO_JUMP ? in->c : self->pc + 1);
    }
}

static void ref_done(Reference *r, RefState *s)
{
    for (u32 g = 0; g < REF_GS; g++)
        ref_local(r, s, g);
    ref_push(r, s);
}

static void ref_finish(Reference *r, const RefState *s)
{
    Buf text = {0};
    buf_puts(&text, "panic: end ");
    for (u32 i = 0; i < s->nfinal; i++)
        buf_putc(&text, (char)('A' + s->final[i]));
    ref_end(r, s, buf_str(&text), 0);
    buf_free(&text);
}

static const char *const ref_fatal_text[] = {
    [REF_UNLOCK] = "fatal error: sync: unlock of unlocked mutex",
    [REF_RW_UNLOCK] = "fatal error: sync: Unlock of unlocked RWMutex",
    [REF_RUNLOCK] = "fatal error: sync: RUnlock of unlocked RWMutex",
    [REF_GO_NIL] = "fatal error: go of nil func value",
};

static void ref_end_goroutine(Reference *r, RefState *s, u32 g)
{
    RefG *self = &s->g[g];
    char text[60];
    switch (self->panicking ? (int)self->panic : 0) {
    case REF_SEND_CLOSED: ref_end(r, s, "panic: send on closed channel", g); return;
    case REF_CLOSE_CLOSED: ref_end(r, s, "panic: close of closed channel", g); return;
    case REF_NEGATIVE: ref_end(r, s, "panic: sync: negative WaitGroup counter", g); return;
    case REF_TEXT:
        snprintf(text, sizeof text, "panic: early %c", 'A' + self->ticket);
        ref_end(r, s, text, g);
        return;
    case REF_FATAL: ref_end(r, s, ref_fatal_text[self->ticket], g); return;
    }
    s->main_ended |= g == 0 && !self->exiting;
    RefClock clock = self->clock;
    *self = (RefG){.status = REF_ENDED};
    self->clock = clock;
    ref_done(r, s);
}

static void ref_park(Reference *r, RefState *s, u32 g)
{
    s->g[g].status = REF_PARKED;
    ref_done(r, s);
}

static void ref_queue(RefState *s, u32 g, u32 pc, int c, bool is_send)
{
    RefChan *ch = &s->chan[c];
    if (c == CH_NIL)
        return;
    if ((is_send ? ch->sends : ch->recvs) == REF_QUEUE)
        BUG("reference: a queue is full");
    if (is_send)
        ch->sendq[ch->sends++] = (RefWaiter){(u8)g, (u8)pc};
    else
        ch->recvq[ch->recvs++] = (RefWaiter){(u8)g, (u8)pc};
}

static void ref_select(Reference *r, const RefState *before, u32 g)
{
    const SoupInstr *in = ref_instr(r, before, g);
    u32 pc = before->g[g].pc;
    bool any = false;
    for (u32 i = 1; i <= (u32)in->a; i++) {
        const SoupInstr *one = in + i;
        const RefChan *ch = &before->chan[one->a];
        if (one->a == CH_NIL || !(one->b >= 0 ? ref_can_send(ch) : ref_can_recv(ch)))
            continue;
        any = true;
        RefState s = *before;
        if (one->b >= 0)
            ref_do_send(r, &s, g, pc + i, one->a);
        else
            ref_do_recv(r, &s, g, pc + i, one->a);
        ref_done(r, &s);
    }
    if (any)
        return;
    RefState s = *before;
    if (in->b) {
        s.g[g].n = (i8)(s.g[g].n + in->c);
        s.g[g].pc = (u8)(pc + 1 + (u32)in->a);
        ref_done(r, &s);
        return;
    }
    for (u32 i = 1; i <= (u32)in->a; i++)
        ref_queue(&s, g, pc + i, in[i].a, in[i].b >= 0);
    ref_park(r, &s, g);
}

static void ref_add(Reference *r, RefState *s, u32 g, const SoupInstr *in)
{
    if (in->b > 0 && s->wg[in->a].count == 0)
        ref_access(r, s, g, &s->wg[in->a].misuse, false);
    s->wg[in->a].count = (i8)(s->wg[in->a].count + in->b);
    s->g[g].pc++;
    if (in->b < 0)
        ref_merge(s, g, &s->wg[in->a].clock);
    if (s->wg[in->a].count < 0) {
        ref_panic(r, s, g, REF_NEGATIVE, 0);
        return;
    }
    if (s->wg[in->a].count)
        return;
    s->wg[in->a].waiters = 0;
    for (u32 i = 0; i < REF_GS; i++) {
        const SoupInstr *its = s->g[i].status == REF_PARKED ? ref_instr(r, s, i) : NULL;
        if (!its || its->op != SO_WAIT || its->a != in->a)
            continue;
        s->g[i].status = REF_RUNS;
        s->g[i].pc++;
        ref_acquire(s, i, &s->wg[in->a].clock);
    }
}

/* No deferred call runs; the program ends when g goes on. True. */
static bool ref_fatal(const Reference *r, RefState *s, u32 g, RefFatal what)
{
    ref_panic(r, s, g, REF_FATAL, what);
    s->g[g].pc = (u8)(r->soup->bodies[s->g[g].body].len - 1);
    return true;
}

static int ref_map(RefState *s, const SoupInstr *in)
{
    i8 was = s->map.value;
    switch ((SoupMapOp)in->a) {
    case SM_STORE: s->map.value = in->b; return 0;
    case SM_LOAD: return was;
    case SM_LOAD_OR_STORE: s->map.value = was ? was : in->b; return was;
    case SM_DELETE: s->map.value = 0; return was;
    case SM_CAS: s->map.value = was == in->c ? in->b : was; return was == in->c ? 5 : 0;
    case SM_SWAP: s->map.value = in->b; return was;
    case SM_COMPARE_DELETE: s->map.value = was == in->c ? 0 : was; return was == in->c ? 4 : 0;
    case SM_CLEAR: s->map.value = 0; return 0;
    }
    return 0;
}

/* Whether a loop that waits for that goes on. */
static bool ref_goes_on(i8 value, const SoupInstr *in)
{
    switch ((SoupSpin)in->c) {
    case SS_IS: return value == in->b;
    case SS_IS_NOT: return value != in->b;
    case SS_REACHES: return value >= in->b;
    }
    BUG("spin %d", in->c);
}

/* The number that an atomic variable holds, or that in the object that it points to. */
static i32 ref_content(const RefState *s, i32 atom)
{
    return atom < ATOM_HEAD ? s->atom[atom].value : s->atom[atom].value & 3;
}

/* A pointer to a new object. */
static i8 ref_new(RefState *s, i32 content)
{
    if (++s->objects == 32)
        BUG("reference: too many objects");
    return (i8)(s->objects * 4 + content);
}

/* The operations that take one way, if they can be done at all: false: not now. */
static bool ref_simple(Reference *r, RefState *s, u32 g)
{
    RefG *self = &s->g[g];
    const SoupInstr *in = ref_instr(r, s, g);
    u32 next = self->pc + 1u;
    i8 expected;
    switch ((SoupOp)in->op) {
    case SO_LEN: self->n = (i8)(self->n + in->b * s->chan[in->a].count); break;
    case SO_LOCK:
        if (s->mutex[in->a].held)
            return false;
        s->mutex[in->a].held = (u8)(g + 1);
        ref_acquire(s, g, &s->mutex[in->a].clock);
        break;
    case SO_UNLOCK:
        if (!s->mutex[in->a].held)
            return ref_fatal(r, s, g, REF_UNLOCK);
        s->mutex[in->a].held = 0;
        ref_release(s, g, &s->mutex[in->a].clock);
        break;
    case SO_TRYLOCK:
        if (s->mutex[in->a].held) {
            next = (u8)in->c;
        } else {
            s->mutex[in->a].held = (u8)(g + 1);
            ref_acquire(s, g, &s->mutex[in->a].clock);
        }
        break;
    case SO_RLOCK:
        if (s->rw.writer || s->rw.announced)
            return false;
        s->rw.readers++;
        self->reading++;
        ref_acquire(s, g, &s->rw.write);
        break;
    case SO_TRYRLOCK:
        if (s->rw.writer || s->rw.announced) {
            next = (u8)in->c;
        } else {
            s->rw.readers++;
            self->reading++;
            ref_acquire(s, g, &s->rw.write);
        }
        break;
    case SO_RUNLOCK:
        if (!s->rw.readers)
            return ref_fatal(r, s, g, REF_RUNLOCK);
        s->rw.readers--;
        self->reading = (u8)(self->reading - (self->reading > 0));
        ref_merge(s, g, &s->rw.read);
        break;
    case SO_WANNOUNCE:
        if (s->rw.writer || s->rw.announced)
            return false;
        s->rw.announced = (u8)(g + 1);
        break;
    case SO_WLOCK:
        if (s->rw.readers)
            return false;
        s->rw.announced = 0;
        s->rw.writer = (u8)(g + 1);
        ref_acquire(s, g, &s->rw.write);
        ref_acquire(s, g, &s->rw.read);
        break;
    case SO_WUNLOCK:
        if (!s->rw.writer)
            return ref_fatal(r, s, g, REF_RW_UNLOCK);
        s->rw.writer = 0;
        ref_release(s, g, &s->rw.write);
        break;
    case SO_TRYWLOCK:
        if (s->rw.writer || s->rw.announced || s->rw.readers) {
            next = (u8)in->c;
        } else {
            s->rw.writer = (u8)(g + 1);
            ref_acquire(s, g, &s->rw.write);
            ref_acquire(s, g, &s->rw.read);
        }
        break;
    case SO_ONCE_DONE:
        if (s->once) {
            ref_acquire(s, g, &s->once_clock);
            next = (u8)in->c;
        }
        break;
    case SO_ONCE_SET:
        s->once = true;
        ref_release(s, g, &s->once_clock);
        break;
    case SO_TICKET: self->ticket = s->cond.tickets++; break;
    case SO_COND_WAIT:
        if (self->ticket >= s->cond.called)
            return false;
        ref_acquire(s, g, &s->cond.clock);
        break;
    case SO_SIGNAL:
        if (s->cond.called < s->cond.tickets) {
            s->cond.called = in->a ? s->cond.tickets : (u8)(s->cond.called + 1);
            ref_merge(s, g, &s->cond.clock);
        }
        break;
    case SO_ATOMIC_ADD:
    case SO_CAS:
        ref_acquire(s, g, &s->atom[in->a].clock);
        if (in->op == SO_CAS && s->atom[in->a].value != in->b)
            break;
        self->n = (i8)(self->n + (in->op == SO_CAS));
        s->atom[in->a].value = (i8)(in->op == SO_CAS ? in->c : s->atom[in->a].value + in->b);
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_SWAP:
    case SO_AND:
    case SO_OR:
        ref_acquire(s, g, &s->atom[in->a].clock);
        self->n = (i8)(self->n + s->atom[in->a].value);
        s->atom[in->a].value = in->op == SO_SWAP  ? in->b
                               : in->op == SO_AND ? s->atom[in->a].value & in->b
                                                  : s->atom[in->a].value | in->b;
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_LOAD:
        ref_acquire(s, g, &s->atom[in->a].clock);
        self->n = (i8)(self->n + in->b * ref_content(s, in->a));
        break;
    case SO_STORE:
        s->atom[in->a].value = in->b;
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_LOAD_T:
        ref_acquire(s, g, &s->atom[in->a].clock);
        self->temporary = s->atom[in->a].value;
        break;
    case SO_CAS_T:
        ref_acquire(s, g, &s->atom[in->a].clock);
        if (s->atom[in->a].value != self->temporary) {
            next = (u8)in->c;
            break;
        }
        s->atom[in->a].value = (i8)(self->temporary + in->b);
        self->temporary = 0;
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_STORE_T:
        s->atom[in->a].value = self->temporary;
        self->temporary = 0;
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_JUMP_NE_T:
        ref_acquire(s, g, &s->atom[in->a].clock);
        if (s->atom[in->a].value != self->temporary)
            next = (u8)in->c;
        self->temporary = 0;
        break;
    case SO_STORE_NEW:
        s->atom[in->a].value = ref_new(s, in->b);
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_CAS_NEW:
    case SO_CAS_T_NEW:
        ref_acquire(s, g, &s->atom[in->a].clock);
        expected = in->op == SO_CAS_NEW ? 0 : self->temporary;
        self->temporary = 0;
        if (s->atom[in->a].value != expected) {
            next = (u8)in->c;
            break;
        }
        s->atom[in->a].value = ref_new(s, (expected + in->b) & 3);
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_ADD_N:
        ref_acquire(s, g, &s->atom[in->a].clock);
        s->atom[in->a].value = (i8)(s->atom[in->a].value + self->n);
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_JUMP_NE:
        ref_acquire(s, g, &s->atom[in->a].clock);
        if (s->atom[in->a].value != in->b)
            next = (u8)in->c;
        break;
    /* Where it goes round: counted as a livelock if nothing else can happen. */
    case SO_SPIN:
        if (!ref_goes_on(s->atom[in->a].value, in))
            return false;
        ref_acquire(s, g, &s->atom[in->a].clock);
        break;
    case SO_CAS_SPIN:
        if (s->atom[in->a].value != in->b)
            return false;
        ref_acquire(s, g, &s->atom[in->a].clock);
        s->atom[in->a].value = in->c;
        ref_release(s, g, &s->atom[in->a].clock);
        break;
    case SO_READ:
        ref_access(r, s, g, &s->var[in->a], false);
        self->n = (i8)(self->n + in->b * s->var[in->a].value);
        break;
    case SO_WRITE:
        ref_access(r, s, g, &s->var[in->a], true);
        s->var[in->a].value = in->b;
        break;
    case SO_READ_T:
        ref_access(r, s, g, &s->var[in->a], false);
        self->temporary = s->var[in->a].value;
        break;
    case SO_WRITE_T:
        ref_access(r, s, g, &s->var[in->a], true);
        s->var[in->a].value = (i8)(self->temporary * in->b + in->c);
        self->temporary = 0;
        break;
    case SO_VAR_NE:
        ref_access(r, s, g, &s->var[in->a], false);
        if (s->var[in->a].value != in->b)
            next = (u8)in->c;
        break;
    case SO_AFTER: ref_set_timer(s, g, SO_AFTER, in->a, in->b); break;
    case SO_AFTER_FUNC: ref_set_timer(s, g, SO_AFTER_FUNC, in->a, in->b); break;
    case SO_STOP:
    case SO_RESET:
        if (ref_stop_timer(s, in->c))
            self->n = (i8)(self->n + in->b);
        if (in->op == SO_RESET)
            ref_set_timer(s, g, SO_AFTER, in->c, in->a);
        break;
    case SO_UNSET: ref_unset_timer(s, (u32)in->a); break;
    case SO_EXPIRED: /* under the context's lock */
        ref_acquire(s, g, &s->context[CH_LATE - CH_CTX].clock);
        ref_release(s, g, &s->context[CH_LATE - CH_CTX].clock);
        self->n = (i8)(self->n + (s->expired ? in->b : 0));
        break;
    case SO_EXIT: {
        char text[20];
        snprintf(text, sizeof text, "exit %d", in->a);
        ref_end(r, s, text, NO_G);
        self->status = REF_NONE;
        return true;
    }
    case SO_GO_NIL: return ref_fatal(r, s, g, REF_GO_NIL);
    case SO_YIELD: break;
    case SO_COUNT: self->n = (i8)(self->n + in->b * (int)ref_count(s)); break;
    case SO_SETENV: s->env = in->a; break;
    case SO_GETENV: self->n = (i8)(self->n + (s->env == in->a ? in->b : 0)); break;
    case SO_CREATE:
        self->n = (i8)(self->n + (s->file ? 0 : in->b));
        s->file = true;
        break;
    case SO_REMOVE:
        self->n = (i8)(self->n + (s->file ? in->b : 0));
        s->file = false;
        break;
    case SO_MAP: /* under a mutex of its own */
        ref_acquire(s, g, &s->map.clock);
        self->n = (i8)(self->n + ref_map(s, in));
        ref_release(s, g, &s->map.clock);
        break;
    case SO_POOL_PUT:
        if (s->pool.count == REF_QUEUE)
            BUG("reference: the pool is full");
        s->pool.values[s->pool.count++] = in->a;
        ref_merge(s, g, &s->pool.clock);
        break;
    case SO_POOL_GET:
        if (!s->pool.count)
            break;
        ref_acquire(s, g, &s->pool.clock);
        self->n = (i8)(self->n + in->b * s->pool.values[--s->pool.count]);
        s->pool.values[s->pool.count] = 0;
        break;
    case SO_FINAL_VAR:
        ref_access(r, s, g, &s->var[in->a], false);
        s->final[s->nfinal++] = s->var[in->a].value;
        break;
    case SO_FINAL_ATOM:
        ref_acquire(s, g, &s->atom[in->a].clock);
        s->final[s->nfinal++] = (i8)ref_content(s, in->a);
        break;
    case SO_FINAL_LEN: s->final[s->nfinal++] = (i8)s->chan[in->a].count; break;
    case SO_FINAL_N: s->final[s->nfinal++] = in->a < 0 ? self->n : s->result[in->a]; break;
    default: BUG("reference: op %u is not simple", in->op);
    }
    self->pc = (u8)next;
    return true;
}

/* All that g can do next; false: nothing. */
static bool ref_step(Reference *r, const RefState *before, u32 g)
{
    RefState s = *before;
    RefG *self = &s.g[g];
    const SoupInstr *in = ref_instr(r, before, g);
    switch ((SoupOp)in->op) {
    case SO_SEND:
        if (ref_can_send(&s.chan[in->a])) {
            ref_do_send(r, &s, g, self->pc, in->a);
            break;
        }
        ref_queue(&s, g, self->pc, in->a, true);
        self->status = REF_PARKED;
        break;
    case SO_RECV:
        if (ref_can_recv(&s.chan[in->a])) {
            ref_do_recv(r, &s, g, self->pc, in->a);
            break;
        }
        ref_queue(&s, g, self->pc, in->a, false);
        self->status = REF_PARKED;
        break;
    case SO_SELECT: ref_select(r, before, g); return true;
    case SO_ANY:
    case SO_KEY:
        for (int k = 0; k <= (in->op == SO_ANY ? in->a : 2); k++) {
            s = *before;
            self->n = (i8)(self->n + (in->op == SO_ANY ? k : 1 << k));
            self->pc++;
            ref_done(r, &s);
        }
        return true;
    case SO_CLOSE: ref_do_close(r, &s, g, &s.chan[in->a]); break;
    case SO_ADD: ref_add(r, &s, g, in); break;
    case SO_WAIT:
        if (s.wg[in->a].count == 0) {
            ref_acquire(&s, g, &s.wg[in->a].clock);
            self->pc++;
            break;
        }
        if (s.wg[in->a].waiters++ == 0)
            ref_access(r, &s, g, &s.wg[in->a].misuse, true);
        self->status = REF_PARKED;
        break;
    case SO_SLEEP:
        ref_set_timer(&s, g, SO_SLEEP, (int)g, in->a);
        self->status = REF_PARKED;
        break;
    case SO_CANCEL: { /* the context's lock orders cancels and looks */
        u32 which = (u32)(in->a - CH_CTX);
        self->pc++;
        ref_acquire(&s, g, &s.context[which].clock);
        ref_merge(&s, g, &s.context[which].clock);
        if (s.context[which].cancelled) {
            self->pc = (u8)in->c;
            break;
        }
        s.context[which].cancelled = true;
        s.expired = (u8)(s.expired | in->b);
        self->pc--;
        ref_do_close(r, &s, g, &s.chan[in->a]);
        break;
    }
    case SO_UNLINK:
        self->pc++;
        ref_acquire(&s, g, &s.context[0].clock);
        ref_merge(&s, g, &s.context[0].clock);
        break;
    case SO_PANIC: ref_panic(r, &s, g, REF_TEXT, (u32)in->a); break;
    case SO_GOEXIT:
        self->exiting = true;
        self->pc = (u8)r->soup->bodies[self->body].deferred;
        break;
    case SO_GO: {
        RefClock clock = self->clock;
        self->pc++;
        ref_tick(&s, g);
        ref_start(&s, (u32)in->a, &clock);
        break;
    }
    case SO_FINISH: ref_finish(r, &s); return true;
    case SO_END: ref_end_goroutine(r, &s, g); return true;
    default:
        if (!ref_simple(r, &s, g))
            return false;
        if (s.g[g].status == REF_NONE) /* the program has ended */
            return true;
    }
    ref_done(r, &s);
    return true;
}

/* Whether the tick would be lost: there is one already, so nothing happens. */
static bool ref_tick_lost(const RefState *s, const RefTimer *t)
{
    return ref_ticks(t) && s->chan[t->what].count == s->chan[t->what].cap;
}

/* Fires what may fire; false: nothing that does anything. */
static bool ref_timers(Reference *r, const RefState *before)
{
    u32 first = UINT32_MAX;
    bool any = false;
    for (u32 i = 0; i < REF_TIMERS; i++)
        if (before->timer[i].set && before->timer[i].due < first)
            first = before->timer[i].due;
    for (u32 i = 0; i < REF_TIMERS; i++) {
        if (!before->timer[i].set || ref_tick_lost(before, &before->timer[i]) ||
            (r->time == REF_IDLE_TIME && before->timer[i].due != first))
            continue;
        any = true;
        RefState s = *before;
        ref_fire(r, &s, i);
        ref_done(r, &s);
    }
    return any;
}

/* Some spin, and the others are blocked. What explains that it does not end is reported instead. */
static void ref_spins(Reference *r, const RefState *s)
{
    bool explained = ref_lock_cycle(r, s);
    if (explained)
        ref_outcome(r, "lock cycle");
    explained |= ref_leaks(r, s, NO_G);
    if (!explained && !s->main_ended)
        ref_outcome(r, "livelock");
    r->livelock = true;
}

static void ref_stuck(Reference *r, const RefState *s)
{
    for (u32 g = 0; g < REF_GS; g++) {
        u8 op = ref_instr(r, s, g)->op;
        if (s->g[g].status == REF_RUNS && (op == SO_SPIN || op == SO_CAS_SPIN)) {
            ref_spins(r, s);
            return;
        }
    }
    if (s->main_ended) {
        if (ref_lock_cycle(r, s))
            ref_outcome(r, "lock cycle");
        ref_leaks(r, s, NO_G);
        return;
    }
    ref_outcome(r, ref_count(s) ? "deadlock" : "no goroutines");
}

/* ---- leaks: by reachability (spec/leaks.md) ---- */

/* What can be reached, as sets of bits: a bit for each channel, lock and so on. */
typedef struct RefReach {
    u64 objects;
    u32 bodies; /* followed from their beginning */
} RefReach;

enum {
    REACH_MUTEX = SOUP_CHANS,
    REACH_RW = REACH_MUTEX + MUTEXES,
    REACH_WG,
    REACH_COND = REACH_WG + WGS
};

static u64 ref_bit(u32 object)
{
    return 1ull << object;
}

/* The context's channel can be reached from its child, and the child from the context. */
static u64 ref_chan_bit(int c)
{
    return c == CH_NIL                    ? 0
           : c == CH_CTX || c == CH_CHILD ? ref_bit(CH_CTX) | ref_bit(CH_CHILD)
                                          : ref_bit((u32)c);
}

/* What the instruction uses. */
static u64 ref_uses(const SoupInstr *in)
{
    switch ((SoupOp)in->op) {
    case SO_SEND:
    case SO_RECV:
    case SO_CLOSE:
    case SO_LEN:
    case SO_CASE:
    case SO_CANCEL:
    case SO_FINAL_LEN: return ref_chan_bit(in->a);
    case SO_STOP:
    case SO_RESET: return ref_bit((u32)in->c);
    case SO_EXPIRED: return ref_bit(CH_LATE);
    case SO_UNLINK: return ref_chan_bit(CH_CTX);
    case SO_LOCK:
    case SO_UNLOCK:
    case SO_TRYLOCK: return ref_bit(REACH_MUTEX + (u32)in->a);
    case SO_RLOCK:
    case SO_RUNLOCK:
    case SO_TRYRLOCK:
    case SO_WANNOUNCE:
    case SO_WLOCK:
    case SO_WUNLOCK:
    case SO_TRYWLOCK: return ref_bit(REACH_RW);
    case SO_ONCE_DONE:
    case SO_ONCE_SET: return ref_bit(REACH_MUTEX + MUTEX_ONCE);
    case SO_ADD:
    case SO_WAIT: return ref_bit(REACH_WG + (u32)in->a);
    case SO_TICKET:
    case SO_COND_WAIT:
    case SO_SIGNAL: return ref_bit(REACH_COND) | ref_bit(REACH_MUTEX + MUTEX_MU); /* cond.L */
    default: return 0;
    }
}

/* Adds what may be executed from there on. */
static void ref_follow(const Reference *r, RefReach *reach, u32 body, u32 pc, bool *seen)
{
    const SoupBody *code = &r->soup->bodies[body];
    while (pc < code->len && !seen[pc]) {
        const SoupInstr *in = &code->code[pc];
        seen[pc] = true;
        reach->objects |= ref_uses(in);
        if ((in->op == SO_GO || in->op == SO_AFTER_FUNC) && !(reach->bodies >> in->a & 1)) {
            bool fresh[SOUP_CODE] = {0};
            reach->bodies |= 1u << in->a;
            ref_follow(r, reach, (u32)in->a, 0, fresh);
        }
        bool jumps = in->op == SO_TRYLOCK || in->op == SO_TRYRLOCK || in->op == SO_TRYWLOCK ||
                     in->op == SO_ONCE_DONE || in->op == SO_CAS_T || in->op == SO_JUMP_NE ||
                     in->op == SO_JUMP_NE_T || in->op == SO_CAS_NEW || in->op == SO_CAS_T_NEW ||
                     in->op == SO_VAR_NE || in->op == SO_CANCEL || in->op == SO_JUMP;
        if (jumps)
            ref_follow(r, reach, body, (u32)in->c, seen);
        if (in->op == SO_END || in->op == SO_JUMP)
            return;
        pc++;
    }
}

/* Adds what g may still use, its deferred calls included. */
static void ref_enter(const Reference *r, const RefState *s, u32 g, RefReach *reach)
{
    bool seen[SOUP_CODE] = {0};
    ref_follow(r, reach, s->g[g].body, s->g[g].pc, seen);
    ref_follow(r, reach, s->g[g].body, r->soup->bodies[s->g[g].body].deferred, seen);
}

/* What it waits for; 0: nothing that can be. */
static u64 ref_waits_for(const Reference *r, const RefState *s, u32 g)
{
    const SoupInstr *in = ref_instr(r, s, g);
    u64 objects = 0;
    if (in->op == SO_SELECT)
        for (u32 i = 1; i <= (u32)in->a; i++)
            objects |=
                in[i].a == CH_CTX || in[i].a == CH_CHILD ? ref_bit((u32)in[i].a) : ref_uses(&in[i]);
    else if (in->op == SO_COND_WAIT)
        objects = ref_bit(REACH_COND);
    else
        objects = ref_uses(in);
    return objects;
}

/* Whether g is blocked until another goroutine, or a timer's channel, lets it go on. */
static bool ref_blocked(const Reference *r, const RefState *s, u32 g)
{
    const SoupInstr *in = ref_instr(r, s, g);
    if (s->g[g].status == REF_PARKED)
        return in->op != SO_SLEEP;
    switch ((SoupOp)in->op) {
    case SO_LOCK: return s->mutex[in->a].held;
    case SO_RLOCK:
    case SO_WANNOUNCE: return s->rw.writer || s->rw.announced;
    case SO_WLOCK: return s->rw.readers;
    case SO_COND_WAIT: return s->g[g].ticket >= s->cond.called;
    default: return false;
    }
}

static u32 ref_leaked(const Reference *r, const RefState *s, u32 panics)
{
    RefReach reach = {0};
    u32 lives = 0, exist = 0;
    if (panics != NO_G) /* all that its stack has, which mentions all variables */
        reach.objects = ~0ull;
    for (u32 i = 0; i < REF_TIMERS; i++) {
        bool seen[SOUP_CODE] = {0};
        const RefTimer *t = &s->timer[i];
        if (t->set && t->kind == SO_AFTER_FUNC)
            ref_follow(r, &reach, t->what, 0, seen);
        if (t->set && t->kind == SO_AFTER)
            reach.objects |= ref_bit(t->what);
    }
    for (bool more = true; more;) {
        more = false;
        for (u32 g = 0; g < REF_GS; g++) {
            if (s->g[g].status != REF_RUNS && s->g[g].status != REF_PARKED)
                continue;
            exist |= 1u << g;
            bool live = !ref_blocked(r, s, g) || (ref_waits_for(r, s, g) & reach.objects);
            if (!live || lives >> g & 1)
                continue;
            lives |= 1u << g;
            ref_enter(r, s, g, &reach);
            more = true;
        }
    }
    return exist & ~lives & ~ref_lock_cycle(r, s);
}

static void ref_expand(Reference *r, const RefState *s)
{
    bool moved = false;
    for (u32 g = 0; g < REF_GS; g++)
        if (s->g[g].status == REF_RUNS)
            moved |= ref_step(r, s, g);
    if (r->time == REF_ANY_TIME || !moved)
        moved |= ref_timers(r, s);
    if (!moved)
        ref_stuck(r, s);
}

static int ref_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Explores the whole program; `most` states at most, else r->gave_up. Leaks are outcomes of one
 * whose main returns. */
static void ref_explore(Reference *r, const Soup *soup, RefTime time, u64 most)
{
    *r = (Reference){.soup = soup, .time = time, .most = most, .leaks = soup->returns};
    RefState *s = xcalloc(1, sizeof *s);
    s->chan[CH_C1].cap = 1;
    s->chan[CH_C2].cap = 2;
    for (u32 c = CH_TIMER; c < soup->chans; c++)
        s->chan[c].cap = 1;
    ref_start(s, 0, &(RefClock){{0}});
    ref_done(r, s);
    while (r->todo.len && !r->gave_up) {
        *s = vec_pop(&r->todo);
        r->gave_up = ++r->states > most;
        ref_expand(r, s);
    }
    free(s);
    if (r->outcomes.len)
        qsort(r->outcomes.data, r->outcomes.len, sizeof *r->outcomes.data, ref_compare);
}

static void ref_free(Reference *r)
{
    for (u32 i = 0; i < r->outcomes.len; i++)
        free(r->outcomes.data[i]);
    vec_free(&r->outcomes);
    vec_free(&r->todo);
    map_free(&r->seen);
}

#endif

/* Small random programs that mix all of the language's concurrency, each in two forms at once: as
 * Go text for gol, and as a list of atomic operations for the reference explorer
 * (tests/unit/reference.h). The same number gives the same program.
 *
 * A program is main, up to three goroutines that main starts, and bodies that these start (go,
 * AfterFunc). It ends by panicking with the values of all variables as text, so that final states
 * are outcomes that a search finds; or main returns, so that goroutines may be left. */
#ifndef TESTS_UNIT_OP_SOUP_H
#define TESTS_UNIT_OP_SOUP_H

#include "base/buf.h"

enum { SOUP_BODIES = 12, SOUP_CODE = 96, SOUP_CHANS = 16, SOUP_CASES = 3, SOUP_FINAL = 16 };
enum { SOUP_GOROUTINES = 3 }; /* that main starts; there are bodies left for them */

/* Channels: three of the program's, a nil one, Done of the context, of a context below it and of
 * one with a timeout, C of the shared timer and of the ticker; from CH_SITE on one for each
 * time.After. */
enum { CH_C0, CH_C1, CH_C2, CH_NIL, CH_CTX, CH_CHILD, CH_LATE, CH_TIMER, CH_TICK, CH_SITE };
/* Plain variables, on which races are possible. */
enum { VAR_X, VAR_Y, VAR_Z, VAR_P, VAR_Q, VARS };
/* Of those from ATOM_HEAD on, which are pointers, the value is 4 * the number of the object, in the
 * order in which they were made, + what is in it. */
enum { ATOM_A, ATOM_B, ATOM_HEAD, ATOM_TAIL, ATOMS };

enum { MUTEX_MU, MUTEX_NU, MUTEX_ONCE, MUTEXES };
enum { WG_ALL, WG_GROUP, WGS };

/* What a goroutine does in one atomic step; a, b, c as noted. n is the goroutine's own number. */
typedef enum SoupOp {
    SO_SEND,       /* a: channel, b: value */
    SO_RECV,       /* a: channel; n += value * b; c: n += c if it is closed (0: no matter) */
    SO_CLOSE,      /* a: channel */
    SO_LEN,        /* a: channel; n += b * len */
    SO_SELECT,     /* a: number of SO_CASE that follow, b: has a default, for which n += c */
    SO_CASE,       /* a: channel, b: value to send or -1 to receive (n += value * 2), n += c */
    SO_LOCK,       /* a: mutex */
    SO_UNLOCK,     /* a: mutex */
    SO_TRYLOCK,    /* a: mutex; if it fails go to c */
    SO_RLOCK,      /* the one RWMutex */
    SO_RUNLOCK,    /* */
    SO_TRYRLOCK,   /* if it fails go to c */
    SO_WANNOUNCE,  /* first half of Lock: from here on readers wait */
    SO_WLOCK,      /* second half: the readers have gone */
    SO_WUNLOCK,    /* */
    SO_TRYWLOCK,   /* if it fails go to c */
    SO_ADD,        /* a: WaitGroup, b: delta */
    SO_WAIT,       /* a: WaitGroup */
    SO_ONCE_DONE,  /* if the Once is done go to c */
    SO_ONCE_SET,   /* */
    SO_TICKET,     /* Cond.Wait: its place in the order of waiting */
    SO_COND_WAIT,  /* until that has been called up */
    SO_SIGNAL,     /* a: all */
    SO_ATOMIC_ADD, /* a: variable, b: delta */
    SO_SWAP,       /* a: variable, b: value; n += the old one */
    SO_AND,        /* a: variable, b: mask; n += the old value */
    SO_OR,         /* the same */
    SO_LOAD,       /* a: variable; n += b * value */
    SO_STORE,      /* a: variable, b: value */
    SO_CAS,        /* a: variable, b: old, c: new; n++ if it succeeds */
    SO_LOAD_T,     /* a: variable, into the goroutine's temporary */
    SO_CAS_T,      /* a: variable := temporary + b, if it is still the temporary; else go to c */
    SO_ADD_N,      /* a: variable += n */
    SO_STORE_T,    /* a: variable := temporary */
    SO_JUMP_NE_T,  /* a: variable; go to c if it is not the temporary */
    SO_STORE_NEW,  /* a: pointer := to a new object of content b */
    SO_CAS_NEW,   /* a: pointer := to a new object of content b, if it is the first; else go to c */
    SO_CAS_T_NEW, /* the same, content + b of the temporary, if it is the temporary */
    SO_JUMP_NE,   /* a: atomic variable; go to c if it is not b */
    SO_SPIN,      /* a: atomic variable; loops until it is b, or by SoupSpin c beside b */
    SO_CAS_SPIN,  /* a: variable, b: old, c: new; loops until it succeeds */
    SO_READ,      /* a: variable; n += b * value */
    SO_WRITE,     /* a: variable, b: value */
    SO_READ_T,    /* a: variable, into the goroutine's temporary */
    SO_WRITE_T,   /* a: variable := temporary * b + c */
    SO_VAR_NE,    /* a: variable; go to c if it is not b */
    SO_SLEEP,     /* a: milliseconds */
    SO_AFTER,     /* a: channel of the site, b: milliseconds */
    SO_AFTER_FUNC, /* a: body, b: milliseconds */
    SO_STOP,       /* c: channel of the timer or ticker: n += b if it was still to fire */
    SO_RESET,      /* the same, and it is set again; a: milliseconds */
    SO_CANCEL,     /* a: channel of a context, if it is not cancelled; else go to c; b: by time */
    SO_UNSET,      /* the timer of the body a */
    SO_EXPIRED,    /* n += b if the context with a timeout has ended by time */
    SO_UNLINK,     /* the child from its parent: under the parent's lock */
    SO_PANIC,      /* a: number in the text */
    SO_GOEXIT,     /* */
    SO_EXIT,       /* a: status */
    SO_GO,         /* a: body */
    SO_YIELD,      /* Gosched */
    SO_COUNT,      /* n += b * runtime.NumGoroutine() */
    SO_SETENV,     /* a: value */
    SO_GETENV,     /* n += b if the value is a */
    SO_CREATE,     /* the file, which must not exist: n += b if that succeeds */
    SO_REMOVE,     /* the file: n += b if there is one */
    SO_MAP,        /* sync.Map, one key; a: SoupMapOp, b: value, c: old value; n += what it gives */
    SO_POOL_PUT,   /* a: value */
    SO_POOL_GET,   /* n += b * the newest value, 0 if there is none */
    SO_ANY,        /* n += any number from 0 to a */
    SO_KEY,        /* n += any of 1, 2, 4: the key where iterating over a map begins */
    SO_RECOVER,    /* if it panics: no longer; n += b, place a in the results := n */
    SO_GO_NIL,     /* go of a nil function */
    SO_JUMP,       /* go to c */
    SO_NOTE,       /* n += a */
    SO_RESULT,     /* a: place in the results := n */
    SO_FINAL_VAR,  /* the end: a: variable is printed */
    SO_FINAL_ATOM, /* a: atomic variable */
    SO_FINAL_LEN,  /* a: channel */
    SO_FINAL_N,    /* a: result, or -1 for main's n */
    SO_FINISH,     /* panics with what was printed */
    SO_END         /* the goroutine ends */
} SoupOp;

/* Until the variable is, is not, is at least. */
typedef enum SoupSpin { SS_IS, SS_IS_NOT, SS_REACHES } SoupSpin;

typedef enum SoupMapOp {
    SM_STORE,
    SM_LOAD,
    SM_LOAD_OR_STORE,
    SM_DELETE,
    SM_CAS,
    SM_SWAP,
    SM_COMPARE_DELETE,
    SM_CLEAR
} SoupMapOp;

typedef struct SoupInstr {
    u8 op;
    i8 a, b, c;
} SoupInstr;

typedef struct SoupBody {
    SoupInstr code[SOUP_CODE];
    u32 len;
    u32 deferred; /* Goexit and panics go on here */
    u32 line;     /* of the text: where goroutines that execute it are started; 0: main */
} SoupBody;

typedef struct Soup {
    SoupBody bodies[SOUP_BODIES];
    u32 nbodies;
    u32 chans;    /* CH_SITE + sites of time.After */
    bool timers;  /* time matters */
    u32 expires;  /* the body that ends the context with a timeout; 0: there is none, no ticker */
    bool returns; /* main does, instead of panicking */
    bool spins;
    u64 number;
    const char *const *vars; /* names of the variables */
    Buf text;
} Soup;

/* ---- generation ---- */

typedef struct SoupMaker {
    Soup *soup;
    SoupBody *body;
    u64 random;
    u32 depth;
    u32 results;
} SoupMaker;

static unsigned soup_below(SoupMaker *m, unsigned n)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return (unsigned)(m->random >> 33) % n;
}

/* The line of the text that is being written. */
static u32 soup_line(const SoupMaker *m)
{
    u32 line = 1;
    for (u64 i = 0; i < m->soup->text.len; i++)
        line += m->soup->text.data[i] == '\n';
    return line;
}

static u32 soup_emit(SoupMaker *m, SoupOp op, int a, int b, int c)
{
    SoupBody *body = m->body;
    if (body->len == SOUP_CODE)
        BUG("op_soup: a body is too long");
    body->code[body->len] = (SoupInstr){(u8)op, (i8)a, (i8)b, (i8)c};
    return body->len++;
}

static void soup_patch(SoupMaker *m, u32 at)
{
    m->body->code[at].c = (i8)m->body->len;
}

#define SAY(...) buf_printf(&m->soup->text, __VA_ARGS__)

static const char *const soup_chan_names[] = {
    "c0", "c1", "c2", "cn", "ctx.Done()", "child.Done()", "late.Done()", "t.C", "tick.C",
};
/* Variables, fields, elements and what pointers point to: each is a location of its own. */
static const char *const soup_var_names[][VARS] = {
    {"x", "y", "z", "p", "q"},
    {"x", "y", "z", "list[0].f", "list[1].f"},
    {"x", "y", "z", "list[1].f", "list[1].g"},
    {"x", "y", "z", "*point", "keyed[1]"},
    {"x", "y", "z", "array[2].g", "point2.f"},
};
static const char *const soup_atom_names[] = {"a", "b", "head", "tail"};
static const char *const soup_mutex_names[] = {"mu", "nu"};
static const char *const soup_wg_names[] = {"wg", "group"};

/* Any statement; most are of the theme. */
static void soup_statement(SoupMaker *m, unsigned theme);

static void soup_send(SoupMaker *m)
{
    int c = (int)soup_below(m, 3), v = (int)soup_below(m, 4);
    SAY("%s <- %d\n", soup_chan_names[c], v);
    soup_emit(m, SO_SEND, c, v, 0);
}

static void soup_recv(SoupMaker *m)
{
    int c = (int)soup_below(m, 3);
    if (soup_below(m, 3) == 0) {
        SAY("if v, ok := <-%s; ok { n += v } else { n += 5 }\n", soup_chan_names[c]);
        soup_emit(m, SO_RECV, c, 1, 5);
    } else {
        SAY("n += <-%s\n", soup_chan_names[c]);
        soup_emit(m, SO_RECV, c, 1, 0);
    }
}

/* One that is there only where time matters. */
static int soup_timed_chan(SoupMaker *m)
{
    if (!m->soup->expires)
        return CH_TIMER;
    return (int[]){CH_TIMER, CH_TICK, CH_TICK, CH_LATE}[soup_below(m, 4)];
}

/* The channel of a case: mostly one of the program's, now and then nil, the context or a timer. */
static int soup_case_chan(SoupMaker *m, bool is_send)
{
    unsigned r = soup_below(m, 12);
    if (r == 0)
        return CH_NIL;
    if (!is_send && r == 1)
        return soup_below(m, 2) ? CH_CTX : CH_CHILD;
    if (!is_send && r == 2 && m->soup->timers)
        return soup_timed_chan(m);
    return (int)soup_below(m, 3);
}

static void soup_select(SoupMaker *m)
{
    unsigned cases = 1 + soup_below(m, SOUP_CASES);
    bool has_default = soup_below(m, 2);
    int site = -1;
    if (m->soup->timers && soup_below(m, 3) == 0 && m->soup->chans < SOUP_CHANS) {
        site = (int)m->soup->chans++;
        soup_emit(m, SO_AFTER, site, 1 + (int)soup_below(m, 2), 0);
    }
    SAY("select {\n");
    soup_emit(m, SO_SELECT, (int)cases + (site >= 0), has_default, 9);
    for (unsigned i = 0; i < cases; i++) {
        bool is_send = soup_below(m, 2);
        int c = soup_case_chan(m, is_send), note = (int)soup_below(m, 8);
        if (is_send) {
            int v = (int)soup_below(m, 4);
            SAY("case %s <- %d: n += %d\n", soup_chan_names[c], v, note);
            soup_emit(m, SO_CASE, c, v, note);
        } else if (c >= CH_CTX) {
            SAY("case <-%s: n += %d\n", soup_chan_names[c], note);
            soup_emit(m, SO_CASE, c, -1, note);
        } else {
            SAY("case v := <-%s: n += v*2 + %d\n", soup_chan_names[c], note);
            soup_emit(m, SO_CASE, c, -1, note);
        }
    }
    if (site >= 0) {
        u32 after = m->body->len - cases - 2;
        SAY("case <-time.After(%d * time.Millisecond): n += 6\n", m->body->code[after].b);
        soup_emit(m, SO_CASE, site, -1, 6);
    }
    if (has_default)
        SAY("default: n += 9\n");
    SAY("}\n");
}

static void soup_channels(SoupMaker *m)
{
    int c = (int)soup_below(m, 3);
    switch (soup_below(m, 8)) {
    case 0:
    case 1: soup_send(m); break;
    case 2:
    case 3: soup_recv(m); break;
    case 4:
    case 5: soup_select(m); break;
    case 6:
        SAY("n += 3 * len(%s)\n", soup_chan_names[c]);
        soup_emit(m, SO_LEN, c, 3, 0);
        break;
    case 7:
        SAY("close(%s)\n", soup_chan_names[c]);
        soup_emit(m, SO_CLOSE, c, 0, 0);
        break;
    }
}

static void soup_spin(SoupMaker *m, SoupOp op, int a, int b, int c)
{
    soup_emit(m, op, a, b, c);
    m->soup->spins = true;
}

static void soup_atomics(SoupMaker *m, bool spin)
{
    int v = (int)soup_below(m, ATOM_HEAD), k = (int)soup_below(m, 3);
    const char *name = soup_atom_names[v];
    switch (soup_below(m, spin ? 12 : 8)) {
    case 7: {
        static const char *const names[] = {"Swap", "And", "Or"};
        unsigned op = soup_below(m, 3);
        SAY("n += int(%s.%s(%d))\n", name, names[op], k);
        soup_emit(m, (SoupOp)(SO_SWAP + op), v, k, 0);
        break;
    }
    case 5: {
        SAY("for { v := %s.Load(); if %s.CompareAndSwap(v, v+%d) { break } }\n", name, name, k + 1);
        u32 again = soup_emit(m, SO_LOAD_T, v, 0, 0);
        soup_emit(m, SO_CAS_T, v, k + 1, (int)again);
        break;
    }
    case 6:
        SAY("%s.Add(int32(n))\n", name);
        soup_emit(m, SO_ADD_N, v, 0, 0);
        break;
    case 0:
        SAY("%s.Add(%d)\n", name, k + 1);
        soup_emit(m, SO_ATOMIC_ADD, v, k + 1, 0);
        break;
    case 1:
        SAY("n += 2 * int(%s.Load())\n", name);
        soup_emit(m, SO_LOAD, v, 2, 0);
        break;
    case 2:
        SAY("%s.Store(%d)\n", name, k);
        soup_emit(m, SO_STORE, v, k, 0);
        break;
    case 3: {
        int to = (int)soup_below(m, 3);
        SAY("if %s.CompareAndSwap(%d, %d) { n++ }\n", name, k, to);
        soup_emit(m, SO_CAS, v, k, to);
        break;
    }
    case 4: {
        SAY("if %s.Load() == %d {\n", name, k);
        u32 jump = soup_emit(m, SO_JUMP_NE, v, k, 0);
        SAY("b.Add(1)\n}\n");
        soup_emit(m, SO_ATOMIC_ADD, ATOM_B, 1, 0);
        soup_patch(m, jump);
        break;
    }
    case 8:
        SAY("for %s.Load() != %d { runtime.Gosched() }\n", name, k);
        soup_spin(m, SO_SPIN, v, k, SS_IS);
        break;
    case 9:
        SAY("for %d - %s.Load() == 0 {}\n", k, name);
        soup_spin(m, SO_SPIN, v, k, SS_IS_NOT);
        break;
    case 10:
        SAY("for !(%s.Load() > %d) {}\n", name, k);
        soup_spin(m, SO_SPIN, v, k + 1, SS_REACHES);
        break;
    case 11: {
        int to = (int)soup_below(m, 3);
        SAY("for !%s.CompareAndSwap(%d, %d) {}\n", name, k, to);
        soup_spin(m, SO_CAS_SPIN, v, k, to);
        break;
    }
    }
}

/* What is stored is new, or was seen before. */
static void soup_pointers(SoupMaker *m, bool spin)
{
    int v = ATOM_HEAD + (int)soup_below(m, 2), k = (int)soup_below(m, 3);
    const char *name = soup_atom_names[v];
    u32 jump;
    switch (soup_below(m, spin ? 9 : 8)) {
    case 0:
        SAY("%s.Store(&cell{%d})\n", name, k);
        soup_emit(m, SO_STORE_NEW, v, k, 0);
        break;
    case 1:
        SAY("n += 2 * %s.Load().v\n", name);
        soup_emit(m, SO_LOAD, v, 2, 0);
        break;
    case 2:
        SAY("for { o := %s.Load(); if %s.CompareAndSwap(o, &cell{(o.v + %d) & 3}) { break } }\n",
            name, name, k);
        jump = soup_emit(m, SO_LOAD_T, v, 0, 0);
        soup_emit(m, SO_CAS_T_NEW, v, k, (int)jump);
        break;
    case 3:
        SAY("if o := %s.Load(); %s.CompareAndSwap(o, &cell{o.v}) { n += 3 }\n", name, name);
        soup_emit(m, SO_LOAD_T, v, 0, 0);
        jump = soup_emit(m, SO_CAS_T_NEW, v, 0, 0);
        soup_emit(m, SO_NOTE, 3, 0, 0);
        soup_patch(m, jump);
        break;
    case 4:
        SAY("if %s.CompareAndSwap(first, &cell{%d}) { n += 3 }\n", name, k);
        jump = soup_emit(m, SO_CAS_NEW, v, k, 0);
        soup_emit(m, SO_NOTE, 3, 0, 0);
        soup_patch(m, jump);
        break;
    case 5:
        SAY("if o := head.Load(); o == %s.Load() { n += 5 }\n", name);
        soup_emit(m, SO_LOAD_T, ATOM_HEAD, 0, 0);
        jump = soup_emit(m, SO_JUMP_NE_T, v, 0, 0);
        soup_emit(m, SO_NOTE, 5, 0, 0);
        soup_patch(m, jump);
        break;
    case 6:
        SAY("%s.Store(head.Load())\n", name);
        soup_emit(m, SO_LOAD_T, ATOM_HEAD, 0, 0);
        soup_emit(m, SO_STORE_T, v, 0, 0);
        break;
    case 7:
        SAY("if %s.Load() == first { n++ }\n", name);
        jump = soup_emit(m, SO_JUMP_NE, v, 0, 0);
        soup_emit(m, SO_NOTE, 1, 0, 0);
        soup_patch(m, jump);
        break;
    case 8:
        SAY("for %s.Load() == first { runtime.Gosched() }\n", name);
        soup_spin(m, SO_SPIN, v, 0, SS_IS_NOT);
        break;
    }
}

/* v = v*b + c */
static void soup_update(SoupMaker *m, int v, int b, int c)
{
    SAY("%s = %s*%d + %d\n", m->soup->vars[v], m->soup->vars[v], b, c);
    soup_emit(m, SO_READ_T, v, 0, 0);
    soup_emit(m, SO_WRITE_T, v, b, c);
}

static void soup_lock(SoupMaker *m, int mutex)
{
    SAY("%s.Lock()\n", soup_mutex_names[mutex]);
    soup_emit(m, SO_LOCK, mutex, 0, 0);
}

static void soup_unlock(SoupMaker *m, int mutex)
{
    SAY("%s.Unlock()\n", soup_mutex_names[mutex]);
    soup_emit(m, SO_UNLOCK, mutex, 0, 0);
}

static void soup_once(SoupMaker *m, int k)
{
    SAY("once.Do(func() { z = %d })\nn += z\n", k);
    u32 fast = soup_emit(m, SO_ONCE_DONE, 0, 0, 0);
    soup_emit(m, SO_LOCK, MUTEX_ONCE, 0, 0);
    u32 again = soup_emit(m, SO_ONCE_DONE, 0, 0, 0);
    soup_emit(m, SO_WRITE, VAR_Z, k, 0);
    soup_emit(m, SO_ONCE_SET, 0, 0, 0);
    soup_patch(m, again);
    soup_emit(m, SO_UNLOCK, MUTEX_ONCE, 0, 0);
    soup_patch(m, fast);
    soup_emit(m, SO_READ, VAR_Z, 1, 0);
}

/* Given back without having been taken, perhaps a fatal error, or never given back. */
static void soup_half_lock(SoupMaker *m)
{
    switch (soup_below(m, 6)) {
    case 0: soup_unlock(m, MUTEX_NU); break;
    case 1: soup_lock(m, MUTEX_NU); break;
    case 2:
        SAY("rw.RLock()\n");
        soup_emit(m, SO_RLOCK, 0, 0, 0);
        break;
    case 3:
        SAY("rw.RUnlock()\n");
        soup_emit(m, SO_RUNLOCK, 0, 0, 0);
        break;
    case 4:
        SAY("rw.Unlock()\n");
        soup_emit(m, SO_WUNLOCK, 0, 0, 0);
        break;
    case 5: /* a lock cycle, with a reader that takes the mutex while it holds the RWMutex */
        soup_lock(m, MUTEX_MU);
        SAY("rw.Lock()\nrw.Unlock()\n");
        soup_emit(m, SO_WANNOUNCE, 0, 0, 0);
        soup_emit(m, SO_WLOCK, 0, 0, 0);
        soup_emit(m, SO_WUNLOCK, 0, 0, 0);
        soup_unlock(m, MUTEX_MU);
        break;
    }
}

static void soup_locks(SoupMaker *m)
{
    int k = 1 + (int)soup_below(m, 3), first = (int)soup_below(m, 2);
    switch (soup_below(m, 8)) {
    case 0:
        soup_lock(m, MUTEX_MU);
        soup_update(m, VAR_X, 2, k);
        soup_unlock(m, MUTEX_MU);
        break;
    case 1:
    case 2: /* both orders: a lock cycle */
        soup_lock(m, first);
        soup_lock(m, !first);
        soup_update(m, VAR_X, 1, k);
        soup_unlock(m, !first);
        soup_unlock(m, first);
        break;
    case 3: {
        SAY("rw.RLock()\nn += y\n");
        soup_emit(m, SO_RLOCK, 0, 0, 0);
        soup_emit(m, SO_READ, VAR_Y, 1, 0);
        bool nests = soup_below(m, 2);
        if (nests)
            soup_lock(m, MUTEX_MU);
        if (nests)
            soup_unlock(m, MUTEX_MU);
        SAY("rw.RUnlock()\n");
        soup_emit(m, SO_RUNLOCK, 0, 0, 0);
        break;
    }
    case 4:
        SAY("rw.Lock()\n");
        soup_emit(m, SO_WANNOUNCE, 0, 0, 0);
        soup_emit(m, SO_WLOCK, 0, 0, 0);
        soup_update(m, VAR_Y, 1, k);
        SAY("rw.Unlock()\n");
        soup_emit(m, SO_WUNLOCK, 0, 0, 0);
        break;
    case 5: soup_once(m, k); break;
    case 6: /* read locks nest */
        SAY("rw.RLock()\nrw.RLock()\nrw.RUnlock()\nrw.RUnlock()\n");
        soup_emit(m, SO_RLOCK, 0, 0, 0);
        soup_emit(m, SO_RLOCK, 0, 0, 0);
        soup_emit(m, SO_RUNLOCK, 0, 0, 0);
        soup_emit(m, SO_RUNLOCK, 0, 0, 0);
        break;
    case 7: soup_half_lock(m); break;
    }
}

static void soup_access(SoupMaker *m)
{
    int k = (int)soup_below(m, 3), v = VAR_P + (int)soup_below(m, 2);
    switch (soup_below(m, 3)) {
    case 0:
        SAY("%s = %d\n", m->soup->vars[v], k);
        soup_emit(m, SO_WRITE, v, k, 0);
        break;
    case 1:
        SAY("n += %s\n", m->soup->vars[v]);
        soup_emit(m, SO_READ, v, 1, 0);
        break;
    case 2: {
        SAY("if %s == 1 {\n", m->soup->vars[VAR_P]);
        u32 jump = soup_emit(m, SO_VAR_NE, VAR_P, 1, 0);
        soup_update(m, VAR_Q, 1, 1);
        SAY("}\n");
        soup_patch(m, jump);
        break;
    }
    }
}

/* Whether there is an access depends on what does not happen before it. */
static void soup_tries(SoupMaker *m)
{
    u32 jump;
    switch (soup_below(m, 5)) {
    case 0:
        SAY("if mu.TryLock() {\n");
        jump = soup_emit(m, SO_TRYLOCK, MUTEX_MU, 0, 0);
        soup_update(m, VAR_X, 1, 3);
        soup_unlock(m, MUTEX_MU);
        SAY("} else { n += 7 }\n");
        break;
    case 1:
        SAY("if rw.TryRLock() {\n");
        jump = soup_emit(m, SO_TRYRLOCK, 0, 0, 0);
        SAY("n += y\nrw.RUnlock()\n} else { n += 7 }\n");
        soup_emit(m, SO_READ, VAR_Y, 1, 0);
        soup_emit(m, SO_RUNLOCK, 0, 0, 0);
        break;
    case 2:
        SAY("if rw.TryLock() {\n");
        jump = soup_emit(m, SO_TRYWLOCK, 0, 0, 0);
        soup_update(m, VAR_Y, 1, 1);
        SAY("rw.Unlock()\n} else { n += 7 }\n");
        soup_emit(m, SO_WUNLOCK, 0, 0, 0);
        break;
    case 3:
        SAY("n += 2 * runtime.NumGoroutine()\n");
        soup_emit(m, SO_COUNT, 0, 2, 0);
        return;
    default: {
        SAY("if mu.TryLock() { mu.Unlock() } else {\n");
        jump = soup_emit(m, SO_TRYLOCK, MUTEX_MU, 0, 0);
        soup_emit(m, SO_UNLOCK, MUTEX_MU, 0, 0);
        u32 over = soup_emit(m, SO_JUMP, 0, 0, 0);
        soup_patch(m, jump);
        soup_access(m);
        SAY("}\n");
        soup_patch(m, over);
        return;
    }
    }
    u32 over = soup_emit(m, SO_JUMP, 0, 0, 0);
    soup_patch(m, jump);
    soup_emit(m, SO_NOTE, 7, 0, 0);
    soup_patch(m, over);
}

static void soup_conds(SoupMaker *m)
{
    switch (soup_below(m, 3)) {
    case 0: {
        soup_lock(m, MUTEX_MU);
        SAY("if x == 0 {\ncond.Wait()\nn++\n}\n");
        u32 jump = soup_emit(m, SO_VAR_NE, VAR_X, 0, 0);
        soup_emit(m, SO_TICKET, 0, 0, 0);
        soup_emit(m, SO_UNLOCK, MUTEX_MU, 0, 0);
        soup_emit(m, SO_COND_WAIT, 0, 0, 0);
        soup_emit(m, SO_LOCK, MUTEX_MU, 0, 0);
        soup_emit(m, SO_NOTE, 1, 0, 0);
        soup_patch(m, jump);
        soup_unlock(m, MUTEX_MU);
        break;
    }
    default: {
        bool all = soup_below(m, 2);
        soup_lock(m, MUTEX_MU);
        soup_update(m, VAR_X, 1, 1);
        soup_unlock(m, MUTEX_MU);
        SAY("cond.%s()\n", all ? "Broadcast" : "Signal");
        soup_emit(m, SO_SIGNAL, all, 0, 0);
    }
    }
}

static void soup_groups(SoupMaker *m)
{
    switch (soup_below(m, 4)) {
    case 0:
        SAY("group.Add(1)\n");
        soup_emit(m, SO_ADD, WG_GROUP, 1, 0);
        break;
    case 1:
        SAY("group.Done()\n");
        soup_emit(m, SO_ADD, WG_GROUP, -1, 0);
        break;
    case 2:
        SAY("group.Wait()\nn++\n");
        soup_emit(m, SO_WAIT, WG_GROUP, 0, 0);
        soup_emit(m, SO_NOTE, 1, 0, 0);
        break;
    case 3:
        SAY("group.Add(1)\nn += 2\ngroup.Done()\n");
        soup_emit(m, SO_ADD, WG_GROUP, 1, 0);
        soup_emit(m, SO_NOTE, 2, 0, 0);
        soup_emit(m, SO_ADD, WG_GROUP, -1, 0);
        break;
    }
}

/* The statements of another goroutine, inside a function literal. */
static u32 soup_literal(SoupMaker *m, unsigned theme)
{
    SoupMaker inner = *m;
    inner.body = &m->soup->bodies[m->soup->nbodies];
    u32 number = m->soup->nbodies++;
    inner.depth++;
    inner.body->line = soup_line(m);
    SAY("func() {\nn := 0\n_ = n\n");
    soup_statement(&inner, theme);
    SAY("}");
    inner.body->deferred = inner.body->len;
    soup_emit(&inner, SO_END, 0, 0, 0);
    m->random = inner.random;
    return number;
}

/* Whether there are bodies left, beside those of the goroutines that main starts. */
static bool soup_has_room(const SoupMaker *m, u32 bodies)
{
    return m->soup->nbodies + bodies + SOUP_GOROUTINES <= SOUP_BODIES;
}

/* The ticker and the context with a timeout. */
static void soup_late(SoupMaker *m, int k)
{
    switch (soup_below(m, 6)) {
    case 0:
        SAY("tick.Stop()\n");
        soup_emit(m, SO_STOP, 0, 0, CH_TICK);
        break;
    case 1:
        SAY("tick.Reset(%d * time.Millisecond)\n", k);
        soup_emit(m, SO_RESET, k, 0, CH_TICK);
        break;
    case 2: {
        SAY("cancelLate()\n");
        u32 over = soup_emit(m, SO_CANCEL, CH_LATE, 0, 0);
        soup_emit(m, SO_UNSET, (int)m->soup->expires, 0, 0);
        soup_patch(m, over);
        break;
    }
    case 3:
        SAY("if late.Err() == context.DeadlineExceeded { n += 2 }\n");
        soup_emit(m, SO_EXPIRED, 0, 2, 0);
        break;
    default: {
        int c = soup_below(m, 2) ? CH_TICK : CH_LATE;
        SAY("<-%s\nn += 2\n", soup_chan_names[c]);
        soup_emit(m, SO_RECV, c, 0, 0);
        soup_emit(m, SO_NOTE, 2, 0, 0);
    }
    }
}

static void soup_times(SoupMaker *m)
{
    int k = 1 + (int)soup_below(m, 2);
    m->soup->timers = true;
    if (m->soup->expires && soup_below(m, 2)) {
        soup_late(m, k);
        return;
    }
    switch (soup_below(m, 8)) {
    case 0:
        SAY("time.Sleep(%d * time.Millisecond)\n", k);
        soup_emit(m, SO_SLEEP, k, 0, 0);
        break;
    case 1:
    case 2: soup_select(m); break;
    case 3:
        SAY("if t.Stop() { n += 2 }\n");
        soup_emit(m, SO_STOP, 0, 2, CH_TIMER);
        break;
    case 4:
        SAY("if t.Reset(%d * time.Millisecond) { n += 3 }\n", k);
        soup_emit(m, SO_RESET, k, 3, CH_TIMER);
        break;
    case 5:
        SAY("<-t.C\n");
        soup_emit(m, SO_RECV, CH_TIMER, 0, 0);
        break;
    default:
        if (m->depth || !soup_has_room(m, 1)) {
            soup_atomics(m, false);
            break;
        }
        SAY("time.AfterFunc(%d*time.Millisecond, ", k);
        u32 body = soup_literal(m, soup_below(m, 5));
        SAY(")\n");
        m->soup->bodies[body].line = 0; /* reports do not know where a timer was set */
        soup_emit(m, SO_AFTER_FUNC, (int)body, k, 0);
    }
}

/* The outside world: the environment, a file. */
static void soup_outside(SoupMaker *m, int k)
{
    switch (soup_below(m, 4)) {
    case 0:
        SAY("os.Setenv(\"SOUP\", \"%d\")\n", k);
        soup_emit(m, SO_SETENV, k, 0, 0);
        break;
    case 1:
        SAY("if os.Getenv(\"SOUP\") == \"%d\" { n += 4 }\n", k);
        soup_emit(m, SO_GETENV, k, 4, 0);
        break;
    case 2:
        SAY("if f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0600); err == nil "
            "{\n"
            "f.Close()\nn += 3\n}\n");
        soup_emit(m, SO_CREATE, 0, 3, 0);
        break;
    case 3:
        SAY("if os.Remove(file) == nil { n += 2 }\n");
        soup_emit(m, SO_REMOVE, 0, 2, 0);
        break;
    }
}

static void soup_map(SoupMaker *m, int k)
{
    int op = (int)soup_below(m, 8), old = 1 + (int)soup_below(m, 2);
    switch ((SoupMapOp)op) {
    case SM_STORE: SAY("shared.Store(0, %d)\n", k); break;
    case SM_LOAD: SAY("if v, ok := shared.Load(0); ok { n += v.(int) }\n"); break;
    case SM_LOAD_OR_STORE:
        SAY("if v, ok := shared.LoadOrStore(0, %d); ok { n += v.(int) }\n", k);
        break;
    case SM_DELETE: SAY("if v, ok := shared.LoadAndDelete(0); ok { n += v.(int) }\n"); break;
    case SM_CAS: SAY("if shared.CompareAndSwap(0, %d, %d) { n += 5 }\n", old, k); break;
    case SM_SWAP: SAY("if v, ok := shared.Swap(0, %d); ok { n += v.(int) }\n", k); break;
    case SM_COMPARE_DELETE: SAY("if shared.CompareAndDelete(0, %d) { n += 4 }\n", old); break;
    case SM_CLEAR: SAY("shared.Clear()\n"); break;
    }
    soup_emit(m, SO_MAP, op, k, old);
}

static void soup_pool(SoupMaker *m, int k)
{
    if (soup_below(m, 2)) {
        SAY("pool.Put(%d)\n", k);
        soup_emit(m, SO_POOL_PUT, k, 0, 0);
    } else {
        SAY("if v := pool.Get(); v != nil { n += 2 * v.(int) }\n");
        soup_emit(m, SO_POOL_GET, 0, 2, 0);
    }
}

/* Choices that are the program's own. */
static void soup_choice(SoupMaker *m, int k)
{
    if (soup_below(m, 2)) {
        SAY("n += gol.Any(0, %d)\n", k);
        soup_emit(m, SO_ANY, k, 0, 0);
    } else {
        SAY("for k := range keys { n += k; break }\n");
        soup_emit(m, SO_KEY, 0, 0, 0);
    }
}

/* Two goroutines whose closures capture the loop variable. */
static void soup_loop(SoupMaker *m)
{
    Soup *soup = m->soup;
    if (m->depth || !soup_has_room(m, 2)) {
        soup_access(m);
        return;
    }
    SoupMaker inner = *m;
    u32 first = soup->nbodies;
    soup->nbodies += 2;
    inner.body = &soup->bodies[first];
    inner.depth = 2; /* no goroutines of its own, which would be two bodies */
    inner.body->line = soup_line(m) + 1;
    SAY("for i := range 2 {\ngo func() {\nn := 0\nn += i\n");
    soup_emit(&inner, SO_NOTE, 0, 0, 0);
    soup_statement(&inner, soup_below(&inner, 7));
    SAY("a.Add(int32(n))\n}()\n}\n");
    soup_emit(&inner, SO_ADD_N, ATOM_A, 0, 0);
    inner.body->deferred = inner.body->len;
    soup_emit(&inner, SO_END, 0, 0, 0);
    m->random = inner.random;
    soup->bodies[first + 1] = soup->bodies[first];
    soup->bodies[first + 1].code[0].a = 1;
    soup_emit(m, SO_GO, (int)first, 0, 0);
    soup_emit(m, SO_GO, (int)first + 1, 0, 0);
}

/* The parent's cancels the child as well; the child's takes it out of the parent's list. */
static void soup_cancel(SoupMaker *m, bool child)
{
    SAY(child ? "cancelChild()\n" : "cancel()\n");
    u32 first = child ? UINT32_MAX : soup_emit(m, SO_CANCEL, CH_CTX, 0, 0);
    u32 second = soup_emit(m, SO_CANCEL, CH_CHILD, 0, 0);
    soup_emit(m, SO_UNLINK, 0, 0, 0);
    soup_patch(m, second);
    if (!child)
        soup_patch(m, first);
}

static void soup_rest(SoupMaker *m)
{
    int k = 1 + (int)soup_below(m, 2);
    u32 jump;
    switch (soup_below(m, 13)) {
    case 6:
    case 7: soup_outside(m, k); break;
    case 9: soup_map(m, k); break;
    case 10: soup_pool(m, k); break;
    case 11: soup_choice(m, k); break;
    case 12: soup_loop(m); break;
    case 0: soup_cancel(m, soup_below(m, 2)); break;
    case 1: {
        int c = soup_below(m, 2) ? CH_CTX : CH_CHILD;
        SAY("<-%s\nn += 3\n", soup_chan_names[c]);
        soup_emit(m, SO_RECV, c, 0, 0);
        soup_emit(m, SO_NOTE, 3, 0, 0);
        break;
    }
    case 2:
        SAY("if b.Load() == %d { os.Exit(%d) }\n", k, k + 2);
        jump = soup_emit(m, SO_JUMP_NE, ATOM_B, k, 0);
        soup_emit(m, SO_EXIT, k + 2, 0, 0);
        soup_patch(m, jump);
        break;
    case 3:
        SAY("if b.Load() == %d { runtime.Goexit() }\n", k);
        jump = soup_emit(m, SO_JUMP_NE, ATOM_B, k, 0);
        soup_emit(m, SO_GOEXIT, 0, 0, 0);
        soup_patch(m, jump);
        break;
    case 4:
        SAY("if a.Load() == %d { panic(\"early %c\") }\n", k, 'A' + k);
        jump = soup_emit(m, SO_JUMP_NE, ATOM_A, k, 0);
        soup_emit(m, SO_PANIC, k, 0, 0);
        soup_patch(m, jump);
        break;
    case 5:
        if (soup_below(m, 2)) {
            SAY("runtime.Gosched()\n");
            soup_emit(m, SO_YIELD, 0, 0, 0);
            break;
        }
        SAY("if a.Load() == %d { go none() }\n", k);
        jump = soup_emit(m, SO_JUMP_NE, ATOM_A, k, 0);
        soup_emit(m, SO_GO_NIL, 0, 0, 0);
        soup_patch(m, jump);
        break;
    case 8:
        if (m->depth > 1 || !soup_has_room(m, 1)) {
            soup_access(m);
            break;
        }
        SAY("go ");
        u32 body = soup_literal(m, soup_below(m, 5));
        SAY("()\n");
        soup_emit(m, SO_GO, (int)body, 0, 0);
        break;
    }
}

enum { THEMES = 10 };

static void soup_statement(SoupMaker *m, unsigned theme)
{
    switch (soup_below(m, 4) ? theme : soup_below(m, THEMES)) {
    case 0: soup_channels(m); break;
    case 1: soup_atomics(m, !m->soup->timers); break;
    case 2: soup_locks(m); break;
    case 3: soup_access(m); break;
    case 4: soup_tries(m); break;
    case 5: soup_conds(m); break;
    case 6: soup_groups(m); break;
    case 8: soup_pointers(m, !m->soup->timers); break;
    case 7:
        if (m->soup->timers) {
            soup_times(m);
            break;
        }
        /* fall through */
    default: soup_rest(m); break;
    }
}

static void soup_goroutine(SoupMaker *m, unsigned statements, unsigned theme)
{
    u32 number = m->soup->nbodies++;
    soup_emit(m, SO_ADD, WG_ALL, 1, 0);
    soup_emit(m, SO_GO, (int)number, 0, 0);
    bool starts = soup_below(m, 2);
    m->soup->bodies[number].line = soup_line(m) + starts;
    SAY(starts ? "wg.Add(1)\ngo func() {\ndefer wg.Done()\nn := 0\n" : "wg.Go(func() {\nn := 0\n");
    bool recovers = soup_below(m, 3) == 0;
    if (recovers)
        SAY("defer func() { if recover() != nil { n += 4; r%u = n } }()\n", m->results);
    SoupMaker inner = *m;
    inner.body = &m->soup->bodies[number];
    for (; statements; statements--)
        soup_statement(&inner, theme);
    SAY("r%u = n\n}%s)\n", m->results, starts ? "(" : "");
    soup_emit(&inner, SO_RESULT, (int)m->results, 0, 0);
    inner.body->deferred = inner.body->len;
    if (recovers)
        soup_emit(&inner, SO_RECOVER, (int)m->results, 4, 0);
    m->results++;
    soup_emit(&inner, SO_ADD, WG_ALL, -1, 0);
    soup_emit(&inner, SO_END, 0, 0, 0);
    m->random = inner.random;
}

static void soup_final(SoupMaker *m)
{
    SAY("wg.Wait()\ntext := \"end \"\nsay := func(v int) { text += string(rune('A' + v)) }\n");
    soup_emit(m, SO_WAIT, WG_ALL, 0, 0);
    for (int v = 0; v < VARS; v++) {
        SAY("say(%s)\n", m->soup->vars[v]);
        soup_emit(m, SO_FINAL_VAR, v, 0, 0);
    }
    for (int v = 0; v < ATOMS; v++) {
        SAY(v < ATOM_HEAD ? "say(int(%s.Load()))\n" : "say(%s.Load().v)\n", soup_atom_names[v]);
        soup_emit(m, SO_FINAL_ATOM, v, 0, 0);
    }
    for (int c = CH_C1; c <= CH_C2; c++) {
        SAY("say(len(%s))\n", soup_chan_names[c]);
        soup_emit(m, SO_FINAL_LEN, c, 0, 0);
    }
    for (u32 r = 0; r < 3; r++) {
        SAY("say(r%u)\n", r);
        soup_emit(m, SO_FINAL_N, (int)r, 0, 0);
    }
    SAY("say(n)\npanic(text)\n");
    soup_emit(m, SO_FINAL_N, -1, 0, 0);
    soup_emit(m, SO_FINISH, 0, 0, 0);
    m->body->deferred = m->body->len;
    soup_emit(m, SO_END, 0, 0, 0);
}

/* Main returns, mostly without having waited for the others. */
static void soup_return(SoupMaker *m)
{
    if (soup_below(m, 4) == 0) {
        SAY("wg.Wait()\n");
        soup_emit(m, SO_WAIT, WG_ALL, 0, 0);
    }
    m->body->deferred = m->body->len;
    soup_emit(m, SO_END, 0, 0, 0);
}

/* A ticker, and a context that ends by time. */
static void soup_declare_late(SoupMaker *m, int k)
{
    SAY("tick := time.NewTicker(%d * time.Millisecond)\n"
        "late, cancelLate := context.WithTimeout(context.Background(), %d*time.Millisecond)\n"
        "_, _, _ = tick, late, cancelLate\n",
        k, k);
    soup_emit(m, SO_RESET, k, 0, CH_TICK);
    m->soup->expires = m->soup->nbodies++;
    soup_emit(m, SO_AFTER_FUNC, (int)m->soup->expires, k, 0);
    SoupMaker inner = *m;
    inner.body = &m->soup->bodies[m->soup->expires];
    u32 over = soup_emit(&inner, SO_CANCEL, CH_LATE, true, 0);
    soup_emit(&inner, SO_UNSET, (int)m->soup->expires, 0, 0);
    soup_patch(&inner, over);
    inner.body->deferred = inner.body->len;
    soup_emit(&inner, SO_END, 0, 0, 0);
}

/* Makes the program of that number; with time, if `timers`; one whose main returns, if `returns`.
 * To be given back with soup_free. */
static void soup_make(Soup *soup, u64 number, bool timers, bool returns)
{
    *soup = (Soup){.nbodies = 1, .chans = CH_SITE, .timers = timers, .number = number};
    soup->returns = returns;
    SoupMaker maker = {soup, &soup->bodies[0], number * 0x9e3779b97f4a7c15ull + 1, 0, 0};
    SoupMaker *m = &maker;
    for (int i = 0; i < 8; i++)
        soup_below(m, 2);
    unsigned goroutines = 2 + !soup_below(m, 4), theme = soup_below(m, THEMES);
    if (timers && soup_below(m, 2))
        theme = 7;
    unsigned most = goroutines == 2 && soup_below(m, 2) ? 2 : 1;
    soup->vars = soup_var_names[soup_below(m, COUNT_OF(soup_var_names))];
    SAY("type pair struct{ f, g int }\ntype cell struct{ v int }\n"
        "var head, tail atomic.Pointer[cell]\nfirst := &cell{}\n"
        "head.Store(first)\ntail.Store(first)\n"
        "var mu, nu sync.Mutex\nvar rw sync.RWMutex\nvar once sync.Once\n"
        "var wg, group sync.WaitGroup\nvar a, b atomic.Int32\nvar x, y, z, p, q int\n"
        "list, keyed, point := make([]pair, 2), map[int]int{}, new(int)\n"
        "var array [3]pair\npoint2 := &array[1]\n"
        "var shared sync.Map\nvar pool sync.Pool\nkeys := map[int]bool{1: true, 2: true, 4: true}\n"
        "var none func()\nfile := \"op_soup_%llu.tmp\"\nos.Remove(file)\n"
        "_, _, _, _, _, _, _, _, _ = p, q, list, keyed, point, array, point2, keys, none\n"
        "var r0, r1, r2 int\ncond := sync.NewCond(&mu)\nvar cn chan int\n",
        (unsigned long long)number);
    SAY("ctx, cancel := context.WithCancel(context.Background())\n"
        "child, cancelChild := context.WithCancel(ctx)\n"
        "_, _, _, _, _, _ = ctx, cancel, child, cancelChild, cn, cond\n"
        "c0, c1, c2 := make(chan int), make(chan int, 1), make(chan int, 2)\nn := 0\n");
    if (timers) {
        int k = 1 + (int)soup_below(m, 2);
        SAY("t := time.NewTimer(%d * time.Millisecond)\n_ = t\n", k);
        soup_emit(m, SO_RESET, k, 0, CH_TIMER);
        if (soup_below(m, 2))
            soup_declare_late(m, k);
    }
    if (soup_below(m, 2)) {
        SAY("c2 <- 1\n");
        soup_emit(m, SO_SEND, CH_C2, 1, 0);
    }
    if (soup_below(m, 4) == 0) /* there is no other goroutine yet, or a timer only */
        soup_statement(m, theme);
    for (unsigned g = 0; g < goroutines; g++)
        soup_goroutine(m, 1 + soup_below(m, most), theme);
    if (soup_below(m, 3) == 0)
        soup_statement(m, theme);
    (returns ? soup_return : soup_final)(m);
}

static void soup_free(Soup *soup)
{
    buf_free(&soup->text);
}

#undef SAY

#endif

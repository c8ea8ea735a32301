/* One of the processes of a search by states: what it says in each round, and what it has to do.
 * The one that leads (explore/states/parallel.c) takes part in the search as all others do. */
#ifndef EXPLORE_STATES_MEMBER_H
#define EXPLORE_STATES_MEMBER_H

#include "explore/states/share.h"

/* What the process that leads has the others do before the next round. */
typedef enum Command {
    COMMAND_WAIT,   /* nothing */
    COMMAND_START,  /* begin, with what is known */
    COMMAND_SEARCH, /* make moves */
    COMMAND_REPORT, /* say what is asked for */
} Command;

enum { REPORT_LEARNT = 1, REPORT_RECORDS = 2, REPORT_STATES = 4, REPORT_EDGES = 8 };
enum { NO_PROCESS = UINT32_MAX };

typedef struct Request {
    Command command;
    u32 ms, give;     /* SEARCH: how long; number of the process to give work to, or NO_PROCESS */
    u32 report;       /* REPORT: what */
    const Buf *start; /* START */
} Request;

/* What a process says of itself in each round. */
typedef struct Status {
    u64 open, owned, memory;
    u32 ready, next;
    bool misled, astray, uneven, suspects, strange;
} Status;

/* One of the processes. */
typedef struct Member {
    Check *check;
    Transport *net;
    Share *share; /* NULL: it has not begun */
    u32 report;   /* to be sent in the next round */
    u32 made;     /* portable_made when the process began */
    u32 sent;     /* findings that are known to the one that leads */
    Buf *out, *in;
} Member;

/* Of that process, which has not begun. Freed by member_free. */
void member_init(Member *m, Check *check, Transport *net);
void member_free(Member *m);
/* A process that does not lead, until it has to end; ctx: its Check. */
void member_serve(Transport *net, void *ctx);

/* What the process sends in this round, after what m->out has. */
void member_compose(Member *m);
/* The round. False: it was the last one. */
bool member_meet(Member *m);
/* Takes what another process has for its share. */
void member_receive(Member *m, u32 from, Unpack *in);
/* Does what a request says. */
void member_obey(Member *m, Unpack *request);
/* Adds the bounds that its share has met to those of the check. */
void member_note_met(const Member *m);

/* A request, as member_obey reads it. */
void member_pack_request(const Request *request, Buf *out);
/* A state that belongs to a process, in reports and in what a process begins with. */
void member_pack_state(const OwnedState *state, Buf *out);
OwnedState member_unpack_state(Unpack *from);
/* A suspicion that there was no time for, and the bytes of its path. from->bad: it is none. */
Suspicion member_unpack_postponed(Unpack *from, Unpack *path);

#endif

/* How the processes of one search by states speak with each other: in rounds, in each of which
 * every process has a message for every other one. */
#ifndef EXPLORE_STATES_TRANSPORT_H
#define EXPLORE_STATES_TRANSPORT_H

#include "base/buf.h"

typedef struct Transport {
    u32 me, count;  /* number of this process, and how many there are; 0 leads the search */
    u32 here;       /* how many are on this machine */
    void *internal; /* of the implementation */
} Transport;

/* What a process does that does not lead, until it has to end. */
typedef void (*TransportWork)(Transport *transport, void *ctx);

/* Starts the others, or joins them: `count` processes, unless something else has decided how many
 * there are. A process that does not lead calls work and does not return. NULL: no processes can be
 * had. */
Transport *transport_start(u32 count, TransportWork work, void *ctx);
/* How many processes have been started already, by something else; 1: only this one. */
u32 transport_started(void);
/* Whether this process leads, and so is the one that writes files. To be asked at any time. */
bool transport_leads(void);
/* A round: out[i] goes to process i, and *in[i], which is replaced, comes from it; this process's
 * own comes, too. False: another one is gone, or the search is over. */
bool transport_exchange(Transport *transport, Buf *out, Buf *in);
/* In the process that leads: the others end. Frees it. */
void transport_end(Transport *transport);

#endif

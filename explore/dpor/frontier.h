/* The frontier of a search by several processes: all parts that are yet to be searched, and the
 * tree that joins them. The tree is that of one process's search (explore/dpor/dpor.h), but parts
 * of it are searched at the same time. What makes that the same search:
 *
 *   - A part begins at the end of a branch of a wakeup tree, where any step may follow (Node.free),
 * or is what is left of such a part. So a sequence that leads into a part is covered by it.
 *   - Branches of a node stay in the order in which they were inserted. Asleep in a part are the
 *     branches before its own, finished or not: they will have been explored. Those after it are
 * not, even if they are finished: they leave to it what it has in common with them.
 *   - What a step depends on is known when it has been executed, not before: until then another
 * order is all that has been seen. So a part is searched after those before it have been begun.
 *   - What a part inserts into a node of the tree is inserted after all that one process would have
 *     inserted there before: when the parts before it below that node are finished. So the tree
 * gets the same shape, which matters where equivalent executions count as two (loops that wait).
 *   - A part's answer is taken in whole: what it inserts into nodes of the tree, and what is left
 * of it. A part whose process is lost is searched again as it was. */
#ifndef EXPLORE_DPOR_FRONTIER_H
#define EXPLORE_DPOR_FRONTIER_H

#include "explore/dpor/dpor.h"

typedef struct Branch Branch;

/* A node of the search that is not within a part. */
typedef struct SharedNode {
    Branch *up;    /* the branch that leads to it */
    Branch *first; /* its branches, in the order in which they were inserted */
    u32 depth;     /* steps before it */
    bool free;     /* as Node.free */
    bool again;    /* a branch was impossible: any step that is awake is to be tried, at the end */
    u32 fresh;     /* again: as Branch.fresh */
} SharedNode;

/* A sequence that is to be inserted into the node at that depth, above the branch that holds it. */
typedef struct Held {
    u32 depth;
    ActList v;
} Held;

typedef enum BranchState {
    BRANCH_PART, /* to be searched, or being searched */
    BRANCH_NODE, /* goes on with a node of the tree */
    BRANCH_DONE,
    BRANCH_IMPOSSIBLE, /* the step is not enabled there: it counts for nothing */
    BRANCH_STATES
} BranchState;

struct Branch {
    Act act;        /* its step; none of the root, and of a `wild` one */
    SharedNode *in; /* NULL: the root */
    Branch *next;
    u8 state;
    bool busy;  /* PART: a process searches it */
    bool known; /* the step has been executed here: `act` is what it did */
    bool wild;  /* PART: begins with any step that is awake (SharedNode.again) */
    SharedNode *node;
    VEC(Held) held; /* to be inserted later, in this order */
    Buf own;        /* PART: its nodes (pack_nodes) */
    u32 fresh;      /* PART: steps from here on have not been executed before, after those given */
    double part;    /* PART: the share of it that is done */
    u64 number;     /* PART: that of the file by which it was given out; 0: it was not */
    u64 quota;      /* PART, busy: executions that its process may make; 0: any */
    u32 no_step;    /* IMPOSSIBLE: number of the step */
};

typedef struct Frontier {
    Dpor *dpor; /* names, rules; its path is scratch */
    Branch *root;
    VEC(Branch *) queue; /* parts that no process searches; the last one is next */
    u64 parts;           /* answers taken in */
    u64 numbers;         /* given to parts so far */
    u32 deepest;
} Frontier;

/* A search that has yet to begin. */
void frontier_init(Frontier *f, Dpor *dpor);
void frontier_free(Frontier *f);
/* Whether nothing is left. */
bool frontier_done(const Frontier *f);
/* The next part, for a process to search; NULL: there is none now. It is busy from now on. */
Branch *frontier_next(Frontier *f);
/* Whether it has been searched already, and so is one of the larger ones. */
bool frontier_begun(const Branch *part);
/* The part has to be searched again: its process was lost. */
void frontier_give_back(Frontier *f, Branch *part);
/* What part_serve is to be asked: at most `quota` executions of it, for `ms` milliseconds. */
void frontier_request(const Frontier *f, const Branch *part, u64 quota, u32 ms, Buf *out);
/* Takes in the answer of part_serve. What is left of the part is shared if the queue is shorter
 * than `wanted`. The counts and findings go to `check`. True: the search begins anew, and what all
 * other processes do is void. */
bool frontier_answer(Frontier *f, Branch *part, Unpack answer, u32 wanted, Check *check);
/* The part gets a number, and keeps it in files until its answer is there. */
void frontier_number(Frontier *f, Branch *part);
typedef VEC(Branch *) BranchList;
/* Appends the parts that have one. */
void frontier_numbered(const Frontier *f, BranchList *out);
/* Whether nothing is left, or frontier_next gives a part and none is searched elsewhere, so that
 * others would wait for it. */
bool frontier_goes_on(const Frontier *f);
/* An estimate of the share that is done, as if all branches of a node were as large. */
double frontier_part(const Frontier *f);
/* Writes down the whole frontier, and reads it into one that has yet to begin. False: what was read
 * is damaged. */
void frontier_pack(const Frontier *f, Buf *out);
bool frontier_unpack(Frontier *f, Unpack *from);

/* The frontier of a check that engine_dpor makes in parts. */
Frontier *parallel_frontier(const Check *check);

#endif

/* The sets of points.h and the edges between them, for the points_*.c files: constraints become
 * edges (points_edge.c), pointers go along them as they arrive, and sets become one
 * (points_merge.c). */
#ifndef ANALYSIS_POINTS_SET_H
#define ANALYSIS_POINTS_SET_H

#include "analysis/points.h"

typedef enum EdgeKind {
    EDGE_COPY,
    EDGE_SHIFT,
    EDGE_ELEM,
    EDGE_ANY,
    EDGE_LOAD,  /* to <- word at + arg */
    EDGE_STORE, /* word at + arg <- to */
    EDGE_UNBOX, /* LOAD of boxes of one type */
    EDGE_RECEIVER,
    EDGE_TYPES,   /* parts of types */
    EDGE_REACH,   /* all that the object leads to */
    EDGE_FLAT,    /* what may hold numbers of that size */
    EDGE_OPAQUE,  /* what only natives know */
    EDGE_METHODS, /* code and types of the methods of types */
    EDGE_CALL,
    EDGE_CALLABLE, /* what a call of that kind may call */
    EDGE_METHOD,   /* site `to` calls method number arg of the type if there is a receiver */
} EdgeKind;

typedef struct Edge {
    EdgeKind kind;
    Node to;
    i64 arg;
    const RType *type;
} Edge;

typedef VEC(Edge) EdgeList;

/* A sum of two hashes of each pointer's id. Two lists with the same sums have the same pointers,
 * in any order, but for one chance in 2^128. */
typedef struct Content {
    u64 sums[2];
} Content;

enum { PARTS_KNOWN = 8 };

/* What has been added to a set, most recently: part number n % PARTS_KNOWN is overwritten next. */
typedef struct PartsGot {
    Content parts[PARTS_KNOWN];
    u32 n;
} PartsGot;

typedef struct Set {
    Node same;        /* it was found to be the same set as that one; 0 = it stands for itself */
    PtrList list;     /* in the order of arrival */
    VEC(u32) ids;     /* of the list */
    u32 *slots;       /* a hash table of 1 + ids, once the list is long; */
    u32 nslots;       /* a power of two, more than half of which is free */
    u32 types;        /* of the list are run-time types */
    u32 done;         /* those before it went along the edges; */
    Content content;  /* these are what they are */
    PartsGot *got;    /* long lists that it has got; NULL: none yet */
    VEC(Node) copies; /* edges that copy */
    EdgeList edges;   /* the others */
    bool queued;
    bool apart; /* it is never made part of the largest */
} Set;

struct Points {
    Model *model;
    VEC(Set) sets;
    VEC(Node) queue; /* those from number `next` on are to be solved */
    u32 next;
    Map copies;       /* edges that copy, of sets with many: from << 32 | to */
    Map ids;          /* pointer -> 1 + its id */
    PtrList pointers; /* by id */
    Node havoc, unknown, numbers;
    Node largest;        /* that all large sets have become; 0 = there are none */
    VEC(Node) large;     /* sets that are to become it, too */
    Map shared;          /* kind, argument and type of its edges -> their set */
    Map callable;        /* what is called -> the set of those of it that can be called so */
    Map receivers;       /* set, type, with copies or not -> receivers_of */
    const RType *direct; /* of points_received_as; NULL: none was asked for */
    Map edge_at;         /* hash of an edge of it -> 1 + its number then */
    u64 followed;        /* edges, for each pointer, */
    u64 known;           /* and for each that was known to be there; not in `followed` */
    u64 collapse; /* when so many were in all, sets that copy each other in a circle become one, */
    u32 patience; /* and once more after so many for each set */
};

/* ---- points_set.c ---- */

/* The set that a node stands for; next time the way there is half as long. */
static inline Node points_set_of(const Points *points, Node node)
{
    Set *sets = points->sets.data;
    while (sets[node].same) {
        if (sets[sets[node].same].same)
            sets[node].same = sets[sets[node].same].same;
        node = sets[node].same;
    }
    return node;
}
static inline Ptr ptr_anywhere(Ptr p)
{
    return (Ptr){p.object, PTR_ANY, 0};
}
/* The word of an object that a load or store off bytes after p goes to: inside maps, channels and
 * closures, too, where no pointers lead. */
Ptr ptr_word(const Model *model, Ptr p, i64 off);
/* Whether the pointer of that id is in the set. */
bool points_has_id(const Set *set, u32 id);
/* Frees what the set consists of. */
void points_free_set(Set *set);
/* Adds the pointer of that id to a set, which stands for itself. */
void points_add_id(Points *points, Node node, u32 id);
/* Adds those of another set, which stands for itself, from number `begin` to before `end`. */
void points_add_range(Points *points, Node to, Node from, u32 begin, u32 end);
/* The same if it is known what they are: a set often gets the same from many others, as from the
 * words of all objects that one value was stored to. */
void points_add_content(Points *points, Node to, Node from, u32 begin, u32 end, Content content);
/* Those of the set before number `end` are taken to have gone along its edges: what they are that
 * were not yet. */
Content points_advance(Set *set, u32 end);
/* More work than the model has, and it is too large to be analysed. */
void points_count(Points *points, u64 count);
/* Whether the set is the one that all large sets have become. What points into an object there
 * points anywhere in it: else each of its bytes would be kept distinct in the end. */
bool points_in_largest(const Points *points, Node node);
/* Whether the set stays as it is, however large. */
bool points_stays(const Points *points, Node node);
/* Makes the sum and the wild word of an object that has no cells yet. */
void points_open(Points *points, u32 object);

/* ---- points_type.c ---- */

/* Whether p may point to a box. */
bool points_may_be_box(const Points *points, Ptr p);
/* Whether it can be the receiver word of an interface of this dynamic type. */
bool points_receives(const Points *points, Ptr p, const RType *type);
/* A type of which the same are receivers: where types say nothing of memory, one stands for all
 * whose values are one word of an interface. */
const RType *points_received_as(Points *points, const RType *type);
/* Whether a value in a channel ends before byte off, whatever lies in registers above it. */
bool points_past_end(const Points *points, Ptr p, i64 off);
/* Whether somewhere in the object lies a number of that size. */
bool object_may_hold(const Object *o, u64 size);
/* Whether a pointer to what only natives know may point to the object. */
bool points_may_be_opaque(const Points *points, const Object *o);
/* Whether what is stored there may be pointers. Natives store somewhere in what their arguments
 * lead to, but not in types, nor where memory holds numbers and text. */
bool points_takes(const Points *points, Ptr p);

/* ---- points_call.c ---- */

/* The kind of call that a site makes: of which method, or of closures with how many arguments. */
u32 points_kind_of_call(const Points *points, u32 site, u32 how);
/* Whether a call of this kind may be of what p points to. */
bool points_may_call(const Points *points, u32 kind, Ptr p);
/* The site calls what p points to, if it may. */
void points_call(Points *points, u32 site, Ptr p, u32 how);
/* The site calls method number i of a type, on those of its receivers that are of this type. */
void points_enter_method(Points *points, u32 site, const RType *type, u32 i);

/* ---- points_reach.c ---- */

/* Adds the types that natives can get from one: its parts, and pointers to it. */
void points_add_parts(Points *points, Node to, const RType *t);
/* Adds the code and the types of its methods. Types that natives make have none. */
void points_add_methods(Points *points, Node to, Ptr p);
/* All that pointers in an object lead to, itself included; one set for all that ask for it, since
 * natives that are given much of the program are called from many places. */
Node points_reach_of(Points *points, u32 object);
/* Natives may keep what p points to, change all of it, and have its functions called. */
void points_make_havoc(Points *points, Ptr p);

/* ---- points_edge.c ---- */

/* Adds an edge, and what has gone along the others of that set goes along it; nothing if it leads
 * from or to 0. */
void points_add_edge(Points *points, Node from, Edge e);
/* One pointer goes along an edge. */
void points_follow(Points *points, Edge e, Ptr p);
/* Those of a set from number `begin` to before `end` go along an edge. */
void points_follow_all(Points *points, Node from, Edge e, u32 begin, u32 end);
/* Whether the set is copied to the other already; of sets with many such edges the map knows. */
bool points_copies_to(const Points *points, Node from, Node to);
/* Adds an edge that copies, without following it. */
void points_push_copy(Points *points, Node from, Node to);

/* ---- points_largest.c ---- */

/* The edge as the largest set has it. */
Edge points_edge_of_largest(Points *points, Edge e);
/* Whether it has the edge as number `index` or before; noted, if not. */
bool points_has_edge(Points *points, Edge e, u32 index);
/* Calls of the largest set are those of what can be called so: false if the edge is no call. */
bool points_call_of_largest(Points *points, Edge e);
/* Where a copy of the largest set goes, which most sets become part of; 0 = nowhere else. */
Node points_copy_of_largest(Points *points, Node to);
/* Leaves out those that the largest set has already, which is to get the others. */
void points_leave_out_edges(Points *points, EdgeList *edges);
void points_leave_out_copies(Points *points, Set *set);
/* Its edges as the largest set has them, after sets have become one. */
void points_tidy_largest(Points *points);

/* ---- points_merge.c ---- */

/* Sets that have grown large become one. */
void points_merge_large(Points *points);
/* Sets that copy each other in a circle become one; how many fewer there are. */
u32 points_collapse(Points *points);

#endif

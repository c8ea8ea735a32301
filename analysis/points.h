/* What may point where: inclusion constraints between sets of pointers, without control flow, over
 * the values that flow.h names and the words of abstract objects. Calls are found as it goes. */
#ifndef ANALYSIS_POINTS_H
#define ANALYSIS_POINTS_H

#include "analysis/model.h"

/* Where in an object a pointer points. */
typedef enum PtrHow {
    PTR_AT,   /* at byte off */
    PTR_ELEM, /* at byte off of some element, off < Object.elem */
    PTR_ANY,
} PtrHow;

typedef struct Ptr {
    u32 object;
    u32 how : 2, off : 30;
} Ptr;

typedef VEC(Ptr) PtrList;

typedef struct Points Points;

/* Empty sets for the model, which must outlive them. */
Points *points_new(Model *model);
/* Frees them. */
void points_free(Points *points);

/* A new, empty set. */
Node points_node(Points *points);
/* The set of a value of an instance; 0 = it holds no pointers. */
Node points_sym(Points *points, u32 inst, Val sym);
/* Whether the list is of the set that all large ones have become (spec/vet.md): what points into an
 * object there points anywhere in it. */
bool points_is_largest(const Points *points, const PtrList *list);
/* What that set holds; NULL: there is none. */
const PtrList *points_largest(const Points *points);
/* What a set holds so far. Valid until something is added. */
const PtrList *points_of(const Points *points, Node node);
/* The set of a value, without making one: NULL = none. */
const PtrList *points_lookup(const Points *points, u32 inst, Val sym);
/* All that natives of unknown effect may know of: what is copied to it, they may keep, change and
 * call. A pointer to OBJECT_UNKNOWN may point to any of that; points_unknown holds just this one.
 */
Node points_havoc(const Points *points);
Node points_unknown(const Points *points);
/* Pointers of which a number was made: any number may be turned back into one of them. */
Node points_numbers(const Points *points);
/* What panics of a goroutine id carry, two words. */
Node points_panic(Points *points, u32 goro, u32 word);

/* The set includes ptr. */
void points_add(Points *points, Node node, Ptr ptr);
/* to includes all that from includes. */
void points_copy(Points *points, Node to, Node from);
/* to includes pointers to off bytes after those of from. */
void points_shift(Points *points, Node to, Node from, i64 off);
/* to includes pointers to some element of the arrays that from points into, of this size. */
void points_elem(Points *points, Node to, Node from, u64 size);
/* to includes pointers to anywhere in the objects that from points into. */
void points_any(Points *points, Node to, Node from);
/* The word off bytes after where `at` points: loaded to `to`, or stored from `from`. */
void points_load(Points *points, Node to, Node at, i64 off);
void points_store(Points *points, Node at, i64 off, Node from);
/* The same from boxes of one type only, or, if that is NULL, of any. */
void points_unbox(Points *points, Node to, Node at, i64 off, const RType *type);
/* to includes all that the pointers of from lead to, and of types their parts. */
void points_reach(Points *points, Node to, Node from);
/* The set comes to include that, too, and all of it may be stored in all of it. */
void points_mix(Points *points, Node node);
/* to includes those of from that may point to numbers of this size. */
void points_flat(Points *points, Node to, Node from, u64 size);
/* to includes those of from that only natives know, as run-time types. */
void points_opaque(Points *points, Node to, Node from);
/* to includes those of from that can be the receiver word of an interface of this dynamic type. */
void points_receiver(Points *points, Node to, Node from, const RType *type);
/* to includes the code and the types of the methods of the types that from points to. */
void points_methods(Points *points, Node to, Node from);
/* Calls what a target points to, now and later, as the site does, or a stub (HOW_ bits). */
void points_watch(Points *points, Node target, u32 site, u32 how);
/* Solves everything; calls back the model for calls and instances that are found. */
void points_solve(Points *points);

/* p moved by off bytes; by an index that is not known of elements of this size. */
Ptr ptr_shift(const Model *model, Ptr p, i64 off);
Ptr ptr_elem(const Model *model, Ptr p, u64 size);
/* The words of an object that loading from p may yield, or storing to it changes. */
Node points_cell(Points *points, Ptr p, bool store);

#endif

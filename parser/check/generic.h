/* The interface of the files that check generic types and functions. */
#ifndef PARSER_CHECK_GENERIC_H
#define PARSER_CHECK_GENERIC_H

#include "parser/check/decl.h"

/* ---- parser/check/generic.c ---- */

/* Declares the type parameters in `scope`, which should be cx->at.scope, and appends them to
 * *out. */
void check_type_params(Checker *cx, Scope *scope, FieldList *fields, TypeList *out);
/* Checks and sets their constraints, which may mention all of the type parameters. */
void check_type_constraints(Checker *cx, FieldList *fields, Type *const *tparams);
/* Whether t is a generic type without type arguments. */
bool check_is_generic_type(const Type *t);
/* Checks x[T1, T2], where x is a type. */
Type *check_instance_type(Checker *cx, Expr *e);
/* Checks the receiver of f and returns its type; of a generic type, declares the type parameters in
 * scope. */
Type *check_receiver(Checker *cx, FuncDecl *f, Scope *scope);
/* Keeps an unchecked copy of the declaration for instances; to be called before it is checked. */
void check_make_generic(Checker *cx, FuncDecl *f);
bool check_has_type_params(const FuncDecl *f);

/* ---- parser/check/constraint.c ---- */

/* Checks an element of an interface: ~T, A | B, or a type. */
Type *check_constraint_element(Checker *cx, Expr *e);
/* The checks of an element that are delayed until types are complete. */
void check_element_late(Checker *cx, Span at, Type *t);
void check_not_constraint_late(Checker *cx, Span at, Type *t);
Type *check_constraint(Checker *cx, Expr *e);
/* Whether targ satisfies the constraint, in which all type parameters are substituted. If not, *why
 * says why. */
bool check_satisfies(Checker *cx, Type *targ, Type *constraint, Reason *why);
/* Reports the first type argument that does not satisfy its constraint, and returns false. args
 * (may be NULL) has the positions. */
bool check_type_arguments(Checker *cx, Span at, ExprList *args, Type *const *tparams,
                          Type *const *targs, u32 count);

/* ---- parser/check/instance.c ---- */

/* Whether e denotes a generic function without type arguments. */
static inline bool check_is_generic_value(const Expr *e)
{
    return e->mode == MODE_VALUE && e->type->kind == TY_FUNC && e->type->func.tparams.len > 0;
}
/* Checks f[T1, T2], where f is a generic function, checked already. If there are fewer arguments
 * than type parameters, and the others cannot be inferred from them, e remains generic. */
void check_func_index(Checker *cx, Expr *e);
/* Reports a generic function that is used without type arguments, and returns false. */
bool check_instantiated(Checker *cx, Expr *e);
/* Makes e, a generic function, its instance with type `target`. False, without a report, if there
 * is none. */
bool check_instantiate_to(Checker *cx, Expr *e, Type *target);
/* Infers the type arguments of a call and makes call.fun the instance. Returns its signature, or
 * NULL after an error. */
Type *check_infer_call(Checker *cx, Expr *call, Values *args);

/* ---- parser/check/infer.c ---- */

typedef struct Inference {
    Checker *cx;
    Type *const *tparams;
    Type **bound; /* bound[i] is the type for tparams[i], NULL while unknown */
    u32 count;
} Inference;

/* Unification: binds type parameters so that x and y become identical or, unless exact, x
 * assignable from y. False if that is impossible. */
bool infer_unify(Inference *in, Type *x, Type *y, bool exact);
/* The binding of type parameter i, which it shares with the type parameters unified with it. */
Type **infer_binding(Inference *in, u32 i);
/* Binds type parameters by the core types of their constraints. If constraints are contradictory,
 * returns false and *culprit is the index of the type parameter. */
bool infer_constraints(Inference *in, u32 *culprit);
/* The last step: the same, and then substitutes bindings in the bound types. */
bool infer_complete(Inference *in, u32 *culprit);

#endif

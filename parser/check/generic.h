/* What the files about generic types and functions share with the rest of the checker. */
#ifndef PARSER_CHECK_GENERIC_H
#define PARSER_CHECK_GENERIC_H

#include "parser/check/decl.h"

/* ---- parser/check/generic.c ---- */

/* Declares the type parameters in `scope` (cx->at.scope should be it) and appends them to *out. */
void check_type_params(Checker *cx, Scope *scope, FieldList *fields, TypeList *out);
/* Then their constraints, which may mention any of them. */
void check_type_constraints(Checker *cx, FieldList *fields, Type *const *tparams);
/* The generic type or, for an instance or any other type, NULL. */
bool check_is_generic_type(const Type *t);
/* x[T1, T2] where x is a type. */
Type *check_instance_type(Checker *cx, Expr *e);
/* The receiver's type; for a method of a generic type its type parameters are declared. */
Type *check_receiver(Checker *cx, FuncDecl *f, Scope *scope);
/* A declaration whose tree will be copied for each instance: call before it is checked. */
void check_make_generic(Checker *cx, FuncDecl *f);
bool check_has_type_params(const FuncDecl *f);

/* ---- parser/check/constraint.c ---- */

/* An element of an interface: ~T, A | B, or a type. */
Type *check_constraint_element(Checker *cx, Expr *e);
/* Checks of elements that wait until the types are complete. */
void check_element_late(Checker *cx, Span at, Type *t);
void check_not_constraint_late(Checker *cx, Span at, Type *t);
Type *check_constraint(Checker *cx, Expr *e);
/* Whether targ satisfies the constraint, all of whose type parameters were replaced. */
bool check_satisfies(Checker *cx, Type *targ, Type *constraint, Reason *why);
/* Reports the first argument that does not satisfy its constraint. args may be NULL. */
bool check_type_arguments(Checker *cx, Span at, ExprList *args, Type *const *tparams,
                          Type *const *targs, u32 count);

/* ---- parser/check/instance.c ---- */

/* A generic function that was not instantiated. */
static inline bool check_is_generic_value(const Expr *e)
{
    return e->mode == MODE_VALUE && e->type->kind == TY_FUNC && e->type->func.tparams.len > 0;
}
/* f[T1, T2] where f is a generic function, evaluated. With fewer arguments than parameters e stays
 * generic, if the others do not follow from those given. */
void check_func_index(Checker *cx, Expr *e);
/* Reports a generic function that is used without type arguments; false then. */
bool check_instantiated(Checker *cx, Expr *e);
/* e becomes the instance of the generic function it names that has type `target`; false if there
 * is none (nothing is reported). */
bool check_instantiate_to(Checker *cx, Expr *e, Type *target);
/* Infers the type arguments of a call and turns call.fun into the instance. Returns its
 * signature, or NULL after an error. */
Type *check_infer_call(Checker *cx, Expr *call, Values *args);

/* ---- parser/check/infer.c ---- */

typedef struct Inference {
    Checker *cx;
    Type *const *tparams;
    Type **bound; /* parallel; NULL while unknown */
    u32 count;
} Inference;

/* Binds type parameters such that x and y become identical or (not exact) x assignable from y. */
bool infer_unify(Inference *in, Type *x, Type *y, bool exact);
/* Where the binding of type parameter i is, and of those that must be the same. */
Type **infer_binding(Inference *in, u32 i);
/* Binds what follows from core types of constraints. False if the constraints contradict; *culprit
 * is then the type parameter. */
bool infer_constraints(Inference *in, u32 *culprit);
/* The same, and then replaces type parameters inside of bound types: the last step. */
bool infer_complete(Inference *in, u32 *culprit);

#endif

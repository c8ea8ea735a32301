/* The interface between the files that check statements. */
#ifndef PARSER_CHECK_STMT_H
#define PARSER_CHECK_STMT_H

#include "parser/check/checker.h"

/* Check a statement, and a list of them, in the current scope. */
void check_stmt(Checker *cx, Stmt *s);
void check_stmt_list(Checker *cx, StmtList *list);
/* Open and close a scope for local declarations; closing it reports unused variables. */
void check_open_scope(Checker *cx);
void check_close_scope(Checker *cx);
/* Checks the condition of an if or for, which must be boolean. `where` is for messages: "if
 * statement". */
void check_condition(Checker *cx, Expr *cond, const char *where);

/* ---- parser/check/assign.c ---- */
/* Check a statement of the kind that the name says. */
void check_assign_stmt(Checker *cx, Stmt *s);
void check_define_stmt(Checker *cx, Stmt *s);
void check_incdec_stmt(Checker *cx, Stmt *s);

/* ---- parser/check/switch.c ---- */
/* Check a statement of the kind that the name says. */
void check_switch_stmt(Checker *cx, Stmt *s);
void check_type_switch_stmt(Checker *cx, Stmt *s);
void check_select_stmt(Checker *cx, Stmt *s);

/* ---- parser/check/range.c ---- */
/* Check a statement of the kind that the name says. */
void check_range_stmt(Checker *cx, Stmt *s);

/* ---- parser/check/range_func.c: loops over functions ---- */

/* Begins and ends checking the body of s, a range over a function, as a function of type `yield`.
 * *context must live until the end; between the two calls the variables and the body are
 * checked. */
void check_open_loop(Checker *cx, Stmt *s, Type *yield, FuncContext *context);
void check_close_loop(Checker *cx, Stmt *s);
/* The declared function or literal that a return statement in lit returns from, and that runs the
 * deferred calls of lit: lit itself unless it is the body of a loop over a function. */
FuncLit *check_enclosing_func(FuncLit *lit);
/* Records a return, break, continue or goto that leaves bodies of loops over functions, if it
 * does. */
void check_loop_jump(Checker *cx, Stmt *s);
/* Records a defer statement in the current function or, in the body of such a loop, in the function
 * around the loop. */
void check_note_defer(Checker *cx);

/* ---- parser/check/flow.c ---- */

/* Resolves break, continue, goto and fallthrough in a function's body (not in literals inside it).
 * Reports misplaced ones, and undefined and unused labels. */
void check_branches(Checker *cx, FlowContext *flow, Stmt *body);
/* Whether s is a terminating statement. Calls in it must have been checked. */
bool check_terminates(const FlowContext *flow, const Stmt *s);

struct FlowContext {
    Map broken; /* Stmt * of loops, switches and selects with a break that leaves them */
};

#endif

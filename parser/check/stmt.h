/* What the files that check statements share among themselves. */
#ifndef PARSER_CHECK_STMT_H
#define PARSER_CHECK_STMT_H

#include "parser/check/checker.h"

void check_stmt(Checker *cx, Stmt *s);
void check_stmt_list(Checker *cx, StmtList *list);
/* A scope of its own for what follows; close reports its unused variables. */
void check_open_scope(Checker *cx);
void check_close_scope(Checker *cx);
/* A condition of if or for: must be boolean. `where`: "if statement". */
void check_condition(Checker *cx, Expr *cond, const char *where);

/* ---- parser/check/assign.c ---- */
void check_assign_stmt(Checker *cx, Stmt *s);
void check_define_stmt(Checker *cx, Stmt *s);
void check_incdec_stmt(Checker *cx, Stmt *s);

/* ---- parser/check/switch.c ---- */
void check_switch_stmt(Checker *cx, Stmt *s);
void check_type_switch_stmt(Checker *cx, Stmt *s);
void check_select_stmt(Checker *cx, Stmt *s);

/* ---- parser/check/range.c ---- */
void check_range_stmt(Checker *cx, Stmt *s);

/* ---- parser/check/range_func.c: loops over functions ---- */

/* The body of s, a range over a function that calls a `yield`, is to be checked as a function of
 * that type; context is room for it. Then the variables and the body are checked. */
void check_open_loop(Checker *cx, Stmt *s, Type *yield, FuncContext *context);
void check_close_loop(Checker *cx, Stmt *s);
/* The function that a return statement in lit leaves, and that runs what is deferred there. */
FuncLit *check_home(FuncLit *lit);
/* A return, break, continue or goto that may leave bodies of loops over functions. */
void check_loop_jump(Checker *cx, Stmt *s);
/* A defer statement: its function has one; in the body of such a loop it is that around the loop.
 */
void check_note_defer(Checker *cx);

/* ---- parser/check/flow.c ---- */

/* Resolves break, continue, goto and fallthrough in a function's body (not in the literals inside)
 * and reports misplaced ones, bad labels and labels never used. */
void check_branches(Checker *cx, FlowContext *flow, Stmt *body);
/* Whether the statement never lets control pass behind it. Calls must have been checked. */
bool check_terminates(const FlowContext *flow, const Stmt *s);

struct FlowContext {
    Map broken; /* Stmt * of loops, switches and selects that some break leaves */
};

#endif

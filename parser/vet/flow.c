/* What can be known where control comes to in one function: a set of bits for each statement, the
 * union of those on all ways that lead there; 0: no way does. Loops and jumps are gone through
 * until nothing is added, then once more for reports. */
#include "parser/vet/vet.h"

typedef struct Walker {
    const VetFlow *flow;
    Map backs; /* loops and labels: what jumps back to them bring along */
    Map exits; /* what breaks out of a statement bring along */
    Map nexts; /* what continues of a loop bring along */
    bool grows, reports;
} Walker;

static void bring(Walker *w, Map *to, const Stmt *s, u32 bits)
{
    u64 *known = map_put(to, (u64)(uintptr_t)s);
    w->grows |= (bits & ~*known) != 0;
    *known |= bits;
}

static u32 brought(const Map *from, const Stmt *s)
{
    const u64 *known = map_get(from, (u64)(uintptr_t)s);
    return known ? (u32)*known : 0;
}

static u32 flow_stmt(Walker *w, Stmt *s, u32 in);

static u32 flow_expr(Walker *w, Expr *e, u32 in)
{
    return e && in ? w->flow->expr(w->flow->ctx, e, in) : in;
}

static u32 flow_list(Walker *w, const StmtList *list, u32 in)
{
    for (u32 i = 0; i < list->len; i++)
        in = flow_stmt(w, list->data[i], in);
    return in;
}

static u32 flow_loop(Walker *w, Stmt *s, u32 in)
{
    bool range = s->kind == ST_RANGE;
    in = range ? flow_expr(w, s->range.x, in) : flow_stmt(w, s->for_.init, in);
    in |= brought(&w->backs, s);
    if (!range)
        in = flow_expr(w, s->for_.cond, in);
    u32 out = range || s->for_.cond ? in : 0;
    u32 end = flow_stmt(w, range ? s->range.body : s->for_.body, in) | brought(&w->nexts, s);
    if (!range)
        end = flow_stmt(w, s->for_.post, end);
    bring(w, &w->backs, s, end);
    return out | brought(&w->exits, s);
}

static bool falls_through(const StmtList *body)
{
    return body->len && vec_last(body)->kind == ST_FALLTHROUGH;
}

/* Clauses of a switch, type switch or select, each entered with what is known before it. */
static u32 flow_clauses(Walker *w, Stmt *s, Clause *const *clauses, u32 count, u32 in)
{
    u32 out = brought(&w->exits, s), fallen = 0;
    bool all = s->kind == ST_SELECT;
    for (u32 i = 0; i < count; i++) {
        u32 at = in;
        for (u32 k = 0; s->kind == ST_SWITCH && k < clauses[i]->exprs.len; k++)
            at = flow_expr(w, clauses[i]->exprs.data[k], at);
        at = flow_stmt(w, clauses[i]->comm, at);
        u32 end = flow_list(w, &clauses[i]->body, at | fallen);
        fallen = falls_through(&clauses[i]->body) ? end : 0;
        out |= fallen ? 0 : end;
        all |= clauses[i]->is_default;
    }
    return all ? out : out | in;
}

static u32 flow_if(Walker *w, Stmt *s, u32 in)
{
    in = flow_expr(w, s->if_.cond, flow_stmt(w, s->if_.init, in));
    u32 then = flow_stmt(w, s->if_.then, in);
    return then | (s->if_.els ? flow_stmt(w, s->if_.els, in) : in);
}

static u32 flow_jump(Walker *w, Stmt *s, u32 in)
{
    Map *to = s->kind == ST_BREAK ? &w->exits : s->kind == ST_CONTINUE ? &w->nexts : &w->backs;
    if (s->branch.target)
        bring(w, to, s->branch.target, in);
    return 0;
}

static u32 flow_stmt(Walker *w, Stmt *s, u32 in)
{
    if (!s)
        return in;
    if (s->kind == ST_LABELED)
        in |= brought(&w->backs, s);
    in = w->flow->stmt(w->flow->ctx, s, in, w->reports);
    switch (s->kind) {
    case ST_BLOCK: return flow_list(w, &s->block.list, in);
    case ST_RETURN: return 0;
    case ST_BREAK:
    case ST_CONTINUE:
    case ST_GOTO: return flow_jump(w, s, in);
    case ST_IF: return flow_if(w, s, in);
    case ST_FOR:
    case ST_RANGE: return flow_loop(w, s, in);
    case ST_SWITCH:
        in = flow_expr(w, s->switch_.tag, flow_stmt(w, s->switch_.init, in));
        return flow_clauses(w, s, s->switch_.clauses.data, s->switch_.clauses.len, in);
    case ST_TYPESWITCH:
        in = flow_expr(w, s->typeswitch.x, flow_stmt(w, s->typeswitch.init, in));
        return flow_clauses(w, s, s->typeswitch.clauses.data, s->typeswitch.clauses.len, in);
    case ST_SELECT: return flow_clauses(w, s, s->select.clauses.data, s->select.clauses.len, in);
    case ST_LABELED: return flow_stmt(w, s->labeled.stmt, in);
    default: return in;
    }
}

u32 vet_flow(Stmt *body, const VetFlow *flow, u32 in)
{
    Walker w = {.flow = flow};
    do {
        w.grows = false;
        flow_stmt(&w, body, in);
    } while (w.grows);
    w.reports = true;
    u32 out = flow_stmt(&w, body, in);
    map_free(&w.backs);
    map_free(&w.exits);
    map_free(&w.nexts);
    return out;
}

bool vet_never_returns(const Expr *call)
{
    static const char *const functions[][2] = {
        {"os", "Exit"},   {"runtime", "Goexit"}, {"log", "Fatal"},   {"log", "Fatalf"},
        {"log", "Panic"}, {"log", "Panicf"},     {"log", "Fatalln"}, {"log", "Panicln"}};
    static const char *const of_tests[] = {"FailNow", "Fatal",   "Fatalf",
                                           "Skip",    "SkipNow", "Skipf"};
    if (call->call.builtin == BI_PANIC)
        return true;
    for (u32 i = 0; i < COUNT_OF(functions); i++)
        if (vet_calls(call, functions[i][0], NULL, functions[i][1]))
            return true;
    for (u32 i = 0; i < COUNT_OF(of_tests); i++)
        if (vet_calls(call, "testing", "common", of_tests[i]))
            return true;
    return false;
}

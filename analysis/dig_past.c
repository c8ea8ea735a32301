/* Progress: b's past surely contains an operation r that a's goroutine had not done when it made a.
 * If a's id is of one goroutine, a precedes r in program order, and r precedes b: a happens before
 * b. Creation, channels and joins are all of this shape. Which operation r is need not be known, if
 * it is one of several sends and closes of a channel, all by a's goroutine. */
#include "analysis/digest.h"

/* Whether all that may have sent on a channel, or closed it, is done by a's goroutine after a. */
static bool is_still_to_send(const Solver *solver, const Use *a, u32 message)
{
    for (u32 i = 0; i < solver->tokens.len; i++) {
        const SyncToken *t = &solver->tokens.data[i];
        if (t->flag == message && t->reached && (t->goro != a->goro || bit_has(a->done, i)))
            return false;
    }
    return true;
}

/* Whether b knows of a message that a's goroutine sends, in one place or another. */
static bool hears_later(const Solver *solver, const Use *a, const Use *b)
{
    for (u32 i = 0; i < solver->messages.len; i++)
        if (bit_has(b->past, solver->messages.data[i]) &&
            is_still_to_send(solver, a, solver->messages.data[i]))
            return true;
    return false;
}

bool past_precedes(const Solver *solver, const Use *a, const Use *b)
{
    return goro_unique(solver->model, a->goro) &&
           (solver_knows_more(solver, b->past, a->done, a->goro) || hears_later(solver, a, b));
}

static bool ordered(const Solver *solver, const Use *a, const Use *b)
{
    return past_precedes(solver, a, b) || past_precedes(solver, b, a);
}

/* The newest operation of a's goroutine that b surely knows of, if any. */
static const SyncToken *known_of(const Solver *solver, const Use *a, const Use *b)
{
    for (u32 i = solver->tokens.len; i-- > 0;)
        if (bit_has(b->past, i) && solver->tokens.data[i].goro == a->goro)
            return &solver->tokens.data[i];
    return NULL;
}

static void explain(const Solver *solver, const Use *a, const Use *b, Buf *out)
{
    const Use *sides[] = {a, b};
    for (u32 i = 0; i < 2; i++) {
        const Use *one = sides[i], *other = sides[1 - i];
        buf_puts(out, i ? "; the second " : "the first ");
        const SyncToken *t =
            goro_unique(solver->model, other->goro) ? known_of(solver, other, one) : NULL;
        if (!goro_unique(solver->model, other->goro))
            buf_puts(out, "cannot know how far all goroutines of the other have come");
        else if (!t)
            buf_puts(out, "has learnt nothing of the other goroutine");
        else {
            const Func *fn = solver->model->instances.data[t->inst]->flow->fn;
            Place place = source_place(solver->model->program->sources, fn->spans[t->pc].start);
            buf_printf(out, "knows only of what may come before the access (%s:%u)",
                       place.file ? place.file->name : "?", place.line);
        }
    }
}

const Digest digest_past = {.name = "past",
                            .says = "synchronisation orders them",
                            .ordered = ordered,
                            .by_history = true,
                            .in_rounds = IN_ROUNDS,
                            .explain = explain};

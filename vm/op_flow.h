/* Handlers of calls, panics, goroutines and channels; part of interp_run (vm/interp.c). */

/* The formatter takes CASE and labels in macros for statements. */
/* clang-format off */

CASE(CALL): BUG("a call that vm_fuse has not seen");
#define DO_CALLF \
    do { \
        u64 callee = wX; \
        ENTER(CALLF_CODE(callee), CALLF_REGS(callee), 2, (void)0); \
    } while (0)
RUN(CALLF);
#define DO_CALLC \
    do { \
        Closure *closure = (Closure *)rB; \
        CHECK_NIL(closure); \
        const Func *fn = closure->fn; \
        call_note(&vm->hot.calls, pc, fn); \
        ENTER(fn->code, fn->nregs, 1, \
              if (fn->ncaptures) frame[fn->closure_reg] = (u64)closure); \
    } while (0)
RUN(CALLC);
#define DO_CALLI \
    do { \
        RType *type = (RType *)rB; \
        CHECK_NIL(type); \
        u64 receiver = (&rB)[1]; \
        call_note(&vm->hot.calls, pc, type); \
        const Func *fn = iface_method_quick(vm, type, iC); \
        ENTER(fn->code, fn->nregs, 1, frame[0] = receiver); \
    } while (0)
RUN(CALLI);
CASE(CALLN): {
    SAVE(1);
    CHECK(instr_k(pc->in) < vm->natives.bound);
    limits_poll();
    native = vm->natives.fns[instr_k(pc->in)](vm, g, &rA + 1);
native_ended:
    switch (native) {
    case NATIVE_SYNC: /* perhaps a timer was started, and accesses are observed from now on */
#ifndef GOL_STRESS
        table = TABLE();
#endif
        CHECK(g->status == G_RUNNING);
        NEXT(1);
    case NATIVE_DONE:
        CHECK(g->status == G_RUNNING && R == g->R);
        NEXT(1);
    case NATIVE_RETRY:
        g->again = AGAIN_NATIVE;
        goto blocked;
    case NATIVE_BLOCKED:
        goto blocked;
    case NATIVE_YIELD:
        charge(vm, g, given - later - fuel);
        g = sched_preempt(vm, g, SWITCH_YIELD);
        goto resume;
    case NATIVE_PANIC:
        CHECK(g->panics && g->status == G_RUNNING);
        goto unwind;
    case NATIVE_GOEXIT:
        panic_goexit(vm, g);
        goto after_unwind;
    case NATIVE_EXIT:
        CHECK(vm->outcome.ended);
        charge(vm, g, given - later - fuel);
        return;
    }
    BUG("native function %u ended strangely", instr_k(pc->in));
}
/* Back to the caller, with what is done to put the results where it expects them. */
#define RETURN(results) \
    do { \
        u64 link = R[-1]; \
        CHECK(LINK_ADDRESS(link) && (u64)(R - g->stack) > LINK_BACK(link)); \
        results; \
        pc = LINK_ADDRESS(link); \
        R -= LINK_BACK(link) + 1; \
        DISPATCH(); \
    } while (0)
CASE(RET): {
    const u64 *src = &rA;
    RETURN(for (u32 i = 0, n = iC; i < n; i++) R[i] = src[i]);
}
#define DO_RET0 RETURN((void)0)
RUN(RET0);
#define DO_RET1 RETURN(R[0] = rA)
RUN(RET1);
CASE(GO): {
    SAVE(1);
    if (UNLIKELY(!rB)) {
        vm_fatal(vm, g, "fatal error: go of nil func value");
        goto after_unwind;
    }
    start_goroutine(vm, g, pc, R);
#ifndef GOL_STRESS
    table = TABLE();
#endif
    NEXT(1);
}
CASE(DEFER): {
    SAVE(1);
    defer_push(vm, g, vm_func_at(vm, pc), (Closure *)rB, &rA + 1, iC);
    NEXT(1);
}
CASE(FRAME): rA = defer_frame(g, R); NEXT(1);
CASE(DEFERTO): {
    SAVE(1);
    if (UNLIKELY(!defer_push_below(vm, g, rA, (Closure *)rB, &rA + 1, iC)))
        goto unwind;
    NEXT(1);
}
CASE(LOOPPANIC):
    SAVE(1);
    panic_in_loop(vm, g, rA);
    goto unwind;
CASE(RUNDEFERS):
    if (!g->defers || g->defers->frame != (u64)(R - g->stack))
        NEXT(1);
    SAVE(1);
    defer_run(vm, g, g->defers->owner);
    if (later && UNLIKELY(samples_deferred(vm, g))) {
        LOAD();
        if (sample(vm, g, pc, R, given - later - fuel))
            goto machine_code;
        DISPATCH();
    }
    goto after_unwind;
CASE(PANIC):
    SAVE(1);
    if (UNLIKELY(!rA))
        vm_nil_panic(vm, g);
    else
        vm_panic(vm, g, (RType *)rA, (&rA)[1]);
    goto unwind;
CASE(RECOVER): SAVE(1); panic_recover(vm, g, &rA); NEXT(1);
CASE(UNREACHABLE): BUG("control reached the end of a function that cannot be reached");

/* channels */
CASE(SEND): {
    SAVE(1);
    ChanStatus status = chan_send(vm, g, (Chan *)rA, &rB);
    if (LIKELY(status == CHAN_DONE))
        NEXT(1);
    if (status == CHAN_BLOCKED)
        goto blocked;
    goto unwind;
}
CASE(RECV):
    SAVE(1);
    if (UNLIKELY(chan_recv(vm, g, (Chan *)rB, &rA, NULL) != CHAN_DONE))
        goto blocked;
    NEXT(1);
CASE(RECV2):
    SAVE(1);
    if (UNLIKELY(chan_recv(vm, g, (Chan *)rB, &rA, &rA + iC) != CHAN_DONE))
        goto blocked;
    NEXT(1);
CASE(CLOSE):
    SAVE(1);
    if (UNLIKELY(chan_close(vm, g, (Chan *)rA) != CHAN_DONE))
        goto unwind;
    NEXT(1);
CASE(CHANLEN): rA = (u64)chan_len((const Chan *)rB); NEXT(1);
CASE(CHANCAP): rA = (u64)chan_cap((const Chan *)rB); NEXT(1);
CASE(SELECT): {
    u32 words = 1 + iC;
    SAVE(words);
    ChanStatus status = chan_select(vm, g, pc, R);
    if (LIKELY(status == CHAN_DONE))
        NEXT(words);
    if (status == CHAN_BLOCKED)
        goto blocked;
    goto unwind;
}
CASE(PRINT): SAVE(1); op_print(vm, pc, R); NEXT(1);

/* returns into the machine */
CASE(GOEND):
    SAVE(0);
    goro_end(vm, g);
    goto ended;
CASE(UNWIND):
    SAVE(0);
    panic_after_call(vm, g);
    goto after_unwind;
CASE(JIT):
CASE(JIT_WATCHED): BUG("machine code without a jump that leads there");

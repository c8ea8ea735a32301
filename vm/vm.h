/* The virtual machine: one VM runs one execution of one Program. */
#ifndef VM_VM_H
#define VM_VM_H

#include <setjmp.h>
#include <stdio.h>

#include "base/map.h"
#include "base/rng.h"
#include "code/effect.h"
#include "code/program.h"
#include "jit/methods.h"
#include "trace/sink.h"
#include "vm/chooser.h"
#include "vm/mem.h"
#include "vm/outcome.h"

typedef struct VM VM;
typedef struct G G;
typedef struct Chan Chan;
typedef struct Defer Defer;
typedef struct Panic Panic;
typedef struct Heap Heap;

/* How a native function ended. */
typedef enum NativeStatus {
    NATIVE_DONE,    /* results are in args[0..] */
    NATIVE_SYNC,    /* done, and it was a synchronisation, or the start of a timer, after which
                       accesses may have to be observed */
    NATIVE_BLOCKED, /* the goroutine was parked; what wakes it writes the results */
    NATIVE_RETRY,   /* the goroutine was parked; when woken, the same CALLN runs again */
    NATIVE_YIELD,   /* done, but another goroutine may run first (SWITCH_YIELD: Gosched) */
    NATIVE_PANIC,   /* vm_panic or vm_runtime_error was called */
    NATIVE_GOEXIT,  /* runtime.Goexit */
    NATIVE_EXIT,    /* os.Exit: vm->outcome is set */
} NativeStatus;

/* Arguments are args[0..] in slots, results are written to args[0..] in slots. */
typedef NativeStatus (*NativeFn)(VM *vm, G *g, u64 *args);

/* A native function and what it means to other goroutines. Where that is about an object, the
 * first argument points to it. */
typedef struct NativeDef {
    const char *name; /* "math.Sqrt", "sync.(*Mutex).Lock" */
    NativeFn fn;
    Effect effect;
    /* Whether the call can go on now; NULL: always. Where it cannot, the function parks the
     * goroutine (sync_await). Not asked if the first argument is nil. */
    bool (*ready)(const G *g, const u64 *args);
    /* The effect that a call with these arguments would have now, where that is less than `effect`
     * says; NULL: never. Not asked if the first argument is nil. */
    Effect (*now)(const u64 *args);
    /* Of an effect on files: writes the memory that its arguments point to. Of WRITE: does no more
     * than adding bytes to the buffer, {ptr, len, cap} at byte 8 of what its first argument points
     * to, which nothing else leads to. */
    bool fills;
    NativeWrites writes; /* of WRITE */
    bool leaves;         /* never returns: the goroutine or the program ends */
    /* Of READ: of interfaces, arguments or in slices that are, it reads numbers, strings and bytes
     * only, and follows no pointers. */
    bool shallow;
    /* Of READ whose results lead nowhere: it reads no more than the memory that its arguments point
     * to (1), or what that points to, too (2). 0: all that they lead to. */
    u8 depth;
    bool opens;  /* of NONE: returns the type and the value, or its address, of an interface */
    bool copies; /* of READ: what its results point to is new, and leads to what its arguments do */
    AtomicOp atomic;
    AtomicType type; /* of what an operation of sync/atomic is on */
    ReflectOp reflect;
    PoolOp pool;
    const char *wait;      /* what a stack trace says of a goroutine that waits in it */
    const char *waits_for; /* what a report on a deadlock says */
} NativeDef;

/* The native of that full name, or NULL if there is none. */
typedef const NativeDef *(*NativeFinder)(const char *name);

typedef enum GStatus { G_RUNNABLE, G_RUNNING, G_WAITING, G_DEAD } GStatus;

typedef enum WaitReason {
    WAIT_NONE,
    WAIT_SEND,
    WAIT_RECV,
    WAIT_SEND_NIL,
    WAIT_RECV_NIL,
    WAIT_SELECT,
    WAIT_SELECT_EMPTY,
    WAIT_SLEEP,
    WAIT_NATIVE,  /* in the call of a native, on the object that its first argument points to */
    WAIT_OUTSIDE, /* on a descriptor (vm/await.h) */
    WAIT_EXIT,    /* it has called os.Exit(0), and others go on for a while (config.outlive_main) */
} WaitReason;

/* One place in a wait queue. A goroutine in a select has several, else one (embedded in G). */
typedef struct Waiter Waiter;
struct Waiter {
    G *g;
    Waiter *next, *prev; /* in the queue of chan or sync object; NULL, NULL when unlinked */
    void *object;        /* Chan * or address of the sync variable */
    u64 *value;          /* slots to send from or to receive into (may be NULL) */
    u64 *ok;             /* where to write the second result of a receive (may be NULL) */
    u32 index;           /* select: case number; sync.Cond: ticket */
    bool is_send;
    const NativeDef *native; /* WAIT_NATIVE: the function that waits */
};

/* What a goroutine does first when it is resumed. */
typedef enum Again {
    AGAIN_NO,     /* the instruction at pc */
    AGAIN_NATIVE, /* the native call before pc, once more (NATIVE_RETRY) */
    AGAIN_ACCESS, /* the memory access before pc, before which it was preempted */
    AGAIN_SYNC,   /* the same with a synchronisation */
    AGAIN_DIE,    /* its panic, which no recover can stop any more, ends the program */
} Again;

/* A lock that a goroutine holds, while stepping. */
typedef struct Hold Hold;
struct Hold {
    const void *lock;
    Hold *next;
};

struct G {
    /* saved while not running */
    const Word *pc;  /* next instruction */
    u64 *R;          /* registers of the current frame */
    u32 entered;     /* segment of the sink in which it enters what is granted; 0: not known */
    u32 alloc_index; /* objects allocated so far: the next one's name is (id, alloc_index) */
    u32 holder;      /* Grant.holder of what is granted to it (vm/filter.h) */
    u32 born;        /* what alloc_index was when the present segment began (vm/filter.h) */
    u64 *stack, *stack_end;
    union {
        GoroutineRef ref; /* as sinks know it */
        struct {
            void *ref_cache;
            u32 id; /* ref.number: 1 = main */
        };
    };
    u8 status;
    u8 wait_reason;
    bool pending_panic;   /* raised when it is resumed (send on closed channel) */
    u8 again;             /* Again: what it does before the instruction at pc */
    bool goexit;          /* running its defers on the way out */
    bool yielded;         /* was preempted at the end of its time slice, or called Gosched */
    bool handed;          /* woken owning the mutex it waited for (vm/sync.c) */
    u8 retries;           /* times it was woken for a mutex and lost it to another */
    u64 reading;          /* ~address of a RWMutex that it holds to read, no pointer; 0: none */
    const void *holds[2]; /* while stepping: locks that it holds, NULL last (vm/sync.c), */
    Hold *more_holds;     /* and more of them if none of those is NULL */
    Defer *defers;        /* newest first */
    Panic *panics;        /* being handled, newest first */
    G *next;              /* run queue */
    Waiter waiter;
    Waiter *select_waiters; /* array, while in a select */
    u32 nselect;            /* length of that array; 0 outside a select */
    u64 *select_dst;        /* register for the number of the chosen case */
    u32 selects;            /* selects begun: rotates the order of their ready cases */
    u32 timers;             /* timers set: the next one's name is (id, timers) */
    u32 parent;             /* goroutine that started it */
    u32 all_index;          /* position in vm->sched.all */
    Pos start_pos;          /* the go statement */
    const Func *start_fn;
    u64 steps;          /* back edges and calls, for --steps and for replaying */
    bool stepped;       /* has run or been woken since the last snapshot (vm/snapshot.c) */
    u64 numbers, place; /* sort key of goroutines in snapshots (vm/snapshot.c) */
    u32 syncs;          /* boundaries passed (visible_boundary) since accesses have been tracked */
    u64 segment;        /* what it did since it last released something (jit/seen.h) */
    u32 races;          /* Filter.races when it last went on */
};

/* Which loops are compiled to machine code (jit/jit.h). */
typedef enum JitMode { JIT_HOT, JIT_OFF, JIT_ALL } JitMode;

/* The network inside the program (stdlib/net). */
typedef struct NetworkConfig {
    u32 faults;        /* how many things may go wrong in an execution, by choice */
    const char *hosts; /* names that it knows, "NAME=ADDRESS,..."; NULL: none but localhost */
} NetworkConfig;

/* When the program's clock starts; not given: as ever (stdlib/time/time.gol). */
typedef struct ClockStart {
    bool given;
    i64 seconds; /* since 1970 */
} ClockStart;

typedef struct VMConfig {
    Chooser *chooser;
    EventSink *sink; /* NULL: nothing is observed (--detector none) */
    NativeFinder find_native;
    int argc;
    char **argv;            /* os.Args */
    const char *build_info; /* for debug.ReadBuildInfo, in its own form; NULL: there is none */
    u64 max_steps;          /* 0 = none; back edges and calls */
    u64 max_memory;         /* 0 = none; bytes of heap */
    i64 max_time;           /* 0 = none; virtual nanoseconds, bubbles of synctest not counted */
    u32 max_stack;          /* slots per goroutine; 0 = default (128 Mi slots = 1 GB as Go) */
    u64 filter_after;       /* steps before which nothing is filtered (vm/filter.h) */
    bool track_from_start;  /* send access events before the first go statement too */
    bool real_time;
    bool private_files; /* what the run changes of files is undone when it is over (vm/undo.h) */
    bool capture;       /* what the program writes stays in vm->output.buf, both streams in order */
    bool echo;    /* with capture: it is written as well, at once; that for fd 2 is not kept */
    bool hooks;   /* hot.hook may be set: every instruction is executed singly */
    bool profile; /* count instructions (vm/profile.h) */
    bool await_signals; /* signals from outside reach a program that asks for them (vm/signal.h) */
    JitMode jit;
    const struct Sandbox *sandbox; /* what of the machine the program may touch; NULL: all */
    NetworkConfig network;
    ClockStart clock;
    /* The path of an executable that stands for os.Args[0], for a program that starts itself; NULL,
     * with errno: there is none. No function: os.Args[0] is one. */
    const char *(*executable)(void);
    const char *test_pattern; /* which tests package testing runs, whatever the program's arguments
                                 say; NULL: what they say */
    bool outlive_main; /* when main has ended the others go on for a while (AFTER_MAIN_STEPS): those
                          that are to be found blocked for ever get to where they block */
    FILE *err;         /* what the VM reports: panics, deadlocks; default stderr */
    /* Called between steps when the run has taken vm->inspect_at of them, which it moves on; and
     * before the machine waits for a signal. It may end the run. NULL: nothing is called. */
    void (*inspect)(void *ctx);
    void *inspect_ctx;
    u64 inspect_from; /* vm->inspect_at when a run begins */
    /* The limit that ends the run at once, or LIMIT_NONE: asked now and then, and when limits_raise
     * has been called (base/limits.h). NULL: none. */
    Limit (*late)(void *ctx);
    void *late_ctx;
} VMConfig;

/* How long goroutines may go on after main has ended, or os.Exit(0) was called: this many steps,
 * and this many timers that fire. */
enum { AFTER_MAIN_STEPS = 20000, AFTER_MAIN_TIMERS = 64 };

/* Stepping (vm_step): how a caller stops goroutines at boundaries. */
typedef struct Stepping {
    bool (*pause)(VM *vm, const G *g); /* asked before each boundary; true: g stops there. NULL: no
                                          stepping */
    void *ctx;                         /* of pause */
    struct AccessLog *log;             /* the VM's sink, if there are to be snapshots */
    u64 written;                       /* hash of what has been written, if hash_output */
    bool hash_output;
    bool clocked; /* the clock and the times of timers are part of a state */
    bool others;  /* set when a goroutine's step looks at what other goroutines have */
} Stepping;

/* A finalizer that is set. None ever runs (runtime.SetFinalizer), but goroutines that one would
 * wake have not leaked. */
typedef struct Finalizer {
    const void *object;
    const Closure *fn;
} Finalizer;

/* Goroutines and the queue of those that can run. */
typedef struct Sched {
    G *current;
    G *head, *tail; /* runnable, first in first out */
    u32 runnable;   /* length of that queue */
    /* With `listed`, its goroutines and their numbers in order, from `first` on, for a chooser that
     * is asked at each of their steps; there is room for one more number before them. */
    VEC(u32) ids;
    VEC(G *) queue; /* `all` keeps them alive */
    u32 first;
    bool listed;
    u32 next_gid;
    SwitchReason asks; /* why the chooser was last asked which goroutine goes on */
    u64 activity;      /* goroutines started, ended, blocked and woken, timers that have sent */
    VEC(G *) all;      /* every live goroutine; in collected memory, as are all of G's parts */
    VEC(G *) dead;     /* ended goroutines with small stacks, to be reused; collected memory */
} Sched;

/* How a goroutine has come back to a state at the ends of its time slices. */
typedef struct SpinRecord {
    u64 state;        /* that is kept: spin_state */
    u64 activity;     /* vm->sched.activity then */
    u32 since, power; /* slices since, and after how many another state is kept */
    u32 rounds;       /* how often it has come back to it */
} SpinRecord;

/* Goroutines that wait by going round a loop (vm/spin.h). */
typedef struct Spins {
    Map of; /* goroutine -> index in records + 1 */
    VEC(SpinRecord) records;
    struct LiveRegisters *live; /* NULL: not needed so far */
} Spins;

/* The program's natives, by native index. */
typedef struct Natives {
    const NativeDef **defs;
    NativeFn *fns; /* defs[i]->fn */
    u32 bound;     /* natives before this index are bound */
} Natives;

/* Objects for which numbers stand (vm/unsafe.h), by name; collected memory. */
typedef struct Exposed {
    u64 **headers; /* a hash table, NULL where it is empty */
    u64 cap, count;
    u64 widest; /* names that one of them takes, at most, beyond the first */
} Exposed;

/* Virtual time (vm/timer.h). */
typedef struct VirtualTime {
    struct Timers *timers;
    i64 now;         /* nanoseconds since the start */
    i64 computed;    /* those of them that used-up time slices took */
    u64 slice_end;   /* vm->steps when a slice was last used up, or a goroutine yielded */
    bool timed;      /* a timer was set, in this run or an earlier one of this VM */
    bool crowded;    /* many are set: timers_drop_unseen is due */
    u64 fired;       /* timers in this run, but for those of sleepers */
    i64 late;        /* how slow goroutines were in this run at least: the sum of the lateness
                        (timer_lateness) of the timers that fired */
    void *bubble;    /* of package synctest: what ended goroutines release; NULL: none */
    i64 bubble_time; /* that passed in earlier bubbles, or the time at which the present one began
                      */
} VirtualTime;

/* The REPL (vm_run_func). */
typedef struct ReplState {
    bool on;         /* the end of goroutine 1 does not end the run */
    bool held;       /* each goroutine goes on only when vm_step_held says so; the chooser must ask
                        before accesses and synchronisations */
    G *next;         /* held: the one that goes on, ... */
    u64 steps;       /* ... and how many steps it may take: accesses and synchronisations */
    Chooser *free;   /* the chooser while they are not held */
    G *input;        /* goroutine 1, while it is held or waits */
    bool failed;     /* goroutine 1 ended by a panic */
    u32 main_allocs; /* allocation index with which the next goroutine 1 begins */
} ReplState;

/* Signals from outside (vm/signal.h). */
typedef struct Signals {
    u32 watched;    /* bits */
    u32 interrupts; /* those that end the run unless watched: bit n is number n */
    int ended_by;   /* the one that did, or 0 */
    Closure *handler;
} Signals;

/* Instructions that frames without a caller return to. */
typedef struct Stubs {
    Word words[2];
    const Word *exit;        /* GOEND: ends a goroutine */
    const Word *after_defer; /* UNWIND: goes on with a panic after a deferred call it ran */
} Stubs;

/* What is known of the code that runs. */
typedef struct HotCode {
    struct Profile *profile; /* vm/profile.h; NULL: nothing is counted */
    /* Called before each instruction, with config.hooks; NULL: nothing is. Takes effect when the
     * chooser has been asked which goroutine goes on. */
    void (*hook)(VM *vm, G *g, const Word *pc, void *ctx);
    void *hook_ctx;
    struct Jit *jit; /* NULL: no loop is hot yet, or it is off */
    i64 sample_at;   /* steps left in the slice when the next hot-loop sample is taken */
    MethodCache *methods;
    CallCache calls;
    u32 deferred;           /* deferred calls that the interpreter has made */
    u8 native_status;       /* NativeStatus, when op_execute has returned JIT_NATIVE */
    struct CodeCache *code; /* vm_func_at */
} HotCode;

/* Standard output (vm_write). */
typedef struct Output {
    Buf buf;    /* not written yet; with config.capture: everything */
    Buf line;   /* print and println: what they wrote since the last newline */
    bool apart; /* with config.capture: what goes to fd 2 stays in `errors` */
    Buf errors;
    Buf faults; /* with config.capture: what went wrong on the network, a line each */
    bool is_tty;
} Output;

/* What the program can find out about other goroutines besides blocking on them. */
typedef struct Asks {
    bool trylocks;          /* that a mutex is locked: TryLock */
    bool counts_goroutines; /* that a goroutine has ended: NumGoroutine */
    bool leaks;             /* that it can never go on again: the profile goroutineleak */
    bool clock;             /* what time it is */
    bool ticks;             /* the same, by what timers send */
    bool faults;            /* what goes wrong on the network, where something may */
} Asks;

/* What is known of objects, by name (track_alloc). */
typedef struct ObjectTable {
    Map table; /* object name -> type and birth place: of channels when there is a sink */
    bool all;  /* of all objects */
} ObjectTable;

/* Memory that shows what is in a file from an offset on (vm/file_map.h). */
typedef struct FileMap {
    u64 device, inode;
    i64 offset;
    u8 *bytes;
    u64 len;
} FileMap;

typedef VEC(FileMap) FileMaps;

/* vm/undo.c */
typedef struct FileNote FileNote;
typedef VEC(FileNote) FileNotes;

/* A command that the program has started (vm/command.h). */
typedef struct ChildProcess {
    int pid;
    int end; /* descriptor that can be read when it has ended */
} ChildProcess;

/* A goroutine that waits for a descriptor, or has been woken and will look (vm/await.h). */
typedef struct Await {
    G *g;
    int fd;
    short events; /* of poll */
    bool woken;
} Await;

/* What the run has taken of the process (vm/outside.h). */
typedef struct Outside {
    int directory;   /* 1 + descriptor of the one that it began in; 0: it is still there */
    int umask;       /* 1 + the mask of permissions that it began with; 0: it is still the same */
    VEC(bool) files; /* by descriptor: the program has opened it and not closed it */
    FileMaps maps;
    VEC(Await) awaits;
    VEC(ChildProcess) commands; /* that the program has started and not waited for */
    bool commanded;             /* it has started one, or wanted to */
    Map temporaries; /* hash of a pattern of temporary files -> how many names were tried of it */
    FileNotes notes; /* VMConfig.private_files: what was there before changes, the latest last */
    Map noted;       /* hash of a path -> the latest of them that is of it */
    size_t saved;    /* bytes in these */
    bool alone;      /* other processes of the search are kept from files (undo_enter) */
    bool unsaved;    /* some of what has been changed in any run could not be noted */
    bool input;      /* standard input has been read in any run */
    bool measured;   /* the memory in use has, while goroutines may run at once, in any run */
} Outside;

/* The VM is a root of the collector (heap_vm), but what it points to with malloc is not. */
struct VM {
    Program *program;
    Heap *heap;
    VMConfig config;
    Chooser *chooser;
    Outcome outcome;
    u64 steps;
    u64 stop_at;      /* vm_run_idle: number of steps at which to stop; 0 = never */
    u64 inspect_at;   /* steps at which config.inspect is called next */
    u64 look_at;      /* steps at which config.late is asked next */
    u64 races;        /* reports of this run, as far as the caller counts them */
    u8 *globals;      /* the global region: reserved once, does not move */
    u64 globals_size; /* bytes of it in use */
    Map sync_objects; /* address -> wait queues of locks, WaitGroups, ... (vm/sync.c) */
    Map loops;   /* instruction -> whether a loop without a way out begins there (vm/endless.c) */
    Map readers; /* RWMutex and goroutine -> how often it holds it to read (vm/sync.c) */
    Rng map_seed;
    bool
        foreign_unlock; /* in some run a goroutine gave back a lock that it did not hold to write */
    bool main_ended;    /* config.outlive_main: main has, and other goroutines go on */
    bool exited;        /* main_ended, because os.Exit(0) was called */
    u32 exited_by;      /* the goroutine that called os.Exit; 0: none */
    bool testing;       /* package testing has begun to run tests */
    bool cut_short; /* others could still have gone on when the time after main's end was over */
    u32 after_main; /* timers that have fired since */
    bool can_escape;
    jmp_buf escape; /* where vm_escape goes, if can_escape */

    Sched sched;
    Spins spins;
    bool adds_only; /* the atomic Add that is being done is taken for one that learns nothing, since
                       its result is not used; set by a search that knows what to make of that */
    VirtualTime time;
    Natives natives;
    Asks ask;
    Signals signals;
    Outside outside;
    VEC(Finalizer) finalizers; /* kept for searches for leaks; collected memory */
    Exposed exposed;
    ReplState repl;
    Stepping stepping;
    HotCode hot;
    Stubs stubs;
    Output output;

    /* What is observed (vm/track.h). */
    EventSink *sink;    /* NULL: nothing is observed (--detector none) */
    bool tracking;      /* access events are being sent */
    bool concurrent;    /* a go statement has run */
    bool closes;        /* the program has a close: sends must not race with it */
    bool deaths;        /* objects have died: forget() is due (heap_report_dead) */
    const u64 *storing; /* slots that the write being reported is about to store, if known, ... */
    Loc storing_at;     /* ... and to where, ... */
    u64 storing_size;   /* ... in bytes there; all three only for sinks with WANT_VALUES */
    const u64 *passing; /* slots of the value that the send or rendezvous being reported passes on,
                           if known */
    ObjectTable objects;
    struct Seen *seen;     /* of the filter, or NULL */
    struct Filter *filter; /* drops what sinks without WANT_REPEATS need not see, or NULL */
};

/* ---- vm.c ---- */
/* A machine for runs of the program, which is borrowed; the config is copied. */
VM *vm_new(Program *program, const VMConfig *config);
/* Runs from program->entry to the end; vm->outcome says how it ended. */
void vm_run(VM *vm);
/* REPL (vm->repl.on): runs fn as goroutine 1 until it returns: true, and its result slots are in
 * results[0..fn->nresults). False: it panicked, was blocked for ever or hit a limit; that has been
 * printed, vm->outcome is reset, and the session can go on. Other goroutines run meanwhile and stay
 * alive; one that panics is printed and ended. The program may have grown since the last call: new
 * natives are bound and new globals reserved. */
bool vm_run_func(VM *vm, Func *fn, u64 *results);
/* From now on goroutines are held (vm->repl.held); the chooser, borrowed, is asked for everything
 * but which of them goes on. NULL: they run freely again, under the chooser from before. */
void vm_hold(VM *vm, Chooser *chooser);
/* The same as vm_run_func of a method, whose receiver is as in an interface. */
bool vm_run_method(VM *vm, Func *fn, u64 receiver, u64 *results);
/* While goroutines are held vm_run_func runs goroutine 1 only, and returns false with
 * vm->repl.input set if that has to wait. This lets g, or else the first in the queue, take `steps`
 * steps; if no goroutine can go on, time passes. False: nothing can happen. */
bool vm_step_held(VM *vm, G *g, u64 steps);
/* Whether goroutine 1, which waited, has ended; vm->repl.input is NULL then. *ok and results as
 * vm_run_func gives them. */
bool vm_input_ended(VM *vm, const Func *fn, bool *ok, u64 *results);
/* Ends goroutine 1 where it waits. */
void vm_drop_input(VM *vm);
/* One step at a time (vm->stepping.pause). vm_begin makes the main goroutine. vm_step runs g, which
 * is runnable and in no queue, until it is stopped at a boundary, has used up its slice, blocks or
 * ends; goroutines that it has made runnable are in the queue then. Nothing else happens: no time
 * passes, no chooser is asked which goroutine runs. */
void vm_begin(VM *vm);
void vm_step(VM *vm, G *g);
/* Lets the other goroutines run until all are blocked (REPL prompt), at most `steps` steps. */
void vm_run_idle(VM *vm, u64 steps);
/* Makes the VM ready for another vm_run of the same program, with that chooser (borrowed): nothing
 * of the last run is visible, but natives, memory and tables are kept, so this is cheaper than
 * vm_new. */
void vm_reset(VM *vm, Chooser *chooser);
/* Frees all that it has; the program and the config's objects are the caller's. */
void vm_free(VM *vm);
/* Program output to fd 1 or 2; buffered for 1, flushed at the end, before reading standard input
 * and before anything is written to 2. */
void vm_write(VM *vm, int fd, const void *data, size_t len);
/* Writes what is buffered. */
void vm_flush(VM *vm);
/* With config.capture: whether what is written to fd 2 from now on waits until this is turned off
 * again, or the run ends, so that what is written to fd 1 stands together. */
void vm_output_apart(VM *vm, bool on);
/* print and println: like vm_write(vm, 2, ...), but by whole lines. */
void vm_print(VM *vm, const char *data, size_t len);
/* Ends the run if config.late says so or a signal has come: vm->outcome.ended then. Between steps.
 * In the middle of one limits_poll does the same, and leaves the run by vm_escape. */
void vm_look(VM *vm);
/* From now on a run of the machine ends with VERDICT_LIMIT, and not the process, when no memory can
 * be allocated for anything (process_limit_memory); what was being changed then, such as the data
 * of a detector, can only be looked at. One machine at a time, until it is freed. */
void vm_outlive_memory(VM *vm);
/* Ends the run in the middle of an instruction, by longjmp; the caller has set vm->outcome. */
NORETURN void vm_escape(VM *vm);

/* Adds a float64, or a complex128, to out as print and panic messages show it: +1.500000e+000. */
void vm_format_float(double v, Buf *out);
void vm_format_complex(double re, double im, Buf *out);

/* ---- interp.c ---- */
/* Runs vm->sched.current until vm->outcome.ended or `until` has ended (NULL: all). */
void interp_run(VM *vm, G *until);

/* ---- fuse.c ---- */
/* Rewrites the functions that were added to the program since the last call, in place: for every VM
 * that runs it. --profile counts instructions as they were generated. */
void vm_fuse(VM *vm);

/* ---- visible.c: what other goroutines can notice ---- */
/* An operation as other goroutines see it. */
typedef struct Operation {
    Effect effect;
    const void *object; /* channel, lock, timer, ... that it is on; NULL: nil, none, or several */
    const NativeDef *native; /* NULL: it is no call of one */
    const u64 *args;         /* of the native */
} Operation;
/* What the instruction at g's pc - 1 does, or would do now if its native's row says how that
 * depends on the arguments. */
Operation vm_operation(const VM *vm, const G *g);
/* Its effect at most: what the row of the instruction, or of the native, says. Cheaper. */
Effect vm_effect(const VM *vm, const G *g);
/* Whether the operation of g could go on now, as far as natives are concerned. */
bool vm_operation_ready(const G *g, const Operation *op);
/* Whether g would have to wait if it did the operation now, which it is about to do. */
bool vm_operation_waits(const G *g, const Operation *op);
/* Of a goroutine before a select: whether its i-th case is ready. */
bool vm_case_ready(const G *g, u32 i);
/* Whether the operation that g is about to do sends on the channel (`sends`) or receives from it,
 * perhaps as a case of a select. */
bool vm_takes_part(const G *g, const Operation *op, const Chan *ch, bool sends);
/* Whether g, which waits for nothing yet, would have to wait if it went on now: it has been stopped
 * before an operation that cannot be done. */
bool vm_would_wait(const VM *vm, const G *g);
/* Whether g, which has not blocked, can go on: it would not have to wait, or only for one of the
 * others, and is in no loop without a way out. */
bool vm_can_go_on(VM *vm, const G *g);
/* Whether no goroutine can go on before a timer fires: each waits, or would have to wait, and not
 * for one of the others, or is in a loop without a way out. */
bool vm_idle(VM *vm);
/* Whether to offer a preemption before the instruction at g's pc - 1, which is a synchronisation or
 * a native call. */
bool visible_sync(VM *vm, const G *g);
/* Whether it is a boundary: other goroutines can notice it or what it does depends on them. Between
 * two boundaries there are only accesses to memory and steps local to the goroutine. */
bool visible_boundary(VM *vm, const G *g);
/* Whether the program calls TryLock or the like, which notice that a lock is held. */
bool visible_trylocks(VM *vm);
/* Whether its own code sets timers and calls methods of time.Time: the values that timers send are
 * times of the clock. */
bool visible_ticks(VM *vm);
/* Whether it may reach code of the network that asks what goes wrong. */
bool visible_network(VM *vm);
/* Whether its own code asks for the time: time.Now and what uses that, or visible_ticks. */
bool visible_clock(VM *vm);
/* The name of the object that the operation is on, or one that stands for the files or the clock;
 * object ~0: it is on none of these, or on several. */
Loc vm_operation_place(VM *vm, const Operation *op);
/* What g does next, where it was preempted or the chooser is asked (SWITCH_ACCESS, SWITCH_SYNC). */
typedef struct NextStep {
    Loc loc; /* memory, channel or synchronisation object; object ~0: none, or several */
    bool write, sync;
    Pos pos;
} NextStep;
/* The next step of g, see NextStep. */
NextStep vm_next_step(VM *vm, const G *g);

/* ---- panic.c ---- */
/* Starts the panic of a nil dereference. */
void vm_nil_error(VM *vm, G *g);
/* If mem_is_nil(addr), starts it and returns true. */
static inline bool vm_is_nil(VM *vm, G *g, u64 addr)
{
    if (LIKELY(!mem_is_nil(addr)))
        return false;
    vm_nil_error(vm, g);
    return true;
}
/* Starts a panic in g with the interface value (type, data); the interpreter then unwinds. */
void vm_panic(VM *vm, G *g, RType *type, u64 data);
/* The same with a runtime.Error that says "runtime error: " and the text. */
void vm_runtime_error(VM *vm, G *g, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* The same without the prefix "runtime error: " ("send on closed channel", "close of nil channel").
 */
void vm_plain_error(VM *vm, G *g, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* The same with a *runtime.TypeAssertionError ("interface conversion: ..."). */
void vm_assertion_error(VM *vm, G *g, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* The panic of panic(nil): a *runtime.PanicNilError, before Go 1.21 nil itself. */
void vm_nil_panic(VM *vm, G *g);
/* Whether it is runtime.Goexit that makes the deferred calls. */
bool vm_panic_is_goexit(const Panic *panic);
/* Whether the panic is a run-time error of the machine; then its text, without "runtime error: ".
 */
bool vm_panic_error(const VM *vm, const Panic *panic, const char **text, u64 *len);
/* Starts a fatal error in g, a panic that runs no deferred call: it ends the program (status 2)
 * when g goes on, so that others may go first as before any other end. The text is printed as it is
 * ("fatal error: ..."). In a native function NATIVE_PANIC is to be returned. */
void vm_fatal(VM *vm, G *g, const char *fmt, ...) PRINTF_LIKE(3, 4);

/* ---- stack.c: frames, for reports ---- */
typedef struct Frame {
    const Func *fn;
    const Word *pc; /* of the call, or the current instruction for the innermost */
    u64 *R;
    const Panic *panic; /* only in vm_calls */
} Frame;
/* Stores up to max frames of g to out, innermost first, and returns their number. Wrappers are
 * skipped. g's saved pc and R must be current (the interpreter saves them before any call out). */
u32 vm_frames(VM *vm, const G *g, Frame *out, u32 max);
/* The same with one frame more between a deferred call that a panic (or runtime.Goexit) made and
 * the function that panicked: with that panic and without a function. */
u32 vm_calls(VM *vm, const G *g, Frame *out, u32 max);
/* The source of a frame's instruction. */
Span vm_span(const Frame *frame);
/* Where g is in its innermost function that is the user's own; 0: none is. */
Pos vm_user_pos(VM *vm, const G *g);
/* Number of frames, of n, without the outermost ones of the library (package testing calling a
 * test); n if all are the library's. */
u32 vm_frames_of_program(const Frame *frames, u32 n);
/* Whether a function that is not the library's is among those that g executes; also true if
 * none is among its innermost 64 frames but there are more. */
bool vm_in_program(VM *vm, const G *g);
/* Name of the function with the statement that started g; "?": it is not known. O(functions). */
const char *vm_starter(const VM *vm, const G *g);
/* Prints "goroutine 7 [chan receive]:" and its frames as Go does, without the library's inner and
 * outermost frames. */
void vm_print_stack(VM *vm, const G *g, FILE *out);
/* What g waits for in the words of Go's deadlock message: "chan receive", "semacquire", ... */
const char *vm_wait_text(const G *g);

/* ---- sched.c ---- */
/* A new runnable goroutine that calls closure with nargs argument slots, started at pos. parent:
 * the goroutine that starts it; NULL: the machine, or it is main. */
G *goro_new(VM *vm, G *parent, Closure *closure, const u64 *args, u32 nargs, Pos pos);
/* Ends g: takes it out of vm->sched.all. The end of main ends the run. */
void goro_end(VM *vm, G *g);
/* Drops all goroutines, between two runs. */
void goro_drop_all(VM *vm);
/* runtime.SetFinalizer(object, fn); fn NULL: it has none any more. */
void vm_set_finalizer(VM *vm, const void *object, const Closure *fn);
/* os.Exit: ends the run; after os.Exit(0) others may go on first (config.outlive_main). What the
 * native returns. */
NativeStatus sched_exit(VM *vm, G *g, int code);
/* Main has ended and the others have gone on for long enough: the run ends, and says that it was
 * cut short. */
void sched_cut_short(VM *vm);
/* Marks g, the current goroutine, as waiting for that reason. */
void sched_park(VM *vm, G *g, WaitReason reason);
/* Makes a waiting goroutine runnable, at the queue's end. */
void sched_ready(VM *vm, G *g);
/* The next goroutine to run after the current one blocked or ended: asks the chooser, lets timers
 * fire, finds deadlocks. NULL: the run has ended (vm->outcome). Sets vm->sched.current. */
G *sched_next(VM *vm);
/* Ends the run if config.max_time has passed, without what slow goroutines took. */
bool sched_timed_out(VM *vm);
/* Whether g has to stop here, at the end of its time slice: the run has taken enough steps, or (as
 * they take time) enough time. */
bool sched_steps_used_up(VM *vm, G *g);
/* A preemption point of g: asks the chooser and returns the goroutine to run, often g itself. */
G *sched_preempt(VM *vm, G *g, SwitchReason reason);
/* Takes a goroutine that does not run out of the queues it is in (REPL: an input that blocks for
 * ever, or is interrupted). */
void sched_abandon(VM *vm, G *g);
/* Prints Go's deadlock message with what each goroutine waits for. */
void sched_report_deadlock(VM *vm);

/* ---- chan.c, select.c ---- */
typedef enum ChanStatus { CHAN_DONE, CHAN_BLOCKED, CHAN_PANIC } ChanStatus;
/* A channel of that type (of the channel, not its elements) and capacity, an object of g. watched:
 * a close of it may race with a send. NULL: panicked (size out of range). */
Chan *chan_make(VM *vm, G *g, RType *type, i64 cap, bool watched);
/* Sends the value in slots; ch may be NULL. CHAN_BLOCKED: g is parked, and the receiver that wakes
 * it takes the value. */
ChanStatus chan_send(VM *vm, G *g, Chan *ch, const u64 *value);
/* Receives to dst (NULL: drops the value); *ok, if not NULL: whether the value was sent. */
ChanStatus chan_recv(VM *vm, G *g, Chan *ch, u64 *dst, u64 *ok);
/* Closes the channel and wakes all goroutines that wait on it; panics if it is closed or NULL. */
ChanStatus chan_close(VM *vm, G *g, Chan *ch);
/* Values in the buffer, and its capacity; 0 for NULL. */
i64 chan_len(const Chan *ch);
i64 chan_cap(const Chan *ch);
/* The SELECT instruction at pc with its case words; R is g's frame. When it blocks, the waker
 * stores the case number to the destination register before g goes on. */
ChanStatus chan_select(VM *vm, G *g, const Word *pc, u64 *R);

#endif

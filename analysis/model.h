/* The abstract program: which goroutines there can be, which calls they make, which objects they
 * allocate, and what may point where. Everything here over-approximates: whatever an execution does
 * is done by some instance, to some object, in some goroutine of the model.
 *
 * - A goroutine id (Goro) is a place where goroutines are started, seen from the id that starts
 *   them: a path of creation sites from main. A site that occurs in its own path is folded.
 * - An instance is a function as one goroutine id calls it; small and program functions once for
 *   each place that calls them (up to a limit), others once. A recursive call is to the instance
 *   that is being called already.
 * - An object is an allocating instruction of an instance, or a global variable. */
#ifndef ANALYSIS_MODEL_H
#define ANALYSIS_MODEL_H

#include "analysis/effect_of.h"
#include "analysis/flow.h"
#include "base/map.h"

typedef u32 Node; /* a set of pointers in points.h; 0 = holds none */

/* The goroutines that the machine itself may start with code handed to a native. */
enum { GORO_MAIN = 0, GORO_UNKNOWN = 1 };

typedef struct Goro {
    u32 parent;     /* id that starts it; itself for main and unknown */
    u32 inst, pc;   /* the first GO that starts it */
    Node panic[2];  /* what its panics carry; never leaves the goroutine */
    bool restarts;  /* the machine starts it, perhaps again and again */
    bool many;      /* may be of several goroutines at run time */
    VEC(u64) sites; /* each GO that starts it: instance << 32 | pc */
    VEC(u32) roots; /* instances that it begins with */
} Goro;

typedef struct Instance {
    const Flow *flow;
    u32 goro;
    u32 caller, caller_pc; /* what it was made for; itself for the first of a goroutine */
    Node *params;          /* per parameter register */
    Node closure;          /* what it was called as */
    VEC(Node) results;
    VEC(u32) calls_from; /* call sites that reach it */
    Map sites;           /* pc -> its own call sites */
    Map syms;            /* points.c: value -> Node */
    bool repeats;        /* may run more than once in one goroutine */
    bool is_deferred;
    bool outside; /* in the model of a round (round.h): is no part of it */
    u32 choice;   /* in Model.choices: which of the alternatives may run it; 0 = any */
} Instance;

typedef enum ObjectKind {
    MEM_UNKNOWN, /* what natives of unknown effect made */
    MEM_MADE, /* what other natives, or the machine, made; neither functions nor types with methods
               */
    MEM_GLOBAL,
    MEM_NEW,
    MEM_SLICE, /* backing array of a slice */
    MEM_MAP,
    MEM_CHAN,
    MEM_CLOSURE,
    MEM_BOX,  /* the value in an interface; never written again */
    MEM_COPY, /* a big value in a register (code/op.def); never written again */
    MEM_TYPE, /* a run-time type, as the first word of an interface */
} ObjectKind;

/* Functions that reflection makes: MEM_CLOSUREs without code. */
typedef enum StubKind {
    STUB_NONE,
    STUB_CALL,  /* calls its first argument; arguments and results are in memory that the others
                   point to */
    STUB_BOUND, /* calls what is in word 0 of it; word 1 is the first argument */
} StubKind;

typedef struct Object {
    ObjectKind kind;
    RType *type;      /* NEW, BOX, COPY: of the value; SLICE: of an element; MAP, CHAN: itself */
    const Func *func; /* CLOSURE */
    u32 inst, pc;     /* where it is allocated; not for GLOBAL, TYPE, UNKNOWN */
    u32 index;        /* GLOBAL: into Program.globals */
    u64 elem;         /* size of the elements it consists of, which are taken for one; 0 = none */
    i64 capacity;     /* CHAN: -1 = not known */
    bool flat;        /* MADE: it holds numbers only */
    bool opaque;      /* MADE: only natives know what it is, as of run-time types */
    bool copied;      /* MADE: the value in an interface or a value.Value, as natives copy it */
    bool havoc;       /* natives whose effect is not known may use it */
    bool shared;      /* may be reached by other goroutines than the one that allocates it */
    bool single;      /* one at run time, at most */
    StubKind stub;    /* CLOSURE without func */
    Map cells;        /* word offset -> Node */
    Node sum, wild;   /* read at an unknown offset; written at one */
    Node reach;       /* points.c: all that it leads to; 0 = not asked for */
} Object;

typedef enum CallKind { CALL_PLAIN, CALL_DEFER, CALL_LATER, CALL_GO, CALL_NATIVE } CallKind;

/* An instruction that calls, defers or starts functions. */
typedef struct CallSite {
    CallKind kind;
    u32 index; /* in Model.sites */
    u32 inst, pc;
    u32 goro;       /* in which the callees run; of GO what it starts */
    Node target;    /* closure, or first word of an interface; 0 = the function is named */
    Node receiver;  /* CALLI: second word */
    VEC(Node) args; /* in the callee's parameter registers, receiver included */
    Node leads;     /* NATIVE: all that its arguments lead to; 0 = its effect is not known */
    VEC(Val) arg_syms;
    Val called;       /* the closure, if one instruction of this function makes it; else key 0 */
    Node first;       /* what comes before the arguments of what STUB_BOUND calls */
    Node frame;       /* any argument of what STUB_CALL calls; 0 = none does */
    Node results;     /* and any result */
    VEC(u32) callees; /* instances */
    bool unknown;     /* may call what is not known */
} CallSite;

#define NO_OBJECT UINT32_MAX

/* OBJECT_PANIC: values that the machine panics with. OBJECT_ANY: in uses (solve.h), whatever the
 * largest set of pointers leads to. */
enum { OBJECT_UNKNOWN = 0, OBJECT_PANIC = 1, OBJECT_ANY = 2 };

/* A function that only some of several programs run: `many` from number `first` on. */
typedef struct OnlyIn {
    u32 func; /* Func.id */
    u32 first, many;
} OnlyIn;

/* Programs that are one but for a choice: an execution is of one of them. */
typedef struct Alternatives {
    u32 count;
    VEC(OnlyIn) only;
} Alternatives;

struct Points;

typedef struct Model {
    Program *program;
    const struct Model *whole; /* of the whole program, if this is that of a round; else itself */
    u8 *means;                 /* per native of the program: NativeMeans */
    VEC(u32) method_params;    /* per method id: parameters of any such method, at most */
    Flow **flows;              /* per function; NULL until reached */
    u32 nflows;                /* executions may add functions (reflection) */
    VEC(Goro) goros;
    VEC(Instance *) instances;
    VEC(Object) objects;
    VEC(CallSite *) sites;
    Map instance_of;               /* function, goroutine and call site -> instance */
    Map types, statics, allocated; /* -> object */
    VEC(u32) globals;              /* per Program.globals: object */
    struct Points *points;
    u64 work;             /* when it gives up */
    bool gave_up;         /* it is too large: the model is not complete, and proves nothing */
    bool casts;           /* a function in reach casts: types say nothing of memory; */
    bool meets_casts;     /* one does, but types were believed: so it gave up */
    VEC(Node) of_numbers; /* pointers that Func.casts_numbers makes */
    bool called; /* others, which are not known, call it: they use the channels that they pass */
    bool calls_unknown; /* a function that a native made is called: any method may be */
    VEC(const char *) unknown_natives; /* called, effect not known; each name once */
    const Alternatives *alternatives;  /* NULL: it is of one program */
    u32 nalternatives;
    VEC(u64 *) choices; /* sets of them (bits.h), as alternative.h finds; number 0 has all */
} Model;

/* The work after which a program is too large, if there is time: steps of points.h. */
enum { MODEL_WORK = 15000000 };

/* Builds the model of everything that is reachable from program->entry; it gives up after that much
 * work. The program must not be prepared to run yet (vm/fuse.c). */
Model *model_new(Program *program, MeansFinder find_means, u64 work);
/* The same of several programs at once: `alternatives` must outlive it. */
Model *model_new_choice(Program *program, MeansFinder find_means, u64 work,
                        const Alternatives *alternatives);
void model_free(Model *model);
/* Finds anew what repeats and what is one at run time, in a copy of a model in which an instance is
 * called once and its id is of one goroutine. */
void model_conclude_round(Model *model, u32 inst);

/* ---- for the parts of the model ---- */

/* The object that an instance allocates at pc; an instruction may allocate several (part < 4).
 * Made as `fresh` says if it is new. */
u32 model_allocated(Model *model, u32 inst, u32 pc, u32 part, Object fresh);
/* The variable at this offset of the global region, and the offset within it. */
u32 model_global(Model *model, u64 offset, u64 *within);
u32 model_type(Model *model, RType *type);
/* Whether the machine itself may panic with a value of that type. */
bool model_panics_with(const Model *model, const RType *type);
/* The closure of a function that captures nothing. */
u32 model_static(Model *model, const Func *func);
/* The id of what a GO starts. */
u32 model_goro(Model *model, u32 inst, u32 pc);
/* The call site of an instance at pc; made on first use. */
CallSite *model_site(Model *model, u32 inst, u32 pc, CallKind kind);
/* The one that is there; NULL: none. */
const CallSite *model_site_at(const Model *model, u32 inst, u32 pc);
/* How a function is called: bits. HOW_METHOD: not with a receiver, which the caller adds. */
enum { HOW_PLAIN = 0, HOW_BOUND = 1, HOW_FRAME = 2, HOW_METHOD = 4 };

/* A call site may call a function, as this closure (an object), or NO_OBJECT: links arguments and
 * results; `how`: by the site's arguments, or as a stub does. The instance; NULL: it has no code.
 */
const Instance *model_call(Model *model, u32 site, const Func *func, u32 closure, u32 how);
/* A function that the machine may call at any time in GORO_UNKNOWN, with any arguments. */
void model_call_unknown(Model *model, const Func *func, u32 closure);

/* Whether goroutine id t stands for at most one goroutine of an execution. */
static inline bool goro_unique(const Model *model, u32 t)
{
    return !model->goros.data[t].many;
}

/* Whether nothing writes the object once it is made, or natives only, in order, so that no access
 * to it races. */
static inline bool object_is_constant(const Model *model, u32 object)
{
    ObjectKind kind = model->objects.data[object].kind;
    return kind == MEM_CLOSURE || kind == MEM_BOX || kind == MEM_COPY || kind == MEM_TYPE ||
           model->objects.data[object].opaque || object == OBJECT_PANIC;
}

/* What the native with this index in Program.natives means. */
NativeMeans model_means(const Model *model, u32 native);
/* "main", "goroutine from main.go:31". */
void goro_name(const Model *model, u32 t, Buf *out);

#endif

/* Which registers of a goroutine's frames may be read again. The analysis is code/live.h; this
 * applies it to a stack. Snapshots zero the others, reachability (vm/reach.h) ignores them. */
#ifndef VM_LIVE_REGISTERS_H
#define VM_LIVE_REGISTERS_H

#include "code/live.h"
#include "vm/vm.h"

/* Zero-initialised but for vm. */
typedef struct LiveRegisters {
    VM *vm;
    Live **live; /* results of the analysis by function number; NULL: not needed so far */
    u32 functions;
} LiveRegisters;

/* Where a goroutine will go on. */
typedef struct ResumePoint {
    const Func *fn;
    const Word *pc; /* the instruction that it goes on with */
    u64 *end;       /* after the last register of its frame that may be read */
} ResumePoint;

/* Frees the results of the analysis. */
void live_registers_free(LiveRegisters *live);
/* A frame: where it goes on (NULL, NULL: not known), its registers, a bit for each that is live
 * (NULL: all may be), how many there are. */
typedef struct LiveFrame {
    const Func *fn;
    const Word *pc;
    u64 *R;
    const u64 *live;
    u32 count;
} LiveFrame;
/* Whether register i of the frame may be read again. */
static inline bool live_in(const LiveFrame *frame, u32 i)
{
    return !frame->live || frame->live[i / 64] >> (i % 64) & 1;
}
typedef void (*FrameVisit)(void *ctx, const LiveFrame *frame);
/* Calls visit for the frames of g, innermost first; *at says where g goes on. False: g is about to
 * end, or to end the program, and nothing was visited. */
bool live_registers_visit(LiveRegisters *live, const G *g, FrameVisit visit, void *ctx,
                          ResumePoint *at);
/* The same of a goroutine that does the instruction at pc next. */
bool live_registers_visit_from(LiveRegisters *live, const G *g, const Word *pc, FrameVisit visit,
                               void *ctx);
/* Zeroes all registers of g that are dead, and the stack above; *at says where g goes on. False: g
 * is about to end, or to end the program, and goes on nowhere. */
bool live_registers_keep(LiveRegisters *live, G *g, ResumePoint *at);

#endif

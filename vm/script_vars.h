/* Variables of a script that only its statements use, not its functions. They are package-level for
 * the checker and the machine; a main package of the same text would have them as local variables
 * of main. So that a leak is the same in both, reachability (vm/reach.h) takes them for what they
 * would be there: reachable as long as code that can still run mentions them. */
#ifndef VM_SCRIPT_VARS_H
#define VM_SCRIPT_VARS_H

#include "vm/heap.h"

typedef struct ScriptVars ScriptVars;

/* NULL: the program has none. */
ScriptVars *script_vars_new(VM *vm);
/* NULL is ignored. */
void script_vars_free(ScriptVars *vars);
/* Another search begins, which adds to `reached`: none is reachable yet. */
void script_vars_begin(ScriptVars *vars, Reached *reached);
/* Adds what the globals hold that are none of these variables; `vars` may be NULL. */
void script_vars_reach_others(const ScriptVars *vars, Reached *reached);
/* Whether the address, which is in the globals, is in none of these variables or in one that has
 * been reached; `vars` may be NULL. */
bool script_vars_reached(const ScriptVars *vars, const void *addr);
/* A frame of a live goroutine goes on there: adds the variables that are mentioned by what may be
 * executed then. NULL: it is not known where; adds all. */
void script_vars_enter(ScriptVars *vars, const Func *fn, const Word *pc);
/* Adds what the functions mention whose values have been reached since the last call. False: there
 * were none. */
bool script_vars_follow(ScriptVars *vars);

#endif

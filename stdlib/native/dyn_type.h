/* Types created at run time from other types. Identical types share one descriptor, so an existing
 * type, from the compiler or an earlier call, is found again; a new one lives as long as the
 * program, since values of it may. */
#ifndef STDLIB_NATIVE_DYN_TYPE_H
#define STDLIB_NATIVE_DYN_TYPE_H

#include "code/program.h"

/* *elem, []elem, [len]elem, a channel (dir as RType.chan_dir), map[key]elem, and a function. Lists
 * are copied. elem and key must be valid for such a type: the caller checks. */
RType *type_pointer_to(Program *program, RType *elem);
RType *type_slice_of(Program *program, RType *elem);
RType *type_array_of(Program *program, RType *elem, u64 len);
RType *type_chan_of(Program *program, RType *elem, u8 dir);
RType *type_map_of(Program *program, RType *key, RType *elem);
RType *type_func_of(Program *program, RType **params, u32 nparams, RType **results, u32 nresults,
                    bool variadic);
/* A struct. Computes the offsets of the fields; copies names and tags. */
RType *type_struct_of(Program *program, const RField *fields, u32 nfields);

#endif

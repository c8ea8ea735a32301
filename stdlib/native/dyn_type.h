/* Types made at run time out of others. Identical types have one descriptor, so what the compiler
 * or an earlier call has made is found again; what is new lives as long as the program, since
 * values of it may. */
#ifndef STDLIB_NATIVE_DYN_TYPE_H
#define STDLIB_NATIVE_DYN_TYPE_H

#include "code/program.h"

RType *type_pointer_to(Program *program, RType *elem);
RType *type_slice_of(Program *program, RType *elem);
RType *type_array_of(Program *program, RType *elem, u64 len);
RType *type_chan_of(Program *program, RType *elem, u8 dir);
RType *type_map_of(Program *program, RType *key, RType *elem);
RType *type_func_of(Program *program, RType **params, u32 nparams, RType **results, u32 nresults,
                    bool variadic);
/* The offsets of the fields are computed here; names and tags are copied. */
RType *type_struct_of(Program *program, const RField *fields, u32 nfields);

#endif

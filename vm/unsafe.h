/* Pointers as numbers, for package unsafe, reflect and %p. The number that stands for a pointer is
 * made of the name of its object, so it is the same in every run of a schedule, and two objects
 * never have a number in common; strings do, whose bytes have no names. */
#ifndef VM_UNSAFE_H
#define VM_UNSAFE_H

#include "vm/vm.h"

/* The number that stands for addr; addr itself if using it is a nil dereference. From now on
 * unsafe_pointer knows its object, which lives until the run ends. */
u64 unsafe_number(VM *vm, const void *addr);
/* Sets *addr to what the number stands for: an address in an object whose number was asked for, in
 * a package-level variable, or the number itself if it is an address (from the Data of a
 * reflect.StringHeader) or so small that using it is a nil dereference. False: nothing. */
bool unsafe_pointer(const VM *vm, u64 number, void **addr);
/* Forgets all objects, for another run. */
void unsafe_reset(VM *vm);

#endif

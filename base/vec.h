/* Growable arrays of any type: `VEC(int) v = {0}; vec_push(&v, 3); v.data[0]; vec_free(&v);`. The
 * vec_ macros use malloc, and the owner calls vec_free. avec_push grows inside an arena, so its
 * vectors are never freed singly; a vector must use one kind only. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/common.h"

#define VEC(T) \
    struct { \
        T *data; \
        u32 len, cap; \
    }

/* Used by the macros. vec_grow returns the array, possibly moved, with room for at least `need`
 * elements of `size` bytes; avec_grow does the same in an arena, where `len` elements are copied if
 * the array moves. *cap receives the new capacity. Ends the process beyond 2^32 elements. */
void *vec_grow(void *data, u32 *cap, u32 need, size_t size);
void *avec_grow(Arena *arena, void *data, u32 *cap, u32 len, u32 need, size_t size);

#define vec_reserve(v, n) \
    ((u32)(n) > (v)->cap \
         ? (void)((v)->data = vec_grow((v)->data, &(v)->cap, (u32)(n), sizeof *(v)->data)) \
         : (void)0)
#define vec_push(v, ...) \
    do { \
        vec_reserve((v), (v)->len + 1); \
        (v)->data[(v)->len++] = (__VA_ARGS__); \
    } while (0)
#define avec_push(arena, v, ...) \
    do { \
        if ((v)->len == (v)->cap) \
            (v)->data = avec_grow((arena), (v)->data, &(v)->cap, (v)->len, (v)->len + 1, \
                                  sizeof *(v)->data); \
        (v)->data[(v)->len++] = (__VA_ARGS__); \
    } while (0)
#define vec_pop(v) ((v)->data[--(v)->len])
/* Address of the elements from i <= len on; of a vector without memory NULL, which C does not let
 * us add 0 to. */
#define vec_from(v, i) ((i) ? (v)->data + (i) : (v)->data)
#define vec_last(v) ((v)->data[(v)->len - 1])
/* Extends the vector to at least n elements; new ones are zero. */
#define vec_extend(v, n) \
    do { \
        vec_reserve((v), (n)); \
        if ((v)->len < (u32)(n)) \
            memset((v)->data + (v)->len, 0, ((u32)(n) - (v)->len) * sizeof *(v)->data); \
        if ((v)->len < (u32)(n)) \
            (v)->len = (u32)(n); \
    } while (0)
/* Zeroes all elements. */
#define vec_zero(v) \
    ((v)->len > 0 ? (void)memset((v)->data, 0, (v)->len * sizeof *(v)->data) : (void)0)
/* Resizes the vector to n elements and zeroes all of them. */
#define vec_zeros(v, n) (vec_reserve((v), (n)), (v)->len = (n), vec_zero(v))
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(v) \
    do { \
        free((v)->data); \
        (v)->data = NULL; \
        (v)->len = (v)->cap = 0; \
    } while (0)

#endif

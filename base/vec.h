/* Growable arrays of any type: `VEC(int) v = {0}; vec_push(&v, 3); v.data[0]; vec_free(&v);`
 * vec_* own malloc memory; avec_push grows inside an arena (never freed singly). */
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

/* Room for at least `need` elements of `size` bytes; returns the possibly moved array. */
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
#define vec_last(v) ((v)->data[(v)->len - 1])
/* At least n elements; those that come to it are zero. */
#define vec_extend(v, n) \
    do { \
        vec_reserve((v), (n)); \
        if ((v)->len < (u32)(n)) \
            memset((v)->data + (v)->len, 0, ((u32)(n) - (v)->len) * sizeof *(v)->data); \
        if ((v)->len < (u32)(n)) \
            (v)->len = (u32)(n); \
    } while (0)
/* Zeroes the elements there are. */
#define vec_zero(v) \
    ((v)->len > 0 ? (void)memset((v)->data, 0, (v)->len * sizeof *(v)->data) : (void)0)
/* Makes it n zeroes. */
#define vec_zeros(v, n) (vec_reserve((v), (n)), (v)->len = (n), vec_zero(v))
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_free(v) \
    do { \
        free((v)->data); \
        (v)->data = NULL; \
        (v)->len = (v)->cap = 0; \
    } while (0)

#endif

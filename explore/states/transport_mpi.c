/* Processes that MPI has started, perhaps on many machines. This file takes the place of
 * explore/states/processes.c in the program gol-mpi. */
#include "explore/states/transport.h"

#include <mpi.h>

#include "base/common.h"

/* A length that says that the search is over; bytes of one message of MPI, whose lengths are ints.
 */
enum { MOST_BYTES = 1 << 30 };
#define THE_END UINT32_MAX

/* ---- the process among the others ---- */

typedef struct World {
    int me, count, here; /* here: on this machine */
    bool ended;          /* the others know that the search is over, or this one does */
} World;

static bool is_up(void)
{
    int up = 0;
    MPI_Initialized(&up);
    return up != 0;
}

static World *the_world(void)
{
    static World world;
    return &world;
}

/* A round in which the process has nothing to say, or that it is the end. Whether the one that
 * leads has said so. */
static bool say_length(u32 length)
{
    const World *world = the_world();
    VEC(u32) out = {0}, in = {0};
    vec_zeros(&in, (u32)world->count);
    for (int i = 0; i < world->count; i++)
        vec_push(&out, length);
    MPI_Alltoall(out.data, 1, MPI_UINT32_T, in.data, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    bool over = in.data[0] == THE_END;
    vec_free(&out);
    vec_free(&in);
    return over;
}

/* However a process ends, it does not leave the others waiting for it. */
static void leave(void)
{
    World *world = the_world();
    while (!world->ended)
        world->ended = say_length(world->me ? 0 : THE_END);
    MPI_Finalize();
}

/* How many processes are on this machine. */
static int count_here(void)
{
    MPI_Comm here;
    int count;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
    MPI_Comm_size(here, &count);
    MPI_Comm_free(&here);
    return count;
}

static World *join_world(void)
{
    World *world = the_world();
    if (is_up())
        return world;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &world->me);
    MPI_Comm_size(MPI_COMM_WORLD, &world->count);
    world->here = count_here();
    atexit(leave);
    return world;
}

/* ---- transport ---- */

Transport *transport_start(u32 count, TransportWork work, void *ctx)
{
    World *world = join_world();
    (void)count;
    if (world->ended)
        return NULL;
    Transport *t = xcalloc(1, sizeof *t);
    *t = (Transport){.me = (u32)world->me, .count = (u32)world->count, .here = (u32)world->here};
    if (t->me) {
        work(t, ctx);
        exit(0);
    }
    return t;
}

u32 transport_started(void)
{
    return (u32)join_world()->count;
}

bool transport_leads(void)
{
    return join_world()->me == 0;
}

typedef VEC(MPI_Request) RequestList;

static void move(Buf *buf, u32 other, bool send, RequestList *requests)
{
    for (size_t at = 0; at < buf->len; at += MOST_BYTES) {
        MPI_Request request;
        size_t left = buf->len - at;
        int n = left < MOST_BYTES ? (int)left : MOST_BYTES;
        if (send)
            MPI_Isend(buf->data + at, n, MPI_BYTE, (int)other, 0, MPI_COMM_WORLD, &request);
        else
            MPI_Irecv(buf->data + at, n, MPI_BYTE, (int)other, 0, MPI_COMM_WORLD, &request);
        vec_push(requests, request);
    }
}

/* The texts, whose lengths are known. */
static void move_all(Transport *t, Buf *out, Buf *in)
{
    RequestList requests = {0};
    for (u32 i = 0; i < t->count; i++)
        if (i != t->me)
            move(&in[i], i, false, &requests);
    for (u32 i = 0; i < t->count; i++)
        if (i != t->me)
            move(&out[i], i, true, &requests);
    MPI_Waitall((int)requests.len, requests.data, MPI_STATUSES_IGNORE);
    vec_free(&requests);
    Buf own = in[t->me];
    in[t->me] = out[t->me]; /* the buffers change hands */
    out[t->me] = own;
}

bool transport_exchange(Transport *t, Buf *out, Buf *in)
{
    VEC(u32) lengths = {0}, coming = {0};
    vec_zeros(&coming, t->count);
    for (u32 i = 0; i < t->count; i++)
        vec_push(&lengths, out[i].len);
    MPI_Alltoall(lengths.data, 1, MPI_UINT32_T, coming.data, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    World *world = the_world();
    world->ended = coming.data[0] == THE_END;
    for (u32 i = 0; i < t->count && !world->ended; i++) {
        vec_reserve(&in[i], coming.data[i] + 1);
        in[i].len = coming.data[i];
    }
    if (!world->ended)
        move_all(t, out, in);
    vec_free(&lengths);
    vec_free(&coming);
    return !world->ended;
}

void transport_end(Transport *t)
{
    World *world = the_world();
    if (!world->ended)
        world->ended = say_length(THE_END);
    free(t);
}

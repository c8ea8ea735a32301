/* What a search by states writes down of a state and of the way to one (explore/states/record.c,
 * explore/states/share.c) is the same when it has been read again, and what has been cut is
 * refused; the states that lie open in a graph of such records are found (explore/states/walk.c).
 */
#include "base/rng.h"
#include "explore/states/share.h"
#include "tests/unit/test.h"

enum { ROUNDS = 200, MOST = 4 };

static Rng rng;

static u32 below(u32 n)
{
    return (u32)rng_below(&rng, n);
}

/* Mostly small, as numbers of goroutines and states are. */
static u32 number(void)
{
    return below(4) ? below(100) : (u32)rng_next(&rng) >> 1;
}

static Move random_move(void)
{
    return (Move){
        .kind = (u8)below(2), .goroutine = number(), .partner = below(2) ? 1 + number() : 0};
}

static Answer random_answer(void)
{
    return (Answer){.kind = (u8)below(5),
                    .options = number(),
                    .answer = number(),
                    .base = number(),
                    .only = below(2)};
}

static Suspicion random_suspicion(void)
{
    return (Suspicion){.kind = (FindingKind)below(4),
                       .key = rng_next(&rng),
                       .report = rng_next(&rng),
                       .place = rng_next(&rng),
                       .park = (Park)below(3),
                       .next = number(),
                       .uncertain = below(2)};
}

static void add_edge(Record *r)
{
    Edge edge = {.move = number(), .to = EDGE_OUT, .map = SAME_ACTORS};
    edge.answers = r->answers.len;
    edge.count = below(MOST);
    for (u32 i = 0; i < edge.count; i++)
        vec_push(&r->answers, random_answer());
    if (below(3))
        edge.to = number();
    if (edge.to != EDGE_OUT && below(2)) {
        edge.map = r->maps.len;
        for (u32 i = 0; i < r->is.count; i++)
            vec_push(&r->maps, below(3) ? number() : NO_ACTOR);
    }
    vec_push(&r->edges, edge);
}

static void fill(Record *r)
{
    record_begin(r, number());
    r->is = (Actors){.goroutines = number(), .first = number(), .count = below(MOST)};
    r->is.main_ended = below(2);
    r->cut = below(2);
    for (u32 n = below(MOST); n; n--)
        vec_push(&r->moves, random_move());
    for (u32 n = below(MOST); n; n--)
        vec_push(&r->twins, number());
    for (u32 n = below(MOST); n; n--)
        vec_push(&r->noted, ((Noted){below(2) ? number() : NO_EDGE, random_suspicion()}));
    for (u32 n = below(MOST); n; n--)
        add_edge(r);
}

static void test_records(void)
{
    Record written = {0}, read = {0};
    Buf bytes = {0}, again = {0};
    for (u32 round = 0; round < ROUNDS; round++) {
        fill(&written);
        vec_clear(&bytes);
        vec_clear(&again);
        record_pack(&written, &bytes);
        Unpack from = unpack_of(bytes.data, bytes.len), over = from;
        EXPECT(record_unpack(&from, &read) && from.at == from.end);
        EXPECT_INT(read.state, written.state);
        EXPECT_INT(read.edges.len, written.edges.len);
        record_pack(&read, &again);
        EXPECT(bytes.len == again.len && !memcmp(bytes.data, again.data, bytes.len));
        EXPECT_INT(record_pass(&over), written.state);
        EXPECT(!over.bad && over.at == over.end);
        for (u32 len = 0; len < bytes.len; len++) {
            from = over = unpack_of(bytes.data, len);
            EXPECT(!record_unpack(&from, &read));
            EXPECT(record_pass(&over) == NO_STATE && over.bad);
        }
    }
    record_free(&written);
    record_free(&read);
    buf_free(&bytes);
    buf_free(&again);
}

static void test_paths(void)
{
    Path written = {0}, read = {0};
    Buf bytes = {0}, again = {0};
    for (u32 round = 0; round < ROUNDS; round++) {
        path_clear(&written);
        vec_clear(&bytes);
        vec_clear(&again);
        for (u32 n = below(MOST); n; n--) {
            Answer answers[MOST];
            u32 count = below(MOST);
            for (u32 i = 0; i < count; i++)
                answers[i] = random_answer();
            path_step(&written, random_move(), answers, count);
        }
        path_pack(&written, &bytes);
        Unpack from = unpack_of(bytes.data, bytes.len);
        path_unpack(&from, &read);
        EXPECT(!from.bad && from.at == from.end);
        path_pack(&read, &again);
        EXPECT(bytes.len == again.len && !memcmp(bytes.data, again.data, bytes.len));
        path_append(&read, &written);
        EXPECT_INT(read.steps.len, 2 * written.steps.len);
        EXPECT_INT(read.answers.len, 2 * written.answers.len);
        for (u32 len = 0; len < bytes.len; len++) {
            from = unpack_of(bytes.data, len);
            path_unpack(&from, &read);
            EXPECT(from.bad);
        }
    }
    path_free(&written);
    path_free(&read);
    buf_free(&bytes);
    buf_free(&again);
}

/* ---- what lies open ---- */

enum { STATES = 6 };

typedef struct Open {
    u32 steps[STATES]; /* of the way to each, and one */
} Open;

static void note_open(void *ctx, u32 state, const Path *path)
{
    Open *open = ctx;
    EXPECT(state < STATES && !open->steps[state]);
    open->steps[state] = path->steps.len + 1;
}

/* A record of the state, with a move to each of the others. */
static void add_record(Graph *graph, u32 state, const u32 *to, u32 count)
{
    Record r = {0};
    Buf bytes = {0};
    record_begin(&r, state);
    for (u32 i = 0; i < count; i++) {
        vec_push(&r.moves, random_move());
        vec_push(&r.edges, ((Edge){.move = i, .to = to[i], .map = SAME_ACTORS}));
    }
    record_pack(&r, &bytes);
    vec_push(graph, bytes);
    record_free(&r);
}

/* 0 leads to 1, 2 and out; 1 to 3; 3 back to 0 and to 4, which has no record, as 2. */
static void test_open(void)
{
    Graph graph = {0};
    Open open = {0};
    add_record(&graph, 0, (u32[]){1, 2, EDGE_OUT}, 3);
    add_record(&graph, 3, (u32[]){0, 4}, 2);
    add_record(&graph, 1, (u32[]){3}, 1);
    walk_open(&graph, 0, note_open, &open);
    const u32 want[STATES] = {[2] = 2, [4] = 4};
    for (u32 i = 0; i < STATES; i++)
        EXPECT_INT(open.steps[i], want[i]);
    graph_free(&graph);
}

/* ---- what makes sense ---- */

/* The record of a state of two goroutines and a timer, from which moves lead to state 1, to itself
 * and out. */
static void fill_sound(Record *r)
{
    record_begin(r, 0);
    r->is = (Actors){.goroutines = 2, .first = 5, .count = 3};
    vec_push(&r->moves, ((Move){MOVE_STEP, 5, 0}));
    vec_push(&r->moves, ((Move){MOVE_STEP, 5, 6}));
    vec_push(&r->moves, ((Move){MOVE_TIMER, 0, 0}));
    vec_push(&r->twins, 1);
    vec_push(&r->maps, 1);
    vec_push(&r->maps, NO_ACTOR);
    vec_push(&r->maps, 2);
    vec_push(&r->edges, ((Edge){.move = 0, .to = 1, .map = SAME_ACTORS}));
    vec_push(&r->edges, ((Edge){.move = 1, .to = 0, .map = 0}));
    vec_push(&r->edges, ((Edge){.move = 2, .to = EDGE_OUT, .map = SAME_ACTORS}));
    vec_push(&r->noted, ((Noted){NO_EDGE, {.kind = FOUND_RACE}}));
    vec_push(&r->noted, ((Noted){1, {.kind = FOUND_PANIC, .park = PARK_AFTER_LAST}}));
    vec_push(&r->noted, ((Noted){2, {.kind = FOUND_LEAK}}));
}

/* Makes one number of the record one that it cannot be. False: there are no more of those. */
static bool spoil(Record *r, u32 which)
{
    switch (which) {
    case 0: r->moves.data[0].goroutine = 4; break;
    case 1: r->moves.data[0].goroutine = 7; break;
    case 2: r->moves.data[1].partner = 7; break;
    case 3: r->moves.data[2].goroutine = 1; break;
    case 4: r->twins.data[0] = 0; break;
    case 5: r->twins.data[0] = 2; break;
    case 6: r->maps.data[0] = 3; break;
    case 7: r->edges.data[1].move = 3; break;
    case 8: r->edges.data[0].to = 2; break;
    case 9: r->noted.data[0].edge = 2; break;
    case 10: r->noted.data[2].edge = 3; break;
    case 11: r->noted.data[0].suspicion.kind = FOUND_KINDS; break;
    case 12: r->noted.data[0].suspicion.park = PARK_AFTER_LAST + 1; break;
    case 13: r->is.goroutines = 4; break;
    case 14: r->state = 2; break;
    default: return false;
    }
    return true;
}

/* Whether a graph of these records, the second of which may be NULL, makes sense. */
static bool is_sound(const Record *a, const Record *b, bool whole)
{
    Graph graph = {0};
    Buf bytes = {0};
    record_pack(a, &bytes);
    if (b)
        record_pack(b, &bytes);
    vec_push(&graph, bytes);
    bool sound = graph_is_sound(&graph, 0, 2, whole);
    graph_free(&graph);
    return sound;
}

static void test_sound(void)
{
    Record r = {0}, end = {.state = 1, .is = {.goroutines = 2, .first = 5, .count = 3}};
    fill_sound(&r);
    EXPECT(is_sound(&r, &end, false) && is_sound(&r, &end, true));
    EXPECT(is_sound(&r, NULL, false) && !is_sound(&r, NULL, true));
    EXPECT(!is_sound(&end, NULL, true) && is_sound(&end, NULL, false)); /* none of the root */
    for (u32 which = 0; spoil(&r, which); which++) {
        EXPECT(!is_sound(&r, &end, false));
        fill_sound(&r);
    }
    end.is.count = 2; /* a goroutine that is none there */
    EXPECT(!is_sound(&r, &end, false));
    EXPECT(is_sound(&r, NULL, false));
    record_free(&r);
}

/* Bytes that are no records, or too many, or too few, and no root. */
static void test_no_graph(void)
{
    Graph graph = {0};
    Record r = {0};
    Buf bytes = {0};
    fill_sound(&r);
    record_pack(&r, &bytes);
    vec_push(&graph, bytes);
    EXPECT(graph_is_sound(&graph, 0, 2, false) && !graph_is_sound(&graph, 2, 2, false));
    for (; graph.data[0].len > 1; graph.data[0].len--)
        EXPECT(graph_is_sound(&graph, 0, 2, false) == (graph.data[0].len == bytes.len));
    graph.data[0].len = bytes.len;
    pack_u8(&graph.data[0], 0);
    ++*(u32 *)(void *)graph.data[0].data; /* the record is longer than what is in it */
    EXPECT(!graph_is_sound(&graph, 0, 2, false));
    graph_free(&graph);
    record_free(&r);
}

static void test_known(void)
{
    Known written = {.strict = true, .blind = true}, read = {.clocked = true};
    Buf bytes = {0};
    for (u32 i = 0; i < MOST; i++)
        *map_put(&written.places, rng_next(&rng)) = 1ull << i;
    known_pack(&written, &bytes);
    Unpack from = unpack_of(bytes.data, bytes.len);
    known_unpack(&from, &read);
    EXPECT(!from.bad && from.at == from.end);
    EXPECT(read.strict && read.blind && read.clocked && !read.exact && !read.merged);
    EXPECT_INT(read.places.count, written.places.count);
    map_free(&written.places);
    map_free(&read.places);
    buf_free(&bytes);
}

int main(void)
{
    RUN(test_records);
    RUN(test_paths);
    RUN(test_open);
    RUN(test_sound);
    RUN(test_no_graph);
    RUN(test_known);
    return test_summary("states_record");
}

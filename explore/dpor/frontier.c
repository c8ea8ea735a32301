/* The parts that are yet to be searched, and the tree that joins them. */
#include "explore/dpor/frontier.h"

/* ---- branches ---- */

static Branch *new_branch(SharedNode *in, BranchState state)
{
    Branch *branch = xcalloc(1, sizeof *branch), **link = in ? &in->first : NULL;
    branch->in = in;
    branch->state = (u8)state;
    while (link && *link)
        link = &(*link)->next;
    if (link)
        *link = branch;
    return branch;
}

static bool is_finished(const Branch *branch)
{
    return branch->state == BRANCH_DONE || branch->state == BRANCH_IMPOSSIBLE;
}

/* Whether any step may follow it, so that it covers all that begins with it. */
static bool is_free(const Branch *branch)
{
    return branch->state == BRANCH_NODE ? branch->node->free : true;
}

/* Whether it can be compared with others. */
static bool counts(const Branch *branch)
{
    return !branch->wild && branch->state != BRANCH_IMPOSSIBLE;
}

/* The steps before the node that the branch leads to. */
static u32 depth_of(const Branch *branch)
{
    return branch->in ? branch->in->depth + !branch->wild : 0;
}

static SharedNode *new_node(Branch *up, bool is_free_node)
{
    SharedNode *node = xcalloc(1, sizeof *node);
    node->up = up;
    node->depth = depth_of(up);
    node->free = is_free_node;
    up->state = BRANCH_NODE;
    up->node = node;
    return node;
}

static void free_branches(Branch *branch)
{
    while (branch) {
        Branch *next = branch->next;
        if (branch->state == BRANCH_NODE) {
            free_branches(branch->node->first);
            free(branch->node);
        }
        act_free(&branch->act);
        buf_free(&branch->own);
        for (u32 i = 0; i < branch->held.len; i++) {
            acts_clear(&branch->held.data[i].v);
            vec_free(&branch->held.data[i].v);
        }
        vec_free(&branch->held);
        free(branch);
        branch = next;
    }
}

/* ---- parts ---- */

static void queue_part(Frontier *f, Branch *branch, u32 fresh)
{
    CHECK(branch->state == BRANCH_PART && !branch->busy);
    branch->fresh = fresh;
    vec_push(&f->queue, branch);
}

/* From which nothing has been explored yet. */
static void queue_new(Frontier *f, Branch *branch, u32 fresh)
{
    vec_clear(&branch->own);
    pack_u32(&branch->own, 0);
    queue_part(f, branch, fresh);
}

/* ---- inserting ---- */

/* Adds the steps, which are taken over, as one branch. */
static void append(Frontier *f, SharedNode *node, ActList *v)
{
    u32 fresh = node->depth;
    for (u32 i = 0; i < v->len; i++) {
        Branch *branch = new_branch(node, BRANCH_PART);
        branch->act = v->data[i];
        if (i + 1 < v->len)
            node = new_node(branch, false);
        else
            queue_new(f, branch, fresh);
    }
    vec_clear(v);
}

/* As wake_insert, but that parts may be under way. What is asleep has been looked at by the part
 * that inserts it. */
static void insert(Frontier *f, SharedNode *node, ActList *v)
{
    Branch *branch = node->first;
    while (branch && v->len) {
        u32 index;
        Fit how = counts(branch) ? act_fit(&branch->act, v, &index) : FITS_NOT;
        if (how == FITS_NOT) {
            branch = branch->next;
            continue;
        }
        if (is_free(branch))
            break;
        if (how == FITS_AT)
            acts_drop(v, index);
        node = branch->node;
        branch = node->first;
    }
    if (!branch && v->len)
        append(f, node, v);
    acts_clear(v);
}

static SharedNode *node_at(const Branch *part, u32 depth)
{
    CHECK(part->in && depth <= part->in->depth);
    SharedNode *node = part->in;
    while (node && node->depth > depth)
        node = node->up->in;
    return node;
}

static bool finished_before(const Branch *branch)
{
    for (const Branch *b = branch->in->first; b != branch; b = b->next)
        if (!is_finished(b))
            return false;
    return true;
}

/* Whether all before the branch is finished that is below the node. */
static bool is_next_below(const Branch *branch, const SharedNode *node)
{
    for (; branch->in != node; branch = branch->in->up)
        if (!finished_before(branch))
            return false;
    return finished_before(branch);
}

/* Inserts what the branch holds, as far as it is time to. */
static void release(Frontier *f, Branch *branch)
{
    u32 kept = 0;
    for (u32 i = 0; i < branch->held.len; i++) {
        Held held = branch->held.data[i];
        SharedNode *node = node_at(branch, held.depth);
        if (is_next_below(branch, node)) {
            insert(f, node, &held.v);
            vec_free(&held.v);
        } else {
            branch->held.data[kept++] = held;
        }
    }
    branch->held.len = kept;
}

static void unpack_held(Frontier *f, Branch *branch, Unpack *from)
{
    while (from->at < from->end && !from->bad) {
        Held held = {.depth = unpack_u32(from)};
        unpack_acts(from, f->dpor, &held.v);
        vec_push(&branch->held, held);
    }
}

static void pack_held(Buf *out, const Frontier *f, const Branch *branch)
{
    for (u32 i = 0; i < branch->held.len; i++) {
        pack_u32(out, branch->held.data[i].depth);
        pack_acts(out, f->dpor, &branch->held.data[i].v);
    }
}

/* ---- finishing ---- */

/* Any step that is awake, after all branches are finished. */
static void begin_wild(Frontier *f, SharedNode *node)
{
    Branch *wild = new_branch(node, BRANCH_PART);
    node->again = false;
    wild->wild = true;
    pack_u32(&wild->own, 1);
    pack_u8(&wild->own, node->free);
    pack_u32(&wild->own, 0);
    u32 asleep = 0;
    for (const Branch *b = node->first; b; b = b->next)
        asleep += counts(b);
    pack_u32(&wild->own, asleep);
    for (const Branch *b = node->first; b; b = b->next)
        if (counts(b))
            pack_act(&wild->own, f->dpor, &b->act);
    pack_tree(&wild->own, f->dpor, NULL);
    queue_part(f, wild, node->fresh);
}

/* The first of its steps that is not enabled is that of the branch: what was to be learnt from the
 * steps before has to be learnt from another execution that begins with them. */
static void pass_on(SharedNode *node, const Branch *impossible)
{
    for (Branch *b = node->first; b; b = b->next)
        if (b != impossible && b->state == BRANCH_PART && !b->busy) {
            b->fresh = b->fresh < impossible->fresh ? b->fresh : impossible->fresh;
            return;
        }
    node->fresh = node->again && node->fresh < impossible->fresh ? node->fresh : impossible->fresh;
    node->again = true;
}

static void set_finished(Branch *branch, BranchState state)
{
    branch->state = (u8)state;
    buf_free(&branch->own);
    if (state == BRANCH_IMPOSSIBLE && !branch->wild && branch->in &&
        branch->no_step == branch->in->depth)
        pass_on(branch->in, branch);
}

static bool is_complete(const SharedNode *node)
{
    for (const Branch *b = node->first; b; b = b->next)
        if (!is_finished(b))
            return false;
    return true;
}

/* All branches of a node are finished: so is that which leads to it, unless others are to be tried.
 */
static void close_node(Frontier *f, SharedNode *node)
{
    if (node->again) {
        begin_wild(f, node);
        return;
    }
    Branch *up = node->up;
    BranchState state = BRANCH_IMPOSSIBLE;
    for (Branch *b = node->first; b; b = b->next) {
        if (b->state == BRANCH_DONE)
            state = BRANCH_DONE;
        for (u32 i = 0; i < b->held.len; i++) {
            CHECK(b->held.data[i].depth < node->depth);
            vec_push(&up->held, b->held.data[i]);
        }
        vec_clear(&b->held);
        if (b->state == BRANCH_IMPOSSIBLE) {
            up->no_step = b->no_step;
            up->fresh = b->fresh;
        }
    }
    free_branches(node->first);
    free(node);
    up->node = NULL;
    set_finished(up, state);
}

/* Whether nothing will be inserted below the node from elsewhere: what could be inserted into one
 * that is not free comes from the branches before those that lead to it. */
static bool is_settled(const SharedNode *node)
{
    if (node->free)
        return true;
    return finished_before(node->up) && is_settled(node->up->in);
}

/* Goes through all branches below the node, which is settled, up to the first that is not finished:
 * inserts what they hold, and closes nodes of which no branch is left. */
static void advance(Frontier *f, SharedNode *node)
{
    for (Branch *b = node->first; b; b = b->next) {
        release(f, b);
        if (b->state == BRANCH_NODE) {
            advance(f, b->node);
            if (is_complete(b->node)) {
                close_node(f, b->node);
                release(f, b);
            }
        }
        if (!is_finished(b))
            return;
    }
}

static void finish(Frontier *f, Branch *branch, BranchState state)
{
    set_finished(branch, state);
    for (SharedNode *node = branch->in; node && is_settled(node);) {
        advance(f, node);
        if (!is_complete(node))
            return;
        Branch *up = node->up;
        close_node(f, node);
        if (!is_finished(up))
            return;
        node = up->in;
    }
}

/* ---- sharing what is left of a part ---- */

static void add_tree(Frontier *f, SharedNode *node, const WakeNode *tree, u32 fresh)
{
    for (; tree; tree = tree->next) {
        Branch *branch = new_branch(node, BRANCH_PART);
        branch->act = act_copy(&tree->act);
        if (tree->child)
            add_tree(f, new_node(branch, false), tree->child, fresh);
        else
            queue_new(f, branch, fresh);
    }
}

static Branch *add_known(SharedNode *node, BranchState state, const Act *act)
{
    Branch *branch = new_branch(node, state);
    branch->act = act_copy(act);
    branch->known = true;
    return branch;
}

/* Makes a node of the part that is in the path, where the branch leads, one of the tree. Returns
 * the branch to the next one, or NULL. */
static Branch *share_node(Frontier *f, Branch *branch, u32 at)
{
    const Path *path = &f->dpor->path;
    const Node *node = &path->nodes.data[at];
    SharedNode *shared = new_node(branch, node->free);
    for (u32 i = 0; i < node->sleep.len; i++)
        add_known(shared, BRANCH_DONE, &node->sleep.data[i]);
    Branch *next = NULL;
    if (at + 1 < path->nodes.len)
        next = add_known(shared, BRANCH_PART, &path->given.data[at]);
    add_tree(f, shared, node->tree, shared->depth);
    return next;
}

/* The part's nodes become nodes of the tree, up to the first from which more than one branch is
 * left and on to where a part can begin. */
static void share(Frontier *f, Branch *part)
{
    Dpor *dpor = f->dpor;
    Unpack from = unpack_of(part->own.data, part->own.len);
    dpor_clear(dpor);
    acts_clear(&dpor->path.given);
    unpack_nodes(&from, dpor);
    buf_free(&part->own);
    u32 n = dpor->path.nodes.len, fresh = depth_of(part) + n - 1;
    bool open = false;
    for (u32 at = 0; part; at++) {
        if (open && dpor->path.nodes.data[at].free) {
            pack_nodes(&part->own, dpor, at);
            queue_part(f, part, fresh);
            break;
        }
        open |= dpor->path.nodes.data[at].tree != NULL;
        part = share_node(f, part, at);
    }
    dpor_clear(dpor);
    acts_clear(&dpor->path.given);
}

/* ---- requests and answers ---- */

static void pack_siblings(Buf *out, const Frontier *f, const Branch *branch)
{
    u32 before = 0, after = 0;
    bool later = false;
    for (const Branch *b = branch->in->first; b; b = b->next) {
        later |= b == branch;
        before += !later && counts(b);
        after += later && b != branch && counts(b) && is_free(b);
    }
    pack_u32(out, before);
    for (const Branch *b = branch->in->first; b != branch; b = b->next)
        if (counts(b))
            pack_act(out, f->dpor, &b->act);
    pack_u32(out, after);
    for (const Branch *b = branch->next; b; b = b->next)
        if (counts(b) && is_free(b)) {
            pack_act(out, f->dpor, &b->act);
            pack_u32(out, 0); /* a leaf */
        }
}

/* The branches that lead to a part, first that of the root. */
static void pack_way(Buf *out, const Frontier *f, const Branch *part)
{
    VEC(const Branch *) way = {0};
    for (const Branch *b = part; b->in; b = b->in->up)
        if (!b->wild)
            vec_push(&way, b);
    CHECK(way.len == depth_of(part));
    pack_u32(out, way.len);
    while (way.len) {
        const Branch *branch = vec_pop(&way);
        pack_act(out, f->dpor, &branch->act);
        pack_siblings(out, f, branch);
    }
    vec_free(&way);
}

void frontier_request(const Frontier *f, const Branch *part, u64 quota, u32 ms, Buf *out)
{
    pack_u64(out, quota);
    pack_u32(out, ms);
    pack_rules(out, f->dpor);
    pack_u32(out, part->fresh);
    pack_way(out, f, part);
    Buf held = {0};
    for (const Branch *b = part; b->in; b = b->in->up)
        pack_held(&held, f, b);
    pack_bytes(out, held.data, held.len);
    buf_free(&held);
    pack_bytes(out, part->own.data, part->own.len);
}

static void begin_anew(Frontier *f, Check *check, Unpack *rules)
{
    unpack_rules(rules, f->dpor);
    free_branches(f->root);
    vec_clear(&f->queue);
    check->schedules = check->executions = 0;
    f->root = new_branch(NULL, BRANCH_PART);
    queue_new(f, f->root, 0);
}

/* The steps that the part has been the first to execute, the last of those given first. */
static void learn(Frontier *f, Branch *part, Unpack *from)
{
    ActList v = {0};
    unpack_acts(from, f->dpor, &v);
    Branch *way = part->wild ? part->in->up : part;
    for (u32 i = 0; i < v.len && way->in; i++, way = way->in->up) {
        act_free(&way->act);
        way->act = act_copy(&v.data[i]);
        way->known = true;
    }
    acts_clear(&v);
    vec_free(&v);
}

static void keep_rest(Frontier *f, Branch *part, Unpack *rest, double done, u32 wanted)
{
    vec_clear(&part->own);
    buf_add(&part->own, rest->at, (size_t)(rest->end - rest->at));
    part->part = done;
    u32 nodes;
    memcpy(&nodes, part->own.data, sizeof nodes);
    if (f->queue.len < wanted && !part->wild)
        share(f, part);
    else
        queue_part(f, part, depth_of(part) + nodes - 1);
}

bool frontier_answer(Frontier *f, Branch *part, Unpack answer, u32 wanted, Check *check)
{
    PartEnd end = (PartEnd)unpack_u8(&answer);
    CHECK(part->busy && end < PART_ENDS);
    part->busy = false;
    part->number = 0;
    check_all_merge(check, &answer, end != PART_ANEW);
    u32 deepest = unpack_u32(&answer);
    part->no_step = unpack_u32(&answer);
    f->parts++;
    f->deepest = deepest > f->deepest ? deepest : f->deepest;
    if (end == PART_ANEW) {
        begin_anew(f, check, &answer);
        return true;
    }
    double done = 0;
    Unpack number = unpack_bytes(&answer);
    memcpy(&done, number.at, sizeof done);
    learn(f, part, &answer);
    Unpack elsewhere = unpack_bytes(&answer);
    unpack_held(f, part, &elsewhere);
    release(f, part);
    CHECK(!answer.bad && !elsewhere.bad);
    if (end == PART_LEFT)
        keep_rest(f, part, &answer, done, wanted);
    else
        finish(f, part, end == PART_DONE ? BRANCH_DONE : BRANCH_IMPOSSIBLE);
    return false;
}

/* ---- all of it ---- */

void frontier_init(Frontier *f, Dpor *dpor)
{
    *f = (Frontier){.dpor = dpor};
    f->root = new_branch(NULL, BRANCH_PART);
    queue_new(f, f->root, 0);
}

void frontier_free(Frontier *f)
{
    free_branches(f->root);
    vec_free(&f->queue);
}

bool frontier_done(const Frontier *f)
{
    return is_finished(f->root);
}

/* Whether the steps that are asleep in it are known; those of a branch that is known are. */
static bool is_ready(const Branch *part)
{
    for (const Branch *way = part; way->in && !way->known; way = way->in->up)
        for (const Branch *b = way->in->first; b != way; b = b->next)
            if (counts(b) && !b->known)
                return false;
    return true;
}

/* The index of the newest part in the queue that is ready, or -1. */
static i64 newest_ready(const Frontier *f)
{
    i64 i = f->queue.len;
    while (i-- > 0 && !is_ready(f->queue.data[i]))
        ;
    return i;
}

Branch *frontier_next(Frontier *f)
{
    i64 i = newest_ready(f);
    if (i < 0)
        return NULL;
    Branch *part = f->queue.data[i];
    memmove(&f->queue.data[i], &f->queue.data[i + 1],
            (f->queue.len - (u32)i - 1) * sizeof *f->queue.data);
    f->queue.len--;
    part->busy = true;
    return part;
}

bool frontier_begun(const Branch *part)
{
    return part->known || !part->in;
}

void frontier_give_back(Frontier *f, Branch *part)
{
    part->busy = false;
    queue_part(f, part, part->fresh);
}

void frontier_number(Frontier *f, Branch *part)
{
    CHECK(part->busy);
    part->number = ++f->numbers;
}

static void numbered_below(Branch *branch, BranchList *out)
{
    if (branch->state == BRANCH_PART && branch->number)
        vec_push(out, branch);
    if (branch->state == BRANCH_NODE)
        for (Branch *b = branch->node->first; b; b = b->next)
            numbered_below(b, out);
}

void frontier_numbered(const Frontier *f, BranchList *out)
{
    numbered_below(f->root, out);
}

bool frontier_goes_on(const Frontier *f)
{
    BranchList elsewhere = {0};
    frontier_numbered(f, &elsewhere);
    bool none = !elsewhere.len;
    vec_free(&elsewhere);
    return frontier_done(f) || (none && newest_ready(f) >= 0);
}

static double part_of(const Branch *branch)
{
    if (branch->state == BRANCH_PART)
        return branch->part;
    if (branch->state != BRANCH_NODE)
        return 1;
    double sum = 0, n = 0;
    for (const Branch *b = branch->node->first; b; b = b->next)
        if (counts(b)) {
            sum += part_of(b);
            n++;
        }
    return n > 0 ? sum / n : 0;
}

double frontier_part(const Frontier *f)
{
    return part_of(f->root);
}

/* ---- files ---- */

static void pack_branch(const Frontier *f, const Branch *branch, Buf *out)
{
    pack_u8(out, branch->state);
    pack_u8(out, branch->wild);
    pack_u8(out, branch->known);
    if (branch->in && !branch->wild)
        pack_act(out, f->dpor, &branch->act);
    pack_u32(out, branch->fresh);
    pack_u32(out, branch->no_step);
    Buf held = {0};
    pack_held(&held, f, branch);
    pack_bytes(out, held.data, held.len);
    buf_free(&held);
    if (branch->state == BRANCH_PART) {
        pack_u64(out, branch->number);
        pack_bytes(out, branch->own.data, branch->own.len);
    }
    if (branch->state != BRANCH_NODE)
        return;
    const SharedNode *node = branch->node;
    pack_u8(out, (u8)(node->free | node->again << 1));
    pack_u32(out, node->fresh);
    u32 n = 0;
    for (const Branch *b = node->first; b; b = b->next)
        n++;
    pack_u32(out, n);
    for (const Branch *b = node->first; b; b = b->next)
        pack_branch(f, b, out);
}

void frontier_pack(const Frontier *f, Buf *out)
{
    pack_rules(out, f->dpor);
    pack_u64(out, f->parts);
    pack_u64(out, f->numbers);
    pack_u32(out, f->deepest);
    pack_branch(f, f->root, out);
}

static void unpack_branch(Frontier *f, Branch *branch, Unpack *from)
{
    u8 state = unpack_u8(from);
    from->bad |= state >= BRANCH_STATES;
    branch->wild = unpack_u8(from) != 0;
    branch->known = unpack_u8(from) != 0;
    if (branch->in && !branch->wild)
        branch->act = unpack_act(from, f->dpor);
    u32 fresh = branch->fresh = unpack_u32(from);
    branch->no_step = unpack_u32(from);
    Unpack held = unpack_bytes(from);
    unpack_held(f, branch, &held);
    from->bad |= held.bad;
    if (state == BRANCH_PART) {
        branch->number = unpack_u64(from);
        Unpack own = unpack_bytes(from);
        if (from->bad || own.bad)
            return;
        buf_add(&branch->own, own.at, (size_t)(own.end - own.at));
        if (branch->number)
            branch->busy = true;
        else
            queue_part(f, branch, fresh);
    } else if (state == BRANCH_NODE) {
        u8 bits = unpack_u8(from);
        SharedNode *node = new_node(branch, bits & 1);
        node->again = bits >> 1 & 1;
        from->bad |= !branch->in && !node->free; /* nothing is before the first node */
        node->fresh = unpack_u32(from);
        u32 n = unpack_count(from, 1);
        for (u32 i = 0; i < n && !from->bad; i++)
            unpack_branch(f, new_branch(node, BRANCH_PART), from);
    } else {
        branch->state = state;
    }
}

bool frontier_unpack(Frontier *f, Unpack *from)
{
    vec_clear(&f->queue);
    unpack_rules(from, f->dpor);
    f->parts = unpack_u64(from);
    f->numbers = unpack_u64(from);
    f->deepest = unpack_u32(from);
    free_branches(f->root);
    f->root = new_branch(NULL, BRANCH_PART);
    unpack_branch(f, f->root, from);
    return !from->bad;
}

/* Dependence of steps, sleep sets and wakeup trees. */
#include "explore/dpor/dpor.h"

u32 footprint_conflicts(FootprintKind kind)
{
    enum {
        ANY_LOCK = KIND_BIT(LOCK) | KIND_BIT(UNLOCK) | KIND_BIT(RLOCK) | KIND_BIT(RUNLOCK) |
                   KIND_BIT(WLOCK)
    };
    static const u32 table[FOOTPRINT_KINDS] = {
        [FOOTPRINT_READ] = KIND_BIT(WRITE) | KIND_BIT(ADD) | KIND_BIT(PASS) | ANY_LOCK,
        [FOOTPRINT_WRITE] =
            KIND_BIT(READ) | KIND_BIT(WRITE) | KIND_BIT(ADD) | KIND_BIT(PASS) | ANY_LOCK,
        [FOOTPRINT_ADD] = KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_PASS] = KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_LOCK] = KIND_BIT(LOCK) | KIND_BIT(UNLOCK) | KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_UNLOCK] = KIND_BIT(LOCK) | KIND_BIT(UNLOCK) | KIND_BIT(RLOCK) | KIND_BIT(WLOCK) |
                             KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_RLOCK] = KIND_BIT(WLOCK) | KIND_BIT(UNLOCK) | KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_RUNLOCK] = KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_WLOCK] =
            KIND_BIT(RLOCK) | KIND_BIT(WLOCK) | KIND_BIT(UNLOCK) | KIND_BIT(READ) | KIND_BIT(WRITE),
        [FOOTPRINT_COUNT] = KIND_BIT(WAIT),
        [FOOTPRINT_WAIT] = KIND_BIT(COUNT),
        [FOOTPRINT_SEND] = KIND_BIT(SEND) | KIND_BIT(CLOSE) | KIND_BIT(LOOK) | KIND_BIT(TAKE_BACK),
        [FOOTPRINT_RECV] =
            KIND_BIT(RECV) | KIND_BIT(LOOK) | KIND_BIT(DRAINED) | KIND_BIT(TAKE_BACK),
        [FOOTPRINT_TAKE_BACK] =
            KIND_BIT(SEND) | KIND_BIT(RECV) | KIND_BIT(LOOK) | KIND_BIT(TAKE_BACK),
        [FOOTPRINT_DRAINED] = KIND_BIT(RECV) | KIND_BIT(CLOSE),
        [FOOTPRINT_CLOSE] =
            KIND_BIT(SEND) | KIND_BIT(CLOSE) | KIND_BIT(LOOK) | KIND_BIT(DRAINED) | KIND_BIT(MEET),
        [FOOTPRINT_LOOK] = KIND_BIT(SEND) | KIND_BIT(RECV) | KIND_BIT(CLOSE) | KIND_BIT(TAKE_BACK),
        [FOOTPRINT_MEET] = KIND_BIT(CLOSE),
    };
    return table[kind];
}

/* ---- steps ---- */

bool label_equal(const Label *a, const Label *b)
{
    return a->proc == b->proc && a->partner == b->partner && a->choice == b->choice &&
           a->partner_choice == b->partner_choice;
}

const Footprint *act_footprints(const Act *act)
{
    return act->more ? act->more : act->few;
}

Act act_make(Label label, const Footprint *footprints, u32 n)
{
    CHECK(label.proc != label.partner && label.proc != NO_PROC);
    for (u32 i = 0; i < n; i++)
        CHECK(footprints[i].kind < FOOTPRINT_KINDS && footprints[i].object != NO_OBJECT);
    Act act = {.label = label, .nfootprints = n};
    if (n > COUNT_OF(act.few))
        act.more = xmalloc(n * sizeof *act.more);
    if (n)
        memcpy(act.more ? act.more : act.few, footprints, n * sizeof *footprints);
    return act;
}

Act act_of(const Dpor *dpor, const Taken *taken)
{
    return act_make(taken->label, vec_from(&dpor->path.footprints, taken->footprint),
                    taken->nfootprints);
}

Act act_copy(const Act *act)
{
    return act_make(act->label, act_footprints(act), act->nfootprints);
}

void act_free(Act *act)
{
    free(act->more);
}

void acts_clear(ActList *v)
{
    for (u32 i = 0; i < v->len; i++)
        act_free(&v->data[i]);
    vec_clear(v);
}

static bool share_goroutine(const Label *a, const Label *b)
{
    return a->proc == b->proc || a->proc == b->partner || a->partner == b->proc ||
           (a->partner == b->partner && a->partner != NO_PROC);
}

static bool conflict(FootprintKind a, FootprintKind b)
{
    CHECK((footprint_conflicts(a) >> b & 1) == (footprint_conflicts(b) >> a & 1));
    return footprint_conflicts(a) >> b & 1;
}

bool load_may_precede(const Footprint *load, const Footprint *write)
{
    return load->kind == FOOTPRINT_READ && write->kind == FOOTPRINT_WRITE && load->type &&
           load->type == write->type && write->extends && load->from <= write->from &&
           write->from <= load->to && load->from <= write->to && write->to <= load->to;
}

bool act_may_precede(const Act *first, const Act *second)
{
    if (share_goroutine(&first->label, &second->label))
        return false;
    const Footprint *x = act_footprints(first), *y = act_footprints(second);
    for (u32 i = 0; i < first->nfootprints; i++)
        for (u32 k = 0; k < second->nfootprints; k++)
            if (x[i].object == y[k].object && conflict(x[i].kind, y[k].kind) &&
                !load_may_precede(&x[i], &y[k]))
                return false;
    return true;
}

bool node_asleep(const Node *node, const Label *label)
{
    for (u32 i = 0; i < node->sleep.len; i++)
        if (label_equal(&node->sleep.data[i].label, label))
            return true;
    return false;
}

/* ---- sequences ---- */

/* Whether the step may be a look in vain: where a change comes before the goroutine has done what
 * it looks for, the execution is given up. */
static bool may_be_in_vain(const Act *act)
{
    const Footprint *footprints = act_footprints(act);
    for (u32 i = 0; i < act->nfootprints; i++)
        if (footprints[i].vain)
            return true;
    return false;
}

Fit act_fit(const Act *act, const ActList *v, u32 *index)
{
    for (u32 i = 0; i < v->len; i++) {
        if (label_equal(&act->label, &v->data[i].label)) {
            *index = i;
            return FITS_AT;
        }
        if (!act_may_precede(act, &v->data[i]))
            return FITS_NOT;
    }
    return may_be_in_vain(act) ? FITS_NOT : FITS_ALL;
}

bool sleep_covers(const Node *node, const ActList *v)
{
    u32 index;
    for (u32 i = 0; i < node->sleep.len; i++)
        if (act_fit(&node->sleep.data[i], v, &index) != FITS_NOT)
            return true;
    return false;
}

/* ---- wakeup trees ---- */

void acts_drop(ActList *v, u32 index)
{
    CHECK(index < v->len);
    act_free(&v->data[index]);
    v->len--;
    memmove(&v->data[index], &v->data[index + 1], (v->len - index) * sizeof *v->data);
}

/* All of v as one branch, which takes the acts over; v is empty then. */
static WakeNode *branch_of(ActList *v)
{
    CHECK(v->len > 0); /* what is inserted has a first step */
    WakeNode *first = NULL, **link = &first;
    for (u32 i = 0; i < v->len; i++) {
        *link = xcalloc(1, sizeof **link);
        (*link)->act = v->data[i];
        link = &(*link)->child;
    }
    vec_clear(v);
    return first;
}

/* Siblings differ in their labels: the last one, which is new, from the others. */
static void check_siblings(const WakeNode *first)
{
    const WakeNode *last = first;
    while (CHECKING && last->next)
        last = last->next;
    for (; CHECKING && first != last; first = first->next)
        CHECK(!label_equal(&first->act.label, &last->act.label));
}

bool wake_insert(Node *node, ActList *v)
{
    CHECK(v->len > 0);
    WakeNode **link = &node->tree, **siblings = link;
    bool covered = sleep_covers(node, v);
    while (!covered && *link) {
        u32 index;
        Fit how = act_fit(&(*link)->act, v, &index);
        if (how == FITS_NOT) {
            link = &(*link)->next;
            continue;
        }
        if (how == FITS_AT)
            acts_drop(v, index);
        siblings = link = &(*link)->child;
        covered = !*link; /* a leaf: what follows it will be found from there */
    }
    if (!covered) {
        CHECK(!*link && (siblings != &node->tree || !node_asleep(node, &v->data[0].label)));
        *link = branch_of(v);
        check_siblings(*siblings);
    }
    acts_clear(v);
    return !covered;
}

void dpor_insert(Dpor *dpor, u32 at, ActList *v)
{
    Node *node = &dpor->path.nodes.data[at];
    if (at >= dpor->path.base) {
        wake_insert(node, v);
        return;
    }
    u32 start = dpor->elsewhere.len;
    pack_u32(&dpor->elsewhere, at);
    pack_acts(&dpor->elsewhere, dpor, v);
    if (!wake_insert(node, v))
        dpor->elsewhere.len = start;
}

/* Without recursion, since branches may be long: the children of a node come before its siblings.
 */
void wake_free(WakeNode *tree)
{
    while (tree) {
        WakeNode *next = tree->child ? tree->child : tree->next;
        if (tree->child) {
            WakeNode *last = tree->child;
            while (last->next)
                last = last->next;
            last->next = tree->next;
        }
        act_free(&tree->act);
        free(tree);
        tree = next;
    }
}

void node_free(Node *node)
{
    acts_clear(&node->sleep);
    vec_free(&node->sleep);
    wake_free(node->tree);
}

/* Checker: the initialisation order of package-level variables. Repeatedly, the variable declared
 * first that refers to no uninitialised variable, directly or through functions, is next.
 *
 * Variables and functions are the nodes of a graph. Its strongly connected components are found
 * with Tarjan's algorithm; one with a variable that refers to itself is an initialisation cycle.
 * Then nodes become ready when all nodes that they refer to are done: functions at once, variables
 * in order of declaration. */
#include "parser/check/decl.h"

typedef struct Node {
    Obj *obj;
    u32 first_edge;  /* index into Graph.edges */
    u32 low, number; /* of Tarjan's algorithm; number 0 = not visited */
    bool on_stack, searched;
    u32 component;
} Node;

typedef struct Component {
    u32 waiting;    /* number of edges to components that are not done */
    u32 var;        /* 1 + its variable node, 0 for functions */
    u32 first_user; /* index into Graph.users */
} Component;

typedef VEC(u32) U32List;

typedef struct Graph {
    Checker *cx;
    Package *pkg;
    VEC(Node) nodes;
    U32List edges;
    VEC(Component) components;
    U32List stack, users;
    u32 visited;
    bool cyclic;
} Graph;

/* ---- building ---- */

static void add_node(Graph *g, Obj *obj)
{
    Node node = {.obj = obj};
    obj->dep_stamp = g->nodes.len; /* no longer needed as a stamp */
    vec_push(&g->nodes, node);
}

static void add_nodes(Graph *g)
{
    for (u32 f = 0; f < g->pkg->files.len; f++) {
        FileAst *file = g->pkg->files.data[f];
        for (u32 i = 0; i < file->decls.len; i++) {
            Decl *decl = file->decls.data[i];
            if (decl->kind == DECL_FUNC)
                add_node(g, decl->func->obj);
            for (u32 j = 0; decl->kind == DECL_VAR && j < decl->value.objs.len; j++)
                add_node(g, decl->value.objs.data[j]);
        }
    }
}

static void add_edges(Graph *g)
{
    for (u32 i = 0; i < g->nodes.len; i++) {
        g->nodes.data[i].first_edge = g->edges.len;
        DeclDeps *deps = g->nodes.data[i].obj->deps;
        for (u32 j = 0; deps != NULL && j < deps->uses.len; j++) {
            u32 to = deps->uses.data[j]->dep_stamp;
            if (to < g->nodes.len && g->nodes.data[to].obj == deps->uses.data[j])
                vec_push(&g->edges, to);
        }
    }
    Node end = {.first_edge = g->edges.len};
    /* a last node, so that edges of node i end where those of i + 1 begin */
    vec_push(&g->nodes, end);
    g->nodes.len--;
}

/* ---- cycles ---- */

static bool is_var(const Graph *g, u32 node)
{
    return g->nodes.data[node].obj->kind == OBJ_VAR;
}

/* A path from `node` to `target` inside one component, by depth-first search; its nodes are pushed
 * on path. */
static bool find_path(Graph *g, u32 node, u32 target, U32List *path)
{
    U32List next = {0};
    vec_push(path, node);
    vec_push(&next, g->nodes.data[node].first_edge);
    while (path->len > 0) {
        u32 at = vec_last(path), edge = vec_last(&next)++;
        if (edge >= g->nodes.data[at + 1].first_edge) {
            path->len--;
            next.len--;
            continue;
        }
        u32 to = g->edges.data[edge];
        if (to == target)
            break;
        if (g->nodes.data[to].component != g->nodes.data[target].component ||
            g->nodes.data[to].searched)
            continue;
        g->nodes.data[to].searched = true;
        vec_push(path, to);
        vec_push(&next, g->nodes.data[to].first_edge);
    }
    vec_free(&next);
    return path->len > 0;
}

static void report_cycle(Graph *g, u32 var)
{
    U32List path = {0};
    ObjList cycle = {0};
    if (find_path(g, var, var, &path)) {
        for (u32 i = 0; i < path.len; i++)
            vec_push(&cycle, g->nodes.data[path.data[i]].obj);
        check_init_cycle(g->cx, cycle.data, cycle.len);
    }
    vec_free(&path);
    vec_free(&cycle);
}

static bool refers_to_itself(const Graph *g, u32 node)
{
    for (u32 e = g->nodes.data[node].first_edge; e < g->nodes.data[node + 1].first_edge; e++)
        if (g->edges.data[e] == node)
            return true;
    return false;
}

/* Adds a strongly connected component, and reports it if it is an initialisation cycle. */
static void add_component(Graph *g, const u32 *members, u32 count)
{
    u32 var = UINT32_MAX;
    bool known = false; /* has an error that was reported when types were computed */
    for (u32 i = 0; i < count; i++) {
        if (!is_var(g, members[i]))
            continue;
        if (members[i] < var)
            var = members[i];
        Type *t = g->nodes.data[members[i]].obj->type;
        known |= t == NULL || t->kind == TY_INVALID;
    }
    Component c = {.var = var == UINT32_MAX ? 0 : var + 1};
    vec_push(&g->components, c);
    if (var == UINT32_MAX || (count == 1 && !refers_to_itself(g, var)))
        return;
    g->cyclic = true;
    if (!known)
        report_cycle(g, var);
}

/* ---- components (Tarjan's algorithm without recursion) ---- */

static void finish_node(Graph *g, u32 node)
{
    if (g->nodes.data[node].low != g->nodes.data[node].number)
        return;
    u32 start = g->stack.len;
    do {
        u32 member = g->stack.data[--start];
        g->nodes.data[member].on_stack = false;
        g->nodes.data[member].component = g->components.len;
    } while (g->stack.data[start] != node);
    u32 count = g->stack.len - start;
    g->stack.len = start;
    add_component(g, &g->stack.data[start], count);
}

static void enter_node(Graph *g, u32 node, U32List *way, U32List *next)
{
    Node *n = &g->nodes.data[node];
    n->number = n->low = ++g->visited;
    n->on_stack = true;
    vec_push(&g->stack, node);
    vec_push(way, node);
    vec_push(next, n->first_edge);
}

static void lower(Graph *g, u32 node, u32 low)
{
    if (low < g->nodes.data[node].low)
        g->nodes.data[node].low = low;
}

static void visit(Graph *g, u32 root)
{
    U32List way = {0}, next = {0};
    enter_node(g, root, &way, &next);
    while (way.len > 0) {
        u32 node = vec_last(&way), edge = vec_last(&next)++;
        if (edge < g->nodes.data[node + 1].first_edge) {
            u32 to = g->edges.data[edge];
            if (g->nodes.data[to].number == 0)
                enter_node(g, to, &way, &next);
            else if (g->nodes.data[to].on_stack)
                lower(g, node, g->nodes.data[to].number);
            continue;
        }
        way.len--;
        next.len--;
        u32 low = g->nodes.data[node].low;
        finish_node(g, node);
        if (way.len > 0)
            lower(g, vec_last(&way), low);
    }
    vec_free(&way);
    vec_free(&next);
}

/* ---- order ---- */

/* Lists for each component the components that refer to it. */
static void find_users(Graph *g)
{
    for (u32 pass = 0; pass < 2; pass++) {
        for (u32 i = 0; i < g->nodes.len; i++) {
            u32 from = g->nodes.data[i].component;
            for (u32 e = g->nodes.data[i].first_edge; e < g->nodes.data[i + 1].first_edge; e++) {
                Component *to = &g->components.data[g->nodes.data[g->edges.data[e]].component];
                if (to == &g->components.data[from])
                    continue;
                if (pass == 0) {
                    to->first_user++;
                } else {
                    g->users.data[--to->first_user] = from;
                    g->components.data[from].waiting++;
                }
            }
        }
        if (pass != 0)
            break;
        u32 total = 0; /* counts become ends, which the second pass decrements to starts */
        for (u32 c = 0; c < g->components.len; c++)
            total = g->components.data[c].first_user += total;
        vec_reserve(&g->users, total + 1);
        g->users.len = total;
    }
}

bool check_init_step(Checker *cx, Obj *obj, InitStep *step)
{
    Decl *decl = obj->decl;
    ExprList *values = &decl->value.values;
    *step = (InitStep){.file = obj->file_ast};
    if (values->len == 1 && decl->value.names.len > 1) {
        for (u32 i = 0; i < decl->value.objs.len; i++)
            avec_push(cx->arena, &step->lhs, decl->value.objs.data[i]);
        step->rhs = values->data[0];
    } else if (obj->decl_index < values->len) {
        avec_push(cx->arena, &step->lhs, obj);
        step->rhs = values->data[obj->decl_index];
    }
    return step->rhs != NULL;
}

static void emit(Graph *g, u32 var)
{
    InitStep step;
    Obj *obj = g->nodes.data[var].obj;
    if ((g->pkg->is_library && !obj->var.needed) || !check_init_step(g->cx, obj, &step))
        return;
    /* of several that one expression initialises, which become ready together, the first stands for
     * all */
    if (step.lhs.data[0] == obj)
        avec_push(g->cx->arena, &g->pkg->init_steps, step);
}

static void heap_push(U32List *heap, u32 value)
{
    vec_push(heap, value);
    u32 i = heap->len - 1;
    for (; i > 0 && heap->data[(i - 1) / 2] > value; i = (i - 1) / 2)
        heap->data[i] = heap->data[(i - 1) / 2];
    heap->data[i] = value;
}

static u32 heap_pop(U32List *heap)
{
    u32 top = heap->data[0], value = vec_pop(heap), i = 0;
    if (heap->len == 0)
        return top;
    for (u32 child = 1; child < heap->len; child = 2 * i + 1) {
        if (child + 1 < heap->len && heap->data[child + 1] < heap->data[child])
            child++;
        if (heap->data[child] >= value)
            break;
        heap->data[i] = heap->data[child];
        i = child;
    }
    heap->data[i] = value;
    return top;
}

static void order_vars(Graph *g)
{
    U32List funcs = {0}, vars = {0}; /* ready components, ready variable nodes (a heap) */
    for (u32 c = 0; c < g->components.len; c++) {
        if (g->components.data[c].waiting > 0)
            continue;
        if (g->components.data[c].var != 0)
            heap_push(&vars, g->components.data[c].var - 1);
        else
            vec_push(&funcs, c);
    }
    while (funcs.len + vars.len > 0) {
        u32 c;
        if (funcs.len > 0) {
            c = vec_pop(&funcs);
        } else {
            u32 var = heap_pop(&vars);
            emit(g, var);
            c = g->nodes.data[var].component;
        }
        u32 end = c + 1 < g->components.len ? g->components.data[c + 1].first_user : g->users.len;
        for (u32 u = g->components.data[c].first_user; u < end; u++) {
            Component *user = &g->components.data[g->users.data[u]];
            if (--user->waiting > 0)
                continue;
            if (user->var != 0)
                heap_push(&vars, user->var - 1);
            else
                vec_push(&funcs, g->users.data[u]);
        }
    }
    vec_free(&funcs);
    vec_free(&vars);
}

void check_init_order(Checker *cx, Package *pkg)
{
    Graph g = {.cx = cx, .pkg = pkg};
    pkg->init_steps.len = 0;
    add_nodes(&g);
    add_edges(&g);
    for (u32 i = 0; i < g.nodes.len; i++)
        if (g.nodes.data[i].number == 0)
            visit(&g, i);
    if (!g.cyclic) {
        find_users(&g);
        order_vars(&g);
    }
    for (u32 i = 0; i < g.nodes.len; i++)
        g.nodes.data[i].obj->dep_stamp = 0; /* no longer an index */
    vec_free(&g.nodes);
    vec_free(&g.edges);
    vec_free(&g.components);
    vec_free(&g.stack);
    vec_free(&g.users);
}

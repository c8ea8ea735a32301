/* Values of registers: webs of definitions and uses, by union-find over the edges of the unit, and
 * the joining of copies where that changes no value [CHAITIN82]. */
#include "jit/webs.h"

#include <string.h>

static bool has(const u64 *set, u32 site)
{
    return set[site / 64] >> site % 64 & 1;
}

/* ---- webs of one register ---- */

static u32 root(u32 *parent, u32 value)
{
    while (parent[value] != value) {
        parent[value] = parent[parent[value]];
        value = parent[value];
    }
    return value;
}

static void unite(u32 *parent, u32 a, u32 b)
{
    parent[root(parent, a)] = root(parent, b);
}

/* Values before a site are those after it, unless it writes them or they are lost. */
static void unite_edges(const Unit *unit, u32 at, u32 *parent, u64 *kept)
{
    u32 next[2], n = unit_next_sites(unit, at, next);
    const u64 *before = unit_row_at(unit, unit->wanted, at);
    memcpy(kept, before, unit_row(unit) * sizeof(u64));
    unit_drop_written(unit, at, kept);
    for (u32 k = 0; k < n; k++) {
        const u64 *after = unit_row_at(unit, unit->wanted, next[k]);
        FOR_ROW(unit, after, slot)
        {
            u32 value = unit_value(unit, next[k], slot);
            if (row_has(kept, slot) && unit_keeps_homes(unit, at))
                unite(parent, value, unit_value(unit, at, slot));
            else if (k == 1 && row_has(unit_row_at(unit, unit->wanted, next[0]), slot))
                unite(parent, value, unit_value(unit, next[0], slot));
        }
    }
}

static u32 new_web(Webs *webs)
{
    u32 words = (webs->unit->sites.len + 63) / 64;
    Web web = {.joined = webs->of.len, .first = NO_WEB, .last = NO_WEB};
    web.live = xcalloc(words, sizeof(u64));
    web.busy = xcalloc(words, sizeof(u64));
    vec_push(&webs->of, web);
    return web.joined;
}

/* unit->values become the numbers of webs. */
static void number_webs(Webs *webs, u32 *parent)
{
    Unit *unit = webs->unit;
    u32 count = unit_first_value(unit, unit->sites.len);
    u32 *number = xmalloc((count + 1) * sizeof *number);
    memset(number, 0xff, (count + 1) * sizeof *number);
    for (u32 i = 0; i < unit->sites.len; i++)
        for (u32 v = unit_first_value(unit, i); v < unit_first_value(unit, i + 1); v++) {
            u32 top = root(parent, v);
            if (number[top] == NO_WEB)
                number[top] = new_web(webs);
            unit->values[v] = number[top];
            webs->of.data[number[top]].live[i / 64] |= 1ull << i % 64;
        }
    free(number);
}

static void find_webs(Webs *webs)
{
    const Unit *unit = webs->unit;
    u32 count = unit_first_value(unit, unit->sites.len);
    u32 *parent = xmalloc((count + 1) * sizeof *parent);
    u64 *kept = xcalloc(unit_row(unit), sizeof(u64));
    for (u32 v = 0; v < count; v++)
        parent[v] = v;
    for (u32 i = 0; i < unit->sites.len; i++)
        unite_edges(unit, i, parent, kept);
    number_webs(webs, parent);
    free(parent);
    free(kept);
}

/* The web of the register before the site's instruction, or after it, or NO_WEB. */
static u32 web_before(const Webs *webs, u32 at, u32 slot)
{
    if (!row_has(unit_row_at(webs->unit, webs->unit->wanted, at), slot))
        return NO_WEB;
    return webs->unit->values[unit_value(webs->unit, at, slot)];
}

static u32 web_after(const Webs *webs, u32 at, u32 slot)
{
    u32 next[2], n = unit_next_sites(webs->unit, at, next), web = NO_WEB;
    for (u32 k = 0; k < n && web == NO_WEB; k++)
        web = web_before(webs, next[k], slot);
    return web;
}

/* ---- definitions and uses ---- */

static void add_def(Webs *webs, u32 number, Def def)
{
    Web *web = &webs->of.data[number];
    u32 at = webs->defs.len;
    def.next = NO_WEB;
    vec_push(&webs->defs, def);
    if (web->first == NO_WEB)
        web->first = at;
    else
        webs->defs.data[web->last].next = at;
    web->last = at;
}

/* If the site copies registers: how many, from where to where. */
typedef struct Copy {
    u32 to, from, count;
} Copy;

static Copy copy_at(const Unit *unit, u32 at)
{
    const Site *site = &unit->sites.data[at];
    if (site->end)
        return (Copy){0};
    u32 base = site->body->base;
    Instr in = site->word->in;
    Copy copy = {.to = base + in.a, .from = base + in.b};
    switch (site_op(site)) {
    case OP_MOV: copy.count = 1; return copy;
    case OP_MOV2: copy.count = 2; return copy;
    case OP_MOV3: copy.count = 3; return copy;
    case OP_MOVN: copy.count = in.c; return copy;
    case OP_RET:
    case OP_RET0:
    case OP_RET1:
        if (site_kind(unit, at) == SITE_RETURN_INLINED)
            return (Copy){base, base + in.a, in.c};
        return copy;
    case OP_CALLC:
    case OP_CALLI: /* the closure, or the receiver, to the register where the callee expects it */
        if (call_is_expected(unit, at)) {
            copy.to = expected_slot(site);
            copy.from += site_op(site) == OP_CALLI;
            copy.count = copy.to != NO_SLOT;
        }
        return copy;
    default: return copy;
    }
}

/* Whether an emitter may write a register before it has read all that it reads. */
static bool writes_early(const Unit *unit, u32 at)
{
    return copy_at(unit, at).count > 1 || site_op(&unit->sites.data[at]) == OP_APPEND1;
}

typedef struct Uses {
    Webs *webs;
    u32 site;
    u64 weight;
    Copy copy;
} Uses;

static void add_use(void *ctx, u32 slot, u32 count, Class class, bool written)
{
    Uses *uses = ctx;
    Webs *webs = uses->webs;
    Copy copy = uses->copy;
    for (u32 i = slot; i < slot + count; i++) {
        u32 number = (written ? web_after : web_before)(webs, uses->site, i);
        if (number == NO_WEB)
            continue;
        Web *web = &webs->of.data[number];
        web->all += uses->weight;
        web->ints += class == CLASS_INT ? uses->weight : 0;
        web->floats += class == CLASS_FLOAT ? uses->weight : 0;
        web->memory |= class == CLASS_MEMORY;
        if (!written)
            continue;
        Def def = {.site = uses->site, .copied = NO_WEB};
        if (i - copy.to < copy.count)
            def.copied = web_before(webs, uses->site, copy.from + (i - copy.to));
        add_def(webs, number, def);
        if (writes_early(webs->unit, uses->site))
            web->busy[uses->site / 64] |= 1ull << uses->site % 64;
    }
}

/* Those that are loaded at the site, by an entry or after a call. */
static void add_loads(Webs *webs, u32 at, u32 wanted_at, bool entry)
{
    const Unit *unit = webs->unit;
    const u64 *row = unit_row_at(unit, unit->wanted, wanted_at);
    FOR_ROW(unit, row, slot)
    {
        Def def = {.site = at, .copied = NO_WEB, .entry = entry, .load = !entry};
        add_def(webs, web_before(webs, wanted_at, slot), def);
    }
}

/* Those that begin after the site although it does not write them, since liveness is not exact:
 * what is in the frame there, and is never used, is a value of its own. `row` is room for one. */
static void add_appearing(Webs *webs, u32 at, u64 *row)
{
    const Unit *unit = webs->unit;
    const u64 *before = unit_row_at(unit, unit->wanted, at);
    u32 next[2], n = unit_keeps_homes(unit, at) ? unit_next_sites(unit, at, next) : 0;
    for (u32 k = 0; k < n; k++) {
        memcpy(row, unit_row_at(unit, unit->wanted, next[k]), unit_row(unit) * sizeof(u64));
        unit_drop_written(unit, at, row);
        FOR_ROW(unit, row, slot)
        {
            Def def = {.site = at, .copied = NO_WEB, .load = true};
            if (!row_has(before, slot))
                add_def(webs, web_before(webs, next[k], slot), def);
        }
    }
}

static void find_uses(Webs *webs)
{
    const Unit *unit = webs->unit;
    Uses uses = {.webs = webs};
    u64 *row = xcalloc(unit_row(unit), sizeof(u64));
    for (u32 i = 0; i < unit->sites.len; i++) {
        u32 depth = unit->sites.data[i].depth, next[2];
        uses.weight = 1ull << 3 * (depth < 8 ? depth : 8);
        uses.site = i;
        uses.copy = copy_at(unit, i);
        unit_operands(unit, i, add_use, &uses);
        add_appearing(webs, i, row);
        if (unit->sites.data[i].entry || unit->sites.data[i].back)
            add_loads(webs, i, i, true);
        if (!unit_keeps_homes(unit, i) && unit_next_sites(unit, i, next))
            add_loads(webs, i, next[0], false);
    }
    free(row);
}

/* ---- copies ---- */

u32 webs_find(const Webs *webs, u32 web)
{
    while (webs->of.data[web].joined != web)
        web = webs->of.data[web].joined;
    return web;
}

/* Whether the web is wanted after the definition: by what follows the site, or by what the site
 * itself reads later than it writes this. */
static bool is_live_after(const Webs *webs, const Def *def, const Web *web)
{
    u32 next[2], n = unit_next_sites(webs->unit, def->site, next);
    bool early = !def->load && writes_early(webs->unit, def->site);
    if ((def->entry || early) && has(web->live, def->site))
        return true;
    if (def->entry)
        return false;
    for (u32 k = 0; k < n; k++)
        if (has(web->live, next[k]))
            return true;
    return false;
}

/* Whether a web gets another value while the other one is live, apart from copies of one to the
 * other. */
static bool disturbs(const Webs *webs, u32 a, u32 b)
{
    const Def *def;
    for (u32 i = webs->of.data[a].first; i != NO_WEB; i = def->next) {
        def = &webs->defs.data[i];
        u32 copied = def->copied == NO_WEB ? NO_WEB : webs_find(webs, def->copied);
        if (copied != a && copied != b && is_live_after(webs, def, &webs->of.data[b]))
            return true;
    }
    return false;
}

static bool fit(const Web *a, const Web *b)
{
    return !a->memory && !b->memory && (!a->floats || !b->ints) && (!a->ints || !b->floats);
}

/* Joins the web `from` to the web `to`. */
static void join(Webs *webs, u32 to, u32 from)
{
    Web *web = &webs->of.data[to], *gone = &webs->of.data[from];
    for (u32 i = 0; i < (webs->unit->sites.len + 63) / 64; i++) {
        web->live[i] |= gone->live[i];
        web->busy[i] |= gone->busy[i];
    }
    web->ints += gone->ints;
    web->floats += gone->floats;
    web->all += gone->all;
    gone->joined = to;
    if (gone->first == NO_WEB)
        return;
    if (web->first == NO_WEB)
        web->first = gone->first;
    else
        webs->defs.data[web->last].next = gone->first;
    web->last = gone->last;
}

static void join_copy(Webs *webs, u32 at, u32 to, u32 from)
{
    u32 a = web_after(webs, at, to), b = web_before(webs, at, from);
    if (a == NO_WEB || b == NO_WEB)
        return;
    a = webs_find(webs, a);
    b = webs_find(webs, b);
    if (a != b && fit(&webs->of.data[a], &webs->of.data[b]) && !disturbs(webs, a, b) &&
        !disturbs(webs, b, a))
        join(webs, b, a);
}

/* Inner loops first. */
static void join_copies(Webs *webs)
{
    const Unit *unit = webs->unit;
    u32 deepest = 0;
    for (u32 i = 0; i < unit->sites.len; i++)
        if (unit->sites.data[i].depth > deepest)
            deepest = unit->sites.data[i].depth;
    for (u32 depth = deepest + 1; depth-- > 0;)
        for (u32 i = 0; i < unit->sites.len; i++) {
            Copy copy = copy_at(unit, i);
            for (u32 k = 0; k < copy.count && unit->sites.data[i].depth == depth; k++)
                join_copy(webs, i, copy.to + k, copy.from + k);
        }
}

/* ---- constants ---- */

/* The most constant operations that one is computed by. */
enum { MOST_FOLDED = 4 };

static bool constant_web(const Webs *webs, const Web *web, u32 depth, i32 *value);

/* The constant in the register before the site's instruction, if there is one. */
static bool constant_read(const Webs *webs, u32 at, u32 slot, u32 depth, i64 *value)
{
    i32 small;
    u32 web = web_before(webs, at, slot);
    if (web == NO_WEB || depth == MOST_FOLDED ||
        !constant_web(webs, &webs->of.data[webs_find(webs, web)], depth + 1, &small))
        return false;
    *value = small;
    return true;
}

/* The constant that the definition is, if it fits. */
static bool is_constant(const Webs *webs, const Def *def, u32 depth, i32 *value)
{
    const Site *site = &webs->unit->sites.data[def->site];
    Instr in = site->word->in;
    u32 base = site->body->base;
    i64 left, right;
    if (def->entry || def->load)
        return false;
    switch (site_op(site)) {
    case OP_LDI: *value = instr_imm32(in); return true;
    case OP_ZERO: *value = 0; return true;
    case OP_ADD:
    case OP_SUB:
        if (!constant_read(webs, def->site, base + in.b, depth, &left) ||
            !constant_read(webs, def->site, base + in.c, depth, &right))
            return false;
        left += site_op(site) == OP_ADD ? right : -right;
        *value = (i32)left;
        return left == *value;
    default: return false;
    }
}

static bool constant_web(const Webs *webs, const Web *web, u32 depth, i32 *value)
{
    const Def *def;
    u32 number = web->joined, found = 0;
    for (u32 i = web->first; i != NO_WEB; i = def->next) {
        def = &webs->defs.data[i];
        if (def->copied != NO_WEB && webs_find(webs, def->copied) == number)
            continue;
        if (found++ || !is_constant(webs, def, depth, value))
            return false;
    }
    return found && !web->floats && !web->memory;
}

bool webs_constant(const Webs *webs, const Web *web, i32 *value)
{
    return constant_web(webs, web, 0, value);
}

void webs_init(Webs *webs, Unit *unit)
{
    *webs = (Webs){.unit = unit};
    find_webs(webs);
    find_uses(webs);
    join_copies(webs);
    for (u32 i = 0; i < webs->of.len; i++)
        for (u32 w = 0; w < (unit->sites.len + 63) / 64; w++)
            webs->of.data[i].busy[w] |= webs->of.data[i].live[w];
}

void webs_free(Webs *webs)
{
    for (u32 i = 0; i < webs->of.len; i++) {
        free(webs->of.data[i].live);
        free(webs->of.data[i].busy);
    }
    vec_free(&webs->of);
    vec_free(&webs->defs);
}

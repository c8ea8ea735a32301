/* Code generator: statement coverage. An instruction at the start of each block of statements
 * counts how often it is entered. */
#include "parser/gen/gen.h"

/* Whether the statement after s may be executed more or less often than s. */
static bool ends_block(const Stmt *s)
{
    switch (s->kind) {
    case ST_BLOCK:
    case ST_BREAK:
    case ST_CONTINUE:
    case ST_GOTO:
    case ST_FALLTHROUGH:
    case ST_RETURN:
    case ST_IF:
    case ST_SWITCH:
    case ST_TYPESWITCH:
    case ST_SELECT:
    case ST_FOR:
    case ST_RANGE:
    case ST_LABELED: return true;
    default: return false;
    }
}

/* The end of the part of s that belongs to the same block as s: nested blocks are counted
 * separately. */
static Pos own_end(const Stmt *s)
{
    switch (s->kind) {
    case ST_BLOCK: return s->block.lbrace;
    case ST_IF: return s->if_.then->block.lbrace;
    case ST_SWITCH: return s->switch_.lbrace;
    case ST_TYPESWITCH: return s->typeswitch.lbrace;
    case ST_SELECT: return s->select.lbrace;
    case ST_FOR: return s->for_.body->block.lbrace;
    case ST_RANGE: return s->range.body->block.lbrace;
    case ST_LABELED: return own_end(s->labeled.stmt);
    default: return s->span.end;
    }
}

/* A declaration in a script is not executed where it is written, so it begins no block. */
static bool is_statement(const Stmt *s)
{
    return s->kind != ST_EMPTY &&
           !(s->kind == ST_DECL && (s->decl->kind == DECL_FUNC || s->decl->kind == DECL_IMPORT));
}

static CoverBlock block_at(const StmtList *list, u32 first)
{
    const Stmt *s = list->data[first];
    CoverBlock block = {.span = {s->span.start, own_end(s)}, .statements = is_statement(s)};
    for (u32 i = first; !ends_block(s) && ++i < list->len;) {
        s = list->data[i];
        if (s->kind == ST_LABELED)
            break;
        block.span.end = own_end(s);
        block.statements += is_statement(s);
    }
    return block;
}

static bool begins_block(const StmtList *list, u32 i)
{
    return i == 0 || ends_block(list->data[i - 1]) || list->data[i]->kind == ST_LABELED;
}

/* The number of the block that begins with statement i. All instances of a generic function share
 * their counters. */
static u32 block_number(Gen *g, const StmtList *list, u32 i)
{
    u64 *known = map_put(&g->covered, list->data[i]->span.start);
    if (*known == 0) {
        vec_push(&g->program->covered, block_at(list, i));
        *known = g->program->covered.len;
    }
    return (u32)*known - 1;
}

void gen_cover(Gen *g, const StmtList *list, u32 i)
{
    if (!g->options.cover || g->f->fn->is_library)
        return;
    if (begins_block(list, i))
        gen_emit_k(g, list->data[i]->span, OP_COVER, 0, block_number(g, list, i));
}

/* Each `else if` after s is a block. */
static void cover_branches(Gen *g, Stmt *s)
{
    while (s->kind == ST_LABELED)
        s = s->labeled.stmt;
    for (; s->kind == ST_IF && s->if_.els; s = s->if_.els)
        if (s->if_.els->kind == ST_IF)
            block_number(g, &(StmtList){&s->if_.els, 1, 1}, 0);
}

void gen_cover_rest(Gen *g)
{
    const StmtLists *lists = check_lists(g->cx);
    for (u32 i = 0; g->options.cover && i < lists->len; i++) {
        const StmtList *list = lists->data[i];
        for (u32 k = 0; k < list->len; k++) {
            if (begins_block(list, k))
                block_number(g, list, k);
            cover_branches(g, list->data[k]);
        }
    }
}

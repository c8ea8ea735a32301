/* Checker: scripts and REPL inputs, files without a package clause whose statements are executed in
 * order. What `var` and `:=` declare at their top level is package-level, so that functions can use
 * it. */
#include "parser/check/decl.h"

/* ---- implicit imports ---- */

Obj *check_implicit_import(Checker *cx, const Sym *name)
{
    if (cx->at.file == NULL || cx->at.file->package != NULL)
        return NULL;
    const char *path = check_library_path(cx, name);
    if (path == NULL)
        return NULL;
    Package *imported = check_load_package(cx, path, (Span){0, 0});
    Obj *obj = check_new_package_name(cx, cx->at.pkg, imported->name, 0, imported);
    obj->used = true;
    scope_insert_as(cx->arena, cx->at.file->scope, name, obj);
    return obj;
}

/* ---- x := ... at the top level ---- */

/* A declaration that represents the statement, so that its variables are resolved like others. */
static Decl *decl_of_define(Checker *cx, Stmt *s)
{
    Decl *decl = ARENA_NEW(cx->arena, Decl);
    decl->kind = DECL_VAR;
    decl->span = s->span;
    decl->value.names = s->assign.lhs;
    decl->value.values = s->assign.rhs;
    return decl;
}

static Obj *new_global(Checker *cx, Package *pkg, FileAst *file, Expr *ident, Decl *decl, u32 index)
{
    Obj *obj = obj_new(cx->arena, OBJ_VAR, ident->ident.name, ident->span.start, pkg);
    obj->decl = decl;
    obj->decl_index = index;
    obj->file_ast = file;
    obj->var.kind = VAR_GLOBAL;
    obj->used = true;
    return obj;
}

/* As in a block, := assigns to variables that exist already. */
static void collect_define(Checker *cx, Package *pkg, Scope *scope, FileAst *file, Stmt *s)
{
    Decl *decl = decl_of_define(cx, s);
    bool any_new = false, failed = false;
    for (u32 i = 0; i < s->assign.lhs.len; i++) {
        Expr *x = s->assign.lhs.data[i];
        Obj *obj = NULL, *old = NULL;
        bool named = x->kind == EX_IDENT && x->ident.name != cx->sym_blank;
        if (check_is_repeated(cx, &s->assign.lhs, i)) {
            failed = true;
            named = false;
        } else if (x->kind != EX_IDENT) {
            if (x->kind != EX_BAD)
                check_error(cx, x->span, "non-name %s on left side of :=", check_expr_text(cx, x));
            failed = true;
        } else if (named) {
            old = scope_find(scope, x->ident.name);
        }
        if (old != NULL && old->kind == OBJ_VAR) {
            old->var.reassigned = true;
            x->ident.obj = old;
        } else if (named) {
            obj = new_global(cx, pkg, file, x, decl, i);
            check_declare(cx, scope, x, obj);
            any_new = true;
        }
        Obj *target = obj != NULL ? obj : old;
        if (target == NULL || target->kind != OBJ_VAR) {
            target = check_new_var(cx, cx->sym_blank, x->span.start, NULL, VAR_GLOBAL);
            target->used = true;
        }
        avec_push(cx->arena, &decl->value.objs, target);
        avec_push(cx->arena, &s->assign.new_vars, obj);
    }
    if (!any_new && !failed)
        check_error_at(cx, s->assign.op_pos, "no new variables on left side of :=");
}

void check_collect_script(Checker *cx, Package *pkg, Scope *scope, FileAst *file)
{
    for (u32 i = 0; i < file->stmts.len; i++) {
        Stmt *s = file->stmts.data[i];
        if (s->kind == ST_DEFINE)
            collect_define(cx, pkg, scope, file, s);
        else if (s->kind == ST_DECL && s->decl->kind == DECL_VAR)
            check_collect_values(cx, pkg, scope, file, s->decl);
    }
}

/* ---- checking the statements in order ---- */

/* The names of variables that exist get their types. */
static void type_existing(Checker *cx, Stmt *s)
{
    for (u32 i = 0; i < s->assign.lhs.len; i++) {
        Expr *x = s->assign.lhs.data[i];
        Obj *old = x->kind == EX_IDENT && !s->assign.new_vars.data[i] ? x->ident.obj : NULL;
        if (old == NULL || old->kind != OBJ_VAR)
            continue;
        check_object(cx, old);
        x->mode = MODE_VAR;
        x->type = old->type;
    }
}

/* Resolves the new variables of the statement (once; a function may have needed them before) and
 * checks the values assigned to existing ones. */
static void script_define(Checker *cx, Stmt *s)
{
    ExprList *lhs = &s->assign.lhs, *rhs = &s->assign.rhs;
    bool resolved = false;
    type_existing(cx, s);
    for (u32 i = 0; i < s->assign.new_vars.len; i++) {
        if (s->assign.new_vars.data[i] == NULL)
            continue;
        check_object(cx, s->assign.new_vars.data[i]);
        resolved = true;
    }
    if (rhs->len != lhs->len) {
        if (!resolved || rhs->len != 1) {
            ObjList blanks = {0};
            for (u32 i = 0; i < lhs->len; i++)
                avec_push(
                    cx->arena, &blanks,
                    check_new_var(cx, cx->sym_blank, lhs->data[i]->span.start, NULL, VAR_GLOBAL));
            check_init_vars(cx, blanks.data, blanks.len, rhs, s->span, false);
        }
        return;
    }
    for (u32 i = 0; i < lhs->len; i++) {
        Expr *x = lhs->data[i];
        if (s->assign.new_vars.data[i] != NULL)
            continue;
        Obj *old = x->kind == EX_IDENT ? x->ident.obj : NULL;
        check_expr(cx, rhs->data[i]);
        check_assignable(cx, rhs->data[i], old != NULL ? old->type : NULL, "assignment");
    }
}

void check_script_decl(Checker *cx, Stmt *s)
{
    if (s->kind == ST_DEFINE) {
        script_define(cx, s);
    } else if (s->decl->kind == DECL_VAR || s->decl->kind == DECL_CONST) {
        for (u32 i = 0; i < s->decl->value.objs.len; i++)
            check_object(cx, s->decl->value.objs.data[i]);
    } else if (s->decl->kind == DECL_TYPE && s->decl->type.obj != NULL) {
        check_object(cx, s->decl->type.obj);
    }
}

/* Functions may use variables declared further down; statements may not, since they run first. */
void check_script_order(Checker *cx, Expr *e, Obj *obj)
{
    if (cx->at.pkg == NULL || cx->at.pkg->script == NULL || obj->var.kind != VAR_GLOBAL ||
        obj->pkg != cx->at.pkg || obj->pos <= e->span.start || obj->file_ast != cx->at.file)
        return;
    bool in_statement = cx->at.fn != NULL && cx->at.fn->lit == cx->at.pkg->script;
    bool in_initialiser =
        cx->at.fn == NULL && cx->path.len > 0 && vec_last(&cx->path)->kind == OBJ_VAR;
    if (!in_statement && !in_initialiser)
        return;
    Diag *diag = check_error(cx, e->span, "undefined: %s", obj->name->text);
    check_note_at(cx, diag, obj->pos, "%s is declared only here", obj->name->text);
}

FuncLit *check_script_function(Checker *cx, FileAst **files, u32 count)
{
    FuncLit *lit = ARENA_NEW(cx->arena, FuncLit);
    Stmt *body = ast_new_stmt(cx->arena, ST_BLOCK);
    for (u32 i = 0; i < count; i++) {
        StmtList *list = &files[i]->stmts;
        for (u32 j = 0; j < list->len; j++)
            avec_push(cx->arena, &body->block.list, list->data[j]);
        SourceFile *file = files[i]->file;
        body->span = (Span){i == 0 ? file->base : body->span.start, file->base + file->len};
    }
    body->block.lbrace = body->span.start;
    body->block.rbrace = body->span.end;
    lit->sig.span = body->span;
    lit->body = body;
    lit->type = type_new(&cx->types, TY_FUNC);
    return lit;
}

void check_script_statements(Checker *cx, Package *pkg, FuncLit *script, FileAst *file)
{
    cx->at.pkg = pkg;
    cx->at.file = file;
    cx->at.fn = NULL;
    cx->at.deps = NULL;
    Scope *scope = scope_new(cx->arena, file->scope);
    cx->at.scope = scope;
    check_script_body(cx, script, script->type, scope);
}

/* ---- REPL ---- */

static const char REPL_PATH[] = "main";

static Package *repl_package(Checker *cx)
{
    Package *pkg = ARENA_NEW(cx->arena, Package);
    pkg->path = REPL_PATH;
    pkg->name = cx->sym_main;
    pkg->scope = scope_new(cx->arena, cx->universe->scope);
    pkg->state = PKG_SIGNATURES;
    pkg->complete = true;
    return pkg;
}

/* The expression whose value the REPL prints: that of the last statement. */
static Expr *last_expression(FileAst *file)
{
    if (file->stmts.len == 0 || vec_last(&file->stmts)->kind != ST_EXPR)
        return NULL;
    return vec_last(&file->stmts)->expr;
}

static Expr *printable(Expr *e)
{
    return e != NULL && e->mode >= MODE_CONST ? e : NULL;
}

/* What an input adds to types of earlier inputs, to be removed if the input has errors. */
typedef struct Undo {
    Type *named;
    u32 methods;
} Undo;

typedef VEC(Undo) UndoList;

static void note_methods(Scope *scope, UndoList *out)
{
    for (u32 i = 0; i < scope->count; i++) {
        Obj *obj = scope_at(scope, i);
        if (obj->kind == OBJ_TYPE && obj->type != NULL && obj->type->kind == TY_NAMED) {
            Undo undo = {obj->type, obj->type->named.methods.len};
            vec_push(out, undo);
        }
    }
}

static void keep_names(Checker *cx, Package *pkg, Scope *scope)
{
    for (u32 i = 0; i < scope->count; i++)
        scope_replace(cx->arena, pkg->scope, scope_at(scope, i));
}

/* The names of an input are in a scope of their own while it is checked; if it has no errors they
 * move to the package's scope, where they replace older ones. */
static bool check_input(Checker *cx, Package *pkg, FileAst *file, FuncLit *input)
{
    u32 errors = cx->diags->errors;
    Scope *scope = scope_new(cx->arena, pkg->scope);
    pkg->script = input;
    pkg->state = PKG_COLLECTED;
    check_collect(cx, pkg, scope, &file, 1);
    check_resolve_files(cx, pkg, &file, 1);
    check_script_statements(cx, pkg, input, file);
    check_late_bodies(cx, 0);
    if (cx->diags->errors == errors)
        check_report_last(cx);
    if (cx->diags->errors != errors)
        return false;
    keep_names(cx, pkg, scope);
    keep_names(cx, pkg, file->scope);
    avec_push(cx->arena, &pkg->files, file);
    return true;
}

void check_repl_adopt(Checker *cx, Package *pkg, FileAst **files, u32 count)
{
    cx->repl = pkg;
    for (u32 i = 0; i < count; i++)
        keep_names(cx, pkg, files[i]->scope);
}

FuncLit *check_repl_input(Checker *cx, FileAst *file, Package **out, Expr **last_expr,
                          u32 *first_func)
{
    if (cx->repl == NULL)
        cx->repl = repl_package(cx);
    Package *pkg = *out = cx->repl;
    UndoList undo = {0};
    u32 funcs = pkg->funcs.len, inits = pkg->inits.len, imports = pkg->imports.len;
    *first_func = funcs;
    *last_expr = NULL;
    if (file->package != NULL) {
        check_error(cx, file->package->span, "a package clause has no meaning here");
        return NULL;
    }
    cx->at.pkg = pkg;
    cx->too_deep = false;
    cx->hints = 0;
    note_methods(pkg->scope, &undo);
    FuncLit *input = check_script_function(cx, &file, 1);
    cx->prompt_expr = last_expression(file);
    bool ok = check_input(cx, pkg, file, input);
    if (ok) {
        *last_expr = printable(cx->prompt_expr);
    } else {
        for (u32 i = 0; i < undo.len; i++)
            undo.data[i].named->named.methods.len = undo.data[i].methods;
        pkg->funcs.len = funcs;
        pkg->inits.len = inits;
        pkg->imports.len = imports;
    }
    vec_free(&undo);
    return ok ? input : NULL;
}

/* The report of gol run --profile: three tables of counted instructions. */
#include "cli/profile.h"

#include <stdio.h>

#include "base/map.h"
#include "base/output.h"
#include "vm/profile.h"

/* Rows of a table that are shown on the terminal. */
enum { SHOWN = 20 };

typedef struct Row {
    Counted counted;
    const Func *fn;
    Place place; /* file NULL: generated code, or a row that is a whole function */
    u32 op;
} Row;

typedef VEC(Row) Rows;

typedef struct Report {
    FILE *out;
    u32 shown; /* rows of a table */
    u64 total; /* instructions executed */
} Report;

/* ---- gathering ---- */

/* Lines of fn get their rows in the order in which its code mentions them. */
static void add_lines(const Sources *sources, const Func *fn, const Counted *counted, Rows *rows)
{
    Map row_of = {0};
    for (u32 pc = 0; pc < fn->ncode; pc++) {
        if (!counted[pc].executed)
            continue;
        Pos pos = fn->spans[pc].start ? fn->spans[pc].start : fn->pos;
        Place place = source_place(sources, pos);
        u64 *row = map_put(&row_of, place.line);
        if (!*row) {
            vec_push(rows, (Row){.fn = fn, .place = place});
            *row = rows->len;
        }
        profile_sum(&rows->data[*row - 1].counted, &counted[pc]);
    }
    map_free(&row_of);
}

static void gather(const VM *vm, Rows *functions, Rows *lines, Rows *ops)
{
    const Program *program = vm->program;
    for (u32 i = 0; i < program->funcs.len; i++) {
        const Func *fn = program->funcs.data[i];
        const Counted *counted = profile_of(vm->hot.profile, fn);
        if (!counted)
            continue;
        Row row = {.fn = fn};
        for (u32 pc = 0; pc < fn->ncode; pc++)
            profile_sum(&row.counted, &counted[pc]);
        vec_push(functions, row);
        add_lines(program->sources, fn, counted, lines);
    }
    for (u32 op = 0; op < OP_COUNT; op++)
        if (vm->hot.profile->ops[op])
            vec_push(ops, (Row){.op = op, .counted.executed = vm->hot.profile->ops[op]});
}

/* The most executed first; else in the order of the program, which is that of the addresses. */
static int compare(const void *a, const void *b)
{
    const Row *x = a, *y = b;
    if (x->counted.executed != y->counted.executed)
        return x->counted.executed > y->counted.executed ? -1 : 1;
    if (x->fn != y->fn)
        return x->fn->id < y->fn->id ? -1 : 1;
    if (x->place.line != y->place.line)
        return x->place.line < y->place.line ? -1 : 1;
    return (x->op > y->op) - (x->op < y->op);
}

/* ---- printing ---- */

static double share(const Report *report, u64 executed)
{
    return report->total ? 100.0 * (double)executed / (double)report->total : 0;
}

static void print_counts(const Report *report, const Row *row, bool allocs)
{
    fprintf(report->out, "%6.2f%% %15llu", share(report, row->counted.executed),
            (unsigned long long)row->counted.executed);
    if (allocs)
        fprintf(report->out, " %12llu", (unsigned long long)row->counted.allocs);
}

static void print_function(const Report *report, const Row *row)
{
    print_counts(report, row, true);
    fprintf(report->out, "  %s\n", row->fn->name);
}

static void print_line(const Report *report, const Row *row)
{
    if (!row->place.file) {
        print_function(report, row);
        return;
    }
    print_counts(report, row, true);
    Buf place = {0};
    buf_printf(&place, "%s:%u", row->place.file->name, row->place.line);
    u32 len;
    const char *text = source_line(row->place.file, row->place.line, &len);
    for (; len && (*text == ' ' || *text == '\t'); len--)
        text++;
    fprintf(report->out, "  %-24s  %-20s  %.*s\n", row->fn->name, buf_str(&place), (int)len, text);
    buf_free(&place);
}

static void print_op(const Report *report, const Row *row)
{
    print_counts(report, row, false);
    fprintf(report->out, "  %-12s %s\n", op_info[row->op].name, op_info[row->op].text);
}

static void print_table(const Report *report, const char *heading, Rows *rows,
                        void (*print)(const Report *report, const Row *row))
{
    if (rows->len)
        qsort(rows->data, rows->len, sizeof *rows->data, compare);
    fprintf(report->out, "\n%s\n", heading);
    u64 rest = 0;
    for (u32 i = 0; i < rows->len; i++) {
        if (i < report->shown)
            print(report, &rows->data[i]);
        else
            rest += rows->data[i].counted.executed;
    }
    if (rows->len > report->shown)
        fprintf(report->out, "%6.2f%% %15llu  in %u more; --profile=FILE has them\n",
                share(report, rest), (unsigned long long)rest, rows->len - report->shown);
}

static void print_report(const VM *vm, Report *report)
{
    Rows functions = {0}, lines = {0}, ops = {0};
    gather(vm, &functions, &lines, &ops);
    Counted total = {0};
    for (u32 i = 0; i < functions.len; i++)
        profile_sum(&total, &functions.data[i].counted);
    report->total = total.executed;
    fprintf(report->out, "profile: %llu instructions executed, %llu objects allocated\n",
            (unsigned long long)total.executed, (unsigned long long)total.allocs);
    print_table(report, "  share    instructions  allocations  function", &functions,
                print_function);
    print_table(report, "  share    instructions  allocations  function                  line",
                &lines, print_line);
    print_table(report, "  share    instructions  opcode", &ops, print_op);
    vec_free(&functions);
    vec_free(&lines);
    vec_free(&ops);
}

void profile_each_line(const VM *vm, VisitLine *visit, void *ctx)
{
    Rows functions = {0}, lines = {0}, ops = {0};
    gather(vm, &functions, &lines, &ops);
    for (u32 i = 0; i < lines.len; i++)
        visit(ctx, lines.data[i].fn, &lines.data[i].place, &lines.data[i].counted);
    vec_free(&functions);
    vec_free(&lines);
    vec_free(&ops);
}

void profile_write(VM *vm, const char *file)
{
    profile_settle(vm);
    Report report = {.out = stderr, .shown = SHOWN};
    OutputFile *output = *file ? output_open_whole(file) : NULL;
    if (*file && !output)
        return;
    if (output) {
        report.shown = ~0u;
        report.out = output->file;
    }
    print_report(vm, &report);
    if (output)
        output_close(output);
}

/* The prompt's editor, over libedit's own interface: its imitation of readline knows no input of
 * several lines. */
#include "cli/line_editor.h"

#include <errno.h>
#include <histedit.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { HISTORY_LINES = 1000 };

struct LineEditor {
    LineEditorConfig config;
    const char *prompt;
    EditLine *el;
    History *history;
    bool dropped; /* Ctrl-C was typed */
};

static LineEditor *editor_of(EditLine *el)
{
    LineEditor *editor = NULL;
    el_get(el, EL_CLIENTDATA, &editor);
    return editor;
}

static char *prompt_of(EditLine *el)
{
    return (char *)editor_of(el)->prompt;
}

/* ---- keys ---- */

static void move_to_end(EditLine *el)
{
    const LineInfo *line = el_line(el);
    el_cursor(el, (int)(line->lastchar - line->cursor));
}

/* libedit's own function leaves the screen as it has to be after an input. */
static const char END_KEYS[] = "\030\015"; /* is bound to it: ^X and Enter */

static void end_input(EditLine *el)
{
    move_to_end(el);
    el_push(el, END_KEYS);
}

static unsigned char key_enter(EditLine *el, int key)
{
    (void)key;
    LineEditor *editor = editor_of(el);
    const LineInfo *line = el_line(el);
    size_t len = (size_t)(line->lastchar - line->buffer);
    if (!editor->config.incomplete(editor->config.ctx, line->buffer, len)) {
        end_input(el);
        return CC_REFRESH;
    }
    return el_insertstr(el, "\n") == 0 ? CC_REFRESH : CC_ERROR;
}

/* As the terminal would do it if Ctrl-C were not a key. */
static unsigned char key_suspend(EditLine *el, int key)
{
    (void)key;
    (void)el;
    kill(0, SIGTSTP);
    return CC_REDISPLAY;
}

static unsigned char key_interrupt(EditLine *el, int key)
{
    (void)key;
    editor_of(el)->dropped = true;
    move_to_end(el);
    el_insertstr(el, "^C");
    end_input(el);
    return CC_REFRESH;
}

static const char PASTE_BEGIN[] = "\033[200~", PASTE_END[] = "\033[201~";

/* What the terminal sends between the two marks is text, whatever keys it looks like. */
static unsigned char key_paste(EditLine *el, int key)
{
    (void)key;
    Buf text = {0};
    char c;
    size_t end = strlen(PASTE_END);
    while (el_getc(el, &c) == 1) {
        buf_putc(&text, c == '\r' ? '\n' : c);
        if (text.len >= end && !memcmp(text.data + text.len - end, PASTE_END, end)) {
            text.len -= (u32)end;
            break;
        }
    }
    while (text.len && text.data[text.len - 1] == '\n') /* Enter is left to the user */
        text.len--;
    buf_putc(&text, '\0');
    bool ok = text.len == 1 || el_insertstr(el, text.data) == 0;
    buf_free(&text);
    return ok ? CC_REFRESH : CC_ERROR;
}

/* Characters from `from` to `to`; the cursor counts these and not bytes. */
static int characters(const char *from, const char *to)
{
    int n = 0;
    for (; from < to; from++)
        n += (*from & 0xc0) != 0x80;
    return n;
}

static const char *line_start(const LineInfo *line, const char *at)
{
    while (at > line->buffer && at[-1] != '\n')
        at--;
    return at;
}

static const char *line_end(const LineInfo *line, const char *at)
{
    while (at < line->lastchar && *at != '\n')
        at++;
    return at;
}

/* Moves the cursor to that column, in bytes, of the line that begins at `start`. */
static unsigned char move_to(EditLine *el, const LineInfo *line, const char *start, size_t column)
{
    const char *end = line_end(line, start);
    const char *to = (size_t)(end - start) < column ? end : start + column;
    el_cursor(el, to > line->cursor ? characters(line->cursor, to) : -characters(to, line->cursor));
    return CC_CURSOR;
}

/* Within an input of several lines the arrows move between these, else through the history. */
static unsigned char key_up(EditLine *el, int key)
{
    (void)key;
    const LineInfo *line = el_line(el);
    const char *start = line_start(line, line->cursor);
    if (start == line->buffer) {
        el_push(el, "\020");
        return CC_NORM;
    }
    return move_to(el, line, line_start(line, start - 1), (size_t)(line->cursor - start));
}

static unsigned char key_down(EditLine *el, int key)
{
    (void)key;
    const LineInfo *line = el_line(el);
    const char *end = line_end(line, line->cursor);
    if (end == line->lastchar) {
        el_push(el, "\016");
        return CC_NORM;
    }
    return move_to(el, line, end + 1, (size_t)(line->cursor - line_start(line, line->cursor)));
}

/* ---- completion ---- */

void completions_add(Completions *out, const char *name, size_t len)
{
    for (u32 i = 0; i < out->names.len; i++)
        if (!strncmp(out->names.data[i], name, len) && !out->names.data[i][len])
            return;
    char *copy = xmalloc(len + 1);
    memcpy(copy, name, len);
    copy[len] = '\0';
    vec_push(&out->names, copy);
}

static void completions_free(Completions *out)
{
    for (u32 i = 0; i < out->names.len; i++)
        free(out->names.data[i]);
    vec_free(&out->names);
}

static size_t common_prefix(const Completions *all)
{
    size_t n = strlen(all->names.data[0]);
    for (u32 i = 1; i < all->names.len; i++) {
        size_t k = 0;
        while (k < n && all->names.data[i][k] == all->names.data[0][k])
            k++;
        n = k;
    }
    return n;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static u32 terminal_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col : 80;
}

enum { LISTED = 100 }; /* candidates that are shown at once */

static void list_completions(Completions *all)
{
    size_t widest = 0;
    u32 shown = all->names.len < LISTED ? all->names.len : LISTED;
    qsort(all->names.data, all->names.len, sizeof *all->names.data, by_name);
    for (u32 i = 0; i < shown; i++)
        widest = strlen(all->names.data[i]) > widest ? strlen(all->names.data[i]) : widest;
    u32 per_line = terminal_columns() / (u32)(widest + 2);
    for (u32 i = 0; i < shown; i++) {
        bool last = i + 1 == shown || per_line < 2 || (i + 1) % per_line == 0;
        printf("%-*s%s", last ? 0 : (int)widest + 2, all->names.data[i], last ? "\n" : "");
    }
    if (shown < all->names.len)
        printf("... and %u more\n", all->names.len - shown);
    fflush(stdout);
}

/* A tab where nothing stands before the cursor on its line is one that indents. */
static unsigned char key_tab(EditLine *el, int key)
{
    (void)key;
    LineEditor *editor = editor_of(el);
    const LineInfo *line = el_line(el);
    const char *start = line_start(line, line->cursor);
    if (start + strspn(start, " \t") >= line->cursor)
        return el_insertstr(el, "    ") == 0 ? CC_REFRESH : CC_ERROR;
    Completions all = {0};
    size_t at = (size_t)(line->cursor - line->buffer);
    Buf text = {0};
    buf_add(&text, line->buffer, (u32)(line->lastchar - line->buffer));
    editor->config.complete(editor->config.ctx, buf_str(&text), at, &all);
    buf_free(&text);
    unsigned char result = CC_ERROR;
    size_t typed = at - all.from, common = all.names.len ? common_prefix(&all) : 0;
    if (common > typed) {
        char *more = xstrdup(all.names.data[0] + typed);
        more[common - typed] = '\0';
        result = el_insertstr(el, more) == 0 ? CC_REFRESH : CC_ERROR;
        free(more);
    } else if (all.names.len > 1) {
        move_to_end(el);
        printf("\n");
        list_completions(&all);
        el_cursor(el, -characters(line->buffer + at, line->lastchar));
        result = CC_REDISPLAY;
    }
    completions_free(&all);
    return result;
}

/* ---- life ---- */

static void bind_keys(EditLine *el)
{
    el_set(el, EL_ADDFN, "gol-enter", "End a complete input", key_enter);
    el_set(el, EL_ADDFN, "gol-interrupt", "Drop the input", key_interrupt);
    el_set(el, EL_ADDFN, "gol-suspend", "Stop the process", key_suspend);
    el_set(el, EL_ADDFN, "gol-paste", "Insert what is pasted", key_paste);
    el_set(el, EL_ADDFN, "gol-up", "Line or input above", key_up);
    el_set(el, EL_ADDFN, "gol-down", "Line or input below", key_down);
    el_set(el, EL_ADDFN, "gol-complete", "Complete a name", key_tab);
    static const char *const bindings[][2] = {
        {"^M", "gol-enter"},
        {"^J", "gol-enter"},
        {END_KEYS, "ed-newline"},
        {"^C", "gol-interrupt"},
        {"^Z", "gol-suspend"},
        {"^I", "gol-complete"},
        {"^R", "em-inc-search-prev"},
        {PASTE_BEGIN, "gol-paste"},
        {"\033[A", "gol-up"},
        {"\033OA", "gol-up"},
        {"\033[B", "gol-down"},
        {"\033OB", "gol-down"},
        {"\033[3~", "ed-delete-next-char"},
        {"\033[H", "ed-move-to-beg"},
        {"\033[F", "ed-move-to-end"},
    };
    for (u32 i = 0; i < COUNT_OF(bindings); i++)
        el_set(el, EL_BIND, bindings[i][0], bindings[i][1], NULL);
}

LineEditor *editor_new(const LineEditorConfig *config)
{
    setlocale(LC_CTYPE, ""); /* the cursor counts characters */
    LineEditor *editor = xcalloc(1, sizeof *editor);
    editor->config = *config;
    HistEvent event;
    editor->history = history_init();
    history(editor->history, &event, H_SETSIZE, HISTORY_LINES);
    history(editor->history, &event, H_SETUNIQUE, 1);
    if (config->history_file)
        history(editor->history, &event, H_LOAD, config->history_file);
    editor->el = el_init("gol", stdin, stdout, stderr);
    el_set(editor->el, EL_CLIENTDATA, editor);
    el_set(editor->el, EL_PROMPT, prompt_of);
    el_set(editor->el, EL_EDITOR, "emacs");
    el_set(editor->el, EL_SIGNAL, 1);
    el_set(editor->el, EL_HIST, history, editor->history);
    el_set(editor->el, EL_SETTY, "-d", "-isig", NULL); /* Ctrl-C is a key */
    bind_keys(editor->el);
    return editor;
}

void editor_free(LineEditor *editor)
{
    if (!editor)
        return;
    HistEvent event;
    if (editor->config.history_file)
        history(editor->history, &event, H_SAVE, editor->config.history_file);
    history_end(editor->history);
    el_end(editor->el);
    free(editor);
}

/* Whether the terminal marks what is pasted. */
static void mark_pastes(bool on)
{
    const char *term = getenv("TERM");
    if (!term || !strcmp(term, "dumb"))
        return;
    fputs(on ? "\033[?2004h" : "\033[?2004l", stdout);
    fflush(stdout);
}

LineStatus editor_read(LineEditor *editor, const char *prompt, Buf *out)
{
    int len = 0;
    editor->prompt = prompt;
    editor->dropped = false;
    errno = 0;
    mark_pastes(true);
    const char *text = el_gets(editor->el, &len);
    bool interrupted = !text && errno == EINTR;
    mark_pastes(false);
    if (editor->dropped || interrupted)
        return LINE_DROPPED;
    if (!text || len <= 0)
        return LINE_END;
    buf_add(out, text, (u32)len - (text[len - 1] == '\n'));
    return LINE_READ;
}

void editor_remember(LineEditor *editor, const char *text)
{
    HistEvent event;
    history(editor->history, &event, H_ENTER, text);
}

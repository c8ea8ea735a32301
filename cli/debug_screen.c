/* gol debug on the full screen, by ncurses: the source with what each goroutine is at, the
 * goroutines and what they wait for, variables, channels, locks and races, after each step. One key
 * is one request to debug/; what has no key is typed as a command of the plain lines (cli/debug.c).
 */
#include <ctype.h>
#include <curses.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "cli/debug.h"

enum { MIN_ROWS = 16, MIN_COLUMNS = 60, OUTPUT_ROWS = 3, GUTTER = 12, MOST_MESSAGE = 10 };
enum { PLAIN, CURRENT, RACY, QUIET, MARK, LOOKS }; /* color pairs, from 1 but for PLAIN */

typedef struct Screen {
    DebugClient *client;
    u64 selected; /* goroutine whose source and variables are shown */
    Buf file;     /* that is shown, */
    u32 cursor;   /* the line in it that keys are about, */
    u32 lines;    /* and how many lines it has */
    Buf message;  /* what the last command printed */
    bool color;
    int row, right; /* of the panels: next row, first column */
} Screen;

typedef struct Key {
    int key;
    const char *name, *says;
    void (*act)(Screen *s);
} Key;

/* ---- text on the screen ---- */

static attr_t attribute(const Screen *s, int what)
{
    static const attr_t plain[LOOKS] = {A_NORMAL, A_BOLD, A_BOLD | A_REVERSE, A_DIM, A_BOLD};
    return s->color && what != PLAIN ? COLOR_PAIR(what) | (what == QUIET ? A_NORMAL : A_BOLD)
                                     : plain[what];
}

/* The text's first line from a column to another, in blanks as far as it does not reach. */
static void put(int row, int from, int to, attr_t attributes, const char *text, size_t len)
{
    mbstate_t state = {0};
    int column = from;
    attrset((int)attributes);
    for (size_t i = 0; i < len && text[i] != '\n' && column < to;) {
        wchar_t c[2] = {0};
        size_t n = mbrtowc(c, text + i, len - i, &state);
        bool odd = n == 0 || n > len - i || (wcwidth(c[0]) < 0 && c[0] != L'\t');
        i += odd ? 1 : n;
        if (odd) {
            c[0] = L'?';
            memset(&state, 0, sizeof state);
        }
        int width = c[0] == L'\t' ? 4 : wcwidth(c[0]);
        if (column + width > to)
            break;
        if (c[0] == L'\t')
            mvaddnstr(row, column, "    ", width);
        else
            mvaddnwstr(row, column, c, 1);
        column += width;
    }
    if (column < to)
        mvhline(row, column, ' ', to - column);
    attrset(A_NORMAL);
}

static void PRINTF_LIKE(5, 6)
    putf(int row, int from, int to, attr_t attributes, const char *format, ...)
{
    Buf text = {0};
    va_list args;
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    put(row, from, to, attributes, buf_str(&text), text.len);
    buf_free(&text);
}

/* ---- the state ---- */

static const cJSON *goroutines(const Screen *s)
{
    return cJSON_GetObjectItem(s->client->state, "goroutines");
}

static const cJSON *goroutine(const Screen *s, u64 id)
{
    const cJSON *g;
    cJSON_ArrayForEach(g, goroutines(s)) if (debug_number(g, "id") == id) return g;
    return NULL;
}

static bool has_ended(const Screen *s)
{
    return cJSON_HasObjectItem(s->client->state, "verdict");
}

static cJSON *ask(const Screen *s, const char *request, const char *what)
{
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "do", request);
    if (what)
        cJSON_AddStringToObject(object, "what", what);
    cJSON_AddNumberToObject(object, "goroutine", (double)s->selected);
    cJSON *reply = debug_request(s->client->debugger, object);
    cJSON_Delete(object);
    return reply;
}

static u32 count_lines(const Screen *s)
{
    const Sources *sources = &s->client->loaded->sources;
    for (u32 i = 0; i < sources->files.len; i++) {
        const SourceFile *file = sources->files.data[i];
        u32 lines = 0;
        if (strcmp(file->name, buf_str((Buf *)(uintptr_t)&s->file)))
            continue;
        for (u32 k = 0; k < file->len; k++)
            lines += file->text[k] == '\n';
        return lines + (file->len && file->text[file->len - 1] != '\n');
    }
    return 0;
}

/* Shows the source where the goroutine is, if it is in any. */
static void select_goroutine(Screen *s, u64 id)
{
    const cJSON *g = goroutine(s, id);
    s->selected = g ? id : s->selected;
    if (!g || !*debug_text(g, "file"))
        return;
    vec_clear(&s->file);
    buf_puts(&s->file, debug_text(g, "file"));
    s->cursor = (u32)debug_number(g, "line");
    s->lines = count_lines(s);
}

/* Takes over the reply to a request that moves the program. */
static void take_state(Screen *s, cJSON *reply)
{
    vec_clear(&s->message);
    buf_puts(&s->message, debug_text(reply, "error"));
    if (!cJSON_HasObjectItem(reply, "stopped")) {
        cJSON_Delete(reply);
        return;
    }
    cJSON_Delete(s->client->state);
    s->client->state = reply;
    u64 inside = debug_number(reply, "instr") ? debug_number(reply, "goroutine") : 0;
    select_goroutine(s, inside ? inside : debug_number(reply, "next"));
    if (has_ended(s))
        buf_puts(&s->message, debug_text(reply, "report"));
}

/* ---- the source ---- */

/* "2,3" for the goroutines at that line. */
static void goroutines_at(const Screen *s, u32 line, Buf *out)
{
    const cJSON *g;
    cJSON_ArrayForEach(g, goroutines(s))
    {
        if (debug_number(g, "line") == line &&
            !strcmp(debug_text(g, "file"), buf_str((Buf *)(uintptr_t)&s->file)))
            buf_printf(out, "%s%llu", out->len ? "," : "",
                       (unsigned long long)debug_number(g, "id"));
    }
}

/* Whether a breakpoint's file, the end of a path, is the one that is shown. */
static bool is_shown_file(const Screen *s, const char *name)
{
    const char *file = buf_str((Buf *)(uintptr_t)&s->file);
    size_t have = strlen(file), want = strlen(name);
    return want && have >= want && !strcmp(file + have - want, name);
}

static u64 stop_at(const Screen *s, const cJSON *stops, u32 line)
{
    const cJSON *stop;
    cJSON_ArrayForEach(
        stop, stops) if (debug_number(stop, "line") == line &&
                         is_shown_file(s, debug_text(stop, "file"))) return debug_number(stop,
                                                                                         "number");
    return 0;
}

static void draw_line(const Screen *s, const cJSON *stops, int row, u32 line)
{
    u32 len = 0;
    Buf at = {0};
    const cJSON *g = goroutine(s, s->selected);
    const char *text =
        debug_source_line(s->client, buf_str((Buf *)(uintptr_t)&s->file), line, &len);
    goroutines_at(s, line, &at);
    bool current = g && debug_number(g, "line") == line && is_shown_file(s, debug_text(g, "file"));
    attr_t cursor = line == s->cursor ? A_REVERSE : 0;
    put(row, 0, 5, attribute(s, MARK), buf_str(&at), at.len);
    putf(row, 5, GUTTER, attribute(s, QUIET) | cursor, "%c%4u%c",
         stop_at(s, stops, line) ? '*' : ' ', line, current ? '>' : ' ');
    put(row, GUTTER, s->right - 1, attribute(s, current ? CURRENT : PLAIN), text, len);
    buf_free(&at);
}

static void draw_source(const Screen *s, int from, int to)
{
    int rows = to - from - 1;
    u32 half = (u32)rows / 2;
    u32 first = s->cursor > half ? s->cursor - half : 1;
    if (s->lines > (u32)rows && first > s->lines - (u32)rows + 1)
        first = s->lines - (u32)rows + 1;
    if (s->lines <= (u32)rows)
        first = 1;
    cJSON *reply = ask(s, "stops", NULL);
    put(from, 0, s->right - 1, A_UNDERLINE, buf_str((Buf *)(uintptr_t)&s->file), s->file.len);
    for (int i = 0; i < rows; i++) {
        u32 line = first + (u32)i;
        if (line <= s->lines)
            draw_line(s, cJSON_GetObjectItem(reply, "stops"), from + 1 + i, line);
        else
            put(from + 1 + i, 0, s->right - 1, A_NORMAL, "", 0);
    }
    cJSON_Delete(reply);
}

/* ---- the panels beside it ---- */

static void draw_heading(Screen *s, int to, const char *text)
{
    if (s->row < to)
        put(s->row++, s->right, COLS, A_UNDERLINE, text, strlen(text));
}

static void draw_goroutine(Screen *s, const cJSON *g, int to)
{
    u64 id = debug_number(g, "id");
    bool next = id == debug_number(s->client->state, "next") && !has_ended(s);
    bool can = cJSON_IsTrue(cJSON_GetObjectItem(g, "can_run"));
    attr_t look = attribute(s, next ? CURRENT : can ? PLAIN : QUIET);
    if (s->row + 1 >= to)
        return;
    Buf place = {0};
    if (*debug_text(g, "file"))
        buf_printf(&place, "  %s:%llu", debug_text(g, "file"),
                   (unsigned long long)debug_number(g, "line"));
    putf(s->row++, s->right, COLS, look | (id == s->selected ? A_REVERSE : 0), "%s%llu %s%s",
         next ? "->" : "  ", (unsigned long long)id, debug_text(g, "name"), buf_str(&place));
    buf_free(&place);
    putf(s->row++, s->right, COLS, look, "     %s", debug_text(g, "what"));
}

/* The goroutines around the selected one, as many as there is room for. */
static void draw_goroutines(Screen *s, int to)
{
    const cJSON *g;
    int room = (to - s->row) / 3 > 2 ? (to - s->row) / 3 : 2, index = 0, at = 0;
    cJSON_ArrayForEach(g, goroutines(s))
    {
        if (debug_number(g, "id") == s->selected)
            at = index;
        index++;
    }
    int first = at >= room ? at - room + 1 : 0;
    Buf heading = {0};
    buf_printf(&heading, "Goroutines (%d)", index);
    draw_heading(s, to, buf_str(&heading));
    buf_free(&heading);
    index = 0;
    cJSON_ArrayForEach(g, goroutines(s))
    {
        if (index >= first && index < first + room)
            draw_goroutine(s, g, to);
        index++;
    }
}

/* What a look shows, under a heading, in at most so many rows; nothing if there is nothing. */
static void draw_look(Screen *s, const char *what, const char *heading, int most, int to)
{
    cJSON *reply = ask(s, "look", what);
    const cJSON *line, *lines = cJSON_GetObjectItem(reply, "lines");
    if (cJSON_GetArraySize(lines)) {
        draw_heading(s, to, heading);
        cJSON_ArrayForEach(line, lines)
        {
            if (s->row >= to || most-- <= 0)
                break;
            const char *text = cJSON_GetStringValue(line);
            put(s->row++, s->right, COLS, attribute(s, strcmp(what, "races") ? PLAIN : RACY), text,
                strlen(text));
        }
    }
    cJSON_Delete(reply);
}

/* Each race by its first line. */
static void draw_races(Screen *s, int to)
{
    cJSON *reply = ask(s, "look", "races");
    const cJSON *line;
    draw_heading(s, to, "Races so far");
    cJSON_ArrayForEach(line, cJSON_GetObjectItem(reply, "lines"))
    {
        const char *text = cJSON_GetStringValue(line);
        if (!strncmp(text, "race: ", 6) && s->row < to) {
            const char *rule = strstr(text, "  "); /* in the last column, which is far away */
            put(s->row++, s->right, COLS, attribute(s, RACY), text + 6,
                rule ? (size_t)(rule - text) - 6 : strlen(text) - 6);
        }
    }
    cJSON_Delete(reply);
}

static void draw_panels(Screen *s, int from, int to)
{
    Buf heading = {0};
    s->row = from;
    draw_goroutines(s, to);
    if (debug_number(s->client->state, "races"))
        draw_races(s, to);
    if (!has_ended(s)) {
        buf_printf(&heading, "Variables at goroutine %llu", (unsigned long long)s->selected);
        draw_look(s, "variables", buf_str(&heading), (to - from) / 3, to);
        draw_look(s, "channels", "Channels", 6, to);
        draw_look(s, "locks", "Locks", 6, to);
    }
    while (s->row < to)
        put(s->row++, s->right, COLS, A_NORMAL, "", 0);
    buf_free(&heading);
}

/* ---- the whole ---- */

static void draw_title(const Screen *s)
{
    const cJSON *state = s->client->state;
    const char *note = debug_text(state, "note");
    Buf at = {0};
    if (debug_number(state, "instr"))
        buf_printf(&at, ".%llu", (unsigned long long)debug_number(state, "instr"));
    putf(0, 0, COLS, A_REVERSE, " gol debug %s   at %llu%s (%s)%s%s%s%s", s->client->path,
         (unsigned long long)debug_number(state, "at"), buf_str(&at), debug_text(state, "stopped"),
         *note ? ": " : "", note, has_ended(s) ? "   ended: " : "", debug_text(state, "verdict"));
    buf_free(&at);
}

/* The last lines of a text. */
static const char *last_lines(const char *text, int lines)
{
    const char *at = text + strlen(text);
    if (at > text && at[-1] == '\n')
        at--;
    while (at > text && (at[-1] != '\n' || --lines > 0))
        at--;
    return at;
}

static void draw_text(int from, int to, const char *text)
{
    for (int row = from; row < to; row++) {
        size_t len = strcspn(text, "\n");
        put(row, 0, COLS, A_NORMAL, text, len);
        text += len + (text[len] == '\n');
    }
}

static int message_rows(const Screen *s)
{
    int rows = 0;
    for (u32 i = 0; i < s->message.len; i++)
        rows += s->message.data[i] == '\n' || i + 1 == s->message.len;
    int most = LINES / 3 < MOST_MESSAGE ? LINES / 3 : MOST_MESSAGE;
    return rows > most ? most : rows;
}

static void draw(Screen *s)
{
    int message = message_rows(s), bottom = LINES - 1 - message - OUTPUT_ROWS;
    s->right = COLS * 11 / 20;
    erase();
    draw_title(s);
    draw_source(s, 1, bottom);
    draw_panels(s, 1, bottom);
    for (int row = 1; row < bottom; row++)
        mvaddch(row, s->right - 1, ACS_VLINE);
    put(bottom, 0, COLS, A_UNDERLINE, "Output", 6);
    draw_text(bottom + 1, bottom + OUTPUT_ROWS,
              last_lines(debug_text(s->client->state, "output"), OUTPUT_ROWS - 1));
    draw_text(LINES - 1 - message, LINES - 1, buf_str(&s->message));
    putf(LINES - 1, 0, COLS, A_REVERSE,
         " s step  b back  1-9 pick  n next line  c continue  r run to cursor  : command  ? keys  "
         "q leave");
    move(LINES - 1, COLS - 1);
    refresh();
}

/* A line of input at the bottom; false: there is none. */
static bool prompt(const char *text, char *out, int size)
{
    put(LINES - 1, 0, COLS, A_NORMAL, text, strlen(text));
    move(LINES - 1, (int)strlen(text));
    echo();
    curs_set(1);
    bool ok = getnstr(out, size - 1) == OK && *out;
    curs_set(0);
    noecho();
    return ok;
}

/* ---- keys ---- */

static void go(Screen *s, const char *request)
{
    put(LINES - 1, 0, COLS, A_REVERSE, " running; Ctrl-C stops", 22);
    refresh();
    take_state(s, ask(s, request, NULL));
}

static void key_step(Screen *s)
{
    go(s, "step");
}

static void key_back(Screen *s)
{
    go(s, "back");
}

static void key_continue(Screen *s)
{
    go(s, "run");
}

static void key_next(Screen *s)
{
    go(s, "line");
}

static void key_failure(Screen *s)
{
    go(s, "failure");
}

static void key_start(Screen *s)
{
    go(s, "goto");
}

static void pick(Screen *s, u64 id)
{
    u64 before = s->selected;
    s->selected = id;
    cJSON *reply = ask(s, "pick", NULL);
    s->selected = before;
    take_state(s, reply);
}

static void key_pick(Screen *s)
{
    pick(s, s->selected);
}

/* Another goroutine is selected, so many on. */
static void select_other(Screen *s, int by)
{
    int n = cJSON_GetArraySize(goroutines(s)), at = 0;
    for (int i = 0; i < n; i++)
        if (debug_number(cJSON_GetArrayItem(goroutines(s), i), "id") == s->selected)
            at = i;
    if (n)
        select_goroutine(s,
                         debug_number(cJSON_GetArrayItem(goroutines(s), (at + by + n) % n), "id"));
}

static void key_later(Screen *s)
{
    select_other(s, 1);
}

static void key_earlier(Screen *s)
{
    select_other(s, -1);
}

static void key_down(Screen *s)
{
    s->cursor += s->cursor < s->lines;
}

static void key_up(Screen *s)
{
    s->cursor -= s->cursor > 1;
}

/* A command of the plain lines. */
static void command(Screen *s, const char *line)
{
    DebugClient *client = s->client;
    const cJSON *before = client->state;
    char *text = NULL;
    size_t len;
    client->out = open_memstream(&text, &len);
    debug_command(client, line);
    fclose(client->out);
    client->out = stdout;
    if (client->state != before)
        take_state(s, cJSON_Duplicate(client->state, true));
    else
        vec_clear(&s->message);
    buf_puts(&s->message, text);
    free(text);
}

static void key_until(Screen *s)
{
    Buf line = {0};
    buf_printf(&line, "until %s:%u", buf_str(&s->file), s->cursor);
    command(s, buf_str(&line));
    buf_free(&line);
}

/* Sets a breakpoint at the cursor, or takes away the one that is there. */
static void toggle_stop(Screen *s, const char *condition)
{
    Buf line = {0};
    cJSON *reply = ask(s, "stops", NULL);
    u64 number = stop_at(s, cJSON_GetObjectItem(reply, "stops"), s->cursor);
    if (number)
        buf_printf(&line, "delete %llu", (unsigned long long)number);
    else
        buf_printf(&line, "break %s:%u%s%s", buf_str(&s->file), s->cursor, *condition ? " if " : "",
                   condition);
    command(s, buf_str(&line));
    vec_clear(&s->message);
    buf_puts(&s->message, number ? "" : buf_str(&line));
    cJSON_Delete(reply);
    buf_free(&line);
}

static void key_break(Screen *s)
{
    toggle_stop(s, "");
}

static void key_condition(Screen *s)
{
    char text[256];
    if (prompt("break there if (x == 3 && y > 0): ", text, sizeof text))
        toggle_stop(s, text);
}

/* A command with an argument that is asked for. */
static void asked(Screen *s, const char *text, const char *begin)
{
    char argument[256];
    Buf line = {0};
    if (prompt(text, argument, sizeof argument)) {
        buf_printf(&line, "%s%s", begin, argument);
        command(s, buf_str(&line));
    }
    buf_free(&line);
}

static void key_write(Screen *s)
{
    asked(s, "back to the last write of: ", "last write ");
}

static void key_lock(Screen *s)
{
    asked(s, "back to where this lock was taken: ", "last lock ");
}

static void key_watch(Screen *s)
{
    asked(s, "stop after each write of: ", "watch ");
}

static void key_print(Screen *s)
{
    asked(s, "print: ", "print ");
}

static void key_save(Screen *s)
{
    asked(s, "save the schedule up to here to file: ", "save ");
}

static void key_command(Screen *s)
{
    asked(s, ":", "");
}

static void key_races(Screen *s)
{
    command(s, "races");
}

static void key_quit(Screen *s)
{
    s->client->quit = true;
}

static void key_help(Screen *s);

static const Key keys[] = {
    {'s', "s  right", "one step: up to the next access or synchronisation", key_step},
    {KEY_RIGHT, NULL, NULL, key_step},
    {'b', "b  left", "one step back", key_back},
    {KEY_LEFT, NULL, NULL, key_back},
    {'p', "p  Enter",
     "the selected goroutine takes the next step; 1 to 9 pick by number, 0 a timer", key_pick},
    {'\n', NULL, NULL, key_pick},
    {KEY_ENTER, NULL, NULL, key_pick},
    {'\t', "Tab", "select another goroutine; backwards with Shift", key_later},
    {KEY_BTAB, NULL, NULL, key_earlier},
    {'n', "n", "to another line of the selected goroutine", key_next},
    {'c', "c", "on to a breakpoint, a watched write, a race or the end", key_continue},
    {KEY_DOWN, "up  down", "move the cursor in the source", key_down},
    {KEY_UP, NULL, NULL, key_up},
    {'j', NULL, NULL, key_down},
    {'k', NULL, NULL, key_up},
    {'r', "r", "run to the line of the cursor", key_until},
    {'t', "t", "breakpoint at the cursor, or none", key_break},
    {'i', "i", "breakpoint at the cursor with a condition", key_condition},
    {'w', "w", "back to before the last write of a variable", key_write},
    {'l', "l", "back to before a lock was taken", key_lock},
    {'W', "W", "stop after each write of a variable", key_watch},
    {'v', "v", "print a variable", key_print},
    {'R', "R", "the races so far, in full", key_races},
    {'f', "f", "to one step before what goes wrong", key_failure},
    {'g', "g  Home", "to the start", key_start},
    {KEY_HOME, NULL, NULL, key_start},
    {'S', "S", "save the schedule up to here", key_save},
    {':', ":", "a command; :help lists them", key_command},
    {'?', "?", "these keys", key_help},
    {'q', "q", "leave", key_quit},
};

static void key_help(Screen *s)
{
    int row = 1;
    erase();
    put(0, 0, COLS, A_REVERSE, " gol debug: keys", 16);
    for (u32 i = 0; i < COUNT_OF(keys) && row < LINES - 1; i++) {
        if (!keys[i].name)
            continue;
        putf(row, 2, 14, attribute(s, CURRENT), "%s", keys[i].name);
        put(row++, 14, COLS, A_NORMAL, keys[i].says, strlen(keys[i].says));
    }
    put(LINES - 1, 0, COLS, A_REVERSE, " any key goes back", 18);
    refresh();
    getch();
}

static void press(Screen *s, int key)
{
    if (key >= '0' && key <= '9') {
        pick(s, (u64)(key - '0'));
        return;
    }
    for (u32 i = 0; i < COUNT_OF(keys); i++)
        if (keys[i].key == key)
            keys[i].act(s);
}

/* ---- life ---- */

bool debug_screen_fits(void)
{
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb");
}

static void set_colors(Screen *s)
{
    static const short front[LOOKS] = {
        [CURRENT] = COLOR_YELLOW, [RACY] = COLOR_RED, [QUIET] = COLOR_CYAN, [MARK] = COLOR_GREEN};
    s->color = s->color && has_colors() && start_color() == OK && use_default_colors() == OK;
    for (short i = 1; s->color && i < LOOKS; i++)
        init_pair(i, front[i], -1);
}

void debug_screen(DebugClient *client, bool failure, bool color)
{
    Screen s = {.client = client, .selected = 1, .color = color};
    setlocale(LC_CTYPE, "");
    initscr();
    set_colors(&s);
    cbreak();
    noecho();
    keypad(stdscr, true);
    curs_set(0);
    debug_catch_interrupts();
    client->screen = true;
    take_state(&s, ask(&s, failure ? "failure" : "state", NULL));
    while (!client->quit) {
        if (LINES >= MIN_ROWS && COLS >= MIN_COLUMNS) {
            draw(&s);
        } else {
            erase();
            mvaddstr(0, 0, "the window is too small; q leaves");
        }
        int key = getch();
        if (key == ERR && !isatty(STDIN_FILENO))
            break;
        press(&s, key);
    }
    endwin();
    buf_free(&s.file);
    buf_free(&s.message);
}

/* Decides which race reports are hidden: see race/report/silence.h. */
#include "race/report/silence.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/output.h"

#define NORACE "//gol:norace"

/* Comments ------------------------------------------------------------------------------------- */

static bool line_begins(const SourceFile *file, u32 line, const char *text)
{
    u32 len;
    const char *at = source_line(file, line, &len);
    return len >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

/* Whether the line ends with the comment; what stands in a string is none. */
static bool ends_with_comment(const SourceFile *file, u32 line)
{
    u32 len, quotes = 0;
    const char *text = source_line(file, line, &len);
    const char *at = memmem(text, len, NORACE, strlen(NORACE));
    for (const char *c = text; at && c < at; c++)
        quotes += *c == '"' || *c == '`';
    return at && quotes % 2 == 0;
}

/* Whether the line, "func (r T) name(...", begins the function "package.T.name", or one in which
 * that is a function literal. */
static bool begins_function(const SourceFile *file, u32 line, const char *function)
{
    u32 len;
    const char *at = source_line(file, line, &len), *end = at + len;
    at += strlen("func ");
    const char *close = at < end && *at == '(' ? memchr(at, ')', (size_t)(end - at)) : NULL;
    at = close ? close + 1 : at;
    at += strspn(at, " ");
    size_t name_len = strcspn(at, "([ \n");
    for (const char *dot = strchr(function, '.'); dot; dot = strchr(dot + 1, '.'))
        if (!strncmp(dot + 1, at, name_len) && strchr(".[", dot[1 + name_len]))
            return true;
    return false;
}

/* The comment is on the line of the access, or in those above the function that it is in. */
static bool has_comment(const RaceAccess *access, const Sources *sources)
{
    Place place = source_place(sources, access->span.start);
    if (!place.file || place.line == 0)
        return false;
    if (ends_with_comment(place.file, place.line))
        return true;
    u32 line = place.line;
    while (line > 1 && !line_begins(place.file, line, "func "))
        line--;
    if (!access->function || !line_begins(place.file, line, "func ") ||
        !begins_function(place.file, line, access->function))
        return false;
    while (--line >= 1 && line_begins(place.file, line, "//"))
        if (line_begins(place.file, line, NORACE))
            return true;
    return false;
}

/* Patterns ------------------------------------------------------------------------------------- */

static bool matches(const Silence *silence, const char *text)
{
    for (u32 i = 0; text && i < silence->patterns.len; i++)
        if (fnmatch(silence->patterns.data[i], text, 0) == 0)
            return true;
    return false;
}

static bool place_matches(const Silence *silence, Pos pos, const Sources *sources)
{
    Place place = source_place(sources, pos);
    if (!place.file)
        return false;
    Buf text = {0};
    buf_printf(&text, "%s:%u", place.file->name, place.line);
    bool found = matches(silence, buf_str(&text));
    buf_free(&text);
    return found;
}

static bool access_matches(const Silence *silence, const RaceAccess *access, const Sources *sources)
{
    return matches(silence, access->function) ||
           place_matches(silence, access->span.start, sources);
}

/* Counts what is hidden once for each pair of places. */
static void count(Silence *silence, Pos now, Pos before, u64 *counter)
{
    if ((*map_put(&silence->seen, (u64)now << 32 | before))++ == 0)
        ++*counter;
}

bool silence_hides_leak(Silence *silence, const SilencedPlace *leak, const Sources *sources)
{
    if (!matches(silence, leak->function) && !matches(silence, leak->started_as) &&
        !place_matches(silence, leak->place, sources) &&
        !(leak->started && place_matches(silence, leak->started, sources)))
        return false;
    count(silence, leak->place, leak->started, &silence->leaks);
    return true;
}

bool silence_hides(Silence *silence, const RaceReport *report, const Sources *sources)
{
    bool comment = has_comment(&report->now, sources) || has_comment(&report->before, sources);
    if (!comment && !matches(silence, report->variable) &&
        !access_matches(silence, &report->now, sources) &&
        !access_matches(silence, &report->before, sources))
        return false;
    count(silence, report->now.span.start, report->before.span.start,
          comment ? &silence->by_comment : &silence->by_pattern);
    return true;
}

static void add_pattern(Silence *silence, char *line)
{
    line[strcspn(line, "#\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t len = strlen(line);
    while (len > 0 && (line[len - 1] == ' ' || line[len - 1] == '\t'))
        line[--len] = '\0';
    if (len > 0)
        vec_push(&silence->patterns, xstrdup(line));
}

bool silence_load(Silence *silence, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    output_not(file);
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) >= 0)
        add_pattern(silence, line);
    free(line);
    bool ok = !ferror(file);
    fclose(file);
    return ok;
}

bool silence_may_hide(const Silence *silence, const Sources *sources)
{
    for (u32 i = 0; i < sources->files.len; i++) {
        const SourceFile *file = sources->files.data[i];
        if (!file->is_library && memmem(file->text, file->len, NORACE, strlen(NORACE)))
            return true;
    }
    return silence->patterns.len > 0;
}

void silence_free(Silence *silence)
{
    for (u32 i = 0; i < silence->patterns.len; i++)
        free(silence->patterns.data[i]);
    vec_free(&silence->patterns);
    map_free(&silence->seen);
}

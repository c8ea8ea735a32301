/* gol completion, and what the scripts ask for. */
#include "cli/completion.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "explore/check/check.h"
#include "explore/fuzz/sampler.h"
#include "race/detector.h"

/* ---- candidates ---- */

/* What is being completed. */
typedef struct Completing {
    const char *word;    /* as far as it is typed */
    const char *command; /* NULL: the word is the command */
    unsigned bit;        /* of the command's flags */
    const char *before;  /* the word before it */
    bool is_value;       /* that is a flag which takes this word as its value */
    const char *flag;    /* its name without dashes */
} Completing;

/* Up to the first clause, since one line has to do. */
static void offer(const Completing *c, const char *name, const char *says)
{
    if (strncmp(name, c->word, strlen(c->word)) != 0)
        return;
    size_t len = says ? strcspn(says, ";(") : 0;
    while (len && says[len - 1] == ' ')
        len--;
    printf("%s\t%.*s\n", name, (int)len, says ? says : "");
}

static void offer_command(void *ctx, const char *name, const char *says, unsigned bit)
{
    (void)bit;
    offer(ctx, name, says);
}

static void find_bit(void *ctx, const char *name, const char *says, unsigned bit)
{
    Completing *c = ctx;
    (void)says;
    if (!strcmp(name, c->command))
        c->bit = bit;
}

/* Flags that are accepted only are not offered. */
static void offer_flag(void *ctx, const char *flag, const char *says, const char *value)
{
    const Completing *c = ctx;
    (void)value;
    bool one_dash = c->word[0] == '-' && c->word[1] && c->word[1] != '-';
    if (says)
        offer(c, one_dash && flag[1] == '-' ? flag + 1 : flag, says);
}

static const char *without_dashes(const char *flag)
{
    return flag + strspn(flag, "-");
}

static void find_value(void *ctx, const char *flag, const char *says, const char *value)
{
    Completing *c = ctx;
    (void)says;
    if (value && value[0] != '[' && !strcmp(without_dashes(flag), without_dashes(c->before))) {
        c->is_value = true;
        c->flag = without_dashes(c->before);
    }
}

static void offer_values(const Completing *c)
{
    u32 count = 0;
    const DetectorInfo *detectors = detector_list(&count);
    for (u32 i = 0; !strcmp(c->flag, "detector") && i < count; i++)
        offer(c, detectors[i].name, detectors[i].says);
    for (u32 i = 0; !strcmp(c->flag, "engine") && i < engine_count; i++)
        offer(c, engine_list[i]->name, engine_list[i]->says);
    for (u32 i = 0; !strcmp(c->flag, "strategy") && i < sampler_count; i++)
        offer(c, sampler_list[i].name, sampler_list[i].says);
}

/* gol help takes a command as well. */
static bool wants_command(const Completing *c)
{
    return !c->command || (!strcmp(c->command, "help") && !strcmp(c->before, "help"));
}

int complete_words(int count, char **words)
{
    Completing c = {.word = count ? words[count - 1] : "",
                    .command = count > 1 ? words[0] : NULL,
                    .before = count > 1 ? words[count - 2] : ""};
    if (wants_command(&c)) {
        commands_each(offer_command, &c);
        return STATUS_CLEAN;
    }
    commands_each(find_bit, &c);
    if (c.bit && c.before[0] == '-')
        options_each(c.bit, find_value, &c);
    if (c.is_value)
        offer_values(&c);
    else if (c.bit && c.word[0] == '-')
        options_each(c.bit, offer_flag, &c);
    return STATUS_CLEAN;
}

/* ---- scripts ---- */

/* Where gol offers nothing, the shell offers files. */
static const struct {
    const char *shell, *script;
} shells[] = {
    {"bash", "_gol() {\n"
             "    local IFS=$'\\n' line\n"
             "    COMPREPLY=()\n"
             "    while read -r line; do\n"
             "        COMPREPLY+=(\"${line%%$'\\t'*}\")\n"
             "    done < <(gol " COMPLETE " \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2> /dev/null)\n"
             "}\n"
             "complete -o default -F _gol gol\n"},
    {"zsh", "#compdef gol\n"
            "_gol() {\n"
            "    local -a offered\n"
            "    local line\n"
            "    while IFS= read -r line; do\n"
            "        offered+=(\"${${line%%$'\\t'*}//:/\\\\:}:${line#*$'\\t'}\")\n"
            "    done < <(gol " COMPLETE " \"${(@)words[2,CURRENT]}\" 2> /dev/null)\n"
            "    if (( $#offered )); then _describe gol offered; else _files; fi\n"
            "}\n"
            "compdef _gol gol\n"},
    {"fish", "function __gol_offered\n"
             "    set -l before (commandline -opc)\n"
             "    gol " COMPLETE " $before[2..-1] (commandline -ct) 2> /dev/null\n"
             "end\n"
             "complete -c gol -a '(__gol_offered)'\n"},
};

int cmd_completion(int argc, char **argv)
{
    for (u32 i = 0; argc == 1 && i < COUNT_OF(shells); i++)
        if (!strcmp(argv[0], shells[i].shell)) {
            fputs(shells[i].script, stdout);
            return STATUS_CLEAN;
        }
    fprintf(stderr, "usage: gol completion bash|zsh|fish\n");
    return STATUS_USAGE;
}

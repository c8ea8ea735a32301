#include "cli/races.h"

#include <errno.h>
#include <string.h>

bool races_begin(Races *races, const Options *options, const Sources *sources)
{
    *races = (Races){.options = options, .sources = sources};
    if (options->out.suppress && !silence_load(&races->silence, options->out.suppress)) {
        fprintf(stderr, "gol: cannot read %s: %s\n", options->out.suppress, strerror(errno));
        return false;
    }
    if (options->out.sarif)
        races->sarif = sarif_new();
    return true;
}

void races_tell(Races *races, const RaceReport *report, const char *replay)
{
    races->told++;
    if (races->sarif)
        sarif_add(races->sarif, report, races->sources);
    if (races->json)
        report_json(report, races->sources, replay, races->json);
    else if (!races->options->out.quiet)
        report_text(report, races->sources, replay, races->options->out.color_err, stderr);
}

u64 races_hidden(const Races *races)
{
    return races->silence.by_comment + races->silence.by_pattern;
}

void races_tell_hidden(const Races *races)
{
    const Silence *silence = &races->silence;
    if (races_hidden(races) && !races->options->out.quiet)
        fprintf(stderr, "gol: races not shown: %llu by //gol:norace, %llu by --suppress\n",
                (unsigned long long)silence->by_comment, (unsigned long long)silence->by_pattern);
}

void races_end(Races *races)
{
    if (races->sarif && !sarif_write(races->sarif, races->options->out.sarif))
        fprintf(stderr, "gol: cannot write %s: %s\n", races->options->out.sarif, strerror(errno));
    sarif_free(races->sarif);
    silence_free(&races->silence);
}

/* The model of a picture: texts, places and lanes, each once. */
#include "show/diagram.h"

const char *diagram_edge_name(DiagramEdgeKind kind)
{
    static const char *const names[EDGE_KINDS] = {
        [EDGE_GO] = "go",         [EDGE_MESSAGE] = "message", [EDGE_ROOM] = "room",
        [EDGE_CLOSE] = "close",   [EDGE_LOCK] = "lock",       [EDGE_WAIT] = "wait",
        [EDGE_ATOMIC] = "atomic", [EDGE_TIMER] = "timer",
    };
    return names[kind];
}

void diagram_init(Diagram *model, const Sources *sources)
{
    *model = (Diagram){.sources = sources};
    u32 empty = diagram_text(model, "");
    CHECK(empty == 0);
    (void)empty;
}

void diagram_free(Diagram *model)
{
    intern_free(&model->interner);
    vec_free(&model->texts);
    vec_free(&model->files);
    vec_free(&model->places);
    vec_free(&model->lanes);
    vec_free(&model->objects);
    vec_free(&model->steps);
    vec_free(&model->edges);
    vec_free(&model->changes);
    vec_free(&model->races);
    vec_free(&model->findings);
    map_free(&model->text_numbers);
    map_free(&model->place_numbers);
    map_free(&model->lane_numbers);
}

u32 diagram_text(Diagram *model, const char *text)
{
    const Sym *sym = intern_str(&model->interner, text);
    u64 *number = map_put(&model->text_numbers, (u64)(uintptr_t)sym);
    if (!*number) {
        vec_push(&model->texts, sym);
        *number = model->texts.len;
    }
    return (u32)*number - 1;
}

const char *diagram_str(const Diagram *model, u32 text)
{
    CHECK(text < model->texts.len);
    return model->texts.data[text]->text;
}

DiagramLane *diagram_lane(Diagram *model, u32 goroutine)
{
    u64 *index = map_put(&model->lane_numbers, goroutine);
    if (!*index) {
        vec_push(&model->lanes, (DiagramLane){.number = goroutine});
        *index = model->lanes.len;
    }
    return &model->lanes.data[*index - 1];
}

static u32 file_number(Diagram *model, const SourceFile *file)
{
    for (u32 i = 0; i < model->files.len; i++)
        if (model->files.data[i] == file)
            return i + 1;
    vec_push(&model->files, file);
    return model->files.len;
}

static u64 span_key(Span span)
{
    return (u64)span.start << 32 | span.end;
}

u32 diagram_known_place(const Diagram *model, Span span)
{
    u64 *number = map_get(&model->place_numbers, span_key(span));
    return number ? (u32)*number : 0;
}

u32 diagram_place(Diagram *model, Span span, u32 function)
{
    if (!model->sources || !span.start)
        return 0;
    u64 *number = map_put(&model->place_numbers, span_key(span));
    if (*number)
        return (u32)*number;
    Place at = source_place(model->sources, span.start);
    if (!at.file) {
        map_delete(&model->place_numbers, span_key(span));
        return 0;
    }
    u32 len;
    source_text(model->sources, span, &len);
    vec_push(&model->places, (DiagramPlace){.file = file_number(model, at.file),
                                            .line = at.line,
                                            .col = at.col,
                                            .len = len,
                                            .function = function});
    *number = model->places.len;
    return model->places.len;
}

void diagram_print_place(const Diagram *model, u32 place, Buf *out)
{
    if (!place)
        return;
    const DiagramPlace *at = &model->places.data[place - 1];
    const char *name = model->files.data[at->file - 1]->name, *slash = strrchr(name, '/');
    buf_printf(out, "%s:%u", slash ? slash + 1 : name, at->line);
}

bool diagram_in_library(const Diagram *model, u32 place)
{
    return place && model->files.data[model->places.data[place - 1].file - 1]->is_library;
}

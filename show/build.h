/* The inside of a Picture, for the files of this folder that fill or write it. */
#ifndef SHOW_BUILD_H
#define SHOW_BUILD_H

#include <cjson/cJSON.h>

#include "race/loctable.h"
#include "show/edges.h"
#include "show/picture.h"

struct Picture {
    Diagram diagram;
    u32 most; /* steps that it shows */
    const ProgramView *view;
    EdgeMaker *edges;
    LocTable locs;
    Picture *beside;  /* or NULL */
    u32 beside_says;  /* text of `beside` */
    VEC(u32) objects; /* by number in locs: index in diagram.objects + 1; 0: none */
};

/* The model as JSON (docs/show.md), the caller's to delete. */
cJSON *picture_json(const Picture *picture);

/* Writes text for XML and HTML. */
void put_escaped(const char *text, FILE *out);

/* The writers of the formats (show/picture.h). */
void write_html(const Picture *picture, FILE *out);
void write_json(const Picture *picture, FILE *out);
void write_svg(const Picture *picture, FILE *out);
void write_tikz(const Picture *picture, FILE *out);
void write_dot(const Picture *picture, FILE *out);
void write_mermaid(const Picture *picture, FILE *out);
void write_perfetto(const Picture *picture, FILE *out);

#endif

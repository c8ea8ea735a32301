/* A run as a picture: builds the model (show/diagram.h) from the steps that --explain explains
 * (race/explain/explain.h), of a live run as well as of a recorded trace, and writes it: as a page
 * of HTML, and in those of picture_format. */
#ifndef SHOW_PICTURE_H
#define SHOW_PICTURE_H

#include <stdio.h>

#include "race/explain/explain.h"
#include "race/report/report.h"

typedef struct Picture Picture;

/* Steps after these are left out of a picture: a page and its reader have limits. */
enum { PICTURE_STEPS = 1000000 };

/* Shows the first `most` steps of the run, at most PICTURE_STEPS. To be freed with picture_free.
 * The view must outlive it. */
Picture *picture_new(const ProgramView *view, u32 most);
/* NULL is ignored. */
void picture_free(Picture *picture);

/* Receives the steps; for explain_listen or executor_listen. */
ExplainListener picture_listener(Picture *picture);
/* A race that the last step of the run is a part of, with the text of its report. */
void picture_race(Picture *picture, const RaceReport *race, const char *report);
/* Another finding: "deadlock", its title and its report. */
void picture_finding(Picture *picture, const char *kind, const char *title, const char *report);
/* The run is over, or is looked at before it is: notes what goroutines wait for. Before the view
 * goes. */
void picture_end(Picture *picture);

/* What stands at the head of the picture; all are copied, NULL is "". */
typedef struct PictureHead {
    const char *title;    /* the program */
    const char *command;  /* that repeats the run */
    const char *detector; /* its name */
    const char *verdict;  /* "race" */
    const char *output;   /* what the program printed */
} PictureHead;

/* Sets the head. */
void picture_head(Picture *picture, const PictureHead *head);

/* Puts another picture beside this one, which owns it from now on, with a line that says what it
 * is: the same program under another schedule, or a reordering of the same trace. The other formats
 * than html and json leave it out. */
void picture_beside(Picture *picture, Picture *other, const char *says);

/* A way to write a picture. */
typedef struct PictureFormat {
    const char *name; /* "html", the ending of its files */
    const char *says;
    void (*write)(const Picture *picture, FILE *out);
} PictureFormat;

/* The format of that name, or NULL: html, json, svg, tikz, dot, mermaid, perfetto. */
const PictureFormat *picture_format(const char *name);

#endif

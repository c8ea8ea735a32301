/* Pictures of runs, for the commands that make one (show/picture.h): a Picture that listens to an
 * executor, and the file that it is written to. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "cli/reporter.h"

/* Before an execution: a Picture that receives its first `most` steps and what the reporter
 * reports. The executor's config has `described`, and `report` if it is live. draw_end in any
 * case. */
void draw_begin(Reporter *reporter, Executor *executor, u32 most);
/* After the execution, with the command that repeats it: completes the picture. */
void draw_finish(Reporter *reporter, const char *replay);
/* Frees the Picture, if there is one. */
void draw_end(Reporter *reporter);
/* Writes a picture in the format that the flags name to `path`, "-" or NULL for standard output.
 * False after printing what is wrong. */
bool draw_save(const Picture *picture, const Options *options, const char *path);

#endif

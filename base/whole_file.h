/* Files that are written and read as a whole, by several processes perhaps: one that is read is
 * complete. */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include "base/buf.h"

/* Writes the text under another name, PATH.NUMBER.part, and renames it when it is complete.
 * SIGHUP, SIGINT and SIGTERM wait for that. 0, or errno: the file is as it was. */
int whole_file_write(const char *path, const Buf *text);
/* Appends what the file holds. 0, or errno. */
int whole_file_read(const char *path, Buf *text);
/* Whether there is a directory of that name, or a link to one. */
bool is_directory(const char *path);
/* Length of the directory in a path, without the slash after it; 0: none is named. */
size_t directory_len(const char *path);
/* Makes the directory, which is not "", and those above it. False: errno says why it is not there.
 */
bool make_directories(const char *path);

#endif

/* Which tests a pattern names, as -run and -skip of the go command have them: a regular expression
 * for each level of a name, "Bank/empty", and alternatives, "Bank/empty|Store". The expressions
 * have Go's syntax as far as POSIX's has the same. */
#ifndef BASE_NAME_PATTERN_H
#define BASE_NAME_PATTERN_H

#include "base/buf.h"

typedef enum NameMatch {
    NAME_NO,
    NAME_PARTLY, /* it has more levels than the name: subtests may match */
    NAME_FULLY,
} NameMatch;

/* By the first alternative that lets all levels of the name through. */
NameMatch name_match(const char *pattern, const char *name);
/* Whether all of it can be compiled. */
bool name_pattern_ok(const char *pattern);
/* Adds the pattern for an execution of the test `name`, one level, alone: it lets those of its
 * subtests through that `pattern` does. NULL: all. */
void name_pattern_within(const char *pattern, const char *name, Buf *out);

#endif

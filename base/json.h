/* Printing of JSON. cJSON builds the objects; this prints them as valid UTF-8. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints the object on one line, or indented on several, and deletes it. Bytes that are not UTF-8
 * (from a program's output or a file's name) become U+FFFD, since JSON must be UTF-8. */
void json_print(cJSON *object, bool indented, FILE *out);

#endif

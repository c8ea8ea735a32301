/* JSON as it leaves the program. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints the object on a line of its own, or indented on several, and deletes it. What the program
 * or a file's name says need not be UTF-8, JSON must: other bytes become U+FFFD. */
void json_print(cJSON *object, bool indented, FILE *out);

#endif

/* Printing of JSON: cJSON passes bytes through unchecked, so invalid UTF-8 is replaced here. */
#include "base/json.h"

#include <string.h>
#include <utf8proc.h>

#include "base/buf.h"

void json_print(cJSON *object, bool indented, FILE *out)
{
    char *text = indented ? cJSON_Print(object) : cJSON_PrintUnformatted(object);
    if (!text)
        BUG("out of memory for a report");
    const char *at = text, *end = text + strlen(text);
    while (at < end) {
        utf8proc_int32_t character;
        utf8proc_ssize_t size =
            utf8proc_iterate((const utf8proc_uint8_t *)at, end - at, &character);
        if (size > 0)
            fwrite(at, 1, (size_t)size, out);
        else
            fputs("\xef\xbf\xbd", out);
        at += size > 0 ? size : 1;
    }
    putc('\n', out);
    free(text);
    cJSON_Delete(object);
}

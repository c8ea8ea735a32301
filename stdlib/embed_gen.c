/* Build tool: `embed_gen ARRAY ROOT PATH...` writes a C file that contains the files ROOT/PATH as
 * an array of EmbeddedFile (base/embed.h) and their number as ARRAY_count. It exists because a bare
 * system has neither xxd nor an assembler include that both compilers accept. */
#include <stdio.h>
#include <stdlib.h>

static void print_byte(int c)
{
    /* Always three octal digits, so that a digit after the escape is not part of it. */
    if (c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?')
        printf("\\%03o", (unsigned)c);
    else
        putchar(c);
}

static void print_file(const char *root, const char *path, int index)
{
    char name[4096];
    snprintf(name, sizeof name, "%s/%s", root, path);
    FILE *in = fopen(name, "rb");
    if (in == NULL) {
        perror(name);
        exit(1);
    }
    printf("static const char text%d[] =\n    \"", index);
    for (int c; (c = getc(in)) != EOF;) {
        print_byte(c);
        if (c == '\n')
            printf("\"\n    \"");
    }
    printf("\";\n");
    fclose(in);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 1;
    const char *array = argv[1], *root = argv[2];
    printf("#include \"base/embed.h\"\n\n");
    for (int i = 3; i < argc; i++)
        print_file(root, argv[i], i);
    printf("const EmbeddedFile %s[] = {\n", array);
    for (int i = 3; i < argc; i++)
        printf("    {\"%s\", text%d, sizeof text%d - 1},\n", argv[i], i, i);
    printf("    {0, 0, 0},\n};\n");
    printf("const size_t %s_count = %d;\n", array, argc - 3);
    return 0;
}

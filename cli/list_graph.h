/* The packages that gol list is asked for, and those that they import. */
#ifndef CLI_LIST_GRAPH_H
#define CLI_LIST_GRAPH_H

#include "cli/module.h"

typedef struct ListedPackage ListedPackage;
typedef VEC(ListedPackage *) ListedPackages;

/* What of a package's files it is made of. */
typedef enum ListedPart {
    LISTED_PACKAGE,
    LISTED_TEST_MAIN, /* p.test: the program that runs the tests */
    LISTED_TESTED,    /* p [p.test]: the package with its own tests */
    LISTED_EXTERNAL,  /* p_test [p.test]: its external tests */
} ListedPart;

struct ListedPackage {
    const char *path;   /* as it is printed: "p", "p [p.test]" */
    const char *import; /* "p" */
    const char *dir;    /* absolute; "": it is in gol only, or nowhere */
    const char *match;  /* the argument that named it; NULL: none, it is only imported */
    ListedPart part;
    bool library;
    bool followed; /* its imports are known */
    bool placed;   /* list_graph_order has added it */
    ListedPackages imports;
};

/* Everything is in the arena. */
typedef struct ListGraph {
    Arena *arena;
    const Module *module;
    BuildTags tags;
    ListedPackages all;
} ListGraph;

/* The package at this import path, in a directory of the user's, or of the library (dir does not
 * count then). The same each time. */
ListedPackage *list_graph_add(ListGraph *graph, const char *path, const char *dir, bool library);
/* Reads what the package imports, what those import, and so on. */
void list_graph_follow(ListGraph *graph, ListedPackage *package);
/* Adds to *out what the tests of a package, which has been followed, are made of: the program, the
 * package with its own tests, the external ones, as far as there are any. */
void list_graph_tests(ListGraph *graph, ListedPackage *package, ListedPackages *out);
/* Adds a package that has been followed to *out, after all that it imports. What has been added
 * before is left out. */
void list_graph_order(ListGraph *graph, ListedPackage *package, ListedPackages *out);
/* The paths of all that it imports, directly or not, sorted, a line each. */
const char *list_graph_below(ListGraph *graph, const ListedPackage *package);

#endif

/* The parts of the check of formats: which functions print, what a format says, which types a verb
 * takes. */
#ifndef PARSER_VET_PRINTF_H
#define PARSER_VET_PRINTF_H

#include "parser/vet/vet.h"

typedef enum PrintKind {
    PRINTS_NOTHING,
    PRINTS_VALUES, /* like fmt.Print */
    PRINTS_FORMAT, /* like fmt.Printf */
    PRINTS_ERROR   /* like fmt.Errorf, which takes %w */
} PrintKind;

typedef struct Printf {
    const VetFile *file;
    Diags *found;
    Map kinds;            /* Obj of a function -> 1 + PrintKind; 0 while it is found out */
    const FuncDecl *decl; /* that is looked at */
} Printf;

/* ---- printf_wrap.c ---- */

/* What a call of the function does, NULL allowed, and one of an interface's method, too. Functions
 * that pass their last parameters on to such a one are looked at where they are declared. */
PrintKind printf_kind(Printf *p, const Expr *call);
/* The name of the function of a call that has a kind. */
const char *printf_name(Printf *p, const Expr *call);
/* Calls in a declared function that pass its arguments on without `...`. */
void printf_check_wrapper(Printf *p, const FuncDecl *decl);

/* ---- printf_type.c ---- */

/* What a verb takes. */
enum {
    TAKES_BOOL = 1,
    TAKES_INT = 2,
    TAKES_RUNE = 4,
    TAKES_STRING = 8,
    TAKES_FLOAT = 16,
    TAKES_COMPLEX = 32,
    TAKES_POINTER = 64,
    TAKES_ERROR = 128,
    TAKES_ANY = 255
};

/* Whether the argument may be printed so; what is not known may. If it may not since its type is a
 * type parameter, *misfit is a type that this may be; else NULL. */
bool printf_takes(const Expr *arg, u32 takes, const TypeTerm **misfit);
/* Whether the type decides itself how it is printed, or an interface hides which type it is. */
bool printf_formats_itself(Type *t);
/* In a method String or Error: the full name of that method if printing the argument calls it
 * again, without end; else NULL. */
const char *printf_recurs(Printf *p, Expr *arg);

#endif

/* Checks of gol vet that read the checked syntax tree: each looks at one file and reports what it
 * finds as warnings. They see types, so generic code is seen only as far as it has been checked. */
#ifndef PARSER_VET_VET_H
#define PARSER_VET_VET_H

#include "base/diag.h"
#include "parser/syntax/ast.h"
#include "parser/types/constant.h"
#include "parser/types/types.h"

typedef struct VetFile {
    const FileAst *file;
    ConstPool *consts;
} VetFile;

#endif

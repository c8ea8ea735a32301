/* Natives of unicode: categories and case of runes, from the tables of utf8proc. */
#include <utf8proc.h>

#include "stdlib/conv.h"
#include "stdlib/native.h"

static utf8proc_category_t category(u64 rune)
{
    return (i32)rune < 0 || (i32)rune > RUNE_MAX ? UTF8PROC_CATEGORY_CN
                                                  : utf8proc_category((i32)rune);
}

/* func category(r rune) int: a number from 0 to 29, see unicode/unicode.gol */
NATIVE(category_of)
{
    args[0] = category(args[0]);
    return NATIVE_DONE;
}

#define IN_CATEGORIES(name, first, last) \
    NATIVE(name) \
    { \
        utf8proc_category_t c = category(args[0]); \
        args[0] = c >= UTF8PROC_CATEGORY_##first && c <= UTF8PROC_CATEGORY_##last; \
        return NATIVE_DONE; \
    }

IN_CATEGORIES(is_upper, LU, LU)
IN_CATEGORIES(is_lower, LL, LL)
IN_CATEGORIES(is_title, LT, LT)
IN_CATEGORIES(is_letter, LU, LO)
IN_CATEGORIES(is_mark, MN, ME)
IN_CATEGORIES(is_digit, ND, ND)
IN_CATEGORIES(is_number, ND, NO)
IN_CATEGORIES(is_punct, PC, PO)
IN_CATEGORIES(is_symbol, SM, SO)
IN_CATEGORIES(is_control, CC, CC)

NATIVE(is_space)
{
    i32 r = (i32)args[0];
    utf8proc_category_t c = category(args[0]);
    args[0] = r == ' ' || (r >= '\t' && r <= '\r') || r == 0x85 ||
              (c >= UTF8PROC_CATEGORY_ZS && c <= UTF8PROC_CATEGORY_ZP);
    return NATIVE_DONE;
}

NATIVE(is_print)
{
    args[0] = rune_is_print((i32)args[0]);
    return NATIVE_DONE;
}

NATIVE(is_graphic)
{
    args[0] = rune_is_graphic((i32)args[0]);
    return NATIVE_DONE;
}

NATIVE(to_upper)
{
    args[0] = (u64)(i64)rune_to_upper((i32)args[0]);
    return NATIVE_DONE;
}

NATIVE(to_lower)
{
    args[0] = (u64)(i64)rune_to_lower((i32)args[0]);
    return NATIVE_DONE;
}

NATIVE(to_title)
{
    args[0] = (u64)(i64)rune_to_title((i32)args[0]);
    return NATIVE_DONE;
}

/* func fold(r rune) rune */
NATIVE(fold)
{
    args[0] = (u64)(i64)rune_fold((i32)args[0]);
    return NATIVE_DONE;
}

const NativeDef natives_unicode[] = {
    {"unicode.category", category_of},
    {"unicode.IsUpper", is_upper},
    {"unicode.IsLower", is_lower},
    {"unicode.IsTitle", is_title},
    {"unicode.IsLetter", is_letter},
    {"unicode.IsMark", is_mark},
    {"unicode.IsDigit", is_digit},
    {"unicode.IsNumber", is_number},
    {"unicode.IsPunct", is_punct},
    {"unicode.IsSymbol", is_symbol},
    {"unicode.IsControl", is_control},
    {"unicode.IsSpace", is_space},
    {"unicode.IsPrint", is_print},
    {"unicode.IsGraphic", is_graphic},
    {"unicode.ToUpper", to_upper},
    {"unicode.ToLower", to_lower},
    {"unicode.ToTitle", to_title},
    {"unicode.fold", fold},
    {NULL, NULL},
};

/* Natives of unicode: categories and case of runes, from the tables of utf8proc. */
#include <utf8proc.h>

#include "stdlib/native/conv.h"
#include "stdlib/native/native.h"

static utf8proc_category_t category(u64 rune)
{
    return (i32)rune < 0 || (i32)rune > RUNE_MAX ? UTF8PROC_CATEGORY_CN
                                                 : utf8proc_category((i32)rune);
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

NativeStatus native_is_print(VM *vm, G *g, u64 *args)
{
    (void)vm, (void)g;
    args[0] = rune_is_print((i32)args[0]);
    return NATIVE_DONE;
}

NativeStatus native_is_graphic(VM *vm, G *g, u64 *args)
{
    (void)vm, (void)g;
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

const NativeDef natives_unicode[] = {
    ROW("unicode.IsUpper", is_upper, NONE),
    ROW("unicode.IsLower", is_lower, NONE),
    ROW("unicode.IsTitle", is_title, NONE),
    ROW("unicode.IsLetter", is_letter, NONE),
    ROW("unicode.IsMark", is_mark, NONE),
    ROW("unicode.IsDigit", is_digit, NONE),
    ROW("unicode.IsNumber", is_number, NONE),
    ROW("unicode.IsPunct", is_punct, NONE),
    ROW("unicode.IsSymbol", is_symbol, NONE),
    ROW("unicode.IsControl", is_control, NONE),
    ROW("unicode.IsSpace", is_space, NONE),
    ROW("unicode.IsPrint", native_is_print, NONE),
    ROW("unicode.IsGraphic", native_is_graphic, NONE),
    ROW("unicode.ToUpper", to_upper, NONE),
    ROW("unicode.ToLower", to_lower, NONE),
    ROW("unicode.ToTitle", to_title, NONE),
    ROW_END,
};

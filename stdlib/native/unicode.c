/* Natives of unicode: categories and case of runes, from the tables of utf8proc. */
#include <utf8proc.h>

#include "stdlib/native/conv.h"
#include "stdlib/native/native.h"

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

/* func fold(r rune) rune */
NATIVE(fold)
{
    args[0] = (u64)(i64)rune_fold((i32)args[0]);
    return NATIVE_DONE;
}

/* Scripts, for which utf8proc has no table: those that programs use, from Unicode's Scripts.txt.
 * Numbered as in unicode/unicode.gol; ranges ascend within each. */
static const struct {
    u32 script, first, last;
} scripts[] = {
    /* Arabic */
    {1, 0x600, 0x604},
    {1, 0x606, 0x60b},
    {1, 0x60d, 0x61a},
    {1, 0x61c, 0x61c},
    {1, 0x61e, 0x61e},
    {1, 0x620, 0x63f},
    {1, 0x641, 0x64a},
    {1, 0x656, 0x66f},
    {1, 0x671, 0x6dc},
    {1, 0x6de, 0x6ff},
    {1, 0x750, 0x77f},
    {1, 0x8a0, 0x8b4},
    {1, 0x8b6, 0x8c7},
    {1, 0x8d3, 0x8e1},
    {1, 0x8e3, 0x8ff},
    {1, 0xfb50, 0xfbc1},
    {1, 0xfbd3, 0xfd3d},
    {1, 0xfd50, 0xfd8f},
    {1, 0xfd92, 0xfdc7},
    {1, 0xfdf0, 0xfdfd},
    {1, 0xfe70, 0xfe74},
    {1, 0xfe76, 0xfefc},
    {1, 0x10e60, 0x10e7e},
    {1, 0x1ee00, 0x1ee03},
    {1, 0x1ee05, 0x1ee1f},
    {1, 0x1ee21, 0x1ee22},
    {1, 0x1ee24, 0x1ee24},
    {1, 0x1ee27, 0x1ee27},
    {1, 0x1ee29, 0x1ee32},
    {1, 0x1ee34, 0x1ee37},
    {1, 0x1ee39, 0x1ee39},
    {1, 0x1ee3b, 0x1ee3b},
    {1, 0x1ee42, 0x1ee42},
    {1, 0x1ee47, 0x1ee47},
    {1, 0x1ee49, 0x1ee49},
    {1, 0x1ee4b, 0x1ee4b},
    {1, 0x1ee4d, 0x1ee4f},
    {1, 0x1ee51, 0x1ee52},
    {1, 0x1ee54, 0x1ee54},
    {1, 0x1ee57, 0x1ee57},
    {1, 0x1ee59, 0x1ee59},
    {1, 0x1ee5b, 0x1ee5b},
    {1, 0x1ee5d, 0x1ee5d},
    {1, 0x1ee5f, 0x1ee5f},
    {1, 0x1ee61, 0x1ee62},
    {1, 0x1ee64, 0x1ee64},
    {1, 0x1ee67, 0x1ee6a},
    {1, 0x1ee6c, 0x1ee72},
    {1, 0x1ee74, 0x1ee77},
    {1, 0x1ee79, 0x1ee7c},
    {1, 0x1ee7e, 0x1ee7e},
    {1, 0x1ee80, 0x1ee89},
    {1, 0x1ee8b, 0x1ee9b},
    {1, 0x1eea1, 0x1eea3},
    {1, 0x1eea5, 0x1eea9},
    {1, 0x1eeab, 0x1eebb},
    {1, 0x1eef0, 0x1eef1},
    /* Cyrillic */
    {2, 0x400, 0x484},
    {2, 0x487, 0x52f},
    {2, 0x1c80, 0x1c88},
    {2, 0x1d2b, 0x1d2b},
    {2, 0x1d78, 0x1d78},
    {2, 0x2de0, 0x2dff},
    {2, 0xa640, 0xa69f},
    {2, 0xfe2e, 0xfe2f},
    /* Devanagari */
    {3, 0x900, 0x950},
    {3, 0x955, 0x963},
    {3, 0x966, 0x97f},
    {3, 0xa8e0, 0xa8ff},
    /* Greek */
    {4, 0x370, 0x373},
    {4, 0x375, 0x377},
    {4, 0x37a, 0x37d},
    {4, 0x37f, 0x37f},
    {4, 0x384, 0x384},
    {4, 0x386, 0x386},
    {4, 0x388, 0x38a},
    {4, 0x38c, 0x38c},
    {4, 0x38e, 0x3a1},
    {4, 0x3a3, 0x3e1},
    {4, 0x3f0, 0x3ff},
    {4, 0x1d26, 0x1d2a},
    {4, 0x1d5d, 0x1d61},
    {4, 0x1d66, 0x1d6a},
    {4, 0x1dbf, 0x1dbf},
    {4, 0x1f00, 0x1f15},
    {4, 0x1f18, 0x1f1d},
    {4, 0x1f20, 0x1f45},
    {4, 0x1f48, 0x1f4d},
    {4, 0x1f50, 0x1f57},
    {4, 0x1f59, 0x1f59},
    {4, 0x1f5b, 0x1f5b},
    {4, 0x1f5d, 0x1f5d},
    {4, 0x1f5f, 0x1f7d},
    {4, 0x1f80, 0x1fb4},
    {4, 0x1fb6, 0x1fc4},
    {4, 0x1fc6, 0x1fd3},
    {4, 0x1fd6, 0x1fdb},
    {4, 0x1fdd, 0x1fef},
    {4, 0x1ff2, 0x1ff4},
    {4, 0x1ff6, 0x1ffe},
    {4, 0x2126, 0x2126},
    {4, 0xab65, 0xab65},
    {4, 0x10140, 0x1018e},
    {4, 0x101a0, 0x101a0},
    {4, 0x1d200, 0x1d245},
    /* Han */
    {5, 0x2e80, 0x2e99},
    {5, 0x2e9b, 0x2ef3},
    {5, 0x2f00, 0x2fd5},
    {5, 0x3005, 0x3005},
    {5, 0x3007, 0x3007},
    {5, 0x3021, 0x3029},
    {5, 0x3038, 0x303b},
    {5, 0x3400, 0x4dbf},
    {5, 0x4e00, 0x9ffc},
    {5, 0xf900, 0xfa6d},
    {5, 0xfa70, 0xfad9},
    {5, 0x16ff0, 0x16ff1},
    {5, 0x20000, 0x2a6dd},
    {5, 0x2a700, 0x2b734},
    {5, 0x2b740, 0x2b81d},
    {5, 0x2b820, 0x2cea1},
    {5, 0x2ceb0, 0x2ebe0},
    {5, 0x2f800, 0x2fa1d},
    {5, 0x30000, 0x3134a},
    /* Hangul */
    {6, 0x1100, 0x11ff},
    {6, 0x302e, 0x302f},
    {6, 0x3131, 0x318e},
    {6, 0x3200, 0x321e},
    {6, 0x3260, 0x327e},
    {6, 0xa960, 0xa97c},
    {6, 0xac00, 0xd7a3},
    {6, 0xd7b0, 0xd7c6},
    {6, 0xd7cb, 0xd7fb},
    {6, 0xffa0, 0xffbe},
    {6, 0xffc2, 0xffc7},
    {6, 0xffca, 0xffcf},
    {6, 0xffd2, 0xffd7},
    {6, 0xffda, 0xffdc},
    /* Hebrew */
    {7, 0x591, 0x5c7},
    {7, 0x5d0, 0x5ea},
    {7, 0x5ef, 0x5f4},
    {7, 0xfb1d, 0xfb36},
    {7, 0xfb38, 0xfb3c},
    {7, 0xfb3e, 0xfb3e},
    {7, 0xfb40, 0xfb41},
    {7, 0xfb43, 0xfb44},
    {7, 0xfb46, 0xfb4f},
    /* Hiragana */
    {8, 0x3041, 0x3096},
    {8, 0x309d, 0x309f},
    {8, 0x1b001, 0x1b11e},
    {8, 0x1b150, 0x1b152},
    {8, 0x1f200, 0x1f200},
    /* Katakana */
    {9, 0x30a1, 0x30fa},
    {9, 0x30fd, 0x30ff},
    {9, 0x31f0, 0x31ff},
    {9, 0x32d0, 0x32fe},
    {9, 0x3300, 0x3357},
    {9, 0xff66, 0xff6f},
    {9, 0xff71, 0xff9d},
    {9, 0x1b000, 0x1b000},
    {9, 0x1b164, 0x1b167},
    /* Latin */
    {10, 0x41, 0x5a},
    {10, 0x61, 0x7a},
    {10, 0xaa, 0xaa},
    {10, 0xba, 0xba},
    {10, 0xc0, 0xd6},
    {10, 0xd8, 0xf6},
    {10, 0xf8, 0x2b8},
    {10, 0x2e0, 0x2e4},
    {10, 0x1d00, 0x1d25},
    {10, 0x1d2c, 0x1d5c},
    {10, 0x1d62, 0x1d65},
    {10, 0x1d6b, 0x1d77},
    {10, 0x1d79, 0x1dbe},
    {10, 0x1e00, 0x1eff},
    {10, 0x2071, 0x2071},
    {10, 0x207f, 0x207f},
    {10, 0x2090, 0x209c},
    {10, 0x212a, 0x212b},
    {10, 0x2132, 0x2132},
    {10, 0x214e, 0x214e},
    {10, 0x2160, 0x2188},
    {10, 0x2c60, 0x2c7f},
    {10, 0xa722, 0xa787},
    {10, 0xa78b, 0xa7bf},
    {10, 0xa7c2, 0xa7ca},
    {10, 0xa7f5, 0xa7ff},
    {10, 0xab30, 0xab5a},
    {10, 0xab5c, 0xab64},
    {10, 0xab66, 0xab69},
    {10, 0xfb00, 0xfb06},
    {10, 0xff21, 0xff3a},
    {10, 0xff41, 0xff5a},
    /* Thai */
    {11, 0xe01, 0xe3a},
    {11, 0xe40, 0xe5b},
    /* White_Space */
    {12, 0x9, 0xd},
    {12, 0x20, 0x20},
    {12, 0x85, 0x85},
    {12, 0xa0, 0xa0},
    {12, 0x1680, 0x1680},
    {12, 0x2000, 0x200a},
    {12, 0x2028, 0x2029},
    {12, 0x202f, 0x202f},
    {12, 0x205f, 0x205f},
    {12, 0x3000, 0x3000},
};

/* func inScript(script int, r rune) bool */
NATIVE(in_script)
{
    u64 script = args[0];
    i32 rune = (i32)args[1];
    args[0] = false;
    for (u32 i = 0; i < COUNT_OF(scripts); i++) {
        if (scripts[i].script == script && rune >= (i32)scripts[i].first &&
            rune <= (i32)scripts[i].last)
            args[0] = true;
    }
    return NATIVE_DONE;
}

const NativeDef natives_unicode[] = {
    ROW("unicode.category", category_of, NONE),
    ROW("unicode.inScript", in_script, NONE),
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
    ROW("unicode.fold", fold, NONE),
    ROW_END,
};

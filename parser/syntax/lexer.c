/* The lexer: names, operators, comments, automatic semicolons. Literals are in literal.c. */
#include "parser/syntax/lexer.h"

#include <stdio.h>
#include <utf8proc.h>

/* Classes of bytes: one table look-up per byte keeps the lexer fast. */
enum { C_LETTER = 1, C_DIGIT = 2, C_BLANK = 4 };

#define L C_LETTER
#define D C_DIGIT
#define B C_BLANK
static const u8 classes[128] = {
    [' '] = B, ['\t'] = B, ['\r'] = B, ['_'] = L, ['0'] = D, ['1'] = D, ['2'] = D, ['3'] = D,
    ['4'] = D, ['5'] = D,  ['6'] = D,  ['7'] = D, ['8'] = D, ['9'] = D, ['a'] = L, ['b'] = L,
    ['c'] = L, ['d'] = L,  ['e'] = L,  ['f'] = L, ['g'] = L, ['h'] = L, ['i'] = L, ['j'] = L,
    ['k'] = L, ['l'] = L,  ['m'] = L,  ['n'] = L, ['o'] = L, ['p'] = L, ['q'] = L, ['r'] = L,
    ['s'] = L, ['t'] = L,  ['u'] = L,  ['v'] = L, ['w'] = L, ['x'] = L, ['y'] = L, ['z'] = L,
    ['A'] = L, ['B'] = L,  ['C'] = L,  ['D'] = L, ['E'] = L, ['F'] = L, ['G'] = L, ['H'] = L,
    ['I'] = L, ['J'] = L,  ['K'] = L,  ['L'] = L, ['M'] = L, ['N'] = L, ['O'] = L, ['P'] = L,
    ['Q'] = L, ['R'] = L,  ['S'] = L,  ['T'] = L, ['U'] = L, ['V'] = L, ['W'] = L, ['X'] = L,
    ['Y'] = L, ['Z'] = L,
};
#undef L
#undef D
#undef B

static inline bool in_class(char c, u8 class)
{
    return (u8)c < 128 && (classes[(u8)c] & class) != 0;
}

/* A perfect hash of the 25 keywords; its constants were found by search. */
#define KEYWORD_HASH(c0, c1, len) (((c0)*6 + (c1)*23 + (len)) & 63)
#define KW(c0, c1, len, tok) [KEYWORD_HASH(c0, c1, len)] = tok
static const u8 keywords[64] = {
    KW('b', 'r', 5, TK_BREAK),     KW('c', 'a', 4, TK_CASE),     KW('c', 'h', 4, TK_CHAN),
    KW('c', 'o', 5, TK_CONST),     KW('c', 'o', 8, TK_CONTINUE), KW('d', 'e', 7, TK_DEFAULT),
    KW('d', 'e', 5, TK_DEFER),     KW('e', 'l', 4, TK_ELSE),     KW('f', 'a', 11, TK_FALLTHROUGH),
    KW('f', 'o', 3, TK_FOR),       KW('f', 'u', 4, TK_FUNC),     KW('g', 'o', 2, TK_GO),
    KW('g', 'o', 4, TK_GOTO),      KW('i', 'f', 2, TK_IF),       KW('i', 'm', 6, TK_IMPORT),
    KW('i', 'n', 9, TK_INTERFACE), KW('m', 'a', 3, TK_MAP),      KW('p', 'a', 7, TK_PACKAGE),
    KW('r', 'a', 5, TK_RANGE),     KW('r', 'e', 6, TK_RETURN),   KW('s', 'e', 6, TK_SELECT),
    KW('s', 't', 6, TK_STRUCT),    KW('s', 'w', 6, TK_SWITCH),   KW('t', 'y', 4, TK_TYPE),
    KW('v', 'a', 3, TK_VAR),
};
#undef KW

static const char byte_order_mark[] = "\xef\xbb\xbf";

void lex_init(Lexer *lx, const char *text, u32 len, Pos base, Arena *arena, Interner *syms,
              Diags *diags)
{
    *lx = (Lexer){.text = text,
                  .end = text + len,
                  .at = text,
                  .base = base,
                  .arena = arena,
                  .syms = syms,
                  .diags = diags};
    if (len >= 3 && memcmp(text, byte_order_mark, 3) == 0)
        lx->at += 3;
}

Diag *lex_error(Lexer *lx, const char *from, const char *to, const char *fmt, ...)
{
    if (lx->diags == NULL)
        return NULL;
    Span span = {lx->base + (Pos)(from - lx->text), lx->base + (Pos)(to - lx->text)};
    va_list args;
    va_start(args, fmt);
    Diag *diag = diag_verror(lx->diags, span, fmt, args);
    va_end(args);
    return diag;
}

const char *lex_char_text(i32 c, char buf[static 24])
{
    u8 utf8[5] = {0};
    utf8proc_category_t category = utf8proc_category(c);
    bool shown = c == ' ' || (category >= UTF8PROC_CATEGORY_LU && category < UTF8PROC_CATEGORY_ZS);
    if (shown)
        utf8proc_encode_char(c, utf8);
    snprintf(buf, 24, shown ? "U+%04X '%s'" : "U+%04X", (unsigned)c, (const char *)utf8);
    return buf;
}

i32 lex_char(Lexer *lx, const char *s, u32 *size)
{
    *size = 1;
    if ((u8)*s < 0x80)
        return *s;
    utf8proc_int32_t c;
    utf8proc_ssize_t n = utf8proc_iterate((const u8 *)s, lx->end - s, &c);
    if (n <= 0) {
        lex_error(lx, s, s + 1, "invalid UTF-8 encoding");
        return 0xfffd;
    }
    *size = (u32)n;
    if (c == 0xfeff)
        lex_error(lx, s, s + n, "invalid BOM in the middle of the file");
    return c;
}

static bool is_letter(i32 c)
{
    utf8proc_category_t category = utf8proc_category(c);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

/* Continues a name at a byte outside ASCII. True if a character was consumed: one of the name, or
 * one that no name can contain, which is reported and skipped so that it causes one error only. */
static bool name_continues(Lexer *lx, bool first)
{
    char buf[24];
    u32 size;
    i32 c = lex_char(lx, lx->at, &size);
    const char *s = lx->at;
    if (is_letter(c)) {
        lx->at += size;
    } else if (utf8proc_category(c) == UTF8PROC_CATEGORY_ND) {
        lx->at += size;
        if (first)
            lex_error(lx, s, s + size, "identifier cannot begin with digit %s",
                      lex_char_text(c, buf));
    } else if (!first) {
        lx->at += size;
        lex_error(lx, s, s + size, "invalid character %s in identifier", lex_char_text(c, buf));
    } else {
        return false;
    }
    return true;
}

static void lex_name(Lexer *lx, const char *start)
{
    for (;;) {
        while (in_class(*lx->at, C_LETTER | C_DIGIT))
            lx->at++;
        if ((u8)*lx->at < 0x80 || !name_continues(lx, false))
            break;
    }
    size_t len = (size_t)(lx->at - start);
    lx->tok = TK_IDENT;
    lx->wants_semi = true;
    if (len >= 2) {
        Token kw = keywords[KEYWORD_HASH((u8)start[0], (u8)start[1], len)];
        const char *spelling = token_spelling(kw);
        if (kw != TK_EOF && strncmp(spelling, start, len) == 0 && spelling[len] == '\0') {
            lx->tok = kw;
            lx->wants_semi =
                kw == TK_BREAK || kw == TK_CONTINUE || kw == TK_FALLTHROUGH || kw == TK_RETURN;
            return;
        }
    }
    if (lx->syms != NULL)
        lx->name = intern(lx->syms, start, len);
}

/* Skips `//...` up to, but not including, the newline. Invalid characters are errors here too. */
static void skip_line_comment(Lexer *lx)
{
    const char *s = lx->at + 2;
    for (; s < lx->end && *s != '\n';) {
        u32 size = 1;
        if (UNLIKELY((u8)*s >= 0x80))
            lex_char(lx, s, &size);
        else if (UNLIKELY(*s == '\0'))
            lex_error(lx, s, s + 1, "invalid NUL character");
        s += size;
    }
    lx->at = s;
}

/* Skips a comment in slashes and stars; returns whether it contains a newline. */
static bool skip_block_comment(Lexer *lx)
{
    const char *start = lx->at, *s = start + 2;
    bool newline = false;
    for (; s < lx->end;) {
        u32 size = 1;
        if (*s == '*' && s[1] == '/') {
            lx->at = s + 2;
            return newline;
        }
        if (*s == '\n')
            newline = true;
        else if (UNLIKELY((u8)*s >= 0x80))
            lex_char(lx, s, &size);
        else if (UNLIKELY(*s == '\0'))
            lex_error(lx, s, s + 1, "invalid NUL character");
        s += size;
    }
    lx->at = s;
    lx->unfinished = true;
    lex_error(lx, start, start + 2, "comment not terminated");
    return newline;
}

/* Skips blanks and comments. Returns whether they contain a newline that ends the statement before
 * them; then *newline is where. */
static bool skip_space(Lexer *lx, const char **newline)
{
    for (;;) {
        while (in_class(*lx->at, C_BLANK) || (*lx->at == '\n' && !lx->wants_semi))
            lx->at++;
        *newline = lx->at;
        if (*lx->at == '\n') {
            lx->at++;
            return true;
        }
        if (*lx->at != '/')
            return false;
        if (lx->at[1] == '/')
            skip_line_comment(lx);
        else if (lx->at[1] != '*')
            return false;
        else if (skip_block_comment(lx) && lx->wants_semi)
            return true;
        if (lx->wants_semi && lx->at < lx->end && *lx->at == '\n') {
            lx->at++;
            return true;
        }
    }
}

/* `op` or, if `=` follows, its assignment operator. */
static Token or_assign(Lexer *lx, Token op, Token assign)
{
    if (*lx->at != '=')
        return op;
    lx->at++;
    return assign;
}

static bool accept(Lexer *lx, char c)
{
    if (*lx->at != c)
        return false;
    lx->at++;
    return true;
}

static Token lex_angle(Lexer *lx, char c)
{
    if (c == '<' && accept(lx, '-'))
        return TK_ARROW;
    if (accept(lx, c))
        return c == '<' ? or_assign(lx, TK_SHL, TK_SHL_ASSIGN)
                        : or_assign(lx, TK_SHR, TK_SHR_ASSIGN);
    return c == '<' ? or_assign(lx, TK_LSS, TK_LEQ) : or_assign(lx, TK_GTR, TK_GEQ);
}

static Token lex_ampersand(Lexer *lx)
{
    if (accept(lx, '&'))
        return TK_LAND;
    if (accept(lx, '^'))
        return or_assign(lx, TK_AND_NOT, TK_AND_NOT_ASSIGN);
    return or_assign(lx, TK_AND, TK_AND_ASSIGN);
}

static Token lex_period(Lexer *lx)
{
    if (lx->at[0] == '.' && lx->at[1] == '.') {
        lx->at += 2;
        return TK_ELLIPSIS;
    }
    return TK_PERIOD;
}

/* An operator or delimiter that begins with c, which is consumed; TK_ERROR if there is none. */
static Token lex_operator(Lexer *lx, char c)
{
    switch (c) {
    case '(': return TK_LPAREN;
    case '[': return TK_LBRACK;
    case '{': return TK_LBRACE;
    case ')': lx->wants_semi = true; return TK_RPAREN;
    case ']': lx->wants_semi = true; return TK_RBRACK;
    case '}': lx->wants_semi = true; return TK_RBRACE;
    case ',': return TK_COMMA;
    case ';': lx->semi = SEMI_WRITTEN; return TK_SEMICOLON;
    case ':': return or_assign(lx, TK_COLON, TK_DEFINE);
    case '.': return lex_period(lx);
    case '=': return or_assign(lx, TK_ASSIGN, TK_EQL);
    case '!': return or_assign(lx, TK_NOT, TK_NEQ);
    case '*': return or_assign(lx, TK_MUL, TK_MUL_ASSIGN);
    case '/': return or_assign(lx, TK_QUO, TK_QUO_ASSIGN);
    case '%': return or_assign(lx, TK_REM, TK_REM_ASSIGN);
    case '^': return or_assign(lx, TK_XOR, TK_XOR_ASSIGN);
    case '~': return TK_TILDE;
    case '<':
    case '>': return lex_angle(lx, c);
    case '&': return lex_ampersand(lx);
    case '|': return accept(lx, '|') ? TK_LOR : or_assign(lx, TK_OR, TK_OR_ASSIGN);
    case '+':
        lx->wants_semi = *lx->at == '+';
        return accept(lx, '+') ? TK_INC : or_assign(lx, TK_ADD, TK_ADD_ASSIGN);
    case '-':
        lx->wants_semi = *lx->at == '-';
        return accept(lx, '-') ? TK_DEC : or_assign(lx, TK_SUB, TK_SUB_ASSIGN);
    default: return TK_ERROR;
    }
}

static void hint_for_char(Lexer *lx, Diag *diag, char c)
{
    if (diag == NULL)
        return;
    if (c == '#')
        diag_note(lx->diags, diag, (Span){0, 0}, "hint: comments begin with //");
    else if (c == '?')
        diag_note(lx->diags, diag, (Span){0, 0},
                  "hint: there is no ?: operator; write an if statement");
}

/* Reports a character that begins no token, and skips it. */
static void bad_char(Lexer *lx)
{
    char buf[24];
    const char *s = lx->at;
    u32 size;
    i32 c = lex_char(lx, s, &size);
    lx->at += size;
    if (c == 0)
        lex_error(lx, s, s + 1, "invalid NUL character");
    else if (c != 0xfeff && (size > 1 || (u8)*s < 0x80)) /* else lex_char has reported it */
        hint_for_char(lx, lex_error(lx, s, s + size, "invalid character %s", lex_char_text(c, buf)),
                      *s);
}

static void end_of_text(Lexer *lx)
{
    lx->tok = lx->wants_semi ? TK_SEMICOLON : TK_EOF;
    lx->semi = SEMI_EOF;
    lx->wants_semi = false;
}

/* Reads the token at lx->at; false if there was only an invalid character. */
static bool lex_token(Lexer *lx)
{
    const char *s = lx->at;
    char c = *s;
    if (in_class(c, C_LETTER) || ((u8)c >= 0x80 && name_continues(lx, true))) {
        lex_name(lx, s);
    } else if (in_class(c, C_DIGIT) || (c == '.' && in_class(s[1], C_DIGIT))) {
        lex_number(lx);
        lx->wants_semi = true;
    } else if (c == '"' || c == '\'' || c == '`') {
        (c == '"' ? lex_string : c == '\'' ? lex_rune : lex_raw_string)(lx);
        lx->wants_semi = true;
    } else {
        bool wanted = lx->wants_semi;
        lx->at++;
        lx->wants_semi = false;
        lx->tok = lex_operator(lx, c);
        if (lx->tok == TK_ERROR) {
            lx->at = s;
            lx->wants_semi = wanted;
            bad_char(lx);
            return false;
        }
    }
    return true;
}

void lex_next(Lexer *lx)
{
    const char *start;
    lx->bad = false;
    for (;;) {
        if (skip_space(lx, &start)) {
            lx->tok = TK_SEMICOLON;
            lx->semi = SEMI_NEWLINE;
            lx->wants_semi = false;
            lx->start = lx->stop = lx->base + (Pos)(start - lx->text);
            return;
        }
        start = lx->at;
        if (start >= lx->end) {
            end_of_text(lx);
            break;
        }
        if (lex_token(lx))
            break;
    }
    lx->start = lx->base + (Pos)(start - lx->text);
    lx->stop = lx->base + (Pos)(lx->at - lx->text);
}

Token lex_peek(const Lexer *lx)
{
    Lexer ahead = *lx;
    ahead.diags = NULL;
    ahead.syms = NULL;
    lex_next(&ahead);
    return ahead.tok;
}

/* The lexer: tokens, automatic semicolons, literals and their errors. */
#include "parser/syntax/lexer.h"

#include "test.h"

typedef struct Run {
    Sources sources;
    Diags diags;
    Arena arena;
    Interner syms;
    Lexer lx;
    Buf out;
} Run;

static void begin(Run *run, const char *text, size_t len)
{
    *run = (Run){0};
    run->diags.sources = &run->sources;
    SourceFile *file = source_add(&run->sources, "t", text, len);
    lex_init(&run->lx, file->text, file->len, file->base, &run->arena, &run->syms, &run->diags);
    lex_next(&run->lx);
}

static void end(Run *run)
{
    diag_free(&run->diags);
    arena_free(&run->arena);
    intern_free(&run->syms);
    source_free(&run->sources);
    buf_free(&run->out);
}

/* All tokens, separated by blanks: names and literals as written, automatic semicolons as \n, $. */
static const char *tokens(Run *run, const char *text)
{
    begin(run, text, strlen(text));
    for (; run->lx.tok != TK_EOF; lex_next(&run->lx)) {
        const Lexer *lx = &run->lx;
        if (run->out.len > 0)
            buf_putc(&run->out, ' ');
        if (lx->tok == TK_SEMICOLON && lx->semi != SEMI_WRITTEN)
            buf_puts(&run->out, lx->semi == SEMI_NEWLINE ? "\\n" : "$");
        else if (lx->tok >= TK_IDENT && lx->tok <= TK_STRING)
            buf_add(&run->out, lx->text + (lx->start - lx->base), lx->stop - lx->start);
        else
            buf_puts(&run->out, token_spelling(lx->tok));
    }
    return buf_str(&run->out);
}

#define EXPECT_TOKENS(text, want) \
    do { \
        Run run; \
        EXPECT_STR(tokens(&run, text), want); \
        EXPECT_INT(run.diags.errors, 0); \
        end(&run); \
    } while (0)

/* "line:col text" of every error, separated by "; ". */
static const char *errors(Run *run, const char *text, size_t len)
{
    begin(run, text, len);
    while (run->lx.tok != TK_EOF)
        lex_next(&run->lx);
    for (u32 i = 0; i < run->diags.list.len; i++) {
        const Diag *diag = run->diags.list.data[i];
        Place place = source_place(&run->sources, diag->span.start);
        buf_printf(&run->out, "%s%u:%u %s", i > 0 ? "; " : "", place.line, place.col, diag->text);
    }
    return buf_str(&run->out);
}

#define EXPECT_ERRORS_LEN(text, len, want) \
    do { \
        Run run; \
        EXPECT_STR(errors(&run, text, len), want); \
        end(&run); \
    } while (0)
#define EXPECT_ERRORS(text, want) EXPECT_ERRORS_LEN(text, strlen(text), want)

static void test_operators(void)
{
    EXPECT_TOKENS("+ - * / % & | ^ << >> &^ ( [ { , . : ~ !",
                  "+ - * / % & | ^ << >> &^ ( [ { , . : ~ !");
    EXPECT_TOKENS("+= -= *= /= %= &= |= ^= <<= >>= &^= && || <- == != < <= > >= = := ... ;",
                  "+= -= *= /= %= &= |= ^= <<= >>= &^= && || <- == != < <= > >= = := ... ;");
    EXPECT_TOKENS("a<-b", "a <- b $");
    EXPECT_TOKENS("a&^=b&^c&&d", "a &^= b &^ c && d $");
    EXPECT_TOKENS("a..b", "a . . b $");
    EXPECT_TOKENS("a...", "a ...");
    EXPECT_TOKENS("x--+y", "x -- + y $");
}

static void test_keywords(void)
{
    EXPECT_TOKENS("break case chan const continue default defer else fallthrough for func go goto",
                  "break case chan const continue default defer else fallthrough for func go goto");
    EXPECT_TOKENS("if import interface map package range return select struct switch type var",
                  "if import interface map package range return select struct switch type var");
    EXPECT_TOKENS("breaks brea Break fo forr", "breaks brea Break fo forr $");
}

static void test_semicolons(void)
{
    EXPECT_TOKENS("a\nb", "a \\n b $");
    EXPECT_TOKENS("a // c\nb", "a \\n b $");
    EXPECT_TOKENS("a /* c */ b", "a b $");
    EXPECT_TOKENS("a /* c\n */ b", "a \\n b $");
    EXPECT_TOKENS("a /* c */ /* d */\n b", "a \\n b $");
    EXPECT_TOKENS("return\nbreak\ncontinue\nfallthrough\n",
                  "return \\n break \\n continue \\n fallthrough \\n");
    EXPECT_TOKENS("f()\na[1]\n}\n++\n--\n\"s\"\n'r'\n1\n",
                  "f ( ) \\n a [ 1 ] \\n } \\n ++ \\n -- \\n \"s\" \\n 'r' \\n 1 \\n");
    EXPECT_TOKENS("a +\nb", "a + b $");
    EXPECT_TOKENS("\n\n;\n", ";");
    EXPECT_TOKENS("", "");
}

static void test_numbers(void)
{
    EXPECT_TOKENS("0 7 1_000 0x1F 0XaB_c 0b1_0 0o17 0O7 017 0_7",
                  "0 7 1_000 0x1F 0XaB_c 0b1_0 0o17 0O7 017 0_7 $");
    EXPECT_TOKENS("1. .5 1e3 1E+3 1.5e-3 0x1p4 0x.8p0 0x1.fP-2 08.5 09e1",
                  "1. .5 1e3 1E+3 1.5e-3 0x1p4 0x.8p0 0x1.fP-2 08.5 09e1 $");
    EXPECT_TOKENS("1i 0x1i 09i 1.5i 1e3i", "1i 0x1i 09i 1.5i 1e3i $");
    EXPECT_TOKENS("1.a 1..", "1. a 1. .");
}

static void test_number_errors(void)
{
    EXPECT_ERRORS("08", "1:2 invalid digit '8' in octal literal");
    EXPECT_ERRORS("0b12", "1:4 invalid digit '2' in binary literal");
    EXPECT_ERRORS("0o8", "1:3 invalid digit '8' in octal literal");
    EXPECT_ERRORS("0x", "1:1 hexadecimal literal has no digits");
    EXPECT_ERRORS("0b", "1:1 binary literal has no digits");
    EXPECT_ERRORS("1e", "1:1 exponent has no digits");
    EXPECT_ERRORS("1e+", "1:1 exponent has no digits");
    EXPECT_ERRORS("0x1.0", "1:1 hexadecimal mantissa requires a 'p' exponent");
    EXPECT_ERRORS("1p3", "1:2 'p' exponent requires hexadecimal mantissa");
    EXPECT_ERRORS("0b1e3", "1:4 'e' exponent requires decimal mantissa");
    EXPECT_ERRORS("0b1.0", "1:4 invalid radix point in binary literal");
    EXPECT_ERRORS("1__0", "1:2 '_' must separate successive digits");
    EXPECT_ERRORS("1_", "1:2 '_' must separate successive digits");
    EXPECT_ERRORS("1_.5", "1:2 '_' must separate successive digits");
    EXPECT_ERRORS("1._5", "1:3 '_' must separate successive digits");
    EXPECT_ERRORS("0x_1 0_1 0x1_p0", "1:13 '_' must separate successive digits");
}

static void check_string(const char *text, const char *want, u32 len)
{
    Run run;
    begin(&run, text, strlen(text));
    EXPECT_INT(run.lx.tok, TK_STRING);
    EXPECT_INT(run.lx.str_len, len);
    EXPECT(memcmp(run.lx.str, want, len + 1) == 0);
    EXPECT_INT(run.diags.errors, 0);
    end(&run);
}

static void test_strings(void)
{
    check_string("\"\"", "", 0);
    check_string("\"abc\"", "abc", 3);
    check_string("\"a\\tb\\n\\\"\\\\\"", "a\tb\n\"\\", 6);
    check_string("\"\\x00\\377\\u00e9\\U0001F600\"", "\0\xff\xc3\xa9\xf0\x9f\x98\x80", 8);
    check_string("\"\\xe9é\"", "\xe9\xc3\xa9", 3);
    check_string("`a\\n\r\nb`", "a\\n\nb", 5);
    check_string("``", "", 0);
}

static void test_string_errors(void)
{
    EXPECT_ERRORS("\"abc", "1:1 string not terminated");
    EXPECT_ERRORS("\"abc\nx", "1:5 newline in string");
    EXPECT_ERRORS("`abc\nx", "1:1 string not terminated");
    EXPECT_ERRORS("\"\\q\"", "1:3 unknown escape");
    EXPECT_ERRORS("\"\\'\"", "1:3 unknown escape");
    EXPECT_ERRORS("\"\\400\"", "1:3 octal escape value 256 > 255");
    EXPECT_ERRORS("\"\\08\"", "1:4 invalid character '8' in octal escape");
    EXPECT_ERRORS("\"\\xg0\"", "1:4 invalid character 'g' in hexadecimal escape");
    EXPECT_ERRORS("\"\\x\"", "1:4 invalid character '\"' in hexadecimal escape");
    EXPECT_ERRORS("\"\\ud800\"", "1:4 escape is invalid Unicode code point U+D800");
    EXPECT_ERRORS("\"\\U00110000\"", "1:4 escape is invalid Unicode code point U+110000");
}

static void check_rune(const char *text, i32 want)
{
    Run run;
    begin(&run, text, strlen(text));
    EXPECT_INT(run.lx.tok, TK_CHAR);
    EXPECT_INT(run.lx.rune, want);
    EXPECT_INT(run.diags.errors, 0);
    end(&run);
}

static void test_runes(void)
{
    check_rune("'a'", 'a');
    check_rune("'é'", 0xe9);
    check_rune("'😀'", 0x1f600);
    check_rune("'\\''", '\'');
    check_rune("'\\n'", '\n');
    check_rune("'\\xff'", 0xff);
    check_rune("'\\377'", 0xff);
    check_rune("'\\U0010ffff'", 0x10ffff);
    check_rune("'\"'", '"');
    EXPECT_ERRORS("''", "1:1 empty rune literal or unescaped ' in rune literal");
    EXPECT_ERRORS("'ab'", "1:1 more than one character in rune literal");
    EXPECT_ERRORS("'a", "1:1 rune literal not terminated");
    EXPECT_ERRORS("'a\n'", "1:1 newline in rune literal; 2:1 rune literal not terminated");
    EXPECT_ERRORS("'\\\"'", "1:3 unknown escape");
}

static void test_characters(void)
{
    EXPECT_TOKENS("\xef\xbb\xbfx", "x $");
    EXPECT_TOKENS("π_1 été 世界", "π_1 été 世界 $");
    EXPECT_ERRORS("a # b", "1:3 invalid character U+0023 '#'");
    EXPECT_ERRORS("a\n“b”", "2:1 invalid character U+201C '“'");
    EXPECT_ERRORS("x\xef\xbb\xbf", "1:2 invalid BOM in the middle of the file");
    EXPECT_ERRORS("a\xff"
                  "b",
                  "1:2 invalid UTF-8 encoding");
    EXPECT_ERRORS("\"\xff\"", "1:2 invalid UTF-8 encoding");
    EXPECT_ERRORS("// \xff\n", "1:4 invalid UTF-8 encoding");
    EXPECT_ERRORS("/* \xff */", "1:4 invalid UTF-8 encoding");
    EXPECT_ERRORS("a·b", "1:2 invalid character U+00B7 '·' in identifier");
    EXPECT_ERRORS("١a", "1:1 identifier cannot begin with digit U+0661 '١'");
    EXPECT_ERRORS_LEN("a\0b", 3, "1:2 invalid NUL character");
    EXPECT_ERRORS_LEN("\"\0\"", 3, "1:2 invalid NUL character");
    EXPECT_ERRORS_LEN("`\0`", 3, "1:2 invalid NUL character");
    EXPECT_ERRORS_LEN("'\0'", 3, "1:2 invalid NUL character");
    EXPECT_ERRORS_LEN("//\0", 3, "1:3 invalid NUL character");
    EXPECT_ERRORS("/* a", "1:1 comment not terminated");
}

/* A copy of the lexer is independent; look-ahead reports nothing and does not advance. */
static void test_peek(void)
{
    Run run;
    begin(&run, "a # (", 5);
    EXPECT_INT(lex_peek(&run.lx), TK_LPAREN);
    EXPECT_INT(run.lx.tok, TK_IDENT);
    EXPECT_INT(run.diags.errors, 0);
    lex_next(&run.lx);
    EXPECT_INT(run.lx.tok, TK_LPAREN);
    EXPECT_INT(run.diags.errors, 1);
    end(&run);
}

static void test_spans(void)
{
    Run run;
    begin(&run, "ab  := 12", 9);
    EXPECT_INT(run.lx.start - run.lx.base, 0);
    EXPECT_INT(run.lx.stop - run.lx.base, 2);
    lex_next(&run.lx);
    EXPECT_INT(run.lx.start - run.lx.base, 4);
    EXPECT_INT(run.lx.stop - run.lx.base, 6);
    lex_next(&run.lx);
    lex_next(&run.lx);
    EXPECT_INT(run.lx.tok, TK_SEMICOLON);
    EXPECT_INT(run.lx.start - run.lx.base, 9);
    EXPECT_INT(run.lx.stop - run.lx.base, 9);
    end(&run);
}

int main(void)
{
    RUN(test_operators);
    RUN(test_keywords);
    RUN(test_semicolons);
    RUN(test_numbers);
    RUN(test_number_errors);
    RUN(test_strings);
    RUN(test_string_errors);
    RUN(test_runes);
    RUN(test_characters);
    RUN(test_peek);
    RUN(test_spans);
    return test_summary("lexer");
}

# Checks the comments of C files; see words.sh. Prints FILE:LINE: FAULT for each.
#
# A header's prototype is documented if a comment ends on the line above it, or a documented
# prototype does: one comment may describe a family. A prototype is a statement outside all braces
# that begins in the first column with a type and a name, and ends with `);` or `) ATTRIBUTE(...);`:
# a macro call, such as the handlers of vm/op_basic.h, is none.
BEGIN {
    split(BANNED, list, " ")
    for (i in list)
        banned[list[i]] = 1
}

function fault(line, text)
{
    printf "%s:%d: %s\n", FILENAME, line, text
}

# Splits the line into code and comment. Literals become "", so that they cannot look like either.
function split_line(    at, two)
{
    code = comment = ""
    for (at = 1; at <= length($0); at++) {
        two = substr($0, at, 2)
        if (inside) {
            if (two == "*/") {
                inside = 0
                at++
            } else
                comment = comment substr($0, at, 1)
        } else if (two == "/*") {
            inside = 1
            at++
        } else if (two == "//") {
            comment = comment substr($0, at + 2)
            break
        } else if (match(substr($0, at), /^("([^"\\]|\\.)*"|'([^'\\]|\\.)*')/)) {
            code = code "\"\""
            at += RLENGTH - 1
        } else
            code = code substr($0, at, 1)
    }
}

function check_words(    words, count, i, text)
{
    text = tolower(comment)
    gsub(/`[^`]*`|"[^"]*"/, "", text)
    if (text ~ /(^|[^a-z0-9_.])00[0-9]([^a-z0-9_.]|$)/)
        fault(FNR, "papers are cited by a key of spec/bibliography.md")
    count = split(text, words, /[^a-z0-9_]+/)
    for (i = 1; i <= count; i++)
        if (words[i] in banned)
            fault(FNR, "the word \"" words[i] "\" in a comment")
}

FNR == 1 {
    inside = depth = documented = continued = 0
    statement = ""
    if ($0 !~ /^\/[*\/]/)
        fault(1, "does not begin with a comment that says what the file is for")
}
{
    was_inside = inside
    split_line()
    check_words()
}
FILENAME !~ /\.h$/ { next }
# A directive, with the lines it continues on, and a blank line end a group of prototypes.
/^[ \t]*#/ || continued {
    continued = /\\$/
    documented = 0
    next
}
code ~ /^[ \t]*$/ {
    documented = (comment != "" || was_inside) && comment !~ /^ *---- [^:]* ---- *$/
    next
}
{
    if (depth == 0 && statement == "")
        first = FNR
    statement = statement " " code
    opened = gsub(/{/, "{", code)
    depth += opened - gsub(/}/, "}", code)
    if (depth > 0 || code !~ /[;}][ \t]*$/)
        next
    # `documented` is that of the line above the statement's first.
    if (statement ~ /^ [A-Za-z_][A-Za-z0-9_ *]*[ *][a-z_][a-z_0-9]*\(/ && statement !~ /^ typedef|[{}=]/ &&
        statement ~ /\)( [A-Z_]+\([0-9, ]*\))?;[ \t]*$/) {
        if (!documented)
            fault(first, "a prototype without a comment")
    } else
        documented = 0
    statement = ""
}

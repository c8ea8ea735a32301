#!/usr/bin/env bash
# spec/grammar.md and the comments of the parser hold the same productions, each once, and every
# name used in one is defined by one (or is a character class, described in the document).
set -u
cd "$ROOT" || exit 1
productions="awk -f tests/spec/productions.awk"
$productions parser/syntax/*.c | sort > "$OLDPWD/code"
$productions spec/grammar.md | sort > "$OLDPWD/document"
cd "$OLDPWD" || exit 1
status=0
if ! diff code document > difference; then
    echo "productions of the parser's comments (<) and of spec/grammar.md (>) differ:" >&2
    cat difference >&2
    status=1
fi
cut -d' ' -f1 document | sort > defined
uniq -d defined | sed 's/^/defined twice: /' >&2
[ -z "$(uniq -d defined)" ] || status=1
classes="letter digit character newline quote nonzero_digit decimal_digit binary_digits octal_digit
    octal_digits hex_digit hex_digits"
sed -E 's/"""|"[^"]*"//g; s/^[A-Za-z_]+ = //' document | grep -oE '[A-Za-z_]+' | sort -u > used
undefined=$(comm -23 used <(tr -s ' \n' '\n' <<< "$classes" | cat - defined | sort -u))
if [ -n "$undefined" ]; then
    echo "used but not defined: $undefined" >&2
    status=1
fi
exit $status

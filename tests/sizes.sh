#!/bin/sh
# Prints the lengths of functions and files, and fails when code has grown past the limits below.
# Relies on the house style: braces in the first column are those of a function, or of a block that
# stands alone in one.
set -u
cd "$(dirname "$0")/.." || exit 1
LONGEST=60 # lines between the braces of a function
P90=20     # nine of ten functions are no longer than this
WIDTH=100
# The interpreter is one function on purpose, as its file explains.
EXEMPT=interp_run

folders=$(sed -n 's/^| `\([a-z]*\)` .*/\1/p' CONTRIBUTING.md)
# shellcheck disable=SC2086 # folders are several words
files=$(find $folders -name '*.[ch]' | sort)
sizes=$(mktemp)
trap 'rm -f "$sizes"' EXIT
status=0

# shellcheck disable=SC2086
awk '
function balance() { if (depth) { print file ": braces in the first column do not match"; bad = 1 } }
FNR == 1 { balance(); depth = 0; file = FILENAME }
/^{/ { if (depth++ == 0) { begin = FNR; name = header } next }
/^}/ && depth { if (--depth == 0) print FNR - begin - 1, FILENAME ":" begin - 1, name; next }
!depth && /^[a-zA-Z]/ { header = $0 }
END { balance(); exit bad }' $files > "$sizes" || { grep 'do not match' "$sizes"; status=1; }

sort -rn "$sizes" | awk -v longest="$LONGEST" -v p90="$P90" -v exempt="$EXEMPT" '
{ line[NR] = $0; size[NR] = $1 }
$1 > longest {
    if (index($0, " " exempt "(")) { exempted = 1; next }
    print "too long (over " longest " lines): " $0
    bad = 1
}
END {
    decile = size[int(NR / 10) + 1]
    printf "%d functions: median %d lines, p90 %d\n", NR, size[int((NR + 1) / 2)], decile
    for (i = 1; i <= 15 && i <= NR; i++)
        print "  " line[i]
    if (decile > p90) { print "p90 is over " p90; bad = 1 }
    if (!exempted) { print exempt ": not found among the long ones, so it needs no exemption"; bad = 1 }
    exit bad
}' || status=1

echo "longest files:"
# shellcheck disable=SC2086
wc -l $files | grep -v ' total$' | sort -rn | head -n 10
# shellcheck disable=SC2086
awk -v columns="$WIDTH" 'length($0) > columns { print FILENAME ":" FNR ": over " columns " columns"; bad = 1 }
END { exit bad }' $files || status=1
exit "$status"

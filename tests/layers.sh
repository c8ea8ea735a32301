#!/bin/sh
# Fails on an include that the layer table does not allow, or a header that does not compile alone.
# The table is that of CONTRIBUTING.md: a folder, then the folders it may include.
set -u
cd "$(dirname "$0")/.." || exit 1

find base code jit trace race parser vm stdlib explore predict cli -name '*.[ch]' \
    -o -name '*.def' | sort | xargs awk '
BEGIN {
    allow("base", "")
    allow("code", "base")
    allow("trace", "base")
    allow("race", "base trace")
    allow("parser", "base code")
    allow("jit", "base code")
    allow("vm", "base code jit trace race")
    allow("stdlib", "base code vm")
    allow("explore", "base trace race vm")
    allow("predict", "base trace race")
    allow("cli", "base code jit trace race parser vm stdlib explore predict")
}
function allow(from, list,   i, n, to)
{
    ok[from, from] = 1
    n = split(list, to, " ")
    for (i = 1; i <= n; i++)
        ok[from, to[i]] = 1
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split(FILENAME, part, "/")
    split($0, quoted, "\"")
    if (!index(quoted[2], "/")) {
        printf "%s:%d: include \"%s\": write the path from the top folder\n", \
            FILENAME, FNR, quoted[2]
        bad++
        next
    }
    split(quoted[2], to, "/")
    if (!((part[1], to[1]) in ok)) {
        printf "%s:%d: %s must not include %s\n", FILENAME, FNR, part[1], quoted[2]
        bad++
    }
}
END { exit bad > 0 }
' || status=1

# A header without an include guard is a piece of the one .c file that includes it.
for header in $(find base code jit trace race parser vm stdlib explore predict cli \
        -name '*.h' | sort | xargs grep -lE '^#ifndef [A-Z_]+_H$'); do
    ${CC:-gcc} -std=gnu11 -I. -D_GNU_SOURCE -fsyntax-only -x c "$header" || {
        echo "$header: does not compile alone"
        status=1
    }
done
[ "${status:-0}" = 0 ] && echo "layers: ok"
exit "${status:-0}"

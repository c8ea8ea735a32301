#!/bin/sh
# Fails on an include or a link symbol that the layer table of CONTRIBUTING.md does not allow, or on
# a header that does not compile alone. Link symbols are those of $BUILD, if that has been built.
set -u
cd "$(dirname "$0")/.." || exit 1
BUILD=${BUILD:-build}
folders=$(sed -n 's/^| `\([a-z]*\)` .*/\1/p' CONTRIBUTING.md)
edges=$(mktemp)
trap 'rm -f "$edges"' EXIT
status=0

# "FILE:LINE FILE INCLUDED" for each include of a file of the project.
# shellcheck disable=SC2086 # folders are several words
find $folders -name '*.[ch]' -o -name '*.def' | sort | xargs awk '
/^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, quoted, "\"")
    if (index(quoted[2], "/"))
        print FILENAME ":" FNR, FILENAME, quoted[2]
    else {
        printf "%s:%d: include \"%s\": write the path from the top folder\n", \
            FILENAME, FNR, quoted[2] > "/dev/stderr"
        bad++
    }
}
END { exit bad > 0 }' > "$edges" || status=1

# "OBJECT:SYMBOL FILE FILE" for each symbol that an object takes from another one of the project.
# shellcheck disable=SC2086
objects=$(cd "$BUILD" 2> /dev/null && find $folders -name '*.o' 2> /dev/null | sort)
# A file that was moved or removed leaves its old object behind.
objects=$(for object in $objects; do [ -e "${object%.o}.c" ] && echo "$object"; done)
[ -n "$objects" ] && (cd "$BUILD" && nm -A -P $objects) | awk '
{ sub(/:$/, "", $1); sub(/\.o$/, ".c", $1) }
$3 == "U" { uses[$1 " " $2] = 1; next }
$3 ~ /^[A-Z]$/ { owner[$2] = $1 }
END {
    for (use in uses) {
        split(use, part, " ")
        if (part[2] in owner)
            print part[1] ":" part[2], part[1], owner[part[2]]
    }
}' | sort >> "$edges"
awk -f tests/layers.awk CONTRIBUTING.md "$edges" || status=1

# A header without an include guard is a piece of the one .c file that includes it.
# shellcheck disable=SC2016,SC2086
find $folders -name '*.h' | sort | xargs grep -lE '^#ifndef [A-Z0-9_]+_H$' |
    xargs -n 1 -P "$(nproc)" sh -c '
        ${CC:-gcc} -std=gnu11 -I. -D_GNU_SOURCE -fsyntax-only -x c "$0" || {
            echo "$0: does not compile alone"
            exit 1
        }' || status=1
[ "$status" = 0 ] && echo "layers: ok, $(wc -l < "$edges") dependencies"
exit "$status"

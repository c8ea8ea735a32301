#!/bin/sh
# Prints the length of functions (median, 90th percentile, the longest) and the longest files.
# Relies on the house style: a function's braces stand alone in the first column.
set -u
awk '
FNR == 1 { inside = 0 }
/^{/ { inside = 1; begin = FNR; name = header; next }
/^}/ && inside { print FNR - begin - 1, FILENAME ":" begin - 1, name; inside = 0; next }
!inside && /^[a-zA-Z]/ { header = $0 }
' "$@" | sort -rn | awk '
{ line[NR] = $0; size[NR] = $1; if ($1 > 60) long++ }
END {
    printf "%d functions: median %d lines, p90 %d, longer than 60: %d\n", NR, \
        size[int((NR + 1) / 2)], size[int(NR / 10) + 1], long
    for (i = 1; i <= 15 && i <= NR; i++)
        print "  " line[i]
}'
echo "longest files:"
wc -l "$@" | grep -v ' total$' | sort -rn | head -n 10
echo "lines over 100 columns:"
awk 'length($0) > 100 { n++; if (n <= 10) print "  " FILENAME ":" FNR }
END { print "  " n + 0 " in all" }' "$@"

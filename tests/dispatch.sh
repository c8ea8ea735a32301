#!/usr/bin/env bash
# What the interpreter's speed hangs on, in the machine code of its loop: every handler jumps on by
# itself, and no conditional move decides where to, for the processor would have to wait for it.
#
# Says nothing of builds that are made otherwise: sanitized, hostile (a switch), without gcc.
set -u
object=$ROOT/$BUILD/vm/interp.o
grep -q '^gcc.* -O2' "$ROOT/$BUILD/flags" || exit 0
grep -qE 'GOL_STRESS|-fsanitize' "$ROOT/$BUILD/flags" && exit 0
[ "$(uname -m)" = x86_64 ] || exit 0
objdump -d --no-show-raw-insn "$object" | awk -v handlers="$(grep -cE '^(OP|FUSED)\(' "$ROOT/code/op.def")" '
    /^[0-9a-f]+ <interp_run>:$/ { inside = 1; next }
    /^$/ { inside = 0 }
    !inside { next }
    $2 ~ /^cmov/ { moved = $NF; sub(/.*,/, "", moved); since = NR; at = $0 }
    # The opcode is loaded from where pc points, and then jumped through the table.
    $2 == "movzwl" && moved && NR - since < 8 && index($3, "(" moved ")") { suspect = at }
    $2 ~ /^j/ {
        if ($2 == "jmp" && $3 ~ /^\*/) {
            jumps++
            if (suspect) { print "a conditional move of pc:" suspect; bad = 1 }
        }
        suspect = moved = ""
    }
    END {
        if (jumps < handlers * 0.8) { print jumps " indirect jumps for " handlers " handlers"; bad = 1 }
        exit bad
    }'

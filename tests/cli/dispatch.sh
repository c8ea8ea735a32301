# What the interpreter's speed hangs on, and what another compiler may silently undo: every handler
# has a dispatch jump of its own, and conditional jumps are no conditional moves of the program
# counter (these were measured to cost half the speed of branchy programs).
. "$ROOT/tests/cli/lib.sh"
flags=$(cat "$ROOT/$BUILD/flags")
case $flags in
*STRESS* | *sanitize* | *-O0* | *-O1*) exit 0 ;;
gcc*x86_64* | gcc*) [ "$(uname -m)" = x86_64 ] || exit 0 ;;
*) exit 0 ;;
esac
objdump -d --no-show-raw-insn "$ROOT/$BUILD/vm/interp.o" |
    awk '/<interp_run>:/ { on = 1 } on && /^$/ { exit } on' > code
opcodes=$(grep -c '^OP(' "$ROOT/code/op.def")
conditional=$(grep '^OP(' "$ROOT/code/op.def" | grep -Ec '\| JUMP( \| CALLS)?,')
jumps=$(grep -Ec 'jmp +\*' code)
[ "$conditional" -gt 0 ] || bad "cannot tell which opcodes are conditional jumps"
[ "$jumps" -ge $((opcodes + conditional)) ] || # these have two
    bad "$jumps dispatch jumps for $opcodes opcodes, $conditional of them conditional jumps"
# Handlers end with a load of the opcode through the program counter, then the jump: its register.
pc=$(grep -B2 -E 'jmp +\*.*,8\)' code | sed -n 's/.*movzwl (\(%r[a-z0-9]*\)),.*/\1/p' | sort | uniq -c |
    sort -rn | sed -n '1s/.* //p')
[ -n "$pc" ] || bad "cannot tell the register of the program counter"
lacks code "cmov[a-z]+ .*,$pc\$"
finish

# gol check decides each program of tests/check/kernels (what loops, tasks and data structures are
# made of, free of races or not) as its comment says, with a proof where there is no race. Every
# seventh program; with KERNELS=all each of them.
. "$ROOT/tests/cli/lib.sh"

step=7
[ "${KERNELS-}" != all ] || step=1
i=0
for program in "$ROOT"/tests/check/kernels/*.gol; do
    i=$((i + 1))
    [ $((i % step)) = 0 ] || continue
    case $(sed -n 's|^// check: ||p' "$program") in
    clean) status=0 verdict='^no race, no deadlock, no panic in (all|the only)' ;;
    race) status=66 verdict='^race: ' ;;
    *) bad "${program##*/}: no line // check:" ;;
    esac
    wants "$status" "$GOL" check --time 10s "$program"
    matches err "$verdict"
done
[ "$i" -ge 80 ] || bad "only $i programs"
finish

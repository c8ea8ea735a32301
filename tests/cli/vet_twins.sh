# gol vet on twins: tests/vet/NAME.gol is free of races and proved so, NAME_racy.gol is not; it says
# "// vet: must" if no run without the race has both accesses. A program that says "// vet: open" is
# free of races, and not proved so. tests/unit/vet_oracle_test runs them all.
. "$ROOT/tests/cli/lib.sh"

for file in "$ROOT"/tests/vet/*.gol; do
    timeout 60 "$GOL" vet --quiet --checks race "$file" > out 2> err
    status=$?
    case $file in
    *_racy.gol)
        want=3
        grep -q '^// vet: must' "$file" && want=66
        [ $status = $want ] || bad "$file: status $status, expected $want" "$(head -n 3 err)"
        ;;
    *)
        want=0
        grep -q '^// vet: open' "$file" && want=3
        [ $status = $want ] || bad "$file: status $status, expected $want" "$(head -n 3 err)"
        ;;
    esac
done

# The oracle's programs that are made of these can be printed from anywhere.
(cd / && env -u ROOT "$(dirname "$GOL")/tests/unit/vet_oracle_test" --print 3) > out || bad "--print 3: status $?"
matches out '^package main'
finish

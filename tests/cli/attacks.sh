# Seconds of what `make kills` and `make readers` do for longer: commands killed at random moments,
# damaged input for everything that is read.
. "$ROOT/tests/cli/lib.sh"
command -v python3 > /dev/null || finish # bare machines: CI has it
case $GOL in
*stress* | *asan*) ;; # how long a command takes is measured first
*) wants 0 python3 "$ROOT/tests/kills.py" --gol "$GOL" --count 12 'show|sarif|--checkpoint' ;;
esac
[ "$failures" = 0 ] || cat out
wants 0 python3 "$ROOT/tests/readers.py" --gol "$GOL" --seconds 3 --keep kept
[ "$failures" = 0 ] || cat out
finish

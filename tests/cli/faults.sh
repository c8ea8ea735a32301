# A few of the allocations and operations on files that `make faults` makes fail: gol ends with a limit,
# says that it could not write, or gives the same answer; one that a signal ends leaves no part of a file.
. "$ROOT/tests/cli/lib.sh"
case $GOL in *stress* | *asan*) exit 0 ;; esac
command -v python3 > /dev/null || finish # bare machines: CI has it
cc -O1 -shared -fPIC -o faults.so "$ROOT/tests/tools/faults.c" -ldl || exit 1
for part in 'run, malloc' 'run, mmap' 'run with outputs, io' 'repl :save, term' 'debug, process'; do
    wants 0 python3 "$ROOT/tests/faults.py" --gol "$GOL" --lib ./faults.so --points 10 "$part"
    lacks out '^run|^repl|^debug'
done
finish

# What cannot be written is reported, once and with the reason, by every command and every flag, and
# the status is not 0; closed streams and inputs are no outputs.
. "$ROOT/tests/cli/lib.sh"
racy_program
program clean.gol << 'END'
fmt.Println("hi")
END
mkdir p
program p/a_test.go << 'END'
package a

import "testing"

func TestA(t *testing.T) { t.Log("x") }
END
echo 'module a' > p/go.mod
printf 'package a\n\nfunc F() int { return 1 }\n' > p/a.go
wants 66 "$GOL" run --trace t.trace racy.gol

# full STATUS REASON COMMAND...: its standard output is a full disk.
full()
{
    local wanted=$1 status
    shift
    "$GOL" "$@" > /dev/full 2> err < /dev/null
    status=$?
    [ $status = "$wanted" ] || bad "status $status, not $wanted: gol $*"
    [ "$(grep -c 'cannot write standard output: No space left on device$' err)" = 1 ] ||
        bad "gol $*: a full disk is not reported once" "$(head -n 3 err)"
}
for command in help version 'help run' 'run --help' 'help detectors' 'dump ops' \
    'dump code clean.gol' 'run clean.gol' 'run --json clean.gol' 'check --json clean.gol' \
    'fuzz --schedules 5 --json clean.gol' 'replay 0 clean.gol' 'predict --export std t.trace' \
    'predict --dump t.trace' 'vet clean.gol' 'test p' 'test -v p' 'test --json p'; do
    full 1 $command
done
for command in 'run --json racy.gol' 'check --json racy.gol' 'predict t.trace' 'vet racy.gol' \
    'predict --explain t.trace' 'fuzz --schedules 20 --outcomes racy.gol'; do
    full 66 $command
done

# Files.
for flag in --cover= --profile= --coverprofile= --trace= --sarif= --save-schedule=; do
    wants 1 "$GOL" run $flag/dev/full clean.gol
    matches out '^hi$'
    [ "$(grep -c '^gol run: cannot write /dev/full: No space left on device$' err)" = 1 ] ||
        bad "run $flag does not report a full disk" "$(cat err)"
done
for command in 'check --sarif /dev/full clean.gol' 'fuzz --schedules 5 --sarif /dev/full clean.gol' \
    'vet --sarif /dev/full clean.gol' 'test --cover=/dev/full p' \
    'test --coverprofile /dev/full p'; do
    wants 1 "$GOL" $command
    matches err 'cannot write /dev/full: No space left on device$'
done

# A closed stream is /dev/null, and no file takes its place.
"$GOL" run --trace closed.trace racy.gol >&- 2>&- <&-
[ $? = 66 ] || bad "closed streams change the status"
same t.trace closed.trace

# An output file is no input of the command, by whatever path.
cp clean.gol kept
echo 0 > s
input() # FILE COMMAND...
{
    local file=$1
    shift
    wants 1 "$GOL" "$@"
    matches err "cannot write $file: it is an input of this command"
}
ln -s clean.gol link.gol
input clean.gol run --trace clean.gol clean.gol
input ./clean.gol run --sarif ./clean.gol clean.gol
input link.gol run --save-schedule link.gol clean.gol
input s run --save-schedule s --schedule s clean.gol
input s run --suppress s --sarif s clean.gol
input p/a_test.go test --coverprofile p/a_test.go ./p
input clean.gol fuzz --schedules 5 --sarif clean.gol clean.gol
same clean.gol kept
echo 0 > kept
same s kept
wants 1 "$GOL" run --trace a --sarif a clean.gol
matches err 'two outputs cannot go to the same file a'
# A trace that is predicted from at once is both, one after the other.
wants 66 "$GOL" run --predict --trace both.trace racy.gol
lacks err 'cannot write'
# A corpus is read, and its files are replaced by better ones.
for i in 1 2; do
    wants 66 "$GOL" fuzz --schedules 50 --corpus kept.dir racy.gol
    lacks err 'cannot write'
done
# What is no file is written as it is: gol build -o /dev/null must not replace the device.
ln -s /dev/null sink
ln -s real.html link.html
echo old > real.html
for args in 'build -o sink' 'run --sarif sink' 'show -o sink' 'run --html link.html'; do
    # shellcheck disable=SC2086
    wants 0 "$GOL" $args clean.gol
done
[ -L sink ] && [ ! -x /dev/null ] || bad "a device has given way to a file"
[ -L link.html ] && grep -q '</html>' real.html || bad "a link has given way to a file"
finish

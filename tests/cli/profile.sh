# gol run --profile: exact counts, which add up, repeat, and do not depend on who watches.
. "$ROOT/tests/cli/lib.sh"
program loop.go << 'END'
package main

func twice(n int) int {
	n += n
	return n
}

func main() {
	sum := 0
	for i := 0; i < 1000; i++ {
		sum += twice(i)
	}
	boxes := make([]*int, 0, 8)
	for i := 0; i < 7; i++ {
		boxes = append(boxes, new(int))
	}
	println(sum, len(boxes))
}
END
wants 0 "$GOL" run --profile=first loop.go
matches err '^999000 7$'
lacks err 'profile'
# Every instruction of the line a thousand times.
matches first '^ +[0-9.]+% +[1-9]000 +0  main\.twice +loop\.go:4 +n \+= n$'
matches first '^ +[0-9.]+% +[0-9]+ +7  main\.main +loop\.go:15 +boxes = append'
# The three tables count the same instructions.
awk '/instructions executed/ { total = $2 }
     / opcode$| line$| function$/ { tables++ }
     $1 ~ /%$/ { sum[tables] += $2 }
     END { for (i = 1; i <= 3; i++) if (tables != 3 || sum[i] != total || !total) exit 1 }' first ||
    bad "the tables do not add up" "$(cat first)"
wants 0 "$GOL" run --profile=second --detector none loop.go
same first second

# Goroutines, under a schedule with preemption at every access; the report is also that of a run
# that fails, and goes to stderr.
racy_program
wants 66 "$GOL" run --seed 3 --profile racy.gol
sed -n '/^profile:/,$p' err > first
matches first 'main\.main\.func1 +racy\.gol:3 +go func'
wants 66 "$GOL" run --seed 3 --profile racy.gol
sed -n '/^profile:/,$p' err > second
same first second

# A long table is cut on the terminal, not in the file.
for i in $(seq 30); do echo "a$i := $i; println(a$i)"; done > long.gol
wants 0 "$GOL" run --profile long.gol
matches err '^ .*% +[0-9]+  in 1[0-9] more; --profile=FILE has them$'
wants 0 "$GOL" run --profile=all long.gol
matches all 'long\.gol:30 +a30 :='
wants 1 "$GOL" run --profile=missing/file loop.go
matches err '^gol run: cannot write missing/file: No such file'

# A call that has to grow the stack first, or that the machine rewrites, counts once.
program deep.go << 'END'
package main

func down(n int) int {
	if n == 0 {
		return 0
	}
	return down(n-1) + 1
}

func main() { println(down(9999)) }
END
wants 0 "$GOL" run --profile=deep deep.go
awk '$3 ~ /^CALL/ { calls += $2 } END { exit calls != 10001 }' deep || # and that of main
    bad "not one instruction a call" "$(grep CALL deep)"

# Joined with an empty string, a string is not copied.
program join.go << 'END'
package main

func join(a, b string) string {
	return a + b
}

func main() {
	full, empty := "abc", ""
	println(join(full, empty) == join(empty, full))
}
END
wants 0 "$GOL" run --profile=join join.go
matches err '^true$'
matches join '^ +[0-9.]+% +[0-9]+ +0  main\.join +join\.go:4 +return a \+ b$'
finish

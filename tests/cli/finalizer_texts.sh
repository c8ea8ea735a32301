# What runtime.SetFinalizer does not take ends the program with Go's words.
. "$ROOT/tests/cli/lib.sh"

# set_finalizer ARGUMENTS: the program that passes them, in f.go.
set_finalizer()
{
    program f.go << END
package main

import "runtime"

type T struct{ a int }

type named *T

func main() {
	p := &T{7}
	runtime.SetFinalizer($1)
	println("taken", p.a)
}
END
}

while IFS='|' read -r arguments text; do
    set_finalizer "$arguments"
    wants 2 "$GOL" run f.go
    grep -qxF "fatal error: runtime.SetFinalizer: $text" err || bad "$arguments: not $text" "$(head -n 1 err)"
done << 'END'
p, func(v interface{ M() }) {}|cannot pass *main.T to finalizer func(interface { M() })
p, func(a, b *T) {}|cannot pass *main.T to finalizer func(*main.T, *main.T)
p, func() {}|cannot pass *main.T to finalizer func()
p, func(v *int) {}|cannot pass *main.T to finalizer func(*int)
p, func(v T) {}|cannot pass *main.T to finalizer func(main.T)
p, func(a ...*T) {}|cannot pass *main.T to finalizer func(...*main.T) because dotdotdot
p, 5|second argument is int, not a function
*p, nil|first argument is main.T, not pointer
(*T)(nil), nil|pointer not in allocated block
nil, nil|first argument is nil
END

for arguments in 'p, func(v any) {}' 'p, func(v *T) int { return 1 }' 'p, func(v named) {}' 'p, nil'; do
    set_finalizer "$arguments"
    wants 0 "$GOL" run f.go
    matches err '^taken 7$'
done
finish

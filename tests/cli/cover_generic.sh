# What no execution can reach has no code, but counts as not executed, as under go test: generic functions
# and methods without an instance, branches that are constant. All instances of one function are one.
. "$ROOT/tests/cli/lib.sh"
printf 'module example.com/m\n\ngo 1.19\n' > go.mod
mkdir g
program g/g.go << 'END'
package g

const debug = false

type Stack[T any] struct{ items []T }

func (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) Swap() (V, K) { return p.Val, p.Key }

func Keys[M ~map[K]V, K comparable, V any](m M) (keys []K) {
	for k := range m {
		keys = append(keys, k)
	}
	return
}

func Sum[N int | float64](list []N, limit N) (sum N) {
	add := func(n N) {
		if n < 0 {
			return
		} else if n > limit {
			sum += limit
		} else {
			sum += n
		}
	}
outer:
	for _, n := range list {
		switch {
		case n == 0:
			continue outer
		default:
			add(n)
		}
	}
	return
}

func Log(x any) {
	if debug {
		println("log")
	}
}

func _[T any](x T) T { return x }
END
program m.go << 'END'
package m

import "example.com/m/g"

func Top(x int) int {
	var s g.Stack[int]
	s.Push(x)
	g.Log(s)
	return x
}
END
program m_test.go << 'END'
package m

import "testing"

func TestTop(t *testing.T) { Top(1) }
END
wants 0 "$GOL" test -covermode count -coverpkg ./... -coverprofile p .
matches out 'coverage: 27.3% of statements in ./...$'
[ "$(grep -c ' 0$' p)" = 16 ] || bad "$(cat p)"
lacks p 'g.go:51'
printf 'package g\n\nimport "testing"\n\nfunc TestSum(t *testing.T) { Sum([]int{1}, 2); Sum([]float64{-1, 3}, 2); Keys(map[int]int{}) }\n' > g/g_test.go
wants 0 "$GOL" test -covermode count -coverprofile p ./g
matches out 'coverage: 66.7% of statements$'
matches p '^example.com/m/g/g.go:28.4,28.16 1 1$'
finish

package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
)

var base = errors.New("base")

type coded struct{ code int }

func (c coded) Error() string        { return fmt.Sprintf("code %d", c.code) }
func (c coded) Is(target error) bool { return target == base }

func main() {
	e := fmt.Errorf("level 2: %w", fmt.Errorf("level 1: %w", base))
	fmt.Println(e, errors.Is(e, base), errors.Unwrap(errors.Unwrap(e)) == base, errors.New("base") == base) // expect: level 2: level 1: base true true false
	var c coded
	w := fmt.Errorf("x: %w", coded{5})
	fmt.Println(errors.As(w, &c), c.code, errors.Is(w, base)) // expect: true 5 true
	_, err := strconv.Atoi("x")
	var ne *strconv.NumError
	fmt.Println(errors.As(err, &ne), ne.Func, ne.Err == strconv.ErrSyntax) // expect: true Atoi true
	fmt.Fprintln(os.Stdout, "to stdout")                                   // expect: to stdout
}

package main

import (
	"errors"
	"fmt"
	"strconv"
)

// Methods in constraints, pointer constraints, cores, unions of unions.

type Signed interface{ ~int | ~int8 | ~int16 | ~int32 | ~int64 }
type Unsigned interface{ ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 }
type Integer interface{ Signed | Unsigned }
type Number interface {
	Integer | ~float32 | ~float64
}
type StringableInt interface {
	Integer
	String() string
}

type ID int

func (i ID) String() string { return "#" + strconv.Itoa(int(i)) }

func Texts[T StringableInt](xs ...T) (r []string) {
	for _, x := range xs {
		r = append(r, x.String()+"/"+fmt.Sprint(x+1))
	}
	return r
}

type Setter[B any] interface {
	*B
	Set(string) error
}

type Celsius struct{ v float64 }

func (c *Celsius) Set(s string) (err error) {
	c.v, err = strconv.ParseFloat(s, 64)
	if err != nil {
		err = errors.New("bad " + s)
	}
	return err
}

func ParseAll[T any, PT Setter[T]](in []string) ([]T, error) {
	out := make([]T, len(in))
	for i, s := range in {
		p := PT(&out[i])
		if err := p.Set(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func Abs[T Signed](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

func Convert[To, From Number](x From) To { return To(x) }

func Bits[T Unsigned](x T) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return
}

func Scale[S ~[]E, E Number](s S, by E) S {
	r := make(S, 0, len(s))
	for _, x := range s {
		r = append(r, x*by)
	}
	return r
}

type Point []int32

func (p Point) String() string { return fmt.Sprintf("P%v", []int32(p)) }

func Bytes[T ~string | ~[]byte](x T) (n int) {
	for i := 0; i < len(x); i++ {
		n += int(x[i])
	}
	return n + len(x[1:])
}

func Send[C ~chan E | ~chan<- E, E any](c C, v E) { c <- v }

func Ptr[T any](v T) *T { return &v }

func IsZero[T comparable](v T) bool {
	var zero T
	return v == zero
}

func main() {
	fmt.Println(Texts(ID(3), ID(4)))
	fmt.Println(ParseAll[Celsius]([]string{"1.5", "20"}))
	fmt.Println(ParseAll[Celsius]([]string{"1.5", "x"}))
	fmt.Println(Abs(-3), Abs(int8(-128)), Abs(ID(-7)))
	fmt.Println(Convert[int](3.99), Convert[uint8](300), Convert[float32](7))
	fmt.Println(Bits(uint8(255)), Bits(uint64(1)<<40))
	p := Scale(Point{1, 2, 3}, 2)
	fmt.Println(p, p.String())
	fmt.Println(Bytes("abc"), Bytes([]byte{1, 2}))
	c := make(chan string, 1)
	Send(c, "hi")
	fmt.Println(<-c, *Ptr(5), *Ptr("s"))
	fmt.Println(IsZero(0), IsZero("x"), IsZero(struct{ a int }{}), IsZero[any](nil), IsZero[error](errors.New("e")))
}
// expect: [#3/#4 #4/#5]
// expect: [{1.5} {20}] <nil>
// expect: [] bad x
// expect: 3 -128 #7
// expect: 3 44 7
// expect: 8 1
// expect: P[2 4 6] P[2 4 6]
// expect: 296 4
// expect: hi 5 s
// expect: true false true true false

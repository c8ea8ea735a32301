// Calls of methods through an interface.
package main

type shape interface {
	area() int
	grow(by int)
}

type square struct{ side int }
type rectangle struct{ width, height int }
type frame struct{ outer, inner shape }

func (s *square) area() int    { return s.side * s.side }
func (s *square) grow(by int)  { s.side += by }
func (r *rectangle) area() int { return r.width * r.height }
func (r *rectangle) grow(by int) {
	r.width += by
	r.height += by
}
func (f *frame) area() int   { return f.outer.area() - f.inner.area() }
func (f *frame) grow(by int) { f.outer.grow(by) }

func main() {
	var shapes []shape
	for i := 0; i < 100; i++ {
		switch i % 3 {
		case 0:
			shapes = append(shapes, &square{i})
		case 1:
			shapes = append(shapes, &rectangle{i, i + 1})
		default:
			shapes = append(shapes, &frame{&square{i + 10}, &rectangle{i, 5}})
		}
	}
	total := 0
	for round := 0; round < 45000; round++ {
		for _, s := range shapes {
			total += s.area() % 1000
			if round%100 == 0 {
				s.grow(1)
			}
		}
	}
	println(total)
}

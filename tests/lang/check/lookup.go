package main

type Inner struct{ a, b int }

func (Inner) Get() int { return 0 }
func (*Inner) Set(int) {}
func (Inner) hidden()  {}

type Left struct{ *Inner }
type Right struct {
	Inner
	b string
}
type Both struct {
	Left
	Right
}
type Named *Inner
type Getter interface{ Get() int }
type Setter interface{ Set(int) }
type Holder struct{ Getter }

func value() Inner { return Inner{} }

func use(l Left, r Right, both Both, n Named, g Getter, pg *Getter, h Holder) {
	_ = l.a
	l.Set(1)
	r.Set(1)
	var _ string = r.b
	_ = both.a // error: ambiguous selector both.a
	_ = both.b // both.Right.b is nearer than the others
	both.Get() // error: ambiguous selector both.Get
	both.Left.Get()
	_ = n.a
	n.Get() // error: n.Get undefined
	g.Get()
	g.Set(1) // error: g.Set undefined
	pg.Get() // error: pg.Get undefined \(type \*Getter is pointer to interface, not interface\)
	h.Get()
	value().Get()
	value().Set(1) // error: cannot call pointer method Set on Inner
	_ = l.x        // error: l.x undefined
	_ = r.B        // error: r.B undefined \(type Right has no field or method B, but does have field b\)
	var _ Getter = Inner{}
	var _ Setter = Inner{} // error: Inner does not implement Setter \(method Set has pointer receiver\)
	var _ Setter = &Inner{}
	var _ Setter = Left{}
	var _ Setter = Right{} // error: Right does not implement Setter \(method Set has pointer receiver\)
	var _ Setter = &Right{}
	var _ Getter = Both{} // error: Both does not implement Getter
	var _ Getter = h
	var _ Getter = Named(nil) // error: Named does not implement Getter \(missing method Get\)
	var _ Setter = g          // error: Getter does not implement Setter \(missing method Set\)
	_ = Inner.Get
	_ = (*Inner).Set
	_ = Inner.Set // error: (pointer receiver|invalid method expression Inner.Set)
	_ = Getter.Get
	_ = Left.Set
	_ = Right.Set // error: (pointer receiver|invalid method expression Right.Set)
	_ = g.(Inner)
	_ = g.(Setter)
	_ = g.(int) // error: impossible type assertion: g.\(int\)
	_ = g.(Right)
	_ = g.(Both) // error: impossible type assertion: g.\(Both\)
}

func main() {}

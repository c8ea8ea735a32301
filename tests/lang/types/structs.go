// Embedding promotes fields and methods, through pointers too; the shallowest wins.
package main

import "fmt"

type animal struct{ name string }

func (a animal) Name() string      { return a.name }
func (a *animal) Rename(to string) { a.name = to }
func (animal) Kind() string        { return "animal" }

type dog struct {
	animal
	age int
}

func (dog) Kind() string { return "dog" }

type puppy struct {
	*dog
	toy string
}

type named interface{ Name() string }

func main() {
	d := dog{animal{"rex"}, 3}
	d.Rename("max")
	p := puppy{&d, "ball"}
	p.Rename("tiny")
	p.age++
	fmt.Println(d, d.name, p.name, p.Kind(), p.animal.Kind()) // expect: {{tiny} 4} tiny tiny dog animal
	var n named = p
	fmt.Println(n.Name(), d == dog{animal{"tiny"}, 4}) // expect: tiny true
	anon := struct {
		X, Y int
		T    struct{ Z string }
	}{X: 1}
	anon.T.Z = "z"
	fmt.Printf("%v %+v\n", anon, anon) // expect: {1 0 {z}} {X:1 Y:0 T:{Z:z}}
	q := &anon
	q.Y = 5
	r := *q
	r.Y = 6
	fmt.Println(anon.Y, r.Y, &r.Y == &q.Y) // expect: 5 6 false
	type empty struct{}
	fmt.Printf("%v %+v %T\n", empty{}, p.animal, d) // expect: {} {name:tiny} main.dog
}

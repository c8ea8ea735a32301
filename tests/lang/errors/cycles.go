package main

type T struct{ t T } // error: invalid recursive type
type ok struct{ p *ok }

var a = b // error: initialization (cycle|loop)
var b = a

const c = d // error: (cycle|loop)
const d = c

func main() {}

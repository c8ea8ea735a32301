# A type whose values are in interfaces already gets another method.
"$GOL" repl << 'END'
type T struct{ a, b int }
t := T{1, 2}
t
func (t T) Sum() int { return t.a + t.b }
var i interface{ Sum() int } = t
i.Sum()
END

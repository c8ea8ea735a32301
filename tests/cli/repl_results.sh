# Results as a person wants them: each of several values, errors and Stringers by their text.
"$GOL" repl << 'EOF'
strconv.Atoi("x")
errors.New("bad")
1500 * time.Millisecond
func three() (int, string, error) { return 1, "two", nil }
three()
func nothing() {}
nothing()
type box struct{ of int }
func (b *box) String() string { return "a box" }
&box{1}
(*box)(nil)
box{2}
any(3)
func (b box) Error() string { panic("no text") }
EOF

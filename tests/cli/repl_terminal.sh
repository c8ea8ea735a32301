# The prompt in a real terminal: inputs of several lines, pasting, Ctrl-C, history.
. "$ROOT/tests/cli/lib.sh"
terminal "'$GOL' repl"
shows '^gol>'

# A blank line inside braces belongs to the input.
keys 'func triple(n int) int {' Enter '    m := 3 * n' Enter Enter '    return m' Enter '}' Enter
keys 'triple(14)' Enter
shows '^42 +int$'

# Ctrl-C clears an unfinished input, and interrupts a program; variables and goroutines stay.
keys 'kept := 1234' Enter 'if true {' Enter C-c 'kept' Enter
shows '^1234 +int$'
keys 'c := make(chan int); go func() { for i := 0; ; i++ { c <- i } }(); 0' Enter
shows '^0 +int$'
keys 'for {}' Enter
sleep 0.3
keys C-c
shows '^(\^C)?interrupted$'
keys 'kept + 1, <-c' C-c 'kept + 1 + <-c + <-c' Enter
shows '^1236 +int$'
# A computation in another goroutine is interrupted, too, and goes on later.
keys 'n := 0; go func() { for { n++ } }(); select {}' Enter
sleep 0.3
keys C-c 'kept + 2' Enter
shows '^1236 +int$'

# History brings a whole input back, and Ctrl-R finds it by any of its lines.
keys C-r 'm := 3' Enter Enter 'triple(2)' Enter
shows '^6 +int$'

# A paste of several inputs waits for Enter.
printf 'type pair struct {\n\n\ta, b int\n}\nvar p = pair{7, 8}\np\n' | pastes
sleep 0.3
shows_not 'a:7'
keys Enter
shows '^\{a:7 b:8\} +main.pair$'
keys C-d
shows '^\[status 0\]$'

# The inputs are there in the next session.
terminal "'$GOL' repl"
shows '^gol>'
keys C-r 'b int' Enter Enter
shows '^\{a:7 b:8\} +main.pair$'

# Tab completes what the checker knows: packages, their members, fields, methods, commands.
keys 'func (q pair) Total() int { return q.a + q.b }' Enter
keys 'p.Tot' Tab '() + strings.Coun' Tab '("aaa", "a")' Enter
shows '^18 +int$'
keys 'p.' Tab
shows '^Total +a +b$'
keys C-u 'wait := sync.WaitG' Tab '{}' Enter 'wait.D' Tab
shows '^gol> wait.Done$'
keys C-u ':goro' Tab Enter
shows '^no goroutines but this prompt'

# What stands before the dot may have calls, indices, literals and texts in it; what is no operand has no
# members. Of many names some are listed.
keys C-u 'pair{1, 2}.Tot' Tab '() + []pair{{3, 4}}[0].Tot' Tab '() + len(errors.New("a) b").Err' Tab '())' Enter
shows '^14 +int$'
keys 'map[string]pair{`x`: {5, 6}}[`x`].Tot' Tab '()' Enter
shows '^11 +int$'
keys ').Tot' Tab 'x' C-a 'q' C-u 'nosuch.F' Tab C-u 'kept.' Tab C-u 'syscall.' Tab
shows '^\.\.\. and [0-9]+ more$'

# Arrows move between the lines of an input; a tab before anything else on its line indents.
keys C-u 'if true {' Enter Tab 'println(1234567)' Up C-a 'y := 8; ' Down C-e '; println(y, 77)' Up Down C-e Enter '}' Enter
shows '^1234567$'
shows '^8 77$'

# A race is the session's exit status.
keys 'x := 0; go func() { x = 1 }()' Enter 'x' Enter
shows '^race: .* on x'
keys C-d
shows '^\[status 66\]$'
finish

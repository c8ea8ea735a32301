# --explain and --state: the calculus as people see it.
. "$ROOT/tests/cli/lib.sh"

# Steps without number and place, a step a line.
steps()
{
    awk '/^ *[0-9]+ p[0-9]+ /{ if (line) print line; line = substr($0, 7, 22) substr($0, 49); next }
         line && substr($0, 1, 60) ~ /^ *$/ { sub(/^ +/, " "); line = line $0; next }
         { if (line) print line; line = "" }
         END { if (line) print line }' "$1" | sed 's/  */ /g; s/ $//'
}

# Figs. 8 and 9, alone, and with calls of the library and a channel that is closed around them.
figure8()
{
    program fig8.go << END
package main

import "fmt"

var z int

func main() {
	other := make(chan int)
	$1
	c := make(chan int)
	go func() { $2; z = 42; $2; c <- 0 }()
	$2
	<-c
	$2
	fmt.Println(z)
}
END
    for detector in grace hybrid; do
        wants 0 "$GOL" run --explain --detector $detector fig8.go
        steps err | grep -v other > got
        cat > want << 'END'
p1 R-Make make c, 0
p1 R-Go go p2
p2 R-Write z := 42 E += {(m0,!z)}
p2 R-Rend c <- to p1 E(p1) += {(m0,!z)}
p2 - end
p1 R-Read z = 42 E += {(m1,?z)}
p1 - end
END
        same got want
    done
}
figure8 'var _ = other' '_ = 0'
figure8 'var _ = other' 'fmt.Print(fmt.Sprint(1), "")'
figure8 'close(other)' 'fmt.Print(fmt.Sprintf("%v", 1.5), "")'

figure9()
{
    program fig9.go << END
package main

import "fmt"

var z int

func main() {
	c := make(chan int, 1)
	done := make(chan bool)
	go func() { c <- 0; z = 17; $1; <-c; done <- true }()
	go func() { c <- 0; $1; z = 42; <-c; done <- true }()
	<-done
	<-done
	fmt.Print(z)
}
END
    for detector in grace hybrid; do
        wants 0 "$GOL" run --explain --detector $detector fig9.go
        steps err | grep '^p[23] R-[SWR][a-z]* [cz<]' > got
        cat > want << 'END'
p2 R-Send c <-
p2 R-Write z := 17 E += {(m0,!z)}
p2 R-Rec <-c
p3 R-Send c <- E += {(m0,!z)}
p3 R-Write z := 42 E -= {(m0,!z)} E += {(m1,!z)}
p3 R-Rec <-c
END
        same got want
        wants 0 "$GOL" run --state-at fig9.go:14 --detector $detector fig9.go
        matches err '^m1\(\{\}, z := 42\)$'
        matches err '^c_f\[\], c_b\[\{\(m1,!z\)\}\]$'
    done
}
figure9 '_ = 0'
figure9 'fmt.Print("")'

# Values of all types, however much is printed before them.
program values.go << 'END'
package main

import "fmt"

type point struct {
	x    int8
	name string
}

var (
	a1, a2, a3, a4 = "the first", "the second", "the third", "the fourth"
	text           = "hello \"you\""
	number         = -42
	small          = uint8(200)
	float          = 2.5
	yes            = true
	none           error
	any1           any = "in an interface"
	array          = [2]string{"left", "right"}
	slice          = []int{1, 2, 3}
	spot           = point{-3, "spot"}
	where          = &number
	channel        = make(chan string, 3)
	table          = map[string]int{"one": 1}
	long           = "0123456789012345678901234567890123456789012345678901234567890123456789" +
		"0123456789012345678901234567890123456789012345678901234567890123456789"
)

func main() {
	done := make(chan bool)
	go func() {
		a1, a2, a3, a4 = a1+"!", a2+"!", a3+"!", a4+"!"
		text += "."
		number--
		small++
		float *= 2
		yes = !yes
		none = nil
		any1 = 7
		array[1] += "most"
		slice[1] = 20
		spot.x, spot.name = spot.x+1, spot.name+"s"
		where = &number
		channel <- "first"
		channel <- "second"
		table["two"] = 2
		long += "."
		done <- true
	}()
	<-done
	fmt.Printf("text := %q\nnumber := %v\nsmall := %v\nfloat := %v\nyes := %v\nany1 := %v\n",
		text, number, small, float, yes, any1)
	fmt.Printf("array[1] := %q\nslice[1] := %v\nspot.x := %v\nspot.name := %q\na4 := %q\n",
		array[1], slice[1], spot.x, spot.name, a4)
}
END
for detector in grace hybrid grace-full grace-aw eventset djit fasttrack tsan; do
    wants 0 "$GOL" run --state --detector $detector values.go
    while IFS= read -r line; do
        grep -qF ", $line)" err || bad "$detector: no state of $line"
    done < out
    matches err ', channel := chan channel\)$'
    matches err '^channel_f\[\("second", \{.*\}\) :: \("first", \{.*\}\)\], channel_b\[\{\}\]$'
    matches err ', where := &number\)$'
    # its variable, and the map itself
    [ "$(grep -c ', table := map\["one":1 "two":2\])$' err)" = 2 ] || bad "$detector: no map"
    matches err ', long := "[0-9]{119}"\.\.\.\)$'
    lacks err '.{200}, long'
    [ $detector = grace-aw ] || lacks err 'os\.Stdout' # it keeps no reads
done

# A lock is written by Lock and Unlock, read by RLock, in sets and records alike.
program locks.gol << 'END'
var l sync.Mutex
var r sync.RWMutex
done := make(chan bool)
go func() { l.Lock(); l.Unlock(); r.RLock(); done <- true }()
l.Lock()
l.Unlock()
<-done
END
for detector in grace hybrid grace-full eventset djit fasttrack tsan; do
    wants 0 "$GOL" run --explain --state --detector $detector locks.gol
    matches err '!l\)'
    lacks err '\?l\)'
    matches err '\?r\)'
done

# A channel is not the variable that holds it.
program channels.gol << 'END'
c := make(chan int, 1)
go func() { c <- 1; close(c) }()
<-c
END
wants 0 "$GOL" run --explain --state --detector grace channels.gol
steps err > got
matches got '^p1 R-Write c := chan c E \+= \{\(m0,!c\)\}$'
matches got '^p2 R-Close close c .*E \+= \{\(m[0-9],!chan c\)\}$'
matches err ', c := chan c\)$'
matches err ', chan c := closed\)$'

# The queues of a closed channel that still holds values, and of channels with room.
program queues.gol << 'END'
c := make(chan int, 4)
five := make(chan int, 6)
two := make(chan int, 3)
x := 0
go func() { x = 1; c <- 1; c <- 2; x = 2; c <- 3; close(c) }()
runtime.Gosched()
<-c
two <- 1
five <- 1
END
cat > want << 'END'
state at the end:
m0({(m12,?c), (m14,?c)}, c := chan c)
m1({(m17,?five)}, five := chan five)
m2({(m15,?two)}, two := chan two)
m9({}, x := 2)
m13({}, chan c := closed)
init({(m18,?chan five)}, chan five := open)
init({(m16,?chan two)}, chan two := open)
c_f[(⊥, {(m0,!c), (m1,!five), (m2,!two), (m9,!x), (m12,?c), (m13,!chan c)}) :: (3, {(m0,!c), (m1,!five), (m2,!two), (m9,!x)}) :: (2, {(m0,!c), (m1,!five), (m2,!two)})], c_b[{(m0,!c), (m1,!five), (m2,!two), (m14,?c)} :: {}]
five_f[(1, {(m0,!c), (m1,!five), (m2,!two), (m14,?c), (m15,?two), (m16,?chan two), (m17,?five), (m18,?chan five)})], five_b[{} x 5]
two_f[(1, {(m0,!c), (m1,!five), (m2,!two), (m14,?c), (m15,?two), (m16,?chan two)})], two_b[{} :: {}]
END
for detector in grace hybrid eventset fasttrack; do
    wants 0 "$GOL" run --state --detector $detector queues.gol
    same err want
done

# Operations that panic.
program panics.gol << 'END'
c := make(chan int, 1)
try := func(f func()) {
	defer func() { recover() }()
	f()
}
close(c)
try(func() { c <- 1 })
try(func() { close(c) })
try(func() { var n chan int; close(n) })
d := make(chan int)
go func() { try(func() { d <- 1 }) }()
runtime.Gosched()
close(d)
runtime.Gosched()
END
for detector in grace hybrid djit none; do
    "$GOL" run --explain --detector $detector panics.gol > out 2> err
    steps err > got
    matches got '^p1 R-Send-Panic c <- panics'
    matches got '^p1 R-Close-Panic close c panics'
    matches got '^p1 R-Close-Panic close nil panics'
    matches got '^p2 R-(Send-Panic|Read-E_RaW) d <- panics'
done

# The set of an exception.
program errors.gol << 'END'
x, y, z := 0, 0, 0
go func() { x = 1; _ = y; _ = z }()
go func() { _ = z }()
runtime.Gosched()
_ = x
y = 1
z = 1
END
for detector in grace hybrid grace-full; do
    wants 66 "$GOL" run --explain --detector $detector errors.gol
    steps err > got
    matches got '^p1 R-Read-E_RaW x = 1 Error\{\(m[0-9]+,!x\)\}'
    matches got '^p1 R-Write-E_WaR y := 1 Error\{\(m[0-9]+,\?y\)\}'
    matches got '^p1 R-Write-E_WaR z := 1 Error\{\(m[0-9]+,\?z\), \(m[0-9]+,\?z\)\}'
done

# Programs of the other tests: what is printed keeps to the grammar of spec/rules.md. One in EVERY of them,
# by their names, and all with headers made by hand, each under one detector; EVERY=1 takes all.
rule='(R-[A-Za-z_⊥-]+|Acquire|Release|Acquire\+Release|-)'
set='\{(\((init|lib|m[0-9]+),[!?][^ ]*( [^ ]+)?\)(, )?)*\}'
number=0
for path in $(find "$ROOT/tests/lang" "$ROOT/examples" -name '*.go' -o -name '*.gol' | sort); do
    number=$((number + 1))
    name=$(cksum <<< "${path#"$ROOT"}")
    sample=${name%% *}
    case $path in */unsafe/*) ;; *) [ $((sample % ${EVERY:-9})) = 0 ] || continue ;; esac
    [ "$(wc -l < "$path")" -lt 60 ] || continue
    case $((sample % 3)) in 0) detector=grace ;; 1) detector=hybrid ;; 2) detector=djit ;; esac
    timeout 60 "$GOL" run --explain --state --steps 5000 --detector $detector "$path" \
        > out 2> err < /dev/null
    [ $? -lt 124 ] || bad "$path under $detector: status $?"
    grep -aE '^ *[0-9]+ p[0-9]+ ' err |
        grep -aEv "^ *[0-9]+ p[0-9]+ +$rule +([^ ]+:[0-9]+:[0-9]+|\\?) +[^ ]" > odd
    sed -n '/^state at the end:$/,/^$/p' err | grep -aEv "^state|^gol: |^$|^replay: " |
        grep -aEv "^p[0-9]+⟨$set⟩\$|^(init|lib|m[0-9]+)?\($set, .+ := .+\)\$" |
        grep -aEv "^.+_f\[.*\], .+_b\[.*\]\$|^.+\[$set\]\$" >> odd
    [ -s odd ] && bad "$path under $detector: $(head -n 2 odd)"
done
[ "$number" -gt 200 ] || bad "only $number programs"
# An object has the name that the line on which it was made gives it, whatever letters that has.
program names.go << 'EOF'
package main

type t struct{ n int }

func set(p *t) { p.n = 1 }

func main() {
	aZ_09z := &t{}
	Az_90Z := &t{}
	über := &t{}
	go func() {}()
	set(aZ_09z)
	set(Az_90Z)
	set(über)
}
EOF
"$GOL" run --explain names.go > out 2>&1
for name in aZ_09z Az_90Z über; do matches out "$name.n := 1"; done

# Filters: what is printed is a part of the whole.
program bank.gol << 'EOF'
total := 0
done := make(chan bool)
deposit := func(n int) {
	total += n
	done <- true
}
go deposit(30)
<-done
go deposit(12)
fmt.Println(total)
<-done
EOF
# filtered FLAGS AWK-CONDITION: on the fields of a step, its number, goroutine, rule, place
filtered()
{
    "$GOL" run --quiet --explain bank.gol 2> err
    awk '/^ *[0-9]+ p[0-9]/ { split($4, place, ":"); line = place[2]; yes = ('"$2"') } yes || /^ step/' err > want
    # shellcheck disable=SC2086 # several flags
    "$GOL" run --quiet $1 bank.gol 2> got
    [ "$(wc -l < got)" -gt 2 ] || bad "$1 prints nothing"
    same want got
}
filtered '--goroutine 2' '$2 == "p2" || (/<- to p2/)'
filtered '--goroutine 2,3' '$2 != "p1"'
filtered '--from 12' '$1 >= 12'
filtered '--from 4-9' '$1 >= 4 && $1 <= 9'
filtered '--lines bank.gol:7-9' 'line >= 7 && line <= 9'
filtered '--lines 4' 'line == 4'
filtered '--var total' '$5 == "total"'
filtered '--var total --goroutine 3' '$5 == "total" && $2 == "p3"'

# The same steps as JSON lines: the rule, the place, how sets change, also by what R-GC took out while
# others were at work (in step 11 the first write of total leaves what main knows).
wants 66 "$GOL" run --json --explain bank.gol
lacks err 'R-Write'
"$GOL" run --explain bank.gol 2> err > /dev/null
[ "$(grep -c '^{"type":"step"' out)" = "$(grep -cE '^ *[0-9]+ p[0-9]' err)" ] || bad 'not as many steps'
step() { matches out "^\{\"type\":\"step\",\"step\":$1,.*$2"; }
step 1 '"goroutine":1,"rule":"R-Write","race":false,"file":"bank.gol","line":1,"column":1,"object":"total"'
step 6 '"rule":"R-Go",.*"what":"go p2","sets":\[\{"goroutine":2,"entered":\["\(m0,!total\)","\(m1,!done\)"'
step 11 '"rule":"R-Rend",.*\{"goroutine":1,"left":\["\(m0,!total\)"\],"entered":\["\(m6,!total\)","\(m7,\?done\)"\]'
step '[0-9]+' '"rule":"R-[A-Za-z]+-E_[A-Za-z]+","race":true,.*"error":\["\(m[0-9]+,[?!]total\)"\]'
wants 66 "$GOL" run --json --explain --detector djit --from 6-6 bank.gol
[ "$(grep -c '^{"type":"step"' out)" = 1 ] || bad 'steps that were not asked for'
matches out '"note":"\[5\]"'
program many.gol << 'EOF'
var a [40]int
done := make(chan bool)
go func() { for i := range a { a[i] = i }; done <- true }()
<-done
EOF
"$GOL" run --explain many.gol 2> err
matches err ' and [0-9]+ more'
"$GOL" run --full many.gol 2> err
lacks err ' and [0-9]+ more'
for flags in '--from x' '--lines 5-3' '--lines :' '--goroutine p2' '--from 0'; do
    # shellcheck disable=SC2086
    wants 1 "$GOL" run $flags bank.gol
    matches err "^gol run: ${flags%% *} takes "
done

# Statistics: section 5 of [GRACE20], counted by hand. The set of p1 has three events at most, and four where none is ever dropped.
statistic() { [ "$(awk -v name="$2" '$0 ~ "^ +" name " +[0-9]" { sub(name, ""); print $1 }' err)" = "$3" ] || bad "$1: $2 is not $3" "$(cat err)"; }
for row in 'grace 3' 'hybrid 3' 'grace-full 4'; do
    wants 0 "$GOL" run --stats --detector "${row% *}" "$ROOT/examples/paper/section5.gol"
    statistic "$row" checks 4
    statistic "$row" joins 11
    statistic "$row" 'largest set' "${row#* }"
    statistic "$row" goroutines 3
    statistic "$row" send 5
done
wants 0 "$GOL" run --stats --json --detector djit "$ROOT/examples/paper/section5.gol"
matches out '^\{"type":"statistics","detector":"djit","events":[0-9]+,"kinds":\{.*"checks":4,"joins":11\}$'
wants 66 "$GOL" run --stats --html x.html bank.gol
matches err '^  checks '
[ -s x.html ] || bad 'no page beside the statistics'

# What is made on a line with several names has the name at its place.
program names.gol << 'END'
type T struct{ n int }
a, b := make([]int, 3), []int{max(1, 2), 3}
var p, q = &T{1}, &T{n: 2}
func two(x *T, y []int) (*T, []int) { return x, y }
r, s := two(&T{7}, []int{1, 2})
c := make(chan int)
go func() { a[1] = 1; b[0] = 2; p.n = 3; q.n = 4; r.n = 5; s[1] = 6; c <- 1 }()
<-c
END
wants 0 "$GOL" run --explain --goroutine 2 names.gol
sed -n 's/.* \([^ ]* := [0-9]\).*/\1/p' err > seen
printf '%s\n' 'a[1] := 1' 'b[0] := 2' 'p.n := 3' 'q.n := 4' > want
head -n 4 seen | cmp -s - want || bad "names on a line:" "$(cat seen)"
lacks seen '^[rs]'

# An atomic variable without a name, in the words of a report.
program atomic.gol << 'END'
type T struct {
	n atomic.Int64
	s string
}
func mk() *T { return &T{} }
t, d := mk(), make(chan bool)
for range 2 {
	go func() { t.n.Add(1); t.s = "x"; d <- true }()
}
<-d
<-d
END
wants 66 "$GOL" fuzz --schedules 20 atomic.gol
matches err 'the atomic Add to a variable at'

# Names of variables in memory are those that the line gives them where they are made, or none.
program names.go << 'END'
package main

type box struct{ in *int }

func use(p *int) { *p++ }

func two(string) (int, *int) { return 1, new(int) }

func main() {
	a, b, c, d, e, f, g, h, i := new(int), new(int), new(int), new(int), new(int), new(int), new(int), new(int), new(int)
	use(h)
	_, _, _, _, _, _, _, _ = a, b, c, d, e, f, g, i
	var v = new(int)
	use(v)
	x, y :=
		new(int),
		new(int)
	use(y)
	s := []*int{
		new(int), new(int),
	}
	use(s[1])
	k := box{
		in: new(int),
	}
	use(k.in)
	k.in, x = new(int), new(int)
	use(x)
	use(k.in)
	l, m := 1, []int{2, 3}
	use(&m[l])
	o, n := map[string][2]int{"a": {1, 2}}, (&box{new(int)}).in
	use(n)
	_, q := two(",")
	use(q)
	t, u, w := ",", new(int), '\''
	use(u)
	t, u, w = "\",", new(int), ','
	use(u)
	t, u, w = `\`, new(int), rune(len(o))
	use(u)
	_, _ = t, w
	p := new(int); use(p)
	z := 1 +
		*func() *int {
			r := new(int)
			use(r)
			return r
		}()
	use(&z)
}
END
wants 0 "$GOL" run --explain names.go
said=$(awk '$2 == "p1" && $3 == "R-Write" && $4 ~ /^names.go:5:/ { printf "%s ", $5 }' err)
want='g1.7 v g1.11 g1.13 in x g1.16 m[1] g1.21 g1.22 u u u p r z '
[ "$said" = "$want" ] || bad "the names are $said, not $want"
finish

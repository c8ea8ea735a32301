"""Programs that want all memory, all time or both; tests/bombs.py runs them.

KINDS: name -> (imports, declarations, body of main). What a body does it does for ever, or until it is
ended. SOURCES: name -> whole text of a program that is hard to compile."""

KINDS = {}


def add(name, imports, body, declarations=""):
    assert name not in KINDS, name
    KINDS[name] = (imports.split(), declarations, body)


# ---- memory: values of all kinds ----

add("strings", "", 's := "x"\nfor { s += s }')
add("string_pieces", "", 'var all []string\nfor i := 0; ; i++ { all = append(all, "a"+string(rune(65+i%26))) }')
add("string_by_one", "", 's := ""\nfor { s += "x" }')
add("string_prepend", "", 's := ""\nfor i := 0; ; i++ { s = string(rune(i%100)) + s }')
add("string_runes", "", 's := "ä"\nfor { s = string([]rune(s + s)) }')
add("string_bytes", "", 's := "ab"\nfor { s = string([]byte(s)) + s }')
add("builder", "strings", 'var b strings.Builder\nfor { b.WriteString("gol gol gol gol") }')
add("builder_grow", "strings", "var b strings.Builder\nfor n := 1; ; n *= 2 { b.Grow(n); b.WriteByte('x') }")
add("repeat", "strings", 's := "abc"\nfor { s = strings.Repeat(s, 1000) }')
add("replace", "strings", 's := "a"\nfor { s = strings.ReplaceAll(s, "a", "aa") }')
add("join", "strings", 'all := []string{"a"}\nfor { all = append(all, strings.Join(all, ",")) }')
add("split", "strings", 's := strings.Repeat("a,", 1<<16)\nvar all [][]string\nfor { all = append(all, strings.Split(s, ",")) }')
add("map_strings", "strings", 's := "x"\nfor { s = strings.Map(func(r rune) rune { return r }, s+s) }')
add("slices", "", "var all [][]byte\nfor { all = append(all, make([]byte, 1<<20)) }")
add("small_slices", "", "var all [][]int\nfor i := 0; ; i++ { all = append(all, []int{i}) }")
add("append", "", "var all []int\nfor i := 0; ; i++ { all = append(all, i) }")
add("append_itself", "", "all := []int{1}\nfor { all = append(all, all...) }")
add("nested_slices", "", "var all []any\nfor { all = []any{all, all} }")
add("matrix", "", "for n := 1; ; n *= 2 { m := make([][]float64, n); for i := range m { m[i] = make([]float64, n) } }")
add("capacity", "", "for n := 1; ; n *= 2 { _ = make([]int, 0, n) }")
add("huge_make", "", "n := 1 << 36\n_ = make([]int, n)\nfor { }")
add("negative_make", "", "for n := 1; ; n = n*3 + 1 { func() { defer func() { recover() }(); _ = make([]int, n) }() }")
add("structs", "", "var all []*wide\nfor { all = append(all, new(wide)) }", "type wide struct{ a, b, c, d [100]int }")
add("big_values", "", "var all []wide\nfor { all = append(all, wide{}) }", "type wide struct{ a [1000]int }")
add("arrays", "", "var all []*[1 << 16]int\nfor { all = append(all, new([1 << 16]int)) }")
add("maps", "", "m := map[int]int{}\nfor i := 0; ; i++ { m[i] = i }")
add("string_map", "fmt", "m := map[string]int{}\nfor i := 0; ; i++ { m[fmt.Sprint(i)] = i }")
add("many_maps", "", "var all []map[int]int\nfor { all = append(all, map[int]int{1: 1}) }")
add("map_of_maps", "", "m := map[int]map[int]int{}\nfor i := 0; ; i++ { m[i] = map[int]int{i: i} }")
add("map_arrays", "", "m := map[[64]int]int{}\nfor i := 0; ; i++ { m[[64]int{i}] = i }")
add("map_nan", "math", "m := map[float64]int{}\nfor i := 0; ; i++ { m[math.NaN()] = i }")
add("map_any", "", "m := map[any]any{}\nfor i := 0; ; i++ { m[i] = m; m[float64(i)] = i }")
add("map_hint", "", "for n := 1; ; n *= 2 { _ = make(map[int]int, n) }")
add("map_churn", "", "m := map[int]int{}\nfor i := 0; ; i++ { m[i] = i; delete(m, i-1000) }")
add("map_iteration", "", "m := map[int]int{1: 1}\nfor { for k := range m { m[k+1] = k; m[k*7+3] = k } }")
add("pointers", "", "var list *node\nfor i := 0; ; i++ { list = &node{list, i} }", "type node struct{ next *node; v int }")
add("tree", "", "root := &node{}\nfor { at := root; for at.left != nil { at = at.left }; at.left = &node{right: &node{}} }", "type node struct{ left, right *node }")
add("cycle", "", "ring := &node{}\nring.next = ring\nfor { ring.next = &node{next: ring.next} }", "type node struct{ next *node }")
add("interfaces", "", 'var all []any\nfor i := 0; ; i++ { all = append(all, i, 1.5, "s") }')
add("interface_chain", "", "var v any\nfor { v = box{v} }", "type box struct{ v any }")
add("closures", "", "f := func() int { return 0 }\nfor { g := f; f = func() int { return g() + 1 } }")
add("closure_list", "", "var all []func() int\nfor i := 0; ; i++ { all = append(all, func() int { return i }) }")
add("method_values", "", "var all []func()\nfor { c := &counter{}; all = append(all, c.inc) }", "type counter struct{ n int }\n\nfunc (c *counter) inc() { c.n++ }")
add("generic_list", "", "var all list[int]\nfor i := 0; ; i++ { all.add(i) }", "type list[T any] struct{ items []*T }\n\nfunc (l *list[T]) add(v T) { l.items = append(l.items, &v) }")
add("racy_cells", "", "var all [][]int\nfor { s := make([]int, 1000); go func() { for i := range s { s[i]++ } }(); all = append(all, s) }")
add("racy_maps", "", "m := map[int]int{}\nfor i := 0; ; i++ { go func() { _ = m[i] }(); m[i] = i }")
add("shared_reads", "", "s := make([]int, 1<<16)\nfor { go func() { n := 0; for _, v := range s { n += v } }() }")
add("finalizers", "runtime", "for { p := new([100]int); runtime.SetFinalizer(p, func(*[100]int) { }) }")
add("finalizer_revives", "runtime", "var kept []*[100]int\nfor { p := new([100]int); runtime.SetFinalizer(p, func(p *[100]int) { kept = append(kept, p) }) }")
add("collections", "runtime", "for { runtime.GC() }")
add("globals", "", "for { table = append(table, make([]int, 1000)) }", "var table [][]int")
add("zero_size", "", "var all []*struct{}\nfor { all = append(all, new(struct{})) }")

# ---- nested and mixed ----

add("json_deep", "encoding/json strings", 'for n := 1; ; n *= 2 { var v any; json.Unmarshal([]byte(strings.Repeat(`{"a":`, n)), &v) }')
add("regexp_nested", "regexp strings", 'for n := 1; ; n *= 2 { regexp.Compile(strings.Repeat("(", n) + "a" + strings.Repeat(")*", n)) }')
add("panics_nested", "", "for { f(0) }", "func f(n int) { defer func() { recover() }(); defer func() { if n < 1<<20 { defer f(n + 1); panic(n) } }(); panic(n) }")
add("channels_nested", "", "var c any = make(chan int)\nfor { d := make(chan any, 1); d <- c; c = d; go func() { d <- <-d }() }")
add("timers_of_timers", "time", "next()\nselect {}", "func next() { for i := 0; i < 3; i++ { time.AfterFunc(time.Nanosecond, next) } }")
add("goroutines_that_panic", "", "for { go func() { defer func() { recover(); go panic(nil) }(); panic(1) }() }")
add("goroutines_that_read", "", "m := map[int][]int{}\nfor i := 0; ; i++ { m[i] = make([]int, 100); go func(s []int) { for range s { } ; select {} }(m[i]) }")
add("selects_of_many", "reflect", "var all []reflect.SelectCase\nfor { all = append(all, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))}, reflect.SelectCase{Dir: reflect.SelectDefault})[:len(all)+1]; reflect.Select(append(all, reflect.SelectCase{Dir: reflect.SelectDefault})) }")
add("types_made", "reflect", "t := reflect.TypeOf(0)\nfor { t = reflect.SliceOf(t) }")
add("map_of_arrays_any", "", "m := map[any]int{}\nfor i := 0; ; i++ { m[[1 << 10]int{i}] = i }")
add("concat_in_goroutines", "", 's := make([]string, 8)\nfor i := range s { go func() { for { s[i] += s[(i+1)%8] + "x" } }() }\nselect {}')
add("format_width", "fmt", 'for n := 1; ; n *= 2 { _ = fmt.Sprintf("%*d%0*d", n, 1, n, 2) }')
add("string_of_value", "fmt", 'type t struct{ next *t; s []any }\nx := &t{}\nx.next = x\nfor { x.s = append(x.s, x.s); _ = fmt.Sprintf("%+v", x.s) }')
add("sort_that_panics", "sort", 's := make([]int, 1<<16)\nfor { func() { defer func() { recover() }(); n := 0; sort.Slice(s, func(i, j int) bool { n++; if n > 1<<15 { panic(n) }; return i < j }) }() }')

# ---- several things at a time ----

add("mix_timer_map", "time strings", 'm := map[string]func() string{}\nfor i := 0; ; i++ { s := strings.Repeat(string(rune(65+i%26)), 1<<(i%16)); m[s] = func() string { return s + s }; t := time.AfterFunc(time.Duration(i%7), func() { m[s+"x"] = m[s] }); go t.Stop(); if i%100 == 0 { time.Sleep(1) } }')
add("mix_regexp_json", "regexp encoding/json fmt", 're := regexp.MustCompile(`(a|b|ab)*(c(d|e)*f)*$`)\ns := "ab"\nfor { var v any; b, _ := json.Marshal(map[string]any{s: []string{s, re.ReplaceAllString(s, "$0$0")}}); json.Unmarshal(b, &v); s = fmt.Sprint(v) + s; if len(s) > 1<<20 { s = s[:1<<19] } }')
add("template_recursion", "text/template strings", 'var b strings.Builder\ntemplate.Must(template.New("x").Parse(`{{define "T"}}{{.}}{{template "T" .}}{{template "T" .}}{{end}}{{template "T" .}}`)).Execute(&b, "a")\nfor { }')
add("template_ranges", "text/template io", 't := template.Must(template.New("x").Parse(`{{range $i, $v := .}}{{range $.}}{{range $.}}{{printf "%0*d" 1000 $i}}{{end}}{{end}}{{end}}`))\nfor { t.Execute(io.Discard, make([]int, 1000)) }')
add("sort_finalizer", "sort runtime", 'var all [][]int\nfor { s := make([]int, 1000); p := new([64]int); runtime.SetFinalizer(p, func(p *[64]int) { all = append(all, s); sort.Slice(all, func(i, j int) bool { return len(all[i]) < len(all[j]) && p[0] == 0 }) }) }')
add("select_forest", "time", 'var cs []chan int\nfor i := 0; ; i++ { c := make(chan int); cs = append(cs, c); go func() { for { select { case v := <-c: c <- v + 1; case <-time.After(time.Duration(i)): case cs[i/2] <- i: } } }() }')
add("heap_container", "container/heap", 'h := &ints{}\nfor i := 0; ; i++ { heap.Push(h, -i) }', 'type ints []int\n\nfunc (h ints) Len() int { return len(h) }\nfunc (h ints) Less(i, j int) bool { return h[i] < h[j] }\nfunc (h ints) Swap(i, j int) { h[i], h[j] = h[j], h[i] }\nfunc (h *ints) Push(v any) { *h = append(*h, v.(int)) }\nfunc (h *ints) Pop() any { return nil }')
add("scanner_pipe", "bufio io strings", 'r, w := io.Pipe()\ngo func() { for { io.WriteString(w, strings.Repeat("x", 1<<16)) } }()\nsc := bufio.NewScanner(r)\nsc.Buffer(nil, 1<<40)\nfor sc.Scan() { }\nfor { }')
add("gob_cycle", "encoding/gob bytes", 'var b bytes.Buffer\ne := gob.NewEncoder(&b)\nv := map[string][]map[string]int{}\nfor i := 0; ; i++ { v["a"] = append(v["a"], map[string]int{"x": i}); e.Encode(v) }')
add("xml_deep", "encoding/xml strings", 'for n := 1; ; n *= 2 { var v struct{ X string }; xml.Unmarshal([]byte(strings.Repeat("<a>", n)), &v) }')
add("flate_bomb", "compress/flate bytes io", 'var b bytes.Buffer\nw, _ := flate.NewWriter(&b, 9)\nz := make([]byte, 1<<20)\nfor i := 0; i < 64; i++ { w.Write(z) }\nw.Close()\nfor { r := flate.NewReader(bytes.NewReader(b.Bytes())); out, _ := io.ReadAll(r); b.Write(out[:1<<10]) }')
add("hash_loop", "crypto/sha256", 'b := make([]byte, 1<<24)\nfor { s := sha256.Sum256(b); copy(b, s[:]) }')
add("big_rat_more", "math/big", 'r := big.NewRat(3, 7)\nfor { r.Mul(r, r); r.Add(r, big.NewRat(1, 3)) }')
add("big_string", "math/big", 'n := new(big.Int).Lsh(big.NewInt(1), 1<<24)\nfor { _ = n.String() }')
add("big_float_sqrt", "math/big", 'f := new(big.Float).SetPrec(1 << 24).SetInt64(2)\nfor { f.Sqrt(f) }')
add("closures_in_maps_in_channels", "", 'c := make(chan map[int]func() int, 4)\nc <- map[int]func() int{}\nfor i := 0; ; i++ { m := <-c; n := map[int]func() int{}; for k, f := range m { n[k+1] = func() int { return f() + i } }; n[0] = func() int { return i }; c <- n }')
add("defers_with_closures", "", 'for i := 0; ; i++ { s := make([]int, 100); defer func() { recover(); panic(len(s) + i) }() }')
add("method_values_in_goroutines", "sync", 'var mu sync.Mutex\nvar all []func()\nfor { c := &box{}; mu.Lock(); all = append(all, c.get); mu.Unlock(); go c.get(); go func() { mu.Lock(); all[0](); mu.Unlock() }() }', 'type box struct{ a [100]int }\n\nfunc (b *box) get() { b.a[0]++ }')
add("generic_nest_run", "", 'grow[int](0)', 'type wrap[T any] struct{ v [2]T }\n\nfunc grow[T any](n int) { var w wrap[T]; _ = w; var all []any; for { all = append(all, w, &w) } }')
add("iter_pull", "iter", 'var all []func() (int, bool)\nfor { next, _ := iter.Pull(func(y func(int) bool) { for i := 0; y(i); i++ { } }); next(); all = append(all, next) }')
add("strings_fields_func", "strings unicode", 's := strings.Repeat("a b ", 1<<20)\nfor { for _, f := range strings.FieldsFunc(s, unicode.IsSpace) { s += f } }')
add("reflect_make_func", "reflect", 'var all []reflect.Value\nt := reflect.TypeOf(func(int) int { return 0 })\nfor { all = append(all, reflect.MakeFunc(t, func(a []reflect.Value) []reflect.Value { return all[len(all)-1].Call(a) })); all[len(all)-1].Call([]reflect.Value{reflect.ValueOf(1)}) }')

# ---- goroutines, channels, locks ----

add("channels", "", "var all []chan int\nfor { all = append(all, make(chan int, 10)) }")
add("big_channel", "", "c := make(chan int, 1<<40)\nfor i := 0; ; i++ { c <- i }")
add("channel_growth", "", "var all []chan [64]int\nfor { c := make(chan [64]int, 1000); c <- [64]int{}; all = append(all, c) }")
add("channel_of_channels", "", "c := make(chan any, 1)\nfor { d := make(chan any, 1); d <- c; c = d }")
add("closed_channels", "", "for { c := make(chan int); close(c); <-c }")
add("goroutines", "", "c := make(chan int)\nfor { go func() { <-c }() }")
add("goroutine_tree", "", "go grow()\nselect {}", "func grow() { for { go grow() } }")
add("fork_twice", "", "fork()\nselect {}", "func fork() { go fork(); go fork() }")
add("short_goroutines", "", "for { done := make(chan bool); go func() { done <- true }(); <-done }")
add("empty_goroutines", "", "for { go func() {}() }")
add("goroutine_arguments", "", "for { go func(a [1000]int) { select {} }([1000]int{}) }")
add("goroutine_stacks", "", "for { go deep(1000) }", "func deep(n int) { if n > 0 { deep(n - 1) } else { select {} } }")
add("goroutine_chain", "", "left := make(chan int)\nfor { right := make(chan int); go func(l, r chan int) { l <- 1 + <-r }(left, right); left = right }")
add("nil_channels", "", "for { go func() { var c chan int; <-c }() }")
add("blocked_selects", "", "a, b := make(chan int), make(chan int)\nfor { go func() { select { case <-a: case b <- 1: } }() }")
add("ping_pong", "", "a, b := make(chan int), make(chan int)\ngo func() { for v := range a { b <- v } }()\nfor { a <- 1; <-b }")
add("pipeline", "", "c := make(chan int)\ngo func() { for i := 0; ; i++ { c <- i } }()\nfor i := 0; i < 100; i++ { d := make(chan int); go func(in, out chan int) { for v := range in { out <- v } }(c, d); c = d }\nfor { <-c }")
add("sieve", "", "c := make(chan int)\ngo func() { for i := 2; ; i++ { c <- i } }()\nfor { p := <-c; d := make(chan int); go func(in, out chan int) { for v := range in { if v%p != 0 { out <- v } } }(c, d); c = d }")
add("select", "", "a, b := make(chan int), make(chan int)\ngo func() { for { a <- 1 } }()\ngo func() { for { b <- 1 } }()\nfor { select { case <-a: case <-b: } }")
add("select_default", "", "a := make(chan int)\nfor { select { case <-a: default: } }")
add("select_many", "reflect", "var cases []reflect.SelectCase\nfor { cases = append(cases, reflect.SelectCase{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(make(chan int))}, reflect.SelectCase{}); cases[len(cases)-1].Dir = reflect.SelectDefault; reflect.Select(cases); cases = cases[:len(cases)-1] }")
add("mutexes", "sync", "var all []*sync.Mutex\nfor { m := new(sync.Mutex); m.Lock(); all = append(all, m) }")
add("lock_users", "sync", "var m sync.Mutex\nm.Lock()\nfor { go m.Lock() }")
add("lock_unlock", "sync", "var m sync.Mutex\nfor { m.Lock(); m.Unlock() }")
add("read_locks", "sync", "var m sync.RWMutex\nfor { m.RLock() }")
add("try_locks", "sync", "var m sync.Mutex\nm.Lock()\nfor { m.TryLock() }")
add("wait_groups", "sync", "for { var w sync.WaitGroup; w.Add(1); go w.Done(); w.Wait() }")
add("wait_group_waiters", "sync", "var w sync.WaitGroup\nw.Add(1)\nfor { go w.Wait() }")
add("conditions", "sync", "var m sync.Mutex\nc := sync.NewCond(&m)\nfor { go func() { m.Lock(); c.Wait() }() }")
add("broadcasts", "sync", "var m sync.Mutex\nc := sync.NewCond(&m)\nfor { c.Broadcast() }")
add("onces", "sync", "var all []*sync.Once\nfor { o := new(sync.Once); o.Do(func() {}); all = append(all, o) }")
add("once_values", "sync", "for { f := sync.OnceValue(func() int { return 1 }); f() }")
add("atomics", "sync/atomic", "var n atomic.Int64\nfor { n.Add(1) }")
add("compare_and_swap", "sync/atomic", "var n atomic.Int64\nfor { n.CompareAndSwap(1, 2) }")
add("atomic_pointers", "sync/atomic", "type node struct{ next *node }\nvar p atomic.Pointer[node]\nfor { p.Store(&node{p.Load()}) }")
add("atomic_spin", "sync/atomic", "var ready atomic.Bool\nfor i := 0; i < 10; i++ { go func() { for !ready.Load() { } }() }\nfor !ready.Load() { }")
add("pool", "sync", "var p sync.Pool\nfor { p.Put(make([]byte, 1000)) }")
add("sync_map", "sync", "var m sync.Map\nfor i := 0; ; i++ { m.Store(i, i) }")
add("gosched", "runtime", "for { runtime.Gosched() }")
add("goexit", "runtime", "for { done := make(chan bool); go func() { defer close(done); runtime.Goexit() }(); <-done }")
add("stacks", "runtime", "for { runtime.Stack(make([]byte, 1<<16), true) }")
add("callers", "runtime", "pc := make([]uintptr, 100)\nfor { runtime.Callers(0, pc) }")

# ---- time ----

add("after", "time", "var all []<-chan time.Time\nfor { all = append(all, time.After(time.Hour)) }")
add("dropped_timers", "time", "for { time.NewTimer(time.Hour) }")
add("after_func", "time", "for { time.AfterFunc(time.Hour, func() {}) }")
add("after_func_now", "time", "for { time.AfterFunc(0, func() {}) }")
add("after_func_tree", "time", "grow()\nselect {}", "func grow() { time.AfterFunc(1, grow); time.AfterFunc(1, grow) }")
add("timer_chain", "time", "next()\nselect {}", "func next() { time.AfterFunc(time.Second, next) }")
add("timer_resets", "time", "t := time.NewTimer(time.Hour)\nfor { t.Reset(time.Hour) }")
add("timer_stops", "time", "for { time.NewTimer(time.Hour).Stop() }")
add("sleepers", "time", "for { go time.Sleep(time.Hour) }")
add("sleeps", "time", "for { time.Sleep(time.Hour) }")
add("sleeps_nothing", "time", "for { time.Sleep(0) }")
add("sleeping_pair", "time", "go func() { for { time.Sleep(3) } }()\nfor { time.Sleep(2) }")
add("ticker", "time", "for range time.Tick(time.Second) { }")
add("tickers", "time", "for { time.NewTicker(1) }")
add("ticker_and_spin", "time", "time.NewTicker(1)\nfor { }")
add("polling_timers", "time", "for { select { case <-time.After(time.Hour): default: } }")
add("polling_after", "time", "ready := make(chan bool)\nfor { select { case <-ready: case <-time.After(time.Millisecond): } }")
add("polling_clock", "time", "end := time.Now().Add(time.Hour)\nfor time.Now().Before(end) { }")
add("polling_since", "time", "for { begin := time.Now(); for time.Since(begin) < time.Second { } }")
add("polling_others", "time", "for i := 0; i < 100; i++ { go func() { for { select { case <-time.After(1): default: } } }() }\nselect {}")
add("time_formats", "time", "t := time.Now()\nfor { _ = t.Format(time.RFC3339Nano); t = t.Add(time.Hour) }")
add("contexts", "context", "c := context.Background()\nfor i := 0; ; i++ { c, _ = context.WithCancel(c) }")
add("context_tree", "context", "c, _ := context.WithCancel(context.Background())\nfor { context.WithCancel(c) }")
add("context_values", "context", "c := context.Background()\nfor i := 0; ; i++ { c = context.WithValue(c, i, i) }")
add("context_lookup", "context", "c := context.Background()\nfor i := 0; i < 10000; i++ { c = context.WithValue(c, i, i) }\nfor { c.Value(-1) }")
add("context_timeouts", "context time", "for { context.WithTimeout(context.Background(), time.Hour) }")
add("context_after", "context", "c, _ := context.WithCancel(context.Background())\nfor { context.AfterFunc(c, func() {}) }")

# ---- stacks, panics, defers ----

add("recursion", "", "f(0)", "func f(n int) int { return f(n+1) + 1 }")
add("wide_recursion", "", "f([1000]int{})", "func f(a [1000]int) int { return f(a) + 1 }")
add("mutual_recursion", "", "even(1)", "func even(n int) bool { return !odd(n + 1) }\nfunc odd(n int) bool { return !even(n + 1) }")
add("closure_recursion", "", "var f func(int) int\nf = func(n int) int { return f(n+1) + 1 }\nf(0)")
add("method_recursion", "", "v{}.f()", "type v struct{ a [10]int }\nfunc (x v) f() int { return x.f() + 1 }")
add("interface_recursion", "", "var x i = t{}\nx.f(x)", "type i interface{ f(i) int }\ntype t struct{}\nfunc (t) f(x i) int { return x.f(x) + 1 }")
add("generic_recursion", "", "f[int](0)", "func f[T any](v T) int { return f(v) + 1 }")
add("stringer_recursion", "fmt", 'fmt.Println(t(1))', 'type t int\nfunc (x t) String() string { return fmt.Sprint(x) }')
add("error_recursion", "fmt", 'fmt.Println(e{})', 'type e struct{}\nfunc (x e) Error() string { return fmt.Sprintf("%v", x) }')
add("formatter_recursion", "fmt", 'fmt.Println(t{})', 'type t struct{}\nfunc (x t) Format(s fmt.State, verb rune) { fmt.Fprintf(s, "%v", x) }')
add("marshaler_recursion", "encoding/json", 'json.Marshal(t{})', 'type t struct{}\nfunc (x t) MarshalJSON() ([]byte, error) { return json.Marshal(x) }')
add("slow_recursion", "", "for { fib(90) }", "func fib(n int) int { if n < 2 { return n }; return fib(n-1) + fib(n-2) }")
add("ackermann", "", "ack(5, 5)", "func ack(m, n int) int { if m == 0 { return n + 1 }; if n == 0 { return ack(m-1, 1) }; return ack(m-1, ack(m, n-1)) }")
add("hanoi", "", 'hanoi(64)', "func hanoi(n int) { if n > 0 { hanoi(n - 1); hanoi(n - 1) } }")
add("panics", "", "f(0)", "func f(n int) { defer func() { f(n + 1) }(); panic(n) }")
add("recovered", "", "for { f() }", "func f() { defer func() { recover() }(); panic(1) }")
add("recover_deep", "", "for { func() { defer func() { recover() }(); f(5000) }() }", 'func f(n int) { if n == 0 { panic("x") }; defer func() {}(); f(n - 1) }')
add("panic_values", "fmt", 'var err error\nfor { err = f(err) }', 'func f(e error) (err error) { defer func() { err = fmt.Errorf("%w and %v", e, recover()) }(); panic("x") }')
add("errors", "errors", 'err := errors.New("x")\nfor { err = errors.Join(err, err) }')
add("error_chain", "errors fmt", 'err := errors.New("x")\nfor { err = fmt.Errorf("more: %w", err) }')
add("defers", "", "for { defer func() {}() }")
add("defer_values", "", "for i := 0; ; i++ { defer func(a [100]int) {}([100]int{i}) }")
add("defer_defers", "", "f()", "func f() { defer func() { defer f() }() }")
add("iterators", "", "for i := range count { _ = i }", "func count(yield func(int) bool) { for i := 0; yield(i); i++ { } }")
add("iterator_recursion", "", "for range walk { }", "func walk(yield func(int) bool) { for v := range walk { if !yield(v) { return } } }")

# ---- processor time, in the program and in natives ----

add("spin", "", "for { }")
add("count", "", "n := 0\nfor { n++ }")
add("goto_loop", "", "again:\n\tgoto again")
add("floats", "math", "x := 1.5\nfor { x = math.Sin(x) + math.Sqrt(x) }")
add("collatz", "", "for i := 1; ; i++ { for n := i; n != 1; { if n%2 == 0 { n /= 2 } else { n = 3*n + 1 } } }")
add("bubble_sort", "", "s := make([]int, 1<<16)\nfor { for i := range s { for k := i; k < len(s); k++ { if s[k] <= s[i] { s[i], s[k] = s[k], s[i] } } } }")
add("copies", "", "a, b := make([]byte, 1<<24), make([]byte, 1<<24)\nfor { copy(a, b) }")
add("clears", "", "a := make([]byte, 1<<26)\nfor { clear(a) }")
add("comparisons", "", "a, b := new([1 << 20]int), new([1 << 20]int)\nfor *a == *b { }")
add("array_values", "", "var a [1 << 20]int\nfor { b := a; b[0] = 1; a = b }")
add("string_compare", "strings", 'a, b := strings.Repeat("x", 1<<24), strings.Repeat("x", 1<<24)\nfor a == b { }')
add("string_search", "strings", 's := strings.Repeat("a", 1<<20) + "b"\nfor { strings.Index(s, strings.Repeat("a", 1<<10)+"b") }')
add("string_fold", "strings", 's := strings.Repeat("ÄÖ", 1<<20)\nfor { strings.EqualFold(s, strings.ToLower(s)) }')
add("bytes_contains", "bytes", 's := bytes.Repeat([]byte("ab"), 1<<20)\nfor { bytes.Contains(s, []byte("ba" + "bb")) }')
add("range_string", "strings", 's := strings.Repeat("ö", 1<<22)\nfor { for range s { } }')
add("big_square", "math/big", "n := big.NewInt(3)\nfor { n.Mul(n, n) }")
add("big_power", "math/big", "n := big.NewInt(3)\nn.Exp(n, big.NewInt(1<<40), nil)\nfor { }")
add("big_shift", "math/big", "n := big.NewInt(1)\nfor { n.Lsh(n, 1<<28); n.Add(n, n) }")
add("big_text", "math/big", "n := new(big.Int).Lsh(big.NewInt(1), 1<<29)\nfor { _ = n.String() }")
add("big_mod", "math/big", "n := new(big.Int).Lsh(big.NewInt(1), 1<<22)\nn.Sub(n, big.NewInt(1))\nfor { big.NewInt(3).Exp(big.NewInt(3), n, n) }")
add("big_parse", "math/big strings", 's := strings.Repeat("9", 1<<24)\nfor { new(big.Int).SetString(s, 10) }')
add("big_factorial", "math/big", "n := big.NewInt(1)\nfor i := int64(1); ; i++ { n.Mul(n, big.NewInt(i)) }")
add("big_fibonacci", "math/big", "a, b := big.NewInt(0), big.NewInt(1)\nfor { a.Add(a, b); a, b = b, a }")
add("big_gcd", "math/big", "a, b := new(big.Int).Lsh(big.NewInt(3), 1<<26), new(big.Int).Lsh(big.NewInt(5), 1<<26)\na.Add(a, big.NewInt(7))\nfor { new(big.Int).GCD(nil, nil, a, b) }")
add("big_sqrt", "math/big", "n := new(big.Int).Lsh(big.NewInt(7), 1<<27)\nfor { new(big.Int).Sqrt(n) }")
add("big_prime", "math/big", "n := new(big.Int).Lsh(big.NewInt(1), 1<<16)\nn.Add(n, big.NewInt(1))\nfor { n.ProbablyPrime(20) }")
add("big_divide", "math/big", "n := new(big.Int).Lsh(big.NewInt(7), 1<<28)\nd := new(big.Int).Lsh(big.NewInt(3), 1<<27)\nd.Add(d, big.NewInt(1))\nfor { new(big.Int).Div(n, d) }")
add("big_rat", "math/big", "r := big.NewRat(1, 3)\nfor { r.Mul(r, r); r.Add(r, big.NewRat(1, 7)) }")
add("big_binomial", "math/big", "for { new(big.Int).Binomial(1<<24, 1<<23) }")
add("big_format", "fmt math/big", "n := new(big.Int).Lsh(big.NewInt(1), 1<<28)\nfor { _ = fmt.Sprintf(\"%x\", n) }")
add("regexp", "regexp strings", 'r := regexp.MustCompile("(a*)*b|(a|aa)+$")\ns := strings.Repeat("a", 1<<20)\nfor { r.FindAllString(s, -1) }')
add("regexp_size", "regexp", 'for { regexp.MustCompile("((a{0,100}){0,100}){0,1000}") }')
add("regexp_many", "fmt regexp", 'var all []*regexp.Regexp\nfor i := 0; ; i++ { all = append(all, regexp.MustCompile(fmt.Sprint("(a|b)*", i, "{1,100}"))) }')
add("regexp_replace", "regexp", 'r := regexp.MustCompile("a")\ns := "a"\nfor { s = r.ReplaceAllString(s, "aa") }')
add("regexp_backtrack", "regexp strings", 'r := regexp.MustCompile("^(a?){200}a{200}$")\ns := strings.Repeat("a", 200)\nfor { r.MatchString(s) }')
add("sort", "sort", "s := make([]int, 1<<20)\nfor { sort.Slice(s, func(i, j int) bool { return i*7919%1000 < j*7919%1000 }) }")
add("sort_for_ever", "sort", "s := make([]int, 1000)\nsort.Slice(s, func(i, j int) bool { for { } })")
add("sort_ints", "sort", "s := make([]int, 1<<21)\nfor { for i := range s { s[i] = i * 7919 % 1000003 }; sort.Ints(s) }")
add("sort_allocates", "sort", "var all [][]int\ns := make([]int, 1<<20)\nsort.Slice(s, func(i, j int) bool { all = append(all, make([]int, 1000)); return i > j })")
add("sort_func", "slices", "s := make([]int, 1000)\nslices.SortFunc(s, func(a, b int) int { for { } })")
add("sort_strings", "fmt sort", "var s []string\nfor i := 0; ; i++ { s = append(s, fmt.Sprint(i)); sort.Strings(s) }")
add("heap", "container/heap sort", "h := &ints{}\nfor i := 0; ; i++ { heap.Push(h, -i) }", "type ints struct{ sort.IntSlice }\nfunc (h *ints) Push(v any) { h.IntSlice = append(h.IntSlice, v.(int)) }\nfunc (h *ints) Pop() any { v := h.IntSlice[0]; h.IntSlice = h.IntSlice[1:]; return v }")
add("list", "container/list", "l := list.New()\nfor i := 0; ; i++ { l.PushBack(i) }")
add("ring", "container/ring", "r := ring.New(1)\nfor { r.Link(ring.New(1000)) }")
add("random", "math/rand", "m := map[int]bool{}\nfor { m[rand.Int()] = true }")
add("permutations", "math/rand", "for n := 1; ; n *= 2 { rand.Perm(n) }")
add("shuffles", "math/rand", "s := make([]int, 1<<20)\nfor { rand.Shuffle(len(s), func(i, j int) { s[i], s[j] = s[j], s[i] }) }")
add("hashes", "crypto/sha256", "b := make([]byte, 1<<20)\nfor { sha256.Sum256(b) }")
add("checksums", "hash/crc32", "b := make([]byte, 1<<20)\nfor { crc32.ChecksumIEEE(b) }")
add("base64", "encoding/base64", 's := "x"\nfor { s = base64.StdEncoding.EncodeToString([]byte(s + s)) }')
add("hex", "encoding/hex", 's := "x"\nfor { s = hex.EncodeToString([]byte(s)) }')
add("quotes", "strconv", 's := "\\""\nfor { s = strconv.Quote(s) }')
add("conversions", "strconv", "for i := 0; ; i++ { strconv.Atoi(strconv.Itoa(i)) }")
add("parse_float", "strconv strings", 's := strings.Repeat("9", 1<<20) + ".5e-300000"\nfor { strconv.ParseFloat(s, 64) }')
add("utf8", "unicode/utf8", 'b := make([]byte, 1<<22)\nfor { utf8.Valid(b) }')
add("json", "encoding/json", 'v := any(1)\nfor { v = map[string]any{"v": v}; json.Marshal(v) }')
add("json_parse", "encoding/json strings", 's := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)\nfor { var v any; json.Unmarshal([]byte(s), &v) }')
add("json_wide", "encoding/json", 'var v []any\nfor { v = append(v, v...); v = append(v, 1); json.Marshal(v) }')
add("csv", "encoding/csv strings", 's := strings.Repeat("a,b\\n", 1<<18)\nfor { csv.NewReader(strings.NewReader(s)).ReadAll() }')
add("xml", "encoding/xml strings", 's := strings.Repeat("<a>", 1<<16)\nfor { var v struct{}; xml.Unmarshal([]byte(s), &v) }')
add("templates", "io text/template", 't := template.Must(template.New("x").Parse(`{{define "x"}}{{template "x"}}{{end}}{{template "x"}}`))\nfor { t.Execute(io.Discard, nil) }')
add("template_range", "io text/template", 't := template.Must(template.New("x").Parse("{{range .}}{{range $}}{{.}}{{end}}{{end}}"))\nfor { t.Execute(io.Discard, make([]int, 100000)) }')
add("scanner", "bufio strings", 's := bufio.NewScanner(strings.NewReader(strings.Repeat("x", 1<<24)))\ns.Buffer(nil, 1<<30)\nfor { s.Scan(); s = bufio.NewScanner(strings.NewReader(strings.Repeat("x\\n", 1<<20))) }')
add("buffer", "bytes", "var b bytes.Buffer\nfor { b.Write(make([]byte, 1<<16)) }")
add("pipe", "io", "r, w := io.Pipe()\ngo func() { for { w.Write(make([]byte, 1000)) } }()\nio.Copy(io.Discard, r)")
add("read_all", "io", "io.ReadAll(zeros{})", "type zeros struct{}\nfunc (zeros) Read(b []byte) (int, error) { return len(b), nil }")
add("copy_for_ever", "io", "io.Copy(io.Discard, zeros{})", "type zeros struct{}\nfunc (zeros) Read(b []byte) (int, error) { return len(b), nil }")
add("reader_of_nothing", "bufio", "for { bufio.NewReader(nothing{}).ReadByte() }", "type nothing struct{}\nfunc (nothing) Read(b []byte) (int, error) { return 0, nil }")
add("reflection", "reflect", "v := reflect.MakeSlice(reflect.TypeOf([]int{}), 0, 0)\nfor i := 0; ; i++ { v = reflect.Append(v, reflect.ValueOf(i)) }")
add("reflect_types", "reflect", "t := reflect.TypeOf(0)\nfor { t = reflect.SliceOf(t) }")
add("reflect_arrays", "reflect", "for n := 1; ; n *= 2 { reflect.New(reflect.ArrayOf(n, reflect.TypeOf(0))) }")
add("reflect_calls", "reflect", "f := reflect.ValueOf(func() {})\nfor { f.Call(nil) }")
add("deep_equal", "reflect", "a, b := make([]int, 1<<20), make([]int, 1<<20)\nfor reflect.DeepEqual(a, b) { }")
add("deep_equal_ring", "reflect", "for { reflect.DeepEqual(chain(100000), chain(100000)) }", "type node struct{ next *node }\nfunc chain(n int) (c *node) { for ; n > 0; n-- { c = &node{c} }; return }")

# ---- output and files ----

add("output", "fmt", 'for { fmt.Println("all work and no play makes jack a dull boy") }')
add("long_line", "fmt", 'for { fmt.Print("all work and no play makes jack a dull boy") }')
add("print", "", 'for { print("x") }')
add("errors_out", "fmt os", 'for { fmt.Fprintln(os.Stderr, "x") }')
add("logs", "log", 'for { log.Print("x") }')
add("formats", "fmt", 'for { _ = fmt.Sprintf("%100000000d", 1) }')
add("format_deep", "fmt", "var v any\nfor { v = []any{v}; _ = fmt.Sprint(v) }")
add("format_wide", "fmt", "s := []int{1}\nfor { s = append(s, s...); _ = fmt.Sprint(s) }")
add("format_cycle", "fmt", "m := map[int]any{}\nm[0] = m\nfmt.Println(m)")
add("scanning", "fmt", 'var n int\nfor { fmt.Sscan("12345", &n) }')
add("files", "os", 'for { os.ReadFile("/dev/zero") }')
add("open_files", "os", 'var all []*os.File\nfor { f, _ := os.Open("/dev/null"); all = append(all, f) }')
add("stat_files", "os", 'for { os.Stat("/") }')
add("environment", "fmt os", 'for i := 0; ; i++ { os.Setenv(fmt.Sprint("V", i), "x") }')
add("flags", "flag fmt", 'for i := 0; ; i++ { flag.String(fmt.Sprint("f", i), "", "") }')

# ---- hard to compile ----

HEAD = "package main\n\n"
MAIN = "func main() {}\n"
SOURCES = {
    "literal_ints": HEAD + "var v = []int{" + ",".join(str(i) for i in range(600000)) + "}\n\nfunc main() { _ = v }\n",
    "literal_strings": HEAD + "var v = []string{" + ",".join(f'"s{i}"' for i in range(200000)) + "}\n\nfunc main() { _ = v }\n",
    "literal_map": HEAD + "var v = map[int]int{" + ",".join(f"{i}: {i}" for i in range(200000)) + "}\n\nfunc main() { _ = v }\n",
    "literal_structs": HEAD + "type t struct{ a, b int }\n\nvar v = []t{" + ",".join(f"{{{i}, 1}}" for i in range(200000)) + "}\n\nfunc main() { _ = v }\n",
    "one_string": HEAD + 'var v = "' + "x" * 20000000 + '"\n\nfunc main() { _ = v }\n',
    "sparse_array": HEAD + "var v = [...]int{1 << 40: 1}\n\nfunc main() { _ = v }\n",
    "huge_array": HEAD + "var v [1 << 34]int\n\nfunc main() { v[1]++ }\n",
    "huge_local": HEAD + "func main() {\n\tvar v [1 << 33]byte\n\tv[1]++\n}\n",
    "nested_arrays": HEAD + "var v " + "[2]" * 40 + "int\n\nfunc main() { _ = v }\n",
    "parentheses": HEAD + "var v = " + "(" * 100000 + "1" + ")" * 100000 + "\n\n" + MAIN,
    "long_sum": HEAD + "func f(n int) int { return " + "+".join(["n"] * 200000) + " }\n\n" + MAIN,
    "long_concatenation": HEAD + "var v = " + "+".join(['"xxxxxxxxxx"'] * 50000) + "\n\nfunc main() { _ = v }\n",
    "long_condition": HEAD + "func f(n bool) bool { return " + "&&".join(["n"] * 100000) + " }\n\n" + MAIN,
    "deep_blocks": HEAD + "func main() " + "{" * 50000 + "}" * 50000 + "\n",
    "deep_ifs": HEAD + "func main() {\n" + "if true {" * 20000 + "}" * 20000 + "}\n",
    "deep_closures": HEAD + "func main() {\n" + "func() {" * 5000 + "}()" * 5000 + "}\n",
    "deep_types": HEAD + "var v " + "[]" * 100000 + "int\n\n" + MAIN,
    "deep_pointers": HEAD + "var v " + "*" * 100000 + "int\n\n" + MAIN,
    "deep_calls": HEAD + "func f(n int) int { return n }\n\nfunc main() { f(" + "f(" * 20000 + "1" + ")" * 20000 + ") }\n",
    "big_constant": HEAD + "const c = 1 << 500\nconst d = c * c * c * c * c * c * c * c\n\nfunc main() { _ = d >> 3990 }\n",
    "shift_constant": HEAD + "const c = 1 << 1000000000\n\nfunc main() { _ = c }\n",
    "constant_squares": HEAD + "const c0 = 3\n" + "".join(f"const c{i+1} = c{i} * c{i}\n" for i in range(60)) + "\nfunc main() { _ = c60 }\n",
    "float_constant": HEAD + "const c = 1e1000000000\n\nfunc main() { _ = c }\n",
    "float_squares": HEAD + "const c0 = 1.1\n" + "".join(f"const c{i+1} = c{i} * c{i}\n" for i in range(200)) + "\nfunc main() { _ = c200 }\n",
    "string_squares": HEAD + 'const c0 = "xxxxxxxx"\n' + "".join(f"const c{i+1} = c{i} + c{i}\n" for i in range(60)) + "\nfunc main() { println(len(c60)) }\n",
    "many_functions": HEAD + "".join(f"func f{i}() {{}}\n" for i in range(60000)) + MAIN,
    "many_types": HEAD + "".join(f"type t{i} struct{{ a, b int }}\n" for i in range(60000)) + MAIN,
    "many_variables": HEAD + "".join(f"var v{i} = {i}\n" for i in range(60000)) + MAIN,
    "many_locals": HEAD + "func main() {\n" + "".join(f"v{i} := {i}; _ = v{i}\n" for i in range(70000)) + "}\n",
    "many_cases": HEAD + "func f(n int) int {\n\tswitch n {\n" + "".join(f"\tcase {i}: return {i}\n" for i in range(60000)) + "\t}\n\treturn 0\n}\n\n" + MAIN,
    "many_methods": HEAD + "type t int\n" + "".join(f"func (t) m{i}() {{}}\n" for i in range(20000)) + "\nfunc main() { var x any = t(1); _ = x }\n",
    "many_fields": HEAD + "type t struct {\n" + "".join(f"f{i} int\n" for i in range(40000)) + "}\n\nfunc main() { var v t; _ = v }\n",
    "many_imports": HEAD + 'import (\n' + "".join(f'\ta{i} "fmt"\n' for i in range(20000)) + ")\n\n" + MAIN,
    "many_labels": HEAD + "func main() {\n" + "".join(f"l{i}: goto l{i + 1}\n" for i in range(20000)) + "l20000:\n}\n",
    "many_errors": HEAD + "func main() {\n" + "".join(f"undefined{i}()\n" for i in range(50000)) + "}\n",
    "initial_chain": HEAD + "".join(f"var v{i} = v{i + 1} + 1\n" for i in range(20000)) + "var v20000 = 1\n\n" + MAIN,
    "constant_chain": HEAD + "".join(f"const v{i} = v{i + 1} + 1\n" for i in range(5000)) + "const v5000 = 1\n\n" + MAIN,
    "type_chain": HEAD + "".join(f"type t{i} struct{{ t{i + 1} }}\n" for i in range(5000)) + "type t5000 int\n\nfunc main() { var v t0; _ = v }\n",
    "type_doubling": HEAD + "".join(f"type t{i} struct{{ a, b t{i + 1} }}\n" for i in range(60)) + "type t60 int\n\nfunc main() { var v t0; _ = v }\n",
    "embedding_doubling": HEAD + "".join(f"type t{i} struct{{ *a{i + 1}; *b{i + 1} }}\ntype a{i} = t{i}\ntype b{i} = t{i}\n" for i in range(1)) + "type a1 struct{}\ntype b1 struct{}\n\n" + MAIN,
    "interface_embedding": HEAD + "".join(f"type i{i} interface{{ i{i + 1}; j{i + 1} }}\ntype j{i} interface{{ i{i + 1}; j{i + 1}; m{i}() }}\n" for i in range(40)) + "type i40 interface{}\ntype j40 interface{ m() }\n\nfunc main() { var v i0; _ = v }\n",
    "union_doubling": HEAD + "".join(f"type u{i} interface{{ u{i + 1} | v{i + 1} }}\ntype v{i} interface{{ u{i + 1} | v{i + 1} }}\n" for i in range(30)) + "type u30 interface{ int }\ntype v30 interface{ string }\n\nfunc f[T u0]() {}\n\nfunc main() { f[int]() }\n",
    "generic_cycle": HEAD + "func f[T any](n int) { f[[]T](n) }\n\nfunc main() { f[int](0) }\n",
    "generic_type_cycle": HEAD + "type t[T any] struct{ next *t[[]T] }\n\nfunc main() { var v t[int]; _ = v }\n",
    "generic_doubling": HEAD + "type pair[A, B any] struct{ a A; b B }\n\n" + "".join(f"func f{i}[T any]() {{ f{i + 1}[pair[T, T]]() }}\n" for i in range(25)) + "func f25[T any]() { var v T; _ = v }\n\nfunc main() { f0[int]() }\n",
    "generic_fan": HEAD + "".join(f"func f{i}[A, B any]() {{ f{i + 1}[A, *B](); f{i + 1}[*A, B](); f{i + 1}[[]A, B]() }}\n" for i in range(14)) + "func f14[A, B any]() {}\n\nfunc main() { f0[int, int]() }\n",
    "inference": HEAD + "func f[T any](a, b T) T { return a }\n\nfunc main() { _ = " + "f(" * 300 + "1" + ", 1)" * 300 + " }\n",
    "recursive_alias": HEAD + "type a = []b\ntype b = []a\n\n" + MAIN,
    "recursive_array": HEAD + "type a [len(v)]int\n\nvar v a\n\n" + MAIN,
    "comment": HEAD + "/*" + "x" * 30000000 + "*/\n" + MAIN,
    "line": HEAD + "func main() { " + "_ = 1; " * 200000 + "}\n",
    "raw_string": HEAD + "var v = `" + "\n" * 5000000 + "`\n\nfunc main() { _ = v }\n",
    "unterminated": HEAD + "func main() {\n" + "if true {\n" * 20000,
    "zero_bytes": HEAD + "\0" * 1000000 + MAIN,
    "generic_nested": HEAD + "type p[T any] struct{ v T }\n\nvar v " + "p[" * 3000 + "int" + "]" * 3000 + "\n\n" + MAIN,
    "generic_chain": HEAD + "".join(f"type g{i}[T any] struct{{ v g{i + 1}[[]T] }}\n" for i in range(3000)) + "type g3000[T any] int\n\nfunc main() { var v g0[int]; _ = v }\n",
    "literal_nested": HEAD + "var v = " + "[]any{" * 20000 + "}" * 20000 + "\n\n" + MAIN,
    "chan_nested": HEAD + "var v " + "chan " * 100000 + "int\n\n" + MAIN,
    "func_nested": HEAD + "var v " + "func() " * 50000 + "\n\n" + MAIN,
    "else_chain": HEAD + "func f(n int) int {\n" + "".join(f"if n == {i} {{ return {i} }} else " for i in range(20000)) + "{ return 0 }\n}\n\n" + MAIN,
    "unary_chain": HEAD + "func f(n int) int { return " + "- " * 100000 + "n }\n\n" + MAIN,
    "selector_chain": HEAD + "type t struct{ x *t }\n\nfunc f(n *t) *t { return n" + ".x" * 100000 + " }\n\n" + MAIN,
    "index_chain": HEAD + "func f(n any) { _ = n" + ".([]any)[0]" * 20000 + " }\n\n" + MAIN,
    "constant_digits": HEAD + "const c = " + "9" * 2000000 + "\n\n" + MAIN,
    "constant_exponent": HEAD + "const c = 0x1p2147483647 * 0x1p2147483647\n\n" + MAIN,
    "alias_chain": HEAD + "".join(f"type a{i} = a{i + 1}\n" for i in range(20000)) + "type a20000 = int\n\nfunc main() { var v a0; _ = v }\n",
    "method_chain": HEAD + "type t int\n\nfunc (x t) m() t { return x }\n\nfunc main() { t(1)" + ".m()" * 20000 + " }\n",
    "defer_nested": HEAD + "func main() {\n" + "defer func() {" * 3000 + "}()" * 3000 + "}\n",
    "select_cases": HEAD + "func main() {\n\tc := make(chan int)\n\tselect {\n" + "case <-c:\n" * 20000 + "\tdefault:\n\t}\n}\n",
    "bad_utf8": HEAD + "// " + "\udcff" * 100000 + "\n" + MAIN,
    "init_loop": "package main\n\nfunc init() { var s []string; for { s = append(s, \"a\"+string(rune(len(s)%100))) } }\n\nfunc main() {}\n",
    "variable_loop": "package main\n\nvar v = grow()\n\nfunc grow() map[int][]int { m := map[int][]int{}; for i := 0; ; i++ { m[i] = make([]int, i) } }\n\nfunc main() { _ = v }\n",
    "init_goroutines": "package main\n\nimport \"time\"\n\nfunc init() { for { go func() { time.AfterFunc(1, func() { select {} }); select {} }() } }\n\nfunc main() {}\n",
    "init_chain": "package main\n\n" + "".join(f"var v{i} = func() int {{ s := 0; for j := 0; j < 1000000; j++ {{ s += j % (v{i+1} + 2) }}; return s }}()\n" for i in range(3000)) + "var v3000 = 1\n\nfunc main() { _ = v0 }\n",
}

# What the REPL says of channels, locks and goroutines, of values of all kinds, of what ends an input, and of
# commands that make no sense.
. "$ROOT/tests/cli/lib.sh"
"$GOL" repl << 'END' 2>&1
:channels
:locks
:state
:schedule
:type
:type 1 + 2.5
:type nosuch
:release 1
:pick 1
:load
:save
:nosuch
import "sync"
c := make(chan int, 2)
d := make(chan string)
var mu sync.Mutex
var rw sync.RWMutex
c <- 1
go func() { d <- "x" }()
go func() { mu.Lock(); mu.Lock() }()
go func() { rw.RLock(); <-d; select {} }()
:channels
:locks
:goroutines
:state
:schedule
:hold
go func() { c <- 2 }()
:goroutines
:pick
:pick 99
:pick 5
:release all
:release 77
:release
:channels
:quit now
END
"$GOL" repl << 'END' 2>&1
import "sync"
import "math"
import "os"
import "time"
import "runtime"
:locks
:channels
c := make(chan int, 2)
d := make(chan string)
big := make(chan []int, 20)
for i := 0; i < 12; i++ { big <- []int{i} }
var mu sync.Mutex
var rw sync.RWMutex
var locks [3]sync.Mutex
type pair struct { a sync.Mutex; b [2]sync.RWMutex }
var both pair
locks[1].Lock()
both.a.Lock()
both.b[1].RLock()
c <- 1
go func() { d <- "x" }()
go func() { d <- "y" }()
go func() { mu.Lock(); mu.Lock() }()
go func() { rw.RLock(); select {} }()
go func() { rw.RLock(); select {} }()
go func() { <-make(chan bool) }()
:channels
:locks
close(c)
:channels
:goroutines
z := 3 - 4i
f := []float64{1.5, math.NaN(), math.Inf(1), math.Inf(-1), 0.1}
m := map[string]pair{}
w := struct{ x [20]int; y any; z *int; t time.Duration; e error }{}
z
f
"a\x01\n\"b\""
w.x
w.y
[]complex64{z64(), 1i}
func z64() complex64 { return -1 + 2i }
[]complex64{z64(), 1i}
map[int]string{1: "a", 2: "b"}
struct{}{}
func() {}
&z != nil
<-d
<-d
<-d
var wg sync.WaitGroup
wg.Add(1)
wg.Wait()
mu.Lock()
time.Sleep(time.Hour)
runtime.NumGoroutine() > 1
panic("mine")
panic(os.ErrNotExist)
1 / zero()
func zero() int { return 0 }
1 / zero()
runtime.Goexit()
os.Exit(3)
:type z64
:type f
:hold
<-d
:pick 2
:step
:step 3
:drop
:drop
select { case <-d: case d <- "q": default: }
:step 10
var rw2 sync.RWMutex
:release
:schedule
:quit
END
finish

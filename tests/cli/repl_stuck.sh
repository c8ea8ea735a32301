# Inputs that wait for ever are given up: what they waited on is as if they had never waited.
. "$ROOT/tests/cli/lib.sh"
"$GOL" repl 2>&1 << 'END'
c, d := make(chan int), make(chan string)
<-c
c <- 1
go func() { c <- 5 }(); <-c
select { case c <- 2: case s := <-d: println(s) }
select { case v, ok := <-c: println(v, ok); case d <- "x": }
go func() { d <- "y" }(); <-d
go func() { println("got", <-c) }(); c <- 7; 0
select {}
var nothing chan int
<-nothing
nothing <- 1
select { case <-nothing: }
var mu sync.Mutex
mu.Lock()
mu.Lock()
mu.Unlock(); mu.TryLock()
var rw sync.RWMutex
rw.RLock()
rw.Lock()
rw.TryRLock()
rw.RUnlock(); rw.RUnlock(); rw.TryLock()
rw.RLock()
var wg sync.WaitGroup
wg.Add(1)
wg.Wait()
wg.Done(); wg.Wait(); 1
cond := sync.NewCond(&mu)
cond.Wait()
mu.TryLock()
for range c { }
go func() { c <- 9 }(); <-c
time.Sleep(time.Hour); 3
<-time.After(time.Second); 4
END

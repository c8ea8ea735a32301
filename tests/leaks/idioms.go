// Idioms in which goroutines are left behind, each beside its twin that leaves none: lines that end
// in `leak` are only in the first, those that end in `fine` only in the second. tests/cli/
// leak_idioms.sh makes tests and mains of them.
package idioms

import (
	"context"
	"errors"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// ---- channels ----

func forgottenReceiver() {
	c := make(chan int)
	go func() { c <- 1 }()
	<-c // fine
}

func earlyReturn() {
	c := make(chan int)    // leak
	c := make(chan int, 1) // fine
	go func() { c <- 1 }()
	if err := errors.New("bad input"); err != nil {
		return
	}
	<-c
}

func missingClose() {
	c := make(chan int)
	go func() {
		for range c {
		}
	}()
	c <- 1
	close(c) // fine
}

func nilReceive() {
	var c chan int
	c = make(chan int, 1) // fine
	go func() {
		if c != nil {
			c <- 1
		}
		<-c
	}()
}

func nilSend() {
	var c chan string
	c = make(chan string, 1) // fine
	go func() { c <- "x" }()
}

func bufferFull() {
	c := make(chan int, 2) // leak
	c := make(chan int, 3) // fine
	go func() {
		for i := range 3 {
			c <- i
		}
	}()
}

func selfHeld() {
	go func() {
		c := make(chan int)
		go func() { c <- 1 }() // fine
		<-c
	}()
}

func twoWaitForEachOther() {
	a, b := make(chan int), make(chan int)
	go func() {
		<-a
		b <- 1
	}()
	go func() {
		a <- 1 // fine
		<-b
		a <- 1 // leak
	}()
}

func threeInARing() {
	a, b, c := make(chan int), make(chan int), make(chan int)
	go func() { <-a; b <- 1 }()
	go func() { <-b; c <- 1 }()
	go func() { <-c; a <- 1 }() // leak
	go func() { a <- 1; <-c }() // fine
}

func selectWithoutDefault() {
	a, b := make(chan int), make(chan int)
	go func() {
		select {
		case <-a:
		case b <- 1:
		default: // fine
		}
	}()
}

func selectOverNil() {
	var a, b chan int
	go func() {
		select {
		case <-a:
		case <-b:
		case <-time.After(time.Second): // fine
		}
	}()
}

func mapOfChannels() {
	waiters := map[int]chan bool{}
	for i := range 3 {
		waiters[i] = make(chan bool)
		go func(c chan bool) { <-c }(waiters[i])
	}
	for _, c := range waiters { // fine
		c <- true // fine
	} // fine
}

func channelInAnInterface() {
	var any any = make(chan int)
	go func() { <-any.(chan int) }()
	close(any.(chan int)) // fine
}

func channelOfChannels() {
	requests := make(chan chan int, 1)
	reply := make(chan int)
	requests <- reply
	go func() {
		c := <-requests
		c <- 1
	}()
	<-reply // fine
}

func lazilyStarted() {
	jobs := make(chan int) // leak
	jobs = globalJobs      // leak
	jobs = make(chan int)  // leak
	jobs := globalJobs     // fine
	go func() {
		for range jobs {
		}
	}()
}

func broadcastForgotten() {
	start := make(chan struct{})
	for range 3 {
		go func() { <-start }()
	}
	close(start)        // fine
	start <- struct{}{} // leak
}

func heartbeat() {
	beat := make(chan int)
	go func() {
		defer close(beat) // main may be so slow that all beats are given up
		for i := range 3 {
			select {
			case beat <- i:
			case <-time.After(time.Second): // fine
			}
		}
	}()
	<-beat
}

func doneOnce() {
	done := make(chan bool)
	for range 2 {
		go func() { done <- true }()
	}
	<-done
	<-done // fine
}

func collectsTooFew() {
	done := make(chan int)
	n := 4
	for i := range n {
		go func() { done <- i }()
	}
	n-- // leak
	for range n {
		<-done
	}
}

// ---- time ----

func timeoutUnbuffered() {
	c := make(chan int)    // leak
	c := make(chan int, 1) // fine
	go func() {
		time.Sleep(time.Second)
		c <- 1
	}()
	select {
	case <-c:
	case <-time.After(time.Millisecond):
	}
}

func stoppedTicker() {
	t := time.NewTicker(time.Millisecond)
	done := make(chan bool)
	go func() {
		for {
			select {
			case <-t.C:
			case <-done:
				return
			}
		}
	}()
	time.Sleep(5 * time.Millisecond)
	t.Stop()
	close(done) // fine
}

func stoppedTimer() {
	t := time.NewTimer(time.Minute)
	go func() { <-t.C }()
	t.Stop() // leak
}

func stoppedAfterFunc() {
	c := make(chan int, 1)
	t := time.AfterFunc(time.Minute, func() { // may fire twice in the twin
		select {
		case c <- 1:
		default:
		}
	})
	go func() { <-c }()
	t.Stop()                  // leak
	t.Reset(time.Millisecond) // fine
}

func tickerAndAnotherChannel() {
	t := time.NewTicker(time.Hour)
	c := make(chan int)
	go func() {
		<-t.C // fine
		<-c   // leak
	}()
	_, _ = t, c
}

// ---- contexts ----

func contextNeverCancelled() {
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-ctx.Done() }()
	_ = cancel     // leak
	defer cancel() // fine
}

func contextOfChild() {
	parent, cancel := context.WithCancel(context.Background())
	child, stop := context.WithCancel(parent)
	_ = stop
	go func() { <-child.Done() }()
	_ = cancel // leak
	cancel()   // fine
}

func contextWithTimeout() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	_ = cancel
	c := make(chan int)
	go func() {
		select {
		case <-ctx.Done(): // fine
		case <-c:
		}
	}()
	_ = ctx
}

func contextAfterFunc() {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int)
	stop := context.AfterFunc(ctx, func() { close(c) })
	go func() { <-c }()
	stop()     // leak
	_ = stop
	cancel()
}

// ---- patterns ----

func producerAbandoned() {
	done := make(chan bool)
	c := make(chan int)
	go func() {
		defer close(c)
		for i := 0; ; i++ {
			select {
			case c <- i:
			case <-done:
				return
			}
		}
	}()
	<-c
	<-c
	close(done) // fine
}

func pipelineStage() {
	numbers, squares := make(chan int), make(chan int)
	go func() {
		for i := range 5 {
			numbers <- i
		}
		close(numbers)
	}()
	go func() {
		for n := range numbers {
			squares <- n * n
		}
		close(squares)
	}()
	for s := range squares {
		if s > 3 {
			break // leak
		}
	}
}

func fanIn() {
	out := make(chan int)
	for i := range 3 {
		go func() { out <- i }()
	}
	<-out
	<-out // fine
	<-out // fine
}

func fanOut() {
	jobs := make(chan int)
	var wg sync.WaitGroup
	for range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range jobs {
			}
		}()
	}
	for i := range 6 {
		jobs <- i
	}
	close(jobs) // fine
	wg.Wait()   // fine
}

func poolResults() {
	jobs, results := make(chan int, 8), make(chan int)
	for range 2 {
		go func() {
			for j := range jobs {
				results <- j
			}
		}()
	}
	for i := range 4 {
		jobs <- i
	}
	close(jobs)
	for range 2 {
		<-results
	}
	<-results // fine
	<-results // fine
}

type bus struct {
	mu   sync.Mutex
	subs []chan string
}

func (b *bus) subscribe() chan string {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := make(chan string, 1)
	b.subs = append(b.subs, c)
	return c
}

func (b *bus) close() {
	for _, c := range b.subs {
		close(c)
	}
}

func publishSubscribe() {
	b := &bus{}
	for range 2 {
		go func(c chan string) {
			for range c {
			}
		}(b.subscribe())
	}
	for _, c := range b.subs {
		c <- "hello"
	}
	b.close() // fine
}

type server struct {
	requests chan func()
	quit     chan struct{}
}

func (s *server) run() {
	for {
		select {
		case f := <-s.requests:
			f()
		case <-s.quit:
			return
		}
	}
}

func serverNotStopped() {
	s := &server{make(chan func()), make(chan struct{})}
	go s.run()
	s.requests <- func() {}
	close(s.quit) // fine
}

func replyNotTaken() {
	s := &server{make(chan func()), make(chan struct{})}
	go s.run()
	reply := make(chan int)    // leak
	reply := make(chan int, 1) // fine
	s.requests <- func() { reply <- 1 }
	close(s.quit)
}

func errorGroup() {
	ctx, cancel := context.WithCancel(context.Background())
	results := make(chan int)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if i == 0 {
				cancel()
				return
			}
			select {
			case results <- i:
			case <-ctx.Done(): // fine
			}
		}()
	}
	_ = ctx
	go func() { wg.Wait(); close(results) }()
}

type flight struct {
	done chan bool
	err  error
}

func singleFlight() {
	f := &flight{done: make(chan bool)}
	for range 2 {
		go func() { <-f.done }()
	}
	go func() {
		if f.err = errors.New("failed"); f.err != nil {
			close(f.done) // fine
			return
		}
		close(f.done)
	}()
}

func semaphoreNotReleased() {
	sem := make(chan bool, 1)
	work := func(fails bool) {
		sem <- true
		if fails {
			<-sem // fine
			return
		}
		<-sem
	}
	work(true)
	go work(false)
}

func nestedGoroutines() {
	outer := make(chan int)
	go func() {
		inner := make(chan int)
		go func() { <-inner }()
		<-outer
		inner <- 1
	}()
	outer <- 1 // fine
}

func breakOfTheSelectOnly() {
	c, done := make(chan int), make(chan bool, 1)
	done <- true
	go func() {
		for {
			select {
			case <-c:
			case <-done:
				break  // leak
				return // fine
			}
		}
	}()
}

func pipeNotClosed() {
	r, w := io.Pipe()
	go func() { io.ReadAll(r) }()
	w.Write([]byte("x"))
	w.Close() // fine
}

func pipeNotRead() {
	r, w := io.Pipe()
	go func() { w.Write([]byte("abc")) }()
	io.ReadFull(r, make([]byte, 2)) // leak
	io.ReadFull(r, make([]byte, 3)) // fine
}

func recursiveWalk() {
	type node struct{ left, right *node }
	tree := &node{&node{nil, nil}, &node{nil, nil}}
	c := make(chan *node)
	var walk func(n *node)
	walk = func(n *node) {
		if n != nil {
			walk(n.left)
			c <- n
			walk(n.right)
		}
	}
	go func() { walk(tree); close(c) }()
	for range c {
		break // leak
	}
}

// ---- locks ----

func lockedTwice() {
	var mu sync.Mutex
	go func() {
		mu.Lock()
		mu.Unlock() // fine
		mu.Lock()
		mu.Unlock()
	}()
}

func notUnlockedOnError() {
	var mu sync.Mutex
	update := func(fails bool) error {
		mu.Lock()
		if fails {
			mu.Unlock() // fine
			return errors.New("failed")
		}
		mu.Unlock()
		return nil
	}
	update(true)
	go update(false)
}

func notUnlockedByPanic() {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		defer mu.Unlock() // fine
		panic("failed")
	}()
	go func() { mu.Lock() }()
}

func lockOrder() {
	var a, b sync.Mutex
	first, second := make(chan bool), make(chan bool)
	go func() {
		a.Lock()
		close(first)
		<-second
		b.Lock()
	}()
	go func() {
		<-first
		a.Lock()      // leak
		b.Lock()      // leak
		close(second) // fine
	}()
	runtime.Gosched()
}

func locksInTurn() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		time.Sleep(time.Millisecond)
		b.Lock()
		b.Unlock()
		a.Unlock()
	}()
	go func() {
		a.Lock() // fine
		b.Lock()
		time.Sleep(time.Millisecond)
		a.Lock()   // leak
		b.Unlock() // fine
		a.Unlock()
		b.Unlock() // leak
	}()
}

func readLockUpgraded() {
	var mu sync.RWMutex
	go func() {
		mu.RLock()
		mu.RUnlock() // fine
		mu.Lock()
		mu.Unlock()
	}()
}

func readLockNested() {
	var mu sync.RWMutex
	go func() {
		mu.RLock()
		time.Sleep(2 * time.Millisecond)
		mu.RLock() // leak
		mu.RUnlock()
		mu.RUnlock() // leak
	}()
	go func() {
		time.Sleep(time.Millisecond)
		mu.Lock()
		mu.Unlock()
	}()
}

func readerNotDone() {
	var mu sync.RWMutex
	mu.RLock()
	go func() { mu.Lock() }()
	mu.RUnlock() // fine
}

func sendUnderLock() {
	var mu sync.Mutex
	c := make(chan int)    // leak
	c := make(chan int, 1) // fine
	go func() {
		mu.Lock()
		c <- 1
		mu.Unlock()
	}()
	go func() {
		time.Sleep(time.Millisecond)
		mu.Lock() // leak
		<-c
		mu.Lock() // fine
		mu.Unlock()
	}()
}

func waitUnderLock() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		time.Sleep(time.Millisecond)
		mu.Lock()
		mu.Unlock()
		wg.Done()
	}()
	go func() {
		mu.Lock()
		mu.Unlock() // fine
		wg.Wait()
		mu.TryLock()
	}()
}

// ---- wait groups, conditions, once ----

func waitGroupNeverDone() {
	var wg sync.WaitGroup
	wg.Add(2)
	go func() { wg.Done() }()
	go func() { wg.Done() }() // fine
	go wg.Wait()
}

func waitGroupCopied() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func(wg sync.WaitGroup) { wg.Done() }(wg)   // leak
	go func(wg *sync.WaitGroup) { wg.Done() }(&wg) // fine
	go func() { wg.Wait() }()
}

func addedTooLate() {
	var wg sync.WaitGroup
	c := make(chan int)
	go func() {
		for range c {
			wg.Done()
		}
	}()
	wg.Add(1)
	c <- 1
	wg.Wait()
	close(c) // fine
}

func deferredInTheWrongOrder() {
	go func() {
		c := make(chan int)
		var wg sync.WaitGroup
		wg.Add(1)
		defer wg.Wait() // fine
		defer close(c)
		defer wg.Wait() // leak
		go func() {
			defer wg.Done()
			for range c {
			}
		}()
	}()
}

func condWithoutSignal() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		for !ready {
			cond.Wait()
		}
		mu.Unlock()
	}()
	time.Sleep(time.Millisecond)
	mu.Lock()
	ready = true
	cond.Signal() // fine
	mu.Unlock()
}

func signalBeforeWait() {
	cond := sync.NewCond(&sync.Mutex{})
	woken := false
	cond.L.Lock()
	woken = true // fine
	cond.Signal()
	cond.L.Unlock()
	go func() {
		cond.L.Lock()
		for !woken {
			cond.Wait()
		}
		cond.L.Unlock()
	}()
}

func signalToOneOfTwo() {
	cond := sync.NewCond(&sync.Mutex{})
	woken := false
	for range 2 {
		go func() {
			cond.L.Lock()
			for !woken {
				cond.Wait()
			}
			cond.L.Unlock()
		}()
	}
	time.Sleep(time.Millisecond)
	cond.L.Lock()
	woken = true
	cond.Signal()    // leak
	cond.Broadcast() // fine
	cond.L.Unlock()
}

func barrier() {
	n := 3 // leak
	n := 2 // fine
	cond := sync.NewCond(&sync.Mutex{})
	for range 2 {
		go func() {
			cond.L.Lock()
			n--
			for n > 0 {
				cond.Wait()
			}
			cond.L.Unlock()
			cond.Broadcast()
		}()
	}
}

func onceBlocked() {
	var once sync.Once
	c := make(chan int)
	close(c) // fine
	for range 2 {
		go once.Do(func() { <-c })
	}
}

func onceInOnce() {
	var once sync.Once
	var other sync.Once // fine
	go once.Do(func() {
		once.Do(func() {})  // leak
		other.Do(func() {}) // fine
	})
}

// ---- shapes of bugs in large programs ----

type transport struct {
	mu     sync.Mutex
	closed bool
	done   chan bool
}

func (t *transport) close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock() // fine
	<-t.done
	t.mu.Unlock() // leak
}

func (t *transport) read() {
	time.Sleep(time.Millisecond)
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	close(t.done)
}

func closeWaitsForTheReader() {
	t := &transport{done: make(chan bool)}
	go t.read()
	go t.close()
}

type registry struct {
	mu       sync.Mutex
	watchers map[int]chan int
}

func (r *registry) notify(event int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, w := range r.watchers {
		select {
		case w <- event:
		default: // fine
		}
	}
}

func (r *registry) remove(id int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.watchers, id)
}

func notifiesUnderLock() {
	r := &registry{watchers: map[int]chan int{1: make(chan int)}}
	go r.notify(7)
	go func() {
		time.Sleep(time.Millisecond)
		r.remove(1)
	}()
}

type store struct {
	mu    sync.RWMutex
	items map[string]int
}

func (s *store) get(key string) int {
	s.mu.RLock()
	v, ok := s.items[key]
	s.mu.RUnlock() // fine
	if !ok {
		v = s.fill(key)
	}
	s.mu.RUnlock() // leak
	return v
}

func (s *store) fill(key string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[key] = 1
	return 1
}

func upgradeAcrossMethods() {
	s := &store{items: map[string]int{}}
	go s.get("a")
}

type scraper struct {
	stop, stopped chan bool
	fails         bool
}

func (s *scraper) loop() {
	defer close(s.stopped)
	if s.fails {
		return
	}
	<-s.stop
}

func stopSentToALoopThatHasEnded() {
	s := &scraper{make(chan bool), make(chan bool), true}
	go s.loop()
	go func() {
		select {
		case s.stop <- true:
		case <-s.stopped: // fine
		}
	}()
}

func stopSentInsteadOfClosed() {
	stop := make(chan bool)
	for range 2 {
		go func() {
			t := time.NewTicker(time.Second)
			defer t.Stop()
			<-stop
		}()
	}
	stop <- true // leak
	close(stop)  // fine
}

func threeLocksInARing() {
	var locks [3]sync.Mutex
	var wg sync.WaitGroup
	wg.Add(3)
	for i := range 3 {
		go func() {
			a, b := &locks[i], &locks[(i+1)%3]
			if i == 2 { // fine
				a, b = b, a // fine
			} // fine
			a.Lock()
			wg.Done()
			time.Sleep(time.Millisecond)
			b.Lock()
			b.Unlock()
			a.Unlock()
		}()
	}
}

type stopper struct {
	mu       sync.Mutex
	cond     *sync.Cond
	tasks    int
	draining bool
}

func (s *stopper) done() {
	s.mu.Lock()
	s.tasks--
	s.cond.Broadcast() // fine
	s.mu.Unlock()
}

func (s *stopper) quiesce() {
	s.mu.Lock()
	for s.draining = true; s.tasks > 0; {
		s.cond.Wait()
	}
	s.mu.Unlock()
}

func quiesceMissesTheEnd() {
	s := &stopper{tasks: 1}
	s.cond = sync.NewCond(&s.mu)
	go s.quiesce()
	go func() {
		time.Sleep(time.Millisecond)
		s.done()
	}()
}

func quotaTakenTwice() {
	quota := make(chan int, 1)
	quota <- 1
	take := func() { <-quota }
	give := func() { quota <- 1 }
	go func() {
		take()
		give() // fine
		take()
		give()
	}()
}

func doneSkippedByContinue() {
	var wg sync.WaitGroup
	wg.Add(3)
	go func() {
		for i := range 3 {
			if i == 1 {
				wg.Done() // fine
				continue
			}
			wg.Done()
		}
	}()
	go wg.Wait()
}

func errorsFromMany() {
	errs := make(chan error)    // leak
	errs := make(chan error, 3) // fine
	for range 3 {
		go func() { errs <- errors.New("failed") }()
	}
	if err := <-errs; err != nil {
		return
	}
}

func drainsAStoppedTimer() {
	t := time.NewTimer(time.Millisecond)
	go func() {
		<-t.C
		t.Stop()
		<-t.C // leak
	}()
}

func waitsForALeaderThatGaveUp() {
	type call struct {
		wg  sync.WaitGroup
		val int
	}
	c := new(call)
	c.wg.Add(1)
	for range 2 {
		go func() { c.wg.Wait() }()
	}
	func() {
		defer func() { recover() }()
		defer c.wg.Done() // fine
		var m map[string]int
		m["a"] = 1
		c.wg.Done() // leak
	}()
}

func lockAndChannelBarrier() {
	var mu sync.Mutex
	arrived := make(chan bool)
	go func() {
		mu.Lock()
		defer mu.Unlock()
		<-arrived
	}()
	go func() {
		time.Sleep(time.Millisecond)
		mu.Lock() // leak
		arrived <- true
		mu.Lock() // fine
		mu.Unlock()
	}()
}

func resultOfAPollThatTimedOut() {
	result := make(chan int)
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	go func() {
		for i := 0; ; i++ {
			time.Sleep(time.Millisecond)
			if i == 5 {
				select {
				case result <- i:
				case <-ctx.Done(): // fine
				}
				return
			}
		}
	}()
	select {
	case <-result:
	case <-ctx.Done():
	}
}

func listenersOfAClosedQueue() {
	type queue struct {
		mu    sync.Mutex
		cond  *sync.Cond
		items []int
		ended bool
	}
	q := &queue{}
	q.cond = sync.NewCond(&q.mu)
	for range 2 {
		go func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			for len(q.items) == 0 && !q.ended {
				q.cond.Wait()
			}
		}()
	}
	time.Sleep(time.Millisecond)
	q.mu.Lock()
	q.ended = true
	q.cond.Signal()    // leak
	q.cond.Broadcast() // fine
	q.mu.Unlock()
}

func pagesInitialisedInTurn() {
	type page struct {
		init sync.Once
		next *page
	}
	a, b := &page{}, &page{}
	a.next, b.next = b, a
	a.next.next = nil // fine
	var visit func(p *page)
	visit = func(p *page) {
		if p != nil {
			p.init.Do(func() { visit(p.next) })
		}
	}
	go visit(a)
}

// ---- what ends them from outside ----

type handle struct{ stop chan bool }

func finalizerCloses() {
	h := &handle{make(chan bool)}
	stop := h.stop
	runtime.SetFinalizer(h, func(h *handle) { close(h.stop) }) // fine
	go func() { <-stop }()
}

func finalizerOfWhatTheGoroutineHas() {
	h := &handle{make(chan bool)}
	stop := h.stop
	runtime.SetFinalizer(h, func(h *handle) { close(h.stop) })
	go func() {
		<-stop
		runtime.KeepAlive(h) // leak
	}()
}

func globalReachesIt() {
	h := &handle{make(chan bool)}
	globalHandle.Store(h) // fine
	go func() { <-h.stop }()
}

func anotherCanRun() {
	c := make(chan int)
	go func() { <-c }()
	go func() {
		for {
			time.Sleep(time.Second)
			if time.Now().Year() < 1900 {
				c <- 1 // fine
			}
		}
	}()
}

func deferOfOneThatSleeps() {
	c := make(chan int)
	go func() { <-c }()
	go func() {
		defer close(c) // fine
		for {
			time.Sleep(time.Second)
		}
	}()
}

func goroutineWaitsForAGlobal() {
	c := make(chan int)
	go func() { <-c }()
	go func() {
		<-globalJobs
		close(c) // fine
	}()
}

func callbackInATimer() {
	c := make(chan int)
	go func() { <-c }()
	time.AfterFunc(time.Hour, func() {
		close(c) // fine
	})
}

var globalJobs = make(chan int)
var globalHandle atomic.Pointer[handle]

# testing/synctest, and golang.org/x/sync: errgroup, semaphore, singleflight.
. "$ROOT/tests/cli/lib.sh"
program sync_test.go << 'END'
package sync_test

import (
	"context"
	"errors"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
	"testing"
	"testing/synctest"
	"time"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := 0, 0
		go func() { y = 1; time.Sleep(time.Hour); x = 2 }()
		synctest.Wait()
		if y != 1 {
			t.Fatal(y)
		}
		start := time.Now()
		time.Sleep(time.Hour)
		synctest.Wait()
		if x != 2 {
			t.Fatal(x)
		}
		if d := time.Since(start); d != time.Hour {
			t.Fatal(d)
		}
	})
}
func TestCtx(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		time.Sleep(5*time.Second - time.Nanosecond)
		synctest.Wait()
		if err := ctx.Err(); err != nil {
			t.Fatal("before", err)
		}
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		if err := ctx.Err(); err != context.DeadlineExceeded {
			t.Fatal("after", err)
		}
	})
}
func TestRacy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { x := 0; go func() { x++ }(); x++; synctest.Wait() })
}
func TestLeak(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { go func() { select {} }() })
}
func TestGroups(t *testing.T) {
	g, ctx := errgroup.WithContext(context.Background())
	g.SetLimit(2)
	bad := errors.New("bad")
	for i := 0; i < 5; i++ {
		i := i
		g.Go(func() error {
			if i == 3 {
				return bad
			}
			if i == 4 {
				<-ctx.Done()
			}
			return nil
		})
	}
	if err := g.Wait(); err != bad || context.Cause(ctx) != bad {
		t.Fatal(err)
	}
	s := semaphore.NewWeighted(3)
	if err := s.Acquire(ctx, 1); err == nil {
		t.Fatal()
	}
	b := context.Background()
	s.Acquire(b, 2)
	if s.TryAcquire(2) || !s.TryAcquire(1) {
		t.Fatal()
	}
	done := make(chan bool)
	go func() { s.Acquire(b, 3); done <- true }()
	s.Release(2)
	s.Release(1)
	<-done
	tctx, c := context.WithTimeout(b, time.Second)
	defer c()
	if err := s.Acquire(tctx, 1); err != context.DeadlineExceeded {
		t.Fatal(err)
	}
	var sf singleflight.Group
	n := 0
	ch := sf.DoChan("k", func() (any, error) { time.Sleep(1); n++; return n, nil })
	v, err, shared := sf.Do("k", func() (any, error) { n += 10; return n, nil })
	r := <-ch
	if v != 1 || err != nil || !shared || r.Val != 1 || !r.Shared {
		t.Fatal(v, err, shared, r)
	}
}
END
wants 0 "$GOL" test --count 20 -run 'Wait|Ctx|Groups' .
wants 0 "$GOL" test --seed 1 --count 20 -run 'Wait|Ctx|Groups' .
wants 66 "$GOL" test -run Racy .
wants 1 "$GOL" test -run Leak .
matches out 'deadlock: main bubble goroutine has exited but blocked goroutines remain'
finish

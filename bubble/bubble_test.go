package bubble

import (
	"testing"
	"testing/synctest"
)

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := 0
		go func() { x = 1 }()
		synctest.Wait()
		if x != 1 {
			t.Fatal("not waited for")
		}
	})
}

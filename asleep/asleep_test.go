package asleep

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestSleep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { time.Sleep(time.Hour) })
}

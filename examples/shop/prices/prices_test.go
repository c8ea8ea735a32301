package prices

import (
	"context"
	"testing"
	"time"
)

func TestAsk(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), Patience)
	defer cancel()
	supplier := func(item string) int {
		time.Sleep(time.Millisecond)
		return 7
	}
	price, err := Ask(ctx, supplier, "tea")
	if err == nil && price != 7 {
		t.Errorf("price %d, not 7", price)
	}
}

package pipe

import "testing"

func TestSumOfSquares(t *testing.T) {
	if sum := SumOfSquares(3); sum != 14 {
		t.Errorf("1 + 4 + 9 is 14, not %d", sum)
	}
}

package table

import "testing"

func TestSums(t *testing.T) {
	sums, all := Sums([][]int{{1, 2}, {3, 4}})
	if sums[0] != 3 || sums[1] != 7 || all != 10 {
		t.Errorf("3 7 10, not %d %d %d", sums[0], sums[1], all)
	}
}

# rand.Seed decides the numbers of package math/rand in programs for Go before 1.24, as in Go. The time
# as seed leaves them choices, and so does every seed in newer programs.
. "$ROOT/tests/cli/lib.sh"
program seeded.go << 'END'
package main

import (
	"fmt"
	"math/rand"
)

func main() {
	rand.Seed(42)
	b := make([]byte, 5)
	rand.Read(b)
	fmt.Println(rand.Intn(100), rand.Int63(), rand.Perm(6), rand.Float64(), rand.Int31n(64), b)
	rand.Shuffle(6, func(i, j int) { b[i%5], b[j%5] = b[j%5], b[i%5] })
	rand.Seed(42)
	rand.Read(b[:2])
	fmt.Println(rand.Uint64(), rand.ExpFloat64(), rand.NormFloat64() > 3, b)
	rand.Seed(7)
	fmt.Println(rand.Uint32(), rand.Int(), rand.Int31(), rand.Float32(), rand.Int63n(1000000007))
}
END
cat > want << 'END'
87 5571782338101878760 [0 4 5 2 3 1] 0.6463763506057989 57 [83 140 127 150 177]
9832119173398632219 0.1532334522090758 false [83 140 177 140 83]
3946611772 2135276795452531224 518375853 0.91156214 627183498
END
for seed in 1 2; do
    wants 0 "$GOL" run --go 1.23 --seed $seed seeded.go
    same want out
done
wants 0 "$GOL" run --go 1.24 seeded.go
! cmp -s want out || bad 'Seed has an effect in Go 1.24'

choices() {
    program choice.go << END
package main

import (
	"math/rand"
	"time"
)

func main() {
	_ = time.Now()
	rand.Seed($1)
	if rand.Intn(3) == 2 {
		panic("two")
	}
}
END
}
choices 2
wants 0 "$GOL" check --engine dpor --go 1.23 choice.go
matches err 'no panic in 1 execution within'
wants 2 "$GOL" check --engine dpor --go 1.24 choice.go
for unit in 'UnixNano()' 'UTC().UnixNano() / 1e6' 'Unix()'; do
    choices "time.Now().$unit"
    wants 2 "$GOL" check --engine dpor --go 1.23 choice.go
done

# Goroutines that draw from what Seed has decided do not race.
program draw.go << 'END'
package main

import (
	"math/rand"
	"sync"
)

func main() {
	var wg sync.WaitGroup
	rand.Seed(1)
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			rand.Seed(rand.Int63n(5))
			rand.Int()
			rand.Read(make([]byte, 2))
		}()
	}
	wg.Wait()
}
END
wants 0 "$GOL" fuzz -j 1 --schedules 50 --go 1.23 draw.go
finish

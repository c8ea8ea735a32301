package main

import (
	"fmt"
	"hash/fnv"
	"math"
)

// Every digit is that of Go on amd64: the sums are over the bits of thousands of values.

var one = []struct {
	name string
	f    func(float64) float64
}{
	{"Exp", math.Exp}, {"Exp2", math.Exp2}, {"Log", math.Log}, {"Log2", math.Log2}, {"Log10", math.Log10},
	{"Log1p", math.Log1p}, {"Sin", math.Sin}, {"Cos", math.Cos}, {"Tan", math.Tan}, {"Asin", math.Asin},
	{"Acos", math.Acos}, {"Atan", math.Atan}, {"Sinh", math.Sinh}, {"Cosh", math.Cosh}, {"Tanh", math.Tanh},
	{"Atanh", math.Atanh}, {"Cbrt", math.Cbrt}, {"Sqrt", math.Sqrt},
}

var two = []struct {
	name string
	f    func(x, y float64) float64
}{{"Pow", math.Pow}, {"Hypot", math.Hypot}, {"Atan2", math.Atan2}, {"Mod", math.Mod}}

type sum struct{ n, hash uint64 }

func (s *sum) add(x float64) {
	if x != x {
		s.n++
		return
	}
	h := fnv.New64a()
	fmt.Fprint(h, s.hash, math.Float64bits(x))
	s.hash = h.Sum64()
}

func main() {
	for _, e := range one {
		var s sum
		for _, step := range []float64{0.0173, 1.37, 1e-9, 1e5} {
			for i := -400; i < 400; i++ {
				s.add(e.f(float64(i) * step))
			}
		}
		fmt.Println(e.name, s)
	}
	for _, e := range two {
		var s sum
		for i := -30; i < 30; i++ {
			for j := -30; j < 30; j++ {
				s.add(e.f(float64(i)*0.173, float64(j)*0.25))
				s.add(e.f(float64(i)*1.7e10, float64(j)))
			}
		}
		fmt.Println(e.name, s)
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 710, -746, 1e8} {
		for _, e := range one {
			fmt.Print(e.f(x), " ")
		}
		for _, y := range []float64{0, 0.5, -0.5, 1, -3, math.Inf(1), math.NaN(), 1e300} {
			fmt.Print(math.Pow(x, y), " ", math.Atan2(x, y), " ", math.Hypot(x, y), " ")
		}
		fmt.Println()
	}
	amount := 1000.0
	for year := 1.0; year <= 3; year++ {
		fmt.Println(amount * math.Pow(1.05, year))
	}
}

// expect: Exp {0 9884344469363667064}
// expect: Exp2 {0 12580210692423680955}
// expect: Log {1600 3224491011722432446}
// expect: Log2 {1600 4887972131756642104}
// expect: Log10 {1600 9097892600499736365}
// expect: Log1p {1143 17499135627800467471}
// expect: Sin {0 6581390619768472524}
// expect: Cos {0 8970304505831236607}
// expect: Tan {0 3461827518250947645}
// expect: Asin {2283 1244151898140206122}
// expect: Acos {2283 10910997758061563935}
// expect: Atan {0 8465405977868131226}
// expect: Sinh {0 8827580792698111194}
// expect: Cosh {0 17656306587715318283}
// expect: Tanh {0 12393773721702385449}
// expect: Atanh {2283 13384452112614243362}
// expect: Cbrt {0 6298691564463308642}
// expect: Sqrt {1600 3961881607937768346}
// expect: Pow {1350 15532790840568036638}
// expect: Hypot {0 1607278251596364171}
// expect: Atan2 {0 4532006568945036568}
// expect: Mod {120 17523639374037846108}
// expect: 1 1 -Inf -Inf -Inf 0 0 1 0 0 1.5707963267948966 0 0 1 0 0 0 0 1 0 0 0 0 0.5 +Inf 3.141592653589793 0.5 0 0 1 +Inf 3.141592653589793 3 0 0 +Inf NaN NaN NaN 0 0 1e+300 
// expect: 1 1 -Inf -Inf -Inf -0 -0 1 -0 -0 1.5707963267948966 -0 -0 1 -0 -0 -0 -0 1 -0 0 0 -0 0.5 +Inf -3.141592653589793 0.5 -0 -0 1 -Inf -3.141592653589793 3 0 -0 +Inf NaN NaN NaN 0 -0 1e+300 
// expect: 2.718281828459045 2 0 0 0 0.6931471805599453 0.8414709848078965 0.5403023058681398 1.557407724654902 1.5707963267948966 0 0.7853981633974483 1.1752011936438014 1.5430806348152437 0.7615941559557649 +Inf 1 1 1 1.5707963267948966 1 1 1.1071487177940904 1.118033988749895 1 2.0344439357957027 1.118033988749895 1 0.7853981633974483 1.4142135623730951 1 2.819842099193151 3.1622776601683795 1 0 +Inf 1 NaN NaN 1 1e-300 1e+300 
// expect: 0.36787944117144233 0.5 NaN NaN NaN -Inf -0.8414709848078965 0.5403023058681398 -1.557407724654902 -1.5707963267948966 3.141592653589793 -0.7853981633974483 -1.1752011936438014 1.5430806348152437 -0.7615941559557649 -Inf -1 NaN 1 -1.5707963267948966 1 NaN -1.1071487177940904 1.118033988749895 NaN -2.0344439357957027 1.118033988749895 -1 -0.7853981633974483 1.4142135623730951 -1 -2.819842099193151 3.1622776601683795 1 -0 +Inf NaN NaN NaN 1 -1e-300 1e+300 
// expect: +Inf +Inf +Inf +Inf +Inf +Inf NaN NaN NaN NaN NaN 1.5707963267948966 +Inf +Inf 1 NaN +Inf +Inf 1 1.5707963267948966 +Inf +Inf 1.5707963267948966 +Inf 0 1.5707963267948966 +Inf +Inf 1.5707963267948966 +Inf 0 1.5707963267948966 +Inf +Inf 0.7853981633974483 +Inf NaN NaN +Inf +Inf 1.5707963267948966 +Inf 
// expect: 0 0 NaN NaN NaN NaN NaN NaN NaN NaN NaN -1.5707963267948966 -Inf +Inf -1 NaN -Inf NaN 1 -1.5707963267948966 +Inf +Inf -1.5707963267948966 +Inf 0 -1.5707963267948966 +Inf -Inf -1.5707963267948966 +Inf -0 -1.5707963267948966 +Inf +Inf -0.7853981633974483 +Inf NaN NaN +Inf +Inf -1.5707963267948966 +Inf 
// expect: NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN 1 NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN NaN +Inf NaN NaN NaN NaN NaN NaN 
// expect: +Inf 5.386379163185535e+213 6.565264970035361 9.471675214392045 2.8512583487190755 6.566672429803241 6.0288706691585265e-05 0.999999998182636 6.0288706801151796e-05 NaN NaN 1.5693878770220002 +Inf +Inf 1 NaN 8.921121404456347 26.645825188948457 1 1.5707963267948966 710 26.645825188948457 1.5700921015592002 710.0001760563163 0.037529331252040075 1.571500552030593 710.0001760563163 710 1.5693878770220002 710.0007042250028 2.7939906848350567e-09 1.5750216537619257 710.0063379998801 +Inf 0 +Inf NaN NaN NaN +Inf 7.1e-298 1e+300 
// expect: 0 2.7016136048916335e-225 NaN NaN NaN NaN 0.9917865664060436 -0.12790389633044993 -7.754154446113853 NaN NaN -1.5694558450240705 -Inf +Inf -1 NaN -9.06942198073606 NaN 1 -1.5707963267948966 746 NaN -1.5701260856083958 746.000167560303 NaN -1.5714665679813973 746.000167560303 -746 -1.5694558450240705 746.0006702409858 -2.4087044644296686e-09 -1.5748177528379463 746.0060321471938 +Inf -0 +Inf NaN NaN NaN +Inf -7.46e-298 1e+300 
// expect: +Inf +Inf 18.420680743952367 26.575424759098897 8 18.420680753952364 0.931639027109726 -0.3633850893556905 -2.5637789067283774 NaN NaN 1.5707963167948966 +Inf +Inf 1 NaN 464.1588833612779 10000 1 1.5707963267948966 1e+08 10000 1.5707963217948966 1e+08 0.0001 1.5707963317948965 1e+08 1e+08 1.5707963167948966 1e+08 1.0000000000000001e-24 1.5707963567948966 1.0000000000000004e+08 +Inf 0 +Inf NaN NaN NaN +Inf 9.999999999999999e-293 1e+300 
// expect: 1050
// expect: 1102.5
// expect: 1157.6250000000002

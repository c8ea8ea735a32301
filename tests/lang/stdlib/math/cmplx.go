package main

import (
	"fmt"
	"math"
	"math/cmplx"
)

var inf, nan = math.Inf(1), math.NaN()

var functions = []struct {
	name string
	f    func(complex128) complex128
}{
	{"Acos", cmplx.Acos}, {"Acosh", cmplx.Acosh}, {"Asin", cmplx.Asin}, {"Asinh", cmplx.Asinh},
	{"Atan", cmplx.Atan}, {"Atanh", cmplx.Atanh}, {"Conj", cmplx.Conj}, {"Cos", cmplx.Cos},
	{"Cosh", cmplx.Cosh}, {"Cot", cmplx.Cot}, {"Exp", cmplx.Exp}, {"Log", cmplx.Log},
	{"Log10", cmplx.Log10}, {"Sin", cmplx.Sin}, {"Sinh", cmplx.Sinh}, {"Sqrt", cmplx.Sqrt},
	{"Tan", cmplx.Tan}, {"Tanh", cmplx.Tanh},
}

func main() {
	values := []complex128{1 + 2i, -0.5 + 0.25i, 3 - 4i, -2 - 1e-3i, 0.1i, 7, -7}
	for _, f := range functions {
		fmt.Print(f.name)
		for _, x := range values {
			fmt.Printf(" %.9g", f.f(x))
		}
		fmt.Println()
	}
	special := []complex128{complex(inf, 1), complex(1, inf), complex(-inf, inf), complex(nan, 0),
		complex(0, nan), complex(inf, nan)}
	for _, f := range functions {
		switch f.name {
		case "Acosh", "Cos", "Sinh", "Sqrt", "Tan", "Tanh":
			continue // signs beside NaN differ from library to library
		}
		fmt.Print(f.name)
		for _, x := range special {
			fmt.Printf(" %.6g", f.f(x))
		}
		fmt.Println()
	}
	x := 3 + 4i
	fmt.Println(cmplx.Abs(x), cmplx.IsInf(x), cmplx.IsNaN(x), cmplx.IsInf(cmplx.Inf()), cmplx.IsNaN(cmplx.NaN()))
	r, θ := cmplx.Polar(x)
	fmt.Printf("%.9g %.9g %.9g %.9g\n", r, θ, cmplx.Phase(-x), cmplx.Rect(r, θ))
	for _, y := range []complex128{0, 1, 2, -1, 0.5, 1i, 2 - 1i, -1 + 1i} {
		fmt.Printf("%.9g %.9g\n", cmplx.Pow(x, y), cmplx.Pow(0, y))
	}
	fmt.Println(cmplx.Inf(), cmplx.NaN(), cmplx.IsNaN(complex(inf, nan)), cmplx.Sqrt(-1), cmplx.Sqrt(-4))
}

// expect: Acos (1.14371774-1.52857092i) (2.07240518-0.281396056i) (0.936812461+2.30550903i) (3.1410153+1.31695809i) (1.57079633-0.0998340789i) (0-2.63391579i) (3.14159265-2.63391579i)
// expect: Acosh (1.52857092+1.14371774i) (0.281396056+2.07240518i) (2.30550903-0.936812461i) (1.31695809-3.1410153i) (0.0998340789+1.57079633i) (2.63391579+0i) (2.63391579+3.14159265i)
// expect: Asin (0.427078586+1.52857092i) (-0.501608853+0.281396056i) (0.633983866-2.30550903i) (-1.57021898-1.31695809i) (0+0.0998340789i) (1.57079633+2.63391579i) (-1.57079633+2.63391579i)
// expect: Asinh (1.46935174+1.06344002i) (-0.492675683+0.224328453i) (2.29991404-0.917616853i) (-1.44363556-0.000447213575i) (0+0.100167421i) (2.64412076+0i) (-2.64412076+0i)
// expect: Atan (1.33897252+0.402359478i) (-0.48425449+0.200586618i) (1.448307-0.158997192i) (-1.1071488-0.000199999971i) (0+0.100335348i) (1.42889927+0i) (-1.42889927+0i)
// expect: Atanh (0.173286795+1.17809725i) (-0.50037+0.314398143i) (0.117500907-1.40992105i) (-0.549305922-1.57046299i) (0+0.0996686525i) (0.143841036+1.57079633i) (-0.143841036+1.57079633i)
// expect: Conj (1-2i) (-0.5-0.25i) (3+4i) (-2+0.001i) (0-0.1i) (7-0i) (-7-0i)
// expect: Cos (2.03272301-3.0518978i) (0.905150151+0.121108796i) (-27.0349456+3.85115333i) (-0.416147045-0.000909297578i) (1.00500417-0i) (0.753902254-0i) (0.753902254+0i)
// expect: Cosh (-0.642148125+1.06860742i) (1.0925708-0.128921042i) (-6.58066304+7.58155274i) (3.76219381+0.0036268598i) (0.995004165+0i) (548.317035+0i) (548.317035-0i)
// expect: Cot (0.0327977555-0.984329226i) (-1.43272108-0.887237041i) (-0.000187587738+1.00064439i) (0.457657001+0.00120944978i) (0-10.0333111i) (1.14751542-0i) (-1.14751542-0i)
// expect: Exp (-1.13120438+2.47172667i) (0.58767509+0.150058087i) (-13.1287831+15.2007845i) (0.135335216-0.000135335261i) (0.995004165+0.0998334166i) (1096.63316+0i) (0.000911881966+0i)
// expect: Log (0.804718956+1.10714872i) (-0.581575405+2.67794504i) (1.60943791-0.927295218i) (0.693147306-3.14109265i) (-2.30258509+1.57079633i) (1.94591015+0i) (1.94591015+3.14159265i)
// expect: Log10 (0.349485002+0.480828579i) (-0.252574989+1.16301676i) (0.698970004-0.402719196i) (0.30103005-1.36415921i) (-1+0.682188177i) (0.84509804+0i) (0.84509804+1.36437635i)
// expect: Sin (3.16577851+1.95960104i) (-0.494485781+0.221688164i) (3.85373804+27.0168133i) (-0.909297881+0.000416146906i) (0+0.10016675i) (0.656986599+0i) (-0.656986599+0i)
// expect: Sinh (-0.489056259+1.40311925i) (-0.504895714+0.278979128i) (-6.54812004+7.61923172i) (-3.62685859-0.00376219506i) (0+0.0998334166i) (548.316123+0i) (-548.316123+0i)
// expect: Sqrt (1.27201965+0.786151378i) (0.171780375+0.727673345i) (2-1i) (0.00035355338-1.41421361i) (0.223606798+0.223606798i) (2.64575131+0i) (0+2.64575131i)
// expect: Tan (0.0338128261+1.01479362i) (-0.504500703+0.312420693i) (-0.000187346205-0.999355987i) (2.18502725-0.00577436971i) (0+0.0996679946i) (0.871447983+0i) (-0.871447983+0i)
// expect: Tanh (1.16673626-0.243458201i) (-0.485487281+0.19805545i) (1.00070954-0.00490825807i) (-0.964027648-7.06507827e-05i) (0+0.100334672i) (0.999998337+0i) (-0.999998337+0i)
// expect: Acos (0-Infi) (1.5708-Infi) (2.35619-Infi) (NaN+NaNi) (1.5708+NaNi) (NaN-Infi)
// expect: Asin (1.5708+Infi) (0+Infi) (-0.785398+Infi) (NaN+NaNi) (0+NaNi) (NaN+Infi)
// expect: Asinh (+Inf+0i) (+Inf+1.5708i) (-Inf+0.785398i) (NaN+0i) (NaN+NaNi) (+Inf+NaNi)
// expect: Atan (1.5708+0i) (1.5708+0i) (-1.5708+0i) (NaN+0i) (NaN+NaNi) (1.5708+0i)
// expect: Atanh (0+1.5708i) (0+1.5708i) (-0+1.5708i) (NaN+NaNi) (0+NaNi) (0+NaNi)
// expect: Conj (+Inf-1i) (1-Infi) (-Inf-Infi) (NaN-0i) (0+NaNi) (+Inf+NaNi)
// expect: Cosh (+Inf+Infi) (NaN+NaNi) (+Inf+NaNi) (NaN+0i) (NaN+0i) (+Inf+NaNi)
// expect: Cot (NaN+NaNi) (0+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi) (NaN+NaNi)
// expect: Exp (+Inf+Infi) (NaN+NaNi) (0+0i) (NaN+0i) (NaN+NaNi) (+Inf+NaNi)
// expect: Log (+Inf+0i) (+Inf+1.5708i) (+Inf+2.35619i) (NaN+NaNi) (NaN+NaNi) (+Inf+NaNi)
// expect: Log10 (+Inf+0i) (+Inf+0.682188i) (+Inf+1.02328i) (NaN+NaNi) (NaN+NaNi) (+Inf+NaNi)
// expect: Sin (NaN+NaNi) (+Inf+Infi) (NaN+Infi) (NaN+0i) (0+NaNi) (NaN+NaNi)
// expect: 5 false false true true
// expect: 5 0.927295218 -2.21429744 (3+4i)
// expect: (1+0i) (1+0i)
// expect: (3+4i) (0+0i)
// expect: (-7+24i) (0+0i)
// expect: (0.12-0.16i) (+Inf+0i)
// expect: (2+1i) (0+0i)
// expect: (-0.0152836702+0.395327007i) (1+0i)
// expect: (61.3021705+15.3368673i) (0+0i)
// expect: (0.0614182807+0.0498846281i) (+Inf+Infi)
// expect: (+Inf+Infi) (NaN+NaNi) false (0+1i) (0+2i)

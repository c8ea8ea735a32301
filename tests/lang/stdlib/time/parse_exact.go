// Fractions of exactly so many digits, and days of the year beside a month and a day.
package main

import (
	"fmt"
	"time"
)

func main() {
	for _, c := range [][2]string{
		{time.StampNano, "Dec  7 11:22:01.000000"},
		{time.StampNano, "Dec  7 11:22:01.0000000000"},
		{time.StampNano, "Dec  7 11:22:01.123456789"},
		{time.StampMilli, "Dec  7 11:22:01.-12"},
		{time.StampMilli, "Dec  7 11:22:01.-00"},
		{time.StampMilli, "Dec  7 11:22:01.+12"},
		{time.StampMilli, "Dec  7 11:22:01,123"},
		{time.StampMilli, "Dec  7 11:22:01"},
		{"15:04:05.00 06", "11:22:01.12 07"},
		{"15:04:05.00 06", "11:22:01.123 07"},
		{"Jan _2 002 2006", "Feb  4 034 2006"},
		{"Jan _2 002 2006", "Feb  4 004 2006"},
		{"Jan _2 002 2006", "Feb  4 035 2006"},
		{"002 2006", "366 2007"},
	} {
		t, err := time.Parse(c[0], c[1])
		fmt.Println(t, err)
	}
}

// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "Dec  7 11:22:01.000000" as "Jan _2 15:04:05.000000000": cannot parse ".000000" as ".000000000"
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "Dec  7 11:22:01.0000000000": extra text: "0"
// expect: 0000-12-07 11:22:01.123456789 +0000 UTC <nil>
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "Dec  7 11:22:01.-12": fractional second out of range
// expect: 0000-12-07 11:22:01 +0000 UTC <nil>
// expect: 0000-12-07 11:22:01.012 +0000 UTC <nil>
// expect: 0000-12-07 11:22:01.123 +0000 UTC <nil>
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "Dec  7 11:22:01" as "Jan _2 15:04:05.000": cannot parse "" as ".000"
// expect: 2007-01-01 11:22:01.12 +0000 UTC <nil>
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "11:22:01.123 07" as "15:04:05.00 06": cannot parse "3 07" as " "
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "Feb  4 034 2006": day-of-year does not match day
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "Feb  4 004 2006": day-of-year does not match month
// expect: 2006-02-04 00:00:00 +0000 UTC <nil>
// expect: 0001-01-01 00:00:00 +0000 UTC parsing time "366 2007": day-of-year out of range

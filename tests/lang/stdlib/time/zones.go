// Zones of the system: clocks that are changed, now and in years that no table has.
package main

import (
	"fmt"
	"time"
)

func main() {
	for _, n := range []string{"America/New_York", "Europe/Berlin", "Asia/Kolkata", "Australia/Sydney", "Asia/Shanghai", "Nope/Zone", "../etc/passwd", "Etc/GMT+3"} {
		l, err := time.LoadLocation(n)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, t := range []time.Time{time.Unix(0, 0), time.Date(2024, 3, 10, 6, 59, 59, 0, time.UTC), time.Date(2024, 3, 10, 7, 0, 0, 0, time.UTC), time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC), time.Date(2060, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2060, 7, 1, 0, 0, 0, 0, time.UTC), time.Date(2060, 12, 31, 23, 59, 0, 0, time.UTC)} {
			x := t.In(l)
			s, e := x.ZoneBounds()
			if x.Year() > 2050 {
				s, e = x, x
			}
			fmt.Println(x, x.IsDST(), x.Weekday(), s.Unix(), e.Unix())
		}
		sum := uint64(0)
		for y := 2020; y < 2045; y += 4 {
			for m := time.January; m <= 12; m++ {
				for _, h := range []int{0, 1, 2, 3, 12} {
					for _, d := range []int{1, 8, 10, 14, 25, 29, 31} {
						t := time.Date(y, m, d, h, 30, 0, 0, l)
						sum = sum*31 + uint64(t.Unix())
					}
				}
			}
		}
		fmt.Println(sum)
		for _, v := range []string{"2024-01-02 03:04:05", "2024-07-02 03:04:05"} {
			fmt.Println(time.ParseInLocation("2006-01-02 15:04:05", v, l))
		}
		fmt.Println(time.ParseInLocation("2006-01-02 15:04 MST", "2024-07-02 03:04 EDT", l))
		fmt.Println(time.ParseInLocation("2006-01-02 15:04 MST", "2024-07-02 03:04 CET", l))
		fmt.Println(time.ParseInLocation("2006-01-02 15:04 -0700", "2024-07-02 03:04 +0200", l))
		fmt.Println(time.ParseInLocation("2006-01-02 15:04 MST", "2024-07-02 03:04 GMT+3", l))
	}
}

// expect: 1969-12-31 19:00:00 -0500 EST false Wednesday -5767200 9961200
// expect: 2024-03-10 01:59:59 -0500 EST false Sunday 1699164000 1710054000
// expect: 2024-03-10 03:00:00 -0400 EDT true Sunday 1710054000 1730613600
// expect: 2024-07-01 08:00:00 -0400 EDT true Monday 1710054000 1730613600
// expect: 2059-12-31 19:00:00 -0500 EST false Wednesday 2840140800 2840140800
// expect: 2060-06-30 20:00:00 -0400 EDT true Wednesday 2855865600 2855865600
// expect: 2060-12-31 18:59:00 -0500 EST false Friday 2871763140 2871763140
// expect: 11983695368460062224
// expect: 2024-01-02 03:04:05 -0500 EST <nil>
// expect: 2024-07-02 03:04:05 -0400 EDT <nil>
// expect: 2024-07-02 03:04:00 -0400 EDT <nil>
// expect: 2024-07-02 03:04:00 +0000 CET <nil>
// expect: 2024-07-02 03:04:00 +0200 +0200 <nil>
// expect: 2024-07-02 06:04:00 +0300 GMT+3 <nil>
// expect: 1970-01-01 01:00:00 +0100 CET false Thursday -639010800 323830800
// expect: 2024-03-10 07:59:59 +0100 CET false Sunday 1698541200 1711846800
// expect: 2024-03-10 08:00:00 +0100 CET false Sunday 1698541200 1711846800
// expect: 2024-07-01 14:00:00 +0200 CEST true Monday 1711846800 1729990800
// expect: 2060-01-01 01:00:00 +0100 CET false Thursday 2840140800 2840140800
// expect: 2060-07-01 02:00:00 +0200 CEST true Thursday 2855865600 2855865600
// expect: 2061-01-01 00:59:00 +0100 CET false Saturday 2871763140 2871763140
// expect: 8178434899293124576
// expect: 2024-01-02 03:04:05 +0100 CET <nil>
// expect: 2024-07-02 03:04:05 +0200 CEST <nil>
// expect: 2024-07-02 03:04:00 +0000 EDT <nil>
// expect: 2024-07-02 04:04:00 +0200 CEST <nil>
// expect: 2024-07-02 03:04:00 +0200 CEST <nil>
// expect: 2024-07-02 06:04:00 +0300 GMT+3 <nil>
// expect: 1970-01-01 05:30:00 +0530 IST false Thursday -764145000 -62135596800
// expect: 2024-03-10 12:29:59 +0530 IST false Sunday -764145000 -62135596800
// expect: 2024-03-10 12:30:00 +0530 IST false Sunday -764145000 -62135596800
// expect: 2024-07-01 17:30:00 +0530 IST false Monday -764145000 -62135596800
// expect: 2060-01-01 05:30:00 +0530 IST false Thursday 2840140800 2840140800
// expect: 2060-07-01 05:30:00 +0530 IST false Thursday 2855865600 2855865600
// expect: 2061-01-01 05:29:00 +0530 IST false Saturday 2871763140 2871763140
// expect: 1741345922099542016
// expect: 2024-01-02 03:04:05 +0530 IST <nil>
// expect: 2024-07-02 03:04:05 +0530 IST <nil>
// expect: 2024-07-02 03:04:00 +0000 EDT <nil>
// expect: 2024-07-02 03:04:00 +0000 CET <nil>
// expect: 2024-07-02 03:04:00 +0200 +0200 <nil>
// expect: 2024-07-02 06:04:00 +0300 GMT+3 <nil>
// expect: 1970-01-01 10:00:00 +1000 AEST false Thursday -813225600 57686400
// expect: 2024-03-10 17:59:59 +1100 AEDT true Sunday 1696089600 1712419200
// expect: 2024-03-10 18:00:00 +1100 AEDT true Sunday 1696089600 1712419200
// expect: 2024-07-01 22:00:00 +1000 AEST false Monday 1712419200 1728144000
// expect: 2060-01-01 11:00:00 +1100 AEDT true Thursday 2840140800 2840140800
// expect: 2060-07-01 10:00:00 +1000 AEST false Thursday 2855865600 2855865600
// expect: 2061-01-01 10:59:00 +1100 AEDT true Saturday 2871763140 2871763140
// expect: 10136534030413400080
// expect: 2024-01-02 03:04:05 +1100 AEDT <nil>
// expect: 2024-07-02 03:04:05 +1000 AEST <nil>
// expect: 2024-07-02 03:04:00 +0000 EDT <nil>
// expect: 2024-07-02 03:04:00 +0000 CET <nil>
// expect: 2024-07-02 03:04:00 +0200 +0200 <nil>
// expect: 2024-07-02 06:04:00 +0300 GMT+3 <nil>
// expect: 1970-01-01 08:00:00 +0800 CST false Thursday -650019600 515527200
// expect: 2024-03-10 14:59:59 +0800 CST false Sunday 684867600 -62135596800
// expect: 2024-03-10 15:00:00 +0800 CST false Sunday 684867600 -62135596800
// expect: 2024-07-01 20:00:00 +0800 CST false Monday 684867600 -62135596800
// expect: 2060-01-01 08:00:00 +0800 CST false Thursday 2840140800 2840140800
// expect: 2060-07-01 08:00:00 +0800 CST false Thursday 2855865600 2855865600
// expect: 2061-01-01 07:59:00 +0800 CST false Saturday 2871763140 2871763140
// expect: 14327953073676042752
// expect: 2024-01-02 03:04:05 +0800 CST <nil>
// expect: 2024-07-02 03:04:05 +0800 CST <nil>
// expect: 2024-07-02 03:04:00 +0000 EDT <nil>
// expect: 2024-07-02 03:04:00 +0000 CET <nil>
// expect: 2024-07-02 03:04:00 +0200 +0200 <nil>
// expect: 2024-07-02 06:04:00 +0300 GMT+3 <nil>
// expect: unknown time zone Nope/Zone
// expect: time: invalid location name
// expect: 1969-12-31 21:00:00 -0300 -03 false Wednesday -62135596800 -62135596800
// expect: 2024-03-10 03:59:59 -0300 -03 false Sunday -62135596800 -62135596800
// expect: 2024-03-10 04:00:00 -0300 -03 false Sunday -62135596800 -62135596800
// expect: 2024-07-01 09:00:00 -0300 -03 false Monday -62135596800 -62135596800
// expect: 2059-12-31 21:00:00 -0300 -03 false Wednesday 2840140800 2840140800
// expect: 2060-06-30 21:00:00 -0300 -03 false Wednesday 2855865600 2855865600
// expect: 2060-12-31 20:59:00 -0300 -03 false Friday 2871763140 2871763140
// expect: 3219067383642363392
// expect: 2024-01-02 03:04:05 -0300 -03 <nil>
// expect: 2024-07-02 03:04:05 -0300 -03 <nil>
// expect: 2024-07-02 03:04:00 +0000 EDT <nil>
// expect: 2024-07-02 03:04:00 +0000 CET <nil>
// expect: 2024-07-02 03:04:00 +0200 +0200 <nil>
// expect: 2024-07-02 06:04:00 +0300 GMT+3 <nil>

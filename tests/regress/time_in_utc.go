package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"time"
)

// A Time in UTC compares equal to others however it was made, and other zones drop the reading of the
// running clock.
func main() {
	var zero, dec time.Time
	fmt.Println(zero == zero.UTC(), zero == time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), reflect.DeepEqual(zero, zero.UTC()))
	p, _ := time.Parse(time.RFC3339, "0001-01-01T00:00:00Z")
	fmt.Println(p == zero, p.Location() == time.UTC, p.Location())
	json.Unmarshal([]byte(`"0001-01-01T00:00:00Z"`), &dec)
	fmt.Println(dec == zero, zero.In(time.UTC) == zero, time.Unix(0, 0).UTC() == time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC))
	now := time.Now()
	for _, t := range []time.Time{now.UTC(), now.Local(), now.In(time.FixedZone("X", 3600)), now.Round(0), now.Truncate(-1)} {
		fmt.Println(t == t.Round(0), t == now)
	}
	fmt.Println(now.Add(1) == now.Add(1).Round(0), now.AddDate(0, 0, 1) == now.AddDate(0, 0, 1).Round(0))
	var b time.Time
	data, _ := zero.MarshalBinary()
	fmt.Println(b.UnmarshalBinary(data), b == zero)
	fmt.Printf("%#v\n", time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC))
	fmt.Println(time.Date(5, 1, 2, 3, 4, 5, 6, time.FixedZone("UTC", 60)).GoString(), time.Time{}.Local().GoString())
	fmt.Println(time.Date(-5, 1, 2, 3, 4, 5, 6, time.UTC).GoString())
	fmt.Println(time.UnixMilli(5).UTC() == time.UnixMilli(5), time.Unix(5, 0).Location() == time.Local)
}

// expect: true true true
// expect: true true UTC
// expect: true true true
// expect: true false
// expect: true false
// expect: true false
// expect: true false
// expect: true false
// expect: false true
// expect: <nil> true
// expect: time.Date(2020, time.January, 2, 3, 4, 5, 6, time.UTC)
// expect: time.Date(5, time.January, 2, 3, 4, 5, 6, time.Location("UTC")) time.Date(1, time.January, 1, 0, 0, 0, 0, time.Local)
// expect: time.Date(-5, time.January, 2, 3, 4, 5, 6, time.UTC)
// expect: false true

// A Time has the fields of Go's, as %v of a struct with one that is not exported shows them, with a
// reading of the running clock and without, and outside of the years that have one.
package main

import (
	"fmt"
	"reflect"
	"time"
	"unsafe"
)

type holder struct{ t time.Time }

func main() {
	fmt.Printf("%+v\n", holder{})
	fmt.Printf("%+v\n", holder{time.Date(2000, 1, 1, 0, 0, 0, 5, time.UTC)})
	fmt.Printf("%+v\n", holder{time.Date(1700, 1, 1, 0, 0, 0, 0, time.UTC)})
	t := reflect.TypeOf(time.Time{})
	for i := 0; i < t.NumField(); i++ {
		fmt.Println(t.Field(i).Name, t.Field(i).Type, t.Field(i).Offset)
	}
	fmt.Println(unsafe.Sizeof(time.Time{}))

	now := time.Now()
	wall := reflect.ValueOf(now).Field(0).Uint()
	fmt.Println(wall>>63, int64(wall<<1>>31)+59453308800 == now.Unix()+62135596800, wall&(1<<30-1) == uint64(now.Nanosecond()))
	later := now.Add(90 * time.Minute)
	fmt.Println(later.Sub(now), later.Equal(now), later.After(now), now.Add(0) == now)
	fmt.Println(now.Round(0) == now, now.Round(0).Equal(now), later.Round(0).Sub(now.Round(0)))
	const century = 100 * 365 * 24 * time.Hour
	far := now.Add(century).Add(century)
	fmt.Println(reflect.ValueOf(far).Field(0).Uint()>>63, far.Year()-now.Year(), far.Add(-century).Add(-century).Equal(now))
	before := now.Add(-century).Add(-century / 2)
	fmt.Println(reflect.ValueOf(before).Field(0).Uint()>>63, now.Sub(before) == century+century/2)

	timer := <-time.After(time.Millisecond)
	fmt.Println(timer.Sub(now) >= time.Millisecond, reflect.ValueOf(timer).Field(0).Uint()>>63)
	fmt.Println(timer.UnixNano()-now.UnixNano() >= 1e6)
}

// expect: {t:{wall:0 ext:0 loc:<nil>}}
// expect: {t:{wall:5 ext:63082281600 loc:<nil>}}
// expect: {t:{wall:0 ext:53615260800 loc:<nil>}}
// expect: wall uint64 0
// expect: ext int64 8
// expect: loc *time.Location 16
// expect: 24
// expect: 1 true true
// expect: 1h30m0s false true true
// expect: false true 1h30m0s
// expect: 0 200 true
// expect: 0 true
// expect: true 1
// expect: true

// A time is a string of JSON, not a structure without exported fields.
//
// expect: {"At":"2024-02-29T01:02:03.5+02:00","Map":{"1970-01-01T00:00:00Z":"0001-01-01T00:00:00Z"}}
// expect: true 1 <nil>
// expect: true <nil>
// expect: Time.UnmarshalJSON: input is not a JSON string
// expect: parsing time "2024-13-01T00:00:00Z": month out of range
// expect: json: error calling MarshalJSON for type time.Time: Time.MarshalJSON: year outside of range [0,9999]
package main

import (
	"encoding/json"
	"fmt"
	"time"
)

type event struct {
	At  time.Time
	Map map[time.Time]*time.Time
}

func main() {
	e := event{At: time.Date(2024, 2, 29, 1, 2, 3, 5e8, time.FixedZone("", 7200))}
	e.Map = map[time.Time]*time.Time{time.Unix(0, 0).UTC(): {}}
	text, _ := json.Marshal(e)
	fmt.Println(string(text))
	var back event
	err := json.Unmarshal(text, &back)
	fmt.Println(back.At.Equal(e.At), len(back.Map), err)
	err = json.Unmarshal([]byte(`{"At": null}`), &back)
	fmt.Println(back.At.Equal(e.At), err)
	fmt.Println(json.Unmarshal([]byte(`{"At": 7}`), &back))
	fmt.Println(json.Unmarshal([]byte(`{"At": "2024-13-01T00:00:00Z"}`), &back))
	_, err = json.Marshal(time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC))
	fmt.Println(err)
}

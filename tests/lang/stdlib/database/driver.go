package main

import (
	"database/sql/driver"
	"fmt"
	"time"
)

type version struct{ major, minor int }

func (v version) Value() (driver.Value, error) { return fmt.Sprintf("%d.%d", v.major, v.minor), nil }

func main() {
	var v driver.Valuer = version{1, 2}
	fmt.Println(v.Value())
	fmt.Println(driver.IsValue(int64(1)), driver.IsValue(1), driver.IsValue(nil), driver.IsValue(time.Time{}), driver.ErrSkip)
}

// expect: 1.2 <nil>
// expect: true false true true driver: skip fast-path; continue as if unimplemented

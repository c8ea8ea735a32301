// A method with a value receiver that is called through a nil pointer: the message has the whole path of
// the package.
package main

import (
	"fmt"
	"net/netip"
	"time"
)

type T struct{}

func (T) String() string { return "" }

func main() {
	for _, s := range []fmt.Stringer{(*netip.Addr)(nil), (*time.Duration)(nil), (*T)(nil)} {
		func() {
			defer func() { fmt.Println(recover()) }()
			s.String()
		}()
	}
}

// expect: value method net/netip.Addr.String called using nil *Addr pointer
// expect: value method time.Duration.String called using nil *Duration pointer
// expect: value method main.T.String called using nil *T pointer

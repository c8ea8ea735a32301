// Package time/tzdata, imported for its effect; runtime.Pinner; a writer without full duplex.
package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	_ "time/tzdata"
)

func main() {
	var p runtime.Pinner
	p.Pin(new(int))
	p.Unpin()
	err := http.NewResponseController(httptest.NewRecorder()).EnableFullDuplex()
	fmt.Println(err, errors.Is(err, errors.ErrUnsupported))
}

// expect: feature not supported true

// Packages that build on what a program cannot do here: they are there, and say what they do not find.
package main

import (
	"context"
	"fmt"
	"go/build"
	"go/importer"
	"log/syslog"
	_ "net/http/pprof"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"runtime/trace"
	"testing"
)

func main() {
	runtime.SetBlockProfileRate(1)
	fmt.Println(build.Default.GOOS, importer.Default() != nil)
	_, err := syslog.New(syslog.LOG_INFO, "x")
	fmt.Println(err)
	_, ok := debug.ReadBuildInfo()
	fmt.Println(ok)
	pprof.Do(context.Background(), pprof.Labels("a", "b"), func(ctx context.Context) { fmt.Println(pprof.Label(ctx, "a")) })
	defer trace.StartRegion(context.Background(), "x").End()
	_ = testing.RunTests
}

// expect: linux true
// expect: Unix syslog delivery error
// expect: false
// expect: b true

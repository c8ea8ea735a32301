// Package testenv is what Go's tests ask about where they run: here without processes, the go
// command and the network, and on a slow processor.
package testenv

import (
	"os"
	"os/exec"
	"testing"
)

const without = "not in a program of its own"

func need(t testing.TB)                       { t.Skip(without) }
func Builder() string                         { return "" }
func HasGoBuild() bool                        { return false }
func HasGoRun() bool                          { return false }
func HasExec() bool                           { return false }
func HasSrc() bool                            { return false }
func HasCGO() bool                            { return false }
func HasExternalNetwork() bool                { return false }
func HasSymlink() bool                        { return true }
func HasLink() bool                           { return true }
func CanInternalLink() bool                   { return false }
func CPUIsSlow() bool                         { return true }
func OptimizationOff() bool                   { return true }
func GoTool() (string, error)                 { return "", os.ErrNotExist }
func GoToolPath(t testing.TB) string          { need(t); return "" }
func GOROOT(t testing.TB) string              { need(t); return "" }
func CleanCmdEnv(cmd *exec.Cmd) *exec.Cmd     { return cmd }
func MustHaveGoBuild(t testing.TB)            { need(t) }
func MustHaveGoRun(t testing.TB)              { need(t) }
func MustHaveExec(t testing.TB)               { need(t) }
func MustHaveExecPath(t testing.TB, _ string) { need(t) }
func MustHaveExternalNetwork(t testing.TB)    { need(t) }
func MustHaveCGO(t testing.TB)                { need(t) }
func MustInternalLink(t testing.TB)           { need(t) }
func MustHaveSymlink(testing.TB)              {}
func MustHaveLink(testing.TB)                 {}
func SkipFlaky(t testing.TB, _ int)           { need(t) }
func SkipFlakyNet(t testing.TB)               { need(t) }

func SkipIfShortAndSlow(t testing.TB) {
	if testing.Short() {
		need(t)
	}
}

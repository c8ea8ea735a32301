// Package os/exec: what it says of commands that are not there.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
)

func main() {
	_, err := exec.LookPath("surely-not-there")
	fmt.Println(err, errors.Is(err, exec.ErrNotFound))
	cmd := exec.Command("sh", "-c", "echo hello")
	fmt.Println(cmd.Args, cmd.Path != "sh")
	err = exec.CommandContext(context.Background(), "/nonexistent/x", "a b").Start()
	var pe *fs.PathError
	if errors.As(err, &pe) {
		fmt.Println(pe.Op, pe.Path)
	}
	cmd = exec.Command("/bin/sh")
	cmd.Dir = "/nonexistent"
	fmt.Println(cmd.Run())
	var st *os.ProcessState
	fmt.Println(st, st.ExitCode())
	p, _ := os.FindProcess(os.Getpid())
	_, err = p.Wait()
	fmt.Println(err)
}

// expect: exec: "surely-not-there": executable file not found in $PATH true
// expect: [sh -c echo hello] true
// expect: fork/exec /nonexistent/x
// expect: chdir /nonexistent: no such file or directory
// expect: <nil> -1
// expect: waitid: no child processes

// Package os/exec without other processes: what it says of them.
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
	out, err := cmd.Output()
	fmt.Printf("%q %v\n", out, err != nil)
	var pe *fs.PathError
	if errors.As(err, &pe) {
		fmt.Println(pe.Op, pe.Err)
	}
	cmd = exec.CommandContext(context.Background(), "/nonexistent/x", "a b")
	fmt.Println(cmd.String(), cmd.Run())
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
// expect: "" true
// expect: fork/exec function not implemented
// expect: /nonexistent/x a b fork/exec /nonexistent/x: function not implemented
// expect: chdir /nonexistent: no such file or directory
// expect: <nil> -1
// expect: wait: no child processes

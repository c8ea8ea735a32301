// Signals that the program sends to itself; a pipe within it; the numbers of errors.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	sigs := make(chan os.Signal, 1)
	done := make(chan bool, 1)
	signal.Notify(sigs, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		sig := <-sigs
		fmt.Println()
		fmt.Println(sig)
		done <- true
	}()
	go func() {
		time.Sleep(time.Second)
		p, _ := os.FindProcess(os.Getpid())
		p.Signal(os.Interrupt)
	}()
	fmt.Println("awaiting signal")
	<-done
	fmt.Println("exiting")
	signal.Stop(sigs)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	syscall.Kill(syscall.Getpid(), syscall.SIGINT)
	<-ctx.Done()
	fmt.Println(ctx.Err(), ctx)
	stop()
	signal.Ignore(syscall.SIGHUP)
	syscall.Kill(os.Getpid(), syscall.SIGHUP)
	fmt.Println(signal.Ignored(syscall.SIGHUP), syscall.SIGUSR1, syscall.Signal(77), os.Kill, syscall.EIO, syscall.ENOENT)
	_, err := os.Open("/nonexistent")
	var e syscall.Errno
	fmt.Println(errors.Is(err, syscall.ENOENT), errors.As(err, &e), e == syscall.ENOENT, errors.Is(err, os.ErrNotExist))
	r, w, _ := os.Pipe()
	old := os.Stdout
	os.Stdout = w
	fmt.Println("captured")
	os.Stdout = old
	w.Close()
	b, err := io.ReadAll(r)
	fmt.Printf("%q %v %v %v\n", b, err, r.Close(), errors.Is(w.Close(), os.ErrClosed))
}

// expect: awaiting signal
// expect: 
// expect: interrupt
// expect: exiting
// expect: context canceled signal.NotifyContext(context.Background, [interrupt])
// expect: true user defined signal 1 signal 77 killed input/output error no such file or directory
// expect: true true true true
// expect: "captured\n" <nil> <nil> true

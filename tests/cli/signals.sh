# Signals from outside reach a program that asks for them; the others end it.
cat > wait.go <<'END'
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM)
	fmt.Println("ready")
	fmt.Println(<-c)
	tick := time.NewTicker(time.Millisecond)
	for {
		select {
		case <-tick.C:
		case s := <-c:
			fmt.Println(s)
			os.Exit(5)
		}
	}
}
END
"$GOL" run wait.go > out 2>&1 &
program=$!
lines() { # waits until so many have been written
    for _ in $(seq 200); do
        [ "$(wc -l < out)" -ge "$1" ] && return
        sleep 0.05
    done
    echo "no line $1:"; cat out
}
lines 1; kill -INT $program
sleep 0.2; kill -TERM $program
wait $program
echo $?
cat out
echo 'syscall.Kill(syscall.Getpid(), syscall.SIGTERM)' | "$GOL" run - 2>&1
echo $?

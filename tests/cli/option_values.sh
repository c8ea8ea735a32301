# What flags take and refuse as their values: a row has a flag with its value, and what is said of it, or "ok".
. "$ROOT/tests/cli/lib.sh"
printf 'package main\n\nfunc main() {\n\tc := make(chan int, 1)\n\tgo func() { c <- 1 }()\n\t<-c\n}\n' > a.go
try()
{
    local command=$1 said
    while IFS='|' read -r flags said; do
        [ "$flags" ] || continue
        # shellcheck disable=SC2086
        if [ "$said" = ok ]; then
            wants 0 "$GOL" $command $flags a.go
        else
            wants 1 "$GOL" $command $flags a.go
            matches err "$said"
        fi
    done
}
try run << 'END'
--steps 1000|ok
--steps 0x1000|ok
--steps -1|steps
--steps 1x|steps
--steps 99999999999999999999999|steps
--memory 100M|ok
--memory 1g|ok
--memory 100000000|ok
--memory 100Q|memory
--memory M|memory
--memory 100MB|memory
--time 10|ok
--time 10.5s|ok
--time 1m30s|ok
--time 1h1m1s500ms|ok
--time 20000000us|ok
--time 20000000000ns|ok
--time 10x|time
--time s|time
--time -5s|time
--time 1e15s|time
--time 1e999s|time
--time nan|time
--time 10s5|time
--seed 7|ok
--seed x|seed
--strategy random|ok
--strategy nosuch|strategy
--strategy fifo --seed 3|means nothing to it
--schedule 0 --seed 3|--seed cannot say another
--schedule 0 --strategy random|--strategy cannot say another
--jit off|ok
--jit some|jit
--leaks=blocked|ok
--leaks=some|leaks
--detector nosuch|detector
--faults net|ok
--faults net:5|ok
--faults net:0|faults
--faults net:1001|faults
--faults net:x|faults
--faults nets|faults
--faults disk|faults
--clock now|ok
--clock 2020-02-29|ok
--clock 2020-02-29T10:00:00Z|ok
--clock 2020-02-29T10|clock
--clock yesterday|clock
--hosts a=10.0.0.1,b=::1|ok
--hosts a=10.0.0.01|hosts
--hosts a=1::0|hosts
--hosts a|hosts
--hosts =1.2.3.4|hosts
--color always|ok
--color never|ok
--color auto|ok
--color sometimes|color
--detector djit --from 1|ok
--detector djit --from 1-2|ok
--detector djit --from 3-|ok
--from 0|--from takes
--from 5-2|--from takes
--from 5-x|--from takes
--from x|--from takes
--detector djit --lines 3|ok
--detector djit --lines a.go:1-3|ok
--lines a.go|--lines takes
--lines a.go:0|--lines takes
--lines 99999999999|--lines takes
--detector djit --goroutine 1,2|ok
--goroutine 1,x|--goroutine takes
--goroutine=|--goroutine takes
--go 1.20|ok
--go 1.x|--go
--go 2|--go
--quiet=true|ok
--quiet=0|ok
--quiet=yes|takes no value
--trace t.trace --save-schedule t.trace|two outputs cannot go to the same file
--sandbox --allow read:.|ok
--sandbox --allow read|--allow
--sandbox --allow nothing:.|--allow
--sandbox --allow env:|--allow
--nosuchflag|unknown flag
--quite|did you mean.*--quiet
--steps|bad value a.go for --steps
END
try fuzz << 'END'
--schedules 3 -j2|ok
--schedules 3 -j 1|ok
--schedules 3 -j x|-j
--schedules x|schedules
--schedules 3 --strategy nosuch|strategy
END
try check << 'END'
--engine dpor|ok
--engine nosuch|engine
--preemptions 2|ok
--preemptions x|preemptions
--shard 1/0|shard
--shard 2/2|shard
--shard x|shard
END
finish

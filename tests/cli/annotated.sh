# gol predict --explain and --table: the four traces of [SULZMANN24] come out as annotated
# there, entry for entry, with event sets and with vector clocks; the producer and consumers of
# section 5 of [GRACE20] with its happens-before sets and clocks.
. "$ROOT/tests/cli/lib.sh"

cat > racy.txt <<'END'
   T0        T1
1. fork(T1)
2. acq(y)
3. wr(x)
4. rel(y)
5.           wr(x)
6.           acq(y)
7.           rel(y)
END
cat > unlucky.txt <<'END'
   T0        T1
1. fork(T1)
2. acq(y)
3. wr(x)
4. rel(y)
5.           acq(y)
6.           rel(y)
7.           wr(x)
END
cat > latest.txt <<'END'
   T0        T1
1. fork(T1)
2. acq(y)
3. wr(x)
4. wr(x)
5. rel(y)
6.           wr(x)
7.           acq(y)
8.           rel(y)
END
cat > reads.txt <<'END'
   T0        T1     T2
1. wr(x)
2. fork(T1)
3. fork(T2)
4. rd(x)
5.           rd(x)
6.                  acq(y)
7.                  wr(x)
8.                  rel(y)
END
for reading in eventset djit; do
    for trace in racy unlucky latest reads; do
        echo "$trace, $reading"
        "$GOL" predict --quiet --explain --detector $reading $trace.txt
    done
done

cat > section5.txt <<'END'
    p0        p1      p2
 1. mk(c,2)
 2. mk(d,2)
 3. fork(p1)
 4. fork(p2)
 5. wr(z)
 6. snd(c)
 7. snd(c)
 8.           rcv(c)
 9.           rd(z)
10.           snd(d)
11.                   rcv(c)
12.                   rd(z)
13.                   snd(d)
14. rcv(d)
15. rcv(d)
16. wr(z)
END
for detector in fasttrack grace; do
    "$GOL" predict --quiet --explain --detector $detector section5.txt
done

# From sets of events to clocks, for the first trace of the notes.
cat > first.txt <<'END'
   T1      T2
1. w(x)
2. acq(y)
3. rel(y)
4.         acq(y)
5.         w(x)
6.         rel(y)
END
for table in events timestamps epochs epoch-sets recent clocks locksets; do
    echo "$table"
    "$GOL" predict --table $table first.txt
done
"$GOL" predict --table locksets reads.txt
# An RWMutex is one lock, though readers and writers release into two objects; a WaitGroup is none.
program locks.gol <<'END'
var wg sync.WaitGroup
var mu sync.RWMutex
x := 0
wg.Add(1)
go func() { mu.Lock(); x = 1; mu.Unlock(); wg.Done() }()
mu.RLock()
y := x
mu.RUnlock()
wg.Wait()
println(x, y)
END
"$GOL" run --trace locks.trace locks.gol 2>&1
"$GOL" predict --table locksets locks.trace
"$GOL" predict --table nosuch first.txt 2>&1 | head -n 1

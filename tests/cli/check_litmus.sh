# gol check --engine dpor on the programs of tests/check/litmus.tsv: as many executions as it says.
. "$ROOT/tests/cli/lib.sh"

# The goroutines of a row, which is one per line, as Go.
goroutines()
{
    sed -E 's/\b([xyzw]):(\w+)->(\w+)/see(\1.CompareAndSwap(\2, \3))/g
        s/\b([xyzw])<-(\w+)/see(\1.Swap(\2))/g
        s/\b([xyzw])\+=(\w+)/see(\1.Add(\2))/g
        s/\b([qr])=([xyzw])\b/\1 = \2.Load(); see(\1)/g
        s/\b([xyzw])=([^;}]*[^;} ])/\1.Store(\2)/g
        s/.*/start(func(see func(any)) {\n\tvar q, r int64\n\t_, _, _ = see, q, r\n\t&\n})/'
}

rows=0
while IFS=$'\t' read -r name theirs ours threads; do
    [ "${name:0:1}" = '#' ] && continue
    rows=$((rows + 1))
    {
        echo 'var x, y, z, w atomic.Int64'
        cat << 'EOF'
u := 0
var seen []*[]any
var wg sync.WaitGroup
start := func(body func(see func(any))) {
	mine := new([]any)
	seen = append(seen, mine)
	wg.Add(1)
	go func() { body(func(v any) { *mine = append(*mine, v) }); wg.Done() }()
}
EOF
        tr '|' '\n' <<< "$threads" | goroutines
        cat << 'EOF'
wg.Wait()
for _, list := range seen { fmt.Println(*list...) }
fmt.Println(u, x.Load(), y.Load(), z.Load(), w.Load())
EOF
    } > litmus.gol
    wants 0 "$GOL" check --engine dpor litmus.gol
    count=$(grep -oE 'in (the only|all [0-9]+) execution' err | grep -oE '[0-9]+')
    [ "${count:-1}" = "$ours" ] || bad "$name: ${count:-1} executions, not $ours" "$(cat litmus.gol)"
    [ "$ours" -le "$theirs" ] || bad "$name: more than GenMC's $theirs"
done < "$ROOT/tests/check/litmus.tsv"
[ $rows -ge 60 ] || bad "only $rows programs"
finish

# A program with very many races: each is shortened and reported in full, and the time holds.
. "$ROOT/tests/cli/lib.sh"

# $1 variables, each of which two goroutines increment in a function of its own.
many_races()
{
    local i
    echo 'package main'
    echo 'import ("fmt"; "sync")'
    for ((i = 0; i < $1; i++)); do
        printf 'var v%d int\nfunc add%d() { v%d++ }\n' "$i" "$i" "$i"
    done
    echo 'func main() {'
    echo '	var wg sync.WaitGroup'
    echo '	for g := 0; g < 2; g++ {'
    echo '		wg.Add(1)'
    echo '		go func() {'
    echo '			defer wg.Done()'
    for ((i = 0; i < $1; i++)); do
        echo "			add$i()"
    done
    echo '		}()'
    echo '	}'
    echo '	wg.Wait()'
    echo '	fmt.Println("end")'
    echo '}'
}

many_races 60 > many.go
wants 66 "$GOL" fuzz -j 1 --schedules 20 many.go
matches err '^20 schedules in .*, 60 findings$'
[ "$(grep -cE '^race: .* on v[0-9]+ ' err)" = 60 ] || bad "not 60 races are named"
[ "$(grep -cE '^  why ' err)" = 60 ] || bad "not 60 races are explained"
[ "$(grep -oE 'in main\.add[0-9]+' err | sort -u | wc -l)" = 60 ] || bad "not 60 functions are named"
[ "$(grep -cE '^replay: gol run --schedule' err)" = 60 ] || bad "not 60 replays"

finish

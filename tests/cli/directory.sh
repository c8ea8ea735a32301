# A program may be a directory of files of one package.
. "$ROOT/tests/cli/lib.sh"
mkdir prog
program prog/main.go << 'END'
package main

import "fmt"

func main() { fmt.Println(helper(20)) }
END
program prog/helper.go << 'END'
package main

func helper(n int) int { return n * 2 }
END
program prog/main_test.go << 'END'
package main

func helper(n int) int { return 0 }
END
wants 0 "$GOL" run prog
echo 40 > want
same out want

# A script among files of a package is what is wrong, not they.
program prog/a_script.gol << 'END'
println(1)
END
wants 1 "$GOL" run prog
grep -c ': error:' err > seen
echo 1 > want
same seen want
matches err '^prog/a_script.gol:1:1: error: a script .* must be the only file$'
finish

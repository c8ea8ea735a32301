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
finish

# A module of several packages and files: imports, internal packages, build constraints, init order.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m/internal/deep m/util/internal m/a m/b m/cmd && cd m || exit 1
program go.mod << 'END'
module example.com/m

go 1.21
END
program main.go << 'END'
package main

import (
	"fmt"

	"example.com/m/a"
	. "example.com/m/b"
	deeper "example.com/m/internal/deep"
)

var first = note("main.first", second+1)

func init() { note("main.init 1", 0) }

func main() {
	fmt.Println(first, a.Value, B, deeper.Name(), platform)
	var fs []func() int
	for i := 0; i < 2; i++ {
		fs = append(fs, func() int { return i })
	}
	fmt.Println(fs[0](), fs[1](), min(3, 1, 2))
}
END
program more.go << 'END'
package main

import "example.com/m/internal/deep"

var second = note("main.second", 41)

func note(name string, n int) int { return deep.Note(name, n) }
func init()                       { note("main.init 2", 0) }
END
program os_linux.go << 'END'
package main

const platform = "linux"
END
program os_windows.go << 'END'
package main

const platform = "windows"
END
program ignored.go << 'END'
//go:build ignore || (windows && !linux)

package main

const platform = "ignored"
END
program new.go << 'END'
//go:build go1.21 && linux && !cgo

package main

func init() { note("main.init 3", 0) }
END
program too_new.go << 'END'
//go:build go1.99

package main

func init() { undefined }
END
program a/a.go << 'END'
package a

import (
	"example.com/m/b"
	"example.com/m/internal/deep"
)

var Value = deep.Note("a.Value", helper()+b.B)

func init() { deep.Note("a.init", Value) }
END
program a/helper.go << 'END'
package a

func helper() int { return base * 2 }

var base = 21
END
program b/b.go << 'END'
package b

import "example.com/m/internal/deep"

var B = deep.Note("b.B", 7)
END
program internal/deep/deep.go << 'END'
package deep

import "fmt"

func Note(name string, n int) int { fmt.Println(name, n); return n }
func Name() string                { return "deep" }
END
program util/internal/hidden.go << 'END'
package internal

const Secret = 1
END
cat > want << 'END'
b.B 7
a.Value 49
a.init 49
main.second 41
main.first 42
main.init 1 0
main.init 2 0
main.init 3 0
42 49 7 deep linux
2 2 1
END
wants 0 "$GOL" run .
same want out
wants 0 "$GOL" run --go 1.22 .
matches out '^0 1 1$'
wants 1 "$GOL" run --go 1.20 .
matches err 'min requires go1.21|undefined: min'

# whom a file is asked for by name, that it runs alone
program cmd/bad.go << 'END'
package main

import (
	_ "example.com/m/nothing"
	"example.com/m/util/internal"
)

func main() { println(internal.Secret) }
END
wants 1 "$GOL" run cmd/bad.go
matches err 'bad.go:4:4: error: could not import example.com/m/nothing'
matches err 'bad.go:5:2: error: use of internal package example.com/m/util/internal not allowed'

program b/cycle.go << 'END'
package b

import _ "example.com/m/a"
END
wants 1 "$GOL" run .
matches err 'import cycle not allowed'
rm b/cycle.go

program a/other.go << 'END'
package other
END
wants 1 "$GOL" run .
matches err 'package other; expected package a'

# a file's constraint may ask for a newer language than the module does; tests of files that are left out are too
mkdir -p old && cd old || exit 1
printf 'module example.com/old\n\ngo 1.18\n' > go.mod
program main.go << 'END'
package main

func main() {
	var fs []func()
	for i := 0; i < 2; i++ {
		fs = append(fs, func() { print(i) })
	}
	for _, f := range fs {
		f()
	}
	print(sum())
}
END
program new.go << 'END'
//go:build go1.22

package main

func sum() (n int) {
	for i := range 4 {
		n += i
	}
	return
}
END
program new_test.go << 'END'
//go:build go1.22

package main

import "testing"

func TestSum(t *testing.T) {
	if sum() != 6 {
		t.Fail()
	}
}
END
program other_test.go << 'END'
//go:build go1.99 || windows

package main

func TestOther(t *testing.T) {}
END
program older.go << 'END'
// A line of the older kind counts before Go 1.18.

// +build ignore windows,linux
// +build !cgo

package main

func sum() {}
END
sed -i 's/go 1.18/go 1.17/' go.mod
wants 0 "$GOL" run .
matches err '^226$'
wants 0 "$GOL" test -v .
matches out 'PASS: TestSum'

# packages of other modules lie in vendor, or where go.mod says
cd .. && mkdir -p dep/vendor/example.org/v/sub beside/inner && cd dep || exit 1
cat > go.mod << 'END'
module example.com/dep

go 1.21

require example.org/v v1.0.0

replace (
	example.org/beside v1.2.3 => ../beside // comment
)
END
program vendor/example.org/v/v.go << 'END'
package v

import "example.org/v/sub"

const Name = "v and " + sub.Name
END
program vendor/example.org/v/sub/sub.go << 'END'
package sub

const Name = "sub"
END
program ../beside/inner/inner.go << 'END'
package inner

import "fmt"

func Show(s string) { fmt.Println("beside:", s) }
END
program main.go << 'END'
package main

import (
	"example.org/beside/inner"
	"example.org/v"
)

func main() { inner.Show(v.Name) }
END
wants 0 "$GOL" run .
matches out '^beside: v and sub$'

# build constraints: -tags, cgo, a processor that gol has no assembly for, names of files
mkdir -p ../tags/asm && cd ../tags || exit 1
printf 'module example.com/tags\n\ngo 1.21\n' > go.mod
constrained() { printf '//go:build %s\n\npackage main\n\nfunc init() { println("%s") }\n' "$2" "$1" > "$1.go"; }
constrained one 'one && !two'
constrained two 'two'
constrained race 'race'
constrained fe_arm64_noasm 'linux'
constrained x_amd64 'amd64'
constrained x_linux_arm64 'linux'
printf '// +build one\n\npackage main\n\nfunc init() { println("older") }\n' > older.go
printf '//+build one\n//+build !two\n\npackage main\n\nfunc init() { println("oldest") }\n' > oldest.go
printf '// +build one\npackage main // no blank line: a comment\n\nfunc init() { println("rest") }\n' > rest.go
printf '// +builder one\n\npackage main\n' > word.go
printf 'package main\n\nimport "C"\n\nfunc init() { println("cgo") }\n' > cgo.go
cat > main.go << 'END'
package main

import "example.com/tags/asm"

func main() { println(asm.Add(1, 2)) }
END
program asm/add_amd64.go << 'END'
package asm

func Add(a, b int) int
END
program asm/add.go << 'END'
//go:build !amd64 || purego

package asm

func Add(a, b int) int { return a + b }
END
touch asm/add_amd64.s
# what there is for each processor, but not for others
mkdir asm/pad
for processor in amd64 riscv64 mips; do printf 'package pad\n\nconst Size = len("%s") - len("riscv64")\n' $processor > asm/pad/pad_$processor.go; done
printf '\nfunc id() int\n\nvar ID = id()\n' >> asm/pad/pad_amd64.go
printf '//go:build !386 && !amd64\n\npackage pad\n\nvar ID = Size\n' > asm/pad/other.go
touch asm/pad/id.s
sed -i 's|^package asm$|&\n\nimport "example.com/tags/asm/pad"|; s/return a + b/return a + b + pad.ID/' asm/add.go
# what only files without assembly import; what files with assembly add, and nothing instead of them
mkdir asm/carry asm/id
printf '// +build noasm !amd64\n\npackage carry\n\nfunc Add(a, b int) int { return a + b + id.Fast }\n' > asm/carry/carry.go
sed -i 's|^package carry$|&\n\nimport "example.com/tags/asm/id"|' asm/carry/carry.go
printf 'package id\n\nvar Fast int\n' > asm/id/id.go
printf 'package id\n\nfunc cpu(a,\n\tb int) int\n\nfunc init() { Fast = cpu(0, 0) }\n\nfunc other(\n) int\n' > asm/id/id_amd64.go
printf '\nfunc last() int\n' >> asm/id/id_amd64.go
touch asm/id/id_amd64.s
sed -i 's|^package asm$|&\n\nimport "example.com/tags/asm/carry"|; s/return a + b/return carry.Add(a, b)/' asm/add.go
mkdir inside
printf '// +build !appengine,!safe\n\npackage inside\n\nvar _ = nothing\n' > inside/bypass.go
printf '// +build appengine safe\n\npackage inside\n\nconst Safe = 0\n' > inside/safe.go
sed -i 's|^import .*|import "example.com/tags/asm"\nimport "example.com/tags/inside"|; s/asm.Add(1, 2)/asm.Add(1, 2+inside.Safe)/' main.go
wants 0 "$GOL" run .
[ "$(tr '\n' ' ' < err)" = "fe_arm64_noasm rest x_amd64 3 " ] || bad "without tags" "$(cat err)"
wants 0 "$GOL" run --tags one .
[ "$(tr '\n' ' ' < err)" = "fe_arm64_noasm older oldest one rest x_amd64 3 " ] || bad "-tags one" "$(cat err)"
wants 0 "$GOL" run -tags=one,two -race .
[ "$(tr '\n' ' ' < err)" = "fe_arm64_noasm older race rest two x_amd64 3 " ] || bad "-tags one,two" "$(cat err)"
# A package that has files for the tag appengine in the place of files that import unsafe is built with
# those, but not where it is itself tested.
mkdir -p engine/mask engine/app
printf 'module example.com/engine\n\ngo 1.19\n' > engine/go.mod
printf '//go:build !appengine\n\npackage mask\n\nimport "unsafe"\n\nconst Kind = "unsafe"\n\nvar _ = unsafe.Sizeof(1)\n' > engine/mask/mask.go
printf '//go:build appengine\n\npackage mask\n\nconst Kind = "safe"\n' > engine/mask/mask_safe.go
printf '//go:build appengine\n\npackage other\n\nconst Kind = "stub"\n' | tee engine/app/stub.go > /dev/null
printf '//go:build !appengine\n\npackage other\n\nconst Kind = "real"\n' > engine/app/real.go
program engine/main.go << 'END'
package main

import (
	"fmt"

	other "example.com/engine/app"
	"example.com/engine/mask"
)

func main() { fmt.Println(mask.Kind, other.Kind) }
END
for package in mask mask_test; do
    printf "package $package\n\nimport \"testing\"\n" > engine/mask/${package}x_test.go
done
sed -i 's/^import.*/import ("testing"; "example.com\/engine\/mask")\nfunc TestExternal(t *testing.T) { if mask.Kind != "unsafe" { t.Fatal() } }/' engine/mask/mask_testx_test.go
echo 'func TestOwn(t *testing.T) { if Kind != "unsafe" { t.Fatal() } }' >> engine/mask/maskx_test.go
wants 0 "$GOL" run engine
[ "$(cat out)" = "safe real" ] || bad "engine: $(cat out err)"
wants 0 "$GOL" test -v ./engine/mask
matches out 'PASS: TestOwn'
matches out 'PASS: TestExternal'
# files of package documentation are none of the package
mkdir -p documented && printf 'package documentation\n\nfunc main() {}\n' > documented/doc.go
printf 'package main\n\nfunc main() { println("documented") }\n' > documented/main.go
wants 0 "$GOL" run ./documented
matches err '^documented$'
wants 0 "$GOL" list -f '{{.GoFiles}}' ./documented
matches out '^\[main.go\]$'
# a program by its import path
wants 0 "$GOL" run example.com/tags/documented
matches err '^documented$'
wants 0 "$GOL" fuzz --schedules 2 example.com/tags/documented
wants 1 "$GOL" run example.com/tags/nothing
matches err 'cannot read example.com/tags/nothing'
# x/sys/cpu asks the processor in assembly: gol says that it has no features.
mkdir -p processor/vendor/golang.org/x/sys/cpu
printf 'module example.com/processor\n' > processor/go.mod
cat > processor/main.go << 'END'
package main

import "golang.org/x/sys/cpu"

func main() { println(cpu.HasAVX, cpu.Line()) }
END
cat > processor/vendor/golang.org/x/sys/cpu/cpu.go << 'END'
package cpu

var HasAVX bool

func Line() int { return cacheLineSize }

func init() { initOptions() }
END
cat > processor/vendor/golang.org/x/sys/cpu/cpu_x86.go << 'END'
//go:build amd64

package cpu

const cacheLineSize = 64

func initOptions() { HasAVX = cpuid() }
END
printf '//go:build amd64 && gc\n\npackage cpu\n\nfunc cpuid() bool\n' > processor/vendor/golang.org/x/sys/cpu/cpu_gc_x86.go
printf '//go:build arm64\n\npackage cpu\n\nconst cacheLineSize = 128\n' > processor/vendor/golang.org/x/sys/cpu/cpu_arm64.go
touch processor/vendor/golang.org/x/sys/cpu/cpu_x86.s
printf '//go:build !amd64\n\npackage cpu\n' > processor/vendor/golang.org/x/sys/cpu/cpu_other.go
wants 0 "$GOL" run processor
matches err '^false 64$'
finish

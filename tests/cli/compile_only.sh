# --compile-only asks whether this is Go: what only cannot run here passes, and is named when it is run.
cat > lib.go <<'GO'
package main

import "unsafe"

func elsewhere(p unsafe.Pointer) int

func f(x *int) int { return elsewhere(unsafe.Pointer(x)) }
GO
"$GOL" run --compile-only lib.go || exit 1
echo "func main() { f(nil) }" >> lib.go
"$GOL" run lib.go 2> err && exit 1
grep -q 'missing function body' err || exit 1
printf 'package main\nfunc init()\n' > bad.go
"$GOL" run --compile-only bad.go 2> err
[ $? = 1 ] && grep -q 'missing function body' err

# Lines of go.mod, one fault each: refused with its line, as the go command words it.
. "$ROOT/tests/cli/lib.sh"
mkdir -p m b && echo 'module example.com/b' > b/go.mod && cd m || exit 1
printf 'package main\n\nfunc main() { println(1) }\n' > m.go
while IFS= read -r line; do
    text=${line%% ==> *} want=${line##* ==> }
    printf "$text\n" > go.mod
    "$GOL" run . > out 2> err
    got=$(sed -n 's/^gol: .*go\.mod:\([0-9]*: .*\)/\1/p' err)
    [ "${got:-fine}" = "$want" ] || bad "$text: ${got:-fine}, not $want"
done << 'END'
module ==> 1: usage: module module/path
module "example.com/q" ==> fine
module `example.com/r` ==> fine
module example.com/m // a comment ==> fine
unknown verb ==> 1: unknown directive: unknown
) ==> 1: unknown directive: )
module m\ngo ==> 2: invalid go version '': must be like 1.21
module m\ngo x ==> 2: invalid go version 'x': must be like 1.21
module m\ngo 2.0 ==> 2: invalid go version '2.0': must be like 1.21
module m\ngo 1.x ==> 2: invalid go version '1.x': must be like 1.21
module m\ngo 1.21x ==> 2: invalid go version '1.21x': must be like 1.21
module m\ngo 1.2000 ==> 2: invalid go version '1.2000': must be like 1.21
module m\ngo 1.21rc1 ==> fine
module m\ngo 1.21beta2 ==> fine
module m\ngo 1.21.3 ==> fine
module m\nrequire a ==> 2: usage: require module/path v1.2.3
module m\nrequire (\n\ta v1.0.0\n\tb // no version\n) ==> 4: usage: require module/path v1.2.3
module m\nreplace a ==> 2: usage: replace module/path [v1.2.3] => other/module v1.4, or => ../directory
module m\nreplace a => ==> 2: usage: replace module/path [v1.2.3] => other/module v1.4, or => ../directory
module m\nreplace a v1 b => ../b ==> 2: usage: replace module/path [v1.2.3] => other/module v1.4, or => ../directory
module m\nreplace (\n\ta => b\n) ==> 3: replacement module without version must be directory path (rooted or starting with . or ..)
module m\nreplace (\n\ta => ../b\n\tc v1 => d v2\n\te => /f\n\tg => .\n\th => "../b"\n\ti => ..\n) ==> fine
module m\nexclude a v1\nretract v1\ntoolchain go1.21\ngodebug x=y\ntool a/b\nignore (\n\t./x\n\ty\n) ==> fine
END
finish

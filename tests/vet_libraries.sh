#!/bin/bash
# What gol vet makes of real code: packages of Go libraries with their tests as entries. Each directory given (default:
# a dozen that Debian's golang-*-dev packages install) is copied into a module of its own, whose folder vendor is the
# folder of all of them. Lines are those of functions in reach of one entry, at most; limits are entries too large to be
# analysed. Seconds are of the processor, for the whole package, which gets LIMIT of the clock (default 120).
set -u
BUILD=${BUILD:-build}
SOURCES=${SOURCES:-/usr/share/gocode/src}
OUT=$BUILD/vet-libraries
GOL=$PWD/$BUILD/gol
[ $# -gt 0 ] || set -- github.com/eapache/queue github.com/cenkalti/backoff github.com/jpillora/backoff \
    github.com/hashicorp/golang-lru/simplelru github.com/hashicorp/go-multierror github.com/eapache/channels \
    github.com/pkg/errors github.com/mattn/go-runewidth github.com/beorn7/perks/quantile golang.org/x/sync/errgroup \
    golang.org/x/sync/semaphore golang.org/x/sync/singleflight golang.org/x/time/rate github.com/spf13/pflag

number() { sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$2"; }

mkdir -p "$OUT"
printf '%-42s %7s %6s %6s %5s %6s %6s %8s\n' package entries limits lines open errors warned seconds
for package in "$@"; do
    dir=$OUT/$package
    rm -rf "$dir"
    [ -d "$SOURCES/$package" ] || { printf '%-42s not installed\n' "$package"; continue; }
    mkdir -p "$dir"
    cp -L "$SOURCES/$package"/*.go "$dir"
    printf 'module %s\n\ngo 1.19\n' "$package" > "$dir/go.mod"
    ln -sfn "$SOURCES" "$dir/vendor"
    (cd "$dir" && LC_ALL=C timeout "${LIMIT:-120}" /usr/bin/env bash -c \
        'TIMEFORMAT=%U; time "$0" vet --json . > vet.json 2> vet.err' "$GOL" 2> vet.seconds)
    status=$?
    tail -n 1 "$dir/vet.json" > "$dir/verdict"
    if grep -q '"type":"verdict"' "$dir/verdict" && ! [ -s "$dir/vet.err" ]; then
        printf '%-42s %7s %6s %6s %5s %6s %6s %8s\n' "$package" "$(number entries "$dir/verdict")" \
            "$(number limits "$dir/verdict")" "$(number lines "$dir/verdict")" "$(number open "$dir/verdict")" \
            "$(number errors "$dir/verdict")" "$(number warnings "$dir/verdict")" "$(cat "$dir/vet.seconds")"
    elif [ $status = 124 ]; then
        printf '%-42s no answer within %s s\n' "$package" "${LIMIT:-120}"
    else
        printf '%-42s %s\n' "$package" "$(head -n 1 "$dir/vet.err")"
    fi
done

#!/bin/sh
# Installs the Debian packages that the named purposes need and that are missing:
#   tests/install-deps.sh build|terminal|suites|libraries|bench|vet|fuzz|tidy|clang|bare|agree|show|docs|coverage|mpi|arm64 ...
# Says nothing when everything is there. Needs root or sudo only when something is not.
set -u

missing=
need_command() { command -v "$1" >/dev/null 2>&1 || missing="$missing $2"; }
need_header()
{
    printf '#include <stddef.h>\n#include <stdio.h>\n#include <%s>\n' "$1" |
        ${CC:-cc} -E -x c - >/dev/null 2>&1 || missing="$missing $2"
}

need_build()
{
    need_command cc gcc
    need_command gcc gcc
    need_command make make
    need_header stdlib.h libc6-dev
    need_header gc.h libgc-dev
    need_header gmp.h libgmp-dev
    need_header mpfr.h libmpfr-dev
    need_header histedit.h libedit-dev
    need_header curses.h libncurses-dev
    need_header utf8proc.h libutf8proc-dev
    need_header cjson/cJSON.h libcjson-dev
    need_header xxhash.h libxxhash-dev
    need_header zlib.h zlib1g-dev
    need_header sha2.h libmd-dev
    [ -d /usr/share/go-1.19/src ] || missing="$missing golang-1.19-src" # a part of gol
    [ -e /usr/share/zoneinfo/UTC ] || missing="$missing tzdata" # time.LoadLocation reads it
}

# The package with the headers and the archive of a library.
debian_name()
{
    case $1 in
    ncursesw) echo libncurses-dev ;;
    z) echo zlib1g-dev ;;
    *) echo "lib$1-dev" ;;
    esac
}

for purpose in "$@"; do
    case $purpose in
    build) need_build ;;
    terminal) need_command tmux tmux ;;
    suites)
        need_command go golang-go
        ;;
    libraries)
        need_command go golang-go
        need_command /usr/bin/python3 python3
        missing="$missing $(tests/libraries.py --missing)"
        [ "$missing" = " " ] && missing=
        ;;
    bench)
        need_command go golang-go
        need_command lua5.4 lua5.4
        need_command luajit luajit
        need_command spin spin
        need_command /usr/bin/python3 python3
        [ -d /usr/share/gocode/src/github.com/traefik/yaegi ] ||
            missing="$missing golang-github-traefik-yaegi-dev"
        ;;
    vet) # the test programs of Go's vet are in golang-1.19-src, those of its analysers in a package
        need_command /usr/bin/python3 python3
        [ -d /usr/share/gocode/src/golang.org/x/tools/go/analysis ] ||
            missing="$missing golang-golang-x-tools-dev"
        ;;
    mpi) # gol-mpi
        need_command mpicc libopenmpi-dev
        need_command mpirun openmpi-bin
        ;;
    arm64) # a cross compiler, an emulator, and the libraries of gol for that processor
        need_command aarch64-linux-gnu-gcc "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
        need_command qemu-aarch64-static qemu-user-static
        for library in gc gmp mpfr edit ncursesw bsd md utf8proc cjson xxhash z; do
            [ -e /usr/lib/aarch64-linux-gnu/lib$library.so ] ||
                foreign="${foreign-} $(debian_name $library):arm64"
        done
        missing="$missing${foreign-}"
        ;;
    fuzz) need_command clang "clang libclang-rt-14-dev" ;;
    tidy) need_command clang-tidy clang-tidy; need_command clang-format clang-format ;;
    clang) need_command clang clang ;;
    agree) need_command /usr/bin/python3 python3 ;;
    show) # a browser, for the page of gol show
        command -v chromium-browser >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 ||
            need_command chromium chromium
        ;;
    docs) # the site's generator, its theme, and what tries its links
        need_command mkdocs mkdocs
        [ -d /usr/share/mkdocs/themes/material ] || missing="$missing mkdocs-material"
        need_command linkchecker linkchecker
        ;;
    coverage) need_command gcovr gcovr ;;
    bare) need_command /usr/sbin/debootstrap debootstrap ;;
    *) echo "install-deps.sh: unknown purpose $purpose" >&2; exit 1 ;;
    esac
done
[ -z "$missing" ] && exit 0

echo "installing:$missing"
if [ "$(id -u)" = 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "install-deps.sh: missing packages, and neither root nor sudo:$missing" >&2
    exit 1
fi
export DEBIAN_FRONTEND=noninteractive
[ -z "${foreign-}" ] || $as_root dpkg --add-architecture arm64 || exit 1
$as_root apt-get -qq update &&
    $as_root apt-get -qq install -y --no-install-recommends $missing >/dev/null || {
    echo "install-deps.sh: could not install:$missing" >&2
    exit 1
}

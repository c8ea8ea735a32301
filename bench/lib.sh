# Sourced by the scripts here, in the project's root. BUILD=dir is the build to measure.
BUILD=${BUILD:-build}
GOL=$PWD/$BUILD/gol
OUT=$PWD/$BUILD/bench
export LC_ALL=C
mkdir -p "$OUT"

# The programs of the comparison, sequential ones first.
PROGRAMS="empty fib matmul sieve nbody bintrees maps fannkuch spectral mandelbrot strings sorting
    methods closures json generic
    pingpong buffered primes mutex spawn selectfan timeouts rwmutex pipeline workers many"

# Programs that share memory as most Go programs do: bench/shared/NAME.go.
SHARED=$(cd bench && echo shared/*.go)
SHARED=${SHARED//.go/}

need_tools()
{
    [ -x "$GOL" ] || { echo "$0: no $GOL; run make first" >&2; exit 1; }
    [ "$OUT/measure" -nt bench/measure.c ] || cc -O2 -o "$OUT/measure" bench/measure.c || exit 1
}

# From the sources that Debian installs, without a network.
need_yaegi()
{
    [ -x "$OUT/yaegi" ] && return
    GO111MODULE=off GOPATH=/usr/share/gocode GOFLAGS='' \
        go build -o "$OUT/yaegi" github.com/traefik/yaegi/cmd/yaegi || exit 1
}

# go_binary NAME [-race]: builds bench/NAME.go unless that was done, prints the path.
go_binary()
{
    local binary=$OUT/$1${2-}.exe
    mkdir -p "${binary%/*}"
    [ "$binary" -nt "bench/$1.go" ] || go build ${2-} -o "$binary" "bench/$1.go" || exit 1
    echo "$binary"
}

free_gigabytes() { awk '/MemAvailable/ { print int($2 / 1048576) }' /proc/meminfo; }

version_of() { dpkg-query -W -f '${Version}' "$1" 2> /dev/null || echo unknown; }

# What was measured with what, as rows of a report.
describe_machine()
{
    local load
    read -r load _ < /proc/loadavg
    printf 'about\t%s\t%s\n' \
        processor "$(nproc) x $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)" \
        memory "$(awk '/MemTotal/ { print int($2 / 1048576 + 0.5) " GB" }' /proc/meminfo)" \
        load "$load when it began" \
        date "$(date +%F)" \
        gol "$(git rev-parse --short HEAD), $(cc --version | head -n 1)" \
        go "$(go version | cut -d ' ' -f 3)" \
        yaegi "$(version_of golang-github-traefik-yaegi-dev)" \
        lua "$(version_of lua5.4)" luajit "$(version_of luajit)" python "$(version_of python3)" \
        spin "$(version_of spin)"
}

#!/usr/bin/env bash
# Runs the commands of README.md's "Try it" where nothing is installed: in a chroot with a minimal
# Debian bookworm, git and make, on a fresh clone of what is committed here. The last line is that of
# `make test`. Needs root, debootstrap, the network, 2 GB in $TMPDIR and about five minutes.
set -eu
cd "$(dirname "$0")/.."
MIRROR=${MIRROR:-http://deb.debian.org/debian}

# In namespaces of its own, so that mounts and processes end with it.
if [ "${1:-}" = --inside ]; then
    root=$2
    shift 2
    mount -t proc proc "$root/proc"
    mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
    ln -sf pts/ptmx "$root/dev/ptmx"
    for command in "$@"; do
        printf '== %s\n' "$command"
        chroot "$root" env -i PATH="$PATH" HOME=/root ${http_proxy:+http_proxy="$http_proxy"} \
            sh -c "cd /gol && $command" < /dev/null
    done
    exit
fi

mapfile -t commands < <(sed -n 's/^    \(make [a-z]*\) .*installs what.*/\1/p' README.md)
[ "${#commands[@]}" = 2 ] || { echo "bare.sh: README.md has ${#commands[@]} such commands"; exit 1; }
work=$(mktemp -d "${TMPDIR:-/tmp}/gol-bare-XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
debootstrap --variant=minbase --include=git,make bookworm "$work/root" "$MIRROR" > "$work/log" 2>&1 ||
    { tail -n 5 "$work/log"; exit 1; }
git clone -q . "$work/root/gol"
unshare --mount --pid --fork --kill-child "$0" --inside "$work/root" "${commands[@]}"

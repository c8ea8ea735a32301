#!/usr/bin/env bash
# Builds gol for arm64 with a cross compiler and runs its tests under qemu-user, on any Linux machine:
#
#   tests/arm64.sh [PART-OF-NAME...]    as tests/run; needs root, to have the kernel start such programs
set -eu
cd "$(dirname "$0")/.."
tests/install-deps.sh build arm64

formats=/proc/sys/fs/binfmt_misc
[ -e $formats/register ] || mount -t binfmt_misc binfmt_misc $formats
# An ELF file of 64 bits, little-endian, that is executable or shared, for the machine 183. F: the
# emulator is opened now, so that programs find it whatever directory they are in.
head='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
ls $formats | grep -q qemu-aarch64 ||
    printf ':qemu-aarch64:M::%s:%s:/usr/bin/qemu-aarch64-static:F' "$head" "$mask" > $formats/register

make -s -j"$(nproc)" BUILD=build-arm64 CC=aarch64-linux-gnu-gcc MPICC= all unit
BUILD=build-arm64 TEST_TIMEOUT=${TEST_TIMEOUT:-1800} tests/run "$@"

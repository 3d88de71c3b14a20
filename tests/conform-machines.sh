#!/bin/sh
# Builds and runs conform, cuts and oracle where this machine is not: `conform-machines.sh WHERE
# [SCALE]` with WHERE one of m32 (32-bit x86), s390x (big-endian, qemu-user), valgrind. Exit code 77
# where what it needs is not installed. The build lies in build/<WHERE> or $DIGITRUN_BUILD_DIR.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
where=${1:?m32, s390x or valgrind}
scale=${2:-0.05}
build=${DIGITRUN_BUILD_DIR:-$root/build}/$where
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

lacks() {
    echo "SKIPPED: $where needs $1"
    exit 77
}

compiles() { # compiles <compiler> <flag...>: a C++ program with the system's headers links
    printf '#include <cerrno>\n#include <cstdio>\nint main() { return errno; }\n' |
        "$@" -x c++ - -o /dev/null 2>/dev/null
}

run=
set -- -DCMAKE_BUILD_TYPE=Release -DDIGITRUN_BENCH=OFF -DDIGITRUN_TOOLS=OFF
case $where in
m32)
    # beside a cross compiler Debian lacks the link /usr/include/asm that 32-bit headers want
    flags="-m32 -isystem /usr/include/x86_64-linux-gnu"
    # shellcheck disable=SC2086 # two words
    compiles g++ $flags || lacks "g++-12-multilib (or g++-multilib)"
    set -- "$@" "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags"
    ;;
s390x)
    compiles s390x-linux-gnu-g++ || lacks "g++-s390x-linux-gnu"
    command -v qemu-s390x >/dev/null || lacks "qemu-user"
    run="qemu-s390x -L /usr/s390x-linux-gnu"
    set -- "$@" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=s390x \
        -DCMAKE_C_COMPILER=s390x-linux-gnu-gcc -DCMAKE_CXX_COMPILER=s390x-linux-gnu-g++
    ;;
valgrind)
    command -v valgrind >/dev/null || lacks valgrind
    run="valgrind -q --error-exitcode=9"
    set -- "$@" -DCMAKE_BUILD_TYPE=RelWithDebInfo
    ;;
*)
    echo "m32, s390x or valgrind"
    exit 2
    ;;
esac

cmake -S "$root" -B "$build" "$@"
cmake --build "$build" --parallel "$jobs" --target conform cuts oracle
status=0
for proof in conform cuts oracle; do
    echo "== $where: $proof"
    # shellcheck disable=SC2086 # a command and its arguments
    $run "$build/tests/$proof" --scale "$scale" || status=1
done
exit $status

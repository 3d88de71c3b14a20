#!/bin/sh
# Builds and runs conform, cuts and oracle where this machine is not: `conform-machines.sh WHERE
# [SCALE]` with WHERE one of m32 (32-bit x86), ppc64le (the row generic128, qemu-user), s390x
# (big-endian, qemu-user), valgrind. Exit code 77 where what it needs is not installed. The build
# lies in build/<WHERE> or $DIGITRUN_BUILD_DIR.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
where=${1:?m32, ppc64le, s390x or valgrind}
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

makes_vectors() { # makes_vectors <compiler> <flag...>: Highway has some for it, and programs link
    printf '#define HWY_COMPILE_ONLY_STATIC\n#include <hwy/highway.h>\n#include <cstdio>\n
        #if HWY_TARGET == HWY_SCALAR\n#error\n#endif\nint main() { return 0; }\n' |
        "$@" -std=c++17 -static -x c++ - -o /dev/null 2>/dev/null
}

run=
expected=
set -- -DCMAKE_BUILD_TYPE=Release -DDIGITRUN_BENCH=OFF -DDIGITRUN_TOOLS=OFF
case $where in
m32)
    # beside a cross compiler Debian lacks the link /usr/include/asm that 32-bit headers want
    flags="-m32 -isystem /usr/include/x86_64-linux-gnu"
    # shellcheck disable=SC2086 # two words
    compiles g++ $flags || lacks "g++-12-multilib (or g++-multilib)"
    set -- "$@" "-DCMAKE_C_FLAGS=$flags" "-DCMAKE_CXX_FLAGS=$flags"
    ;;
ppc64le)
    # gcc where Highway has vectors of POWER for it (1.1 and later); else clang, where Highway is
    # content with code that the compiler makes vectors of (1.0.3).
    command -v qemu-ppc64le >/dev/null || lacks "qemu-user"
    run=qemu-ppc64le
    expected=generic128
    target=powerpc64le-linux-gnu
    if makes_vectors "$target-g++"; then
        set -- "$@" "-DCMAKE_C_COMPILER=$target-gcc" "-DCMAKE_CXX_COMPILER=$target-g++"
    elif makes_vectors clang++-19 "--target=$target"; then
        set -- "$@" -DCMAKE_C_COMPILER=clang-19 "-DCMAKE_C_COMPILER_TARGET=$target" \
            -DCMAKE_CXX_COMPILER=clang++-19 "-DCMAKE_CXX_COMPILER_TARGET=$target"
    else
        lacks "libhwy-dev, g++-powerpc64le-linux-gnu, and clang-19 if Highway is older than 1.1"
    fi
    set -- "$@" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=ppc64le \
        -DCMAKE_EXE_LINKER_FLAGS=-static
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
    echo "m32, ppc64le, s390x or valgrind"
    exit 2
    ;;
esac

cmake -S "$root" -B "$build" "$@"
cmake --build "$build" --parallel "$jobs" --target conform cuts oracle
status=0
# shellcheck disable=SC2086 # a command and its arguments
if [ -n "$expected" ] &&
    ! $run "$build/tests/conform" --scale 0.001 | grep "^rows: $expected "; then
    echo "FAILED: no row $expected"
    status=1
fi
for proof in conform cuts oracle; do
    echo "== $where: $proof"
    # shellcheck disable=SC2086 # a command and its arguments
    $run "$build/tests/$proof" --scale "$scale" || status=1
done
exit $status

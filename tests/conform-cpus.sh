#!/bin/sh
# Runs the conform of a build for x86-64 as other CPUs of that kind would: `conform-cpus.sh BUILD
# [SCALE]`. Each must choose its row. Exit code 77 where what it needs is not installed.
set -eu
build=${1:?the folder of a build}
scale=${2:-0.02}
status=0

command -v qemu-x86_64 >/dev/null || { echo "SKIPPED: needs qemu-user"; exit 77; }
[ "$(uname -m)" = x86_64 ] || { echo "SKIPPED: $build is not for x86-64"; exit 77; }

conform_as() { # conform_as <CPU of qemu> <row that it must choose>
    cpu=$1 row=$2
    selected=$(qemu-x86_64 -cpu "$cpu" "$build/tools/digitrun" isa 2>/dev/null |
        sed -n 's/^selected *//p')
    echo "== $cpu: $selected"
    [ "$selected" = "$row" ] || { echo "FAILED: not $row"; status=1; }
    qemu-x86_64 -cpu "$cpu" "$build/tests/conform" --scale "$scale" || status=1
}

conform_as Haswell avx2
conform_as Nehalem sse4
conform_as Conroe scalar
exit $status

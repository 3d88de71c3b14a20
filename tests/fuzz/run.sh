#!/bin/sh
# tests/fuzz/run.sh - fuzzes every target for so many seconds and keeps what it found.
# usage: tests/fuzz/run.sh [seconds [target...]]   (build: cmake --build --preset fuzz)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${DIGITRUN_FUZZ_BUILD:-$root/build/fuzz}
seconds=${1:-600}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- parse rows reader prefix count cuts write documents
for target in "$@"; do
    found=$build/corpus/$target
    mkdir -p "$found"
    # The stored inputs begin the corpus.
    if [ -f "$root/tests/fuzz/$target.hex" ]; then
        n=0
        grep -v '^#' "$root/tests/fuzz/$target.hex" | while read -r line; do
            n=$((n + 1))
            printf '%s' "$line" | xxd -r -p >"$found/stored-$n"
        done
    fi
    echo "$target: $seconds s"
    "$build/tests/fuzz_$target" -max_total_time="$seconds" -max_len=2048 -print_final_stats=1 \
        -dict="$root/tests/fuzz/numbers.dict" -artifact_prefix="$build/crash-$target-" "$found" \
        2>&1 | grep -E 'executed_units|new_units|ERROR|SUMMARY|DIFFERENT' || true
done

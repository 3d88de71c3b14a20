#!/bin/sh
# tests/fuzz/run.sh - fuzzes every target for so many seconds and keeps what it found.
# usage: tests/fuzz/run.sh [seconds [target...]]   (build: cmake --build --preset fuzz)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${DIGITRUN_FUZZ_BUILD:-$root/build/fuzz}
seconds=${1:-600}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- parse rows reader prefix count cuts write documents
status=0
for target in "$@"; do
    found=$build/corpus/$target
    log=$build/fuzz-$target.log
    mkdir -p "$found"
    # The stored inputs begin the corpus.
    if [ -f "$root/tests/fuzz/$target.hex" ]; then
        grep -v '^#' "$root/tests/fuzz/$target.hex" | FOUND=$found perl -ne '
            chomp; open F, ">", "$ENV{FOUND}/stored-$."; print F pack "H*", $_'
    fi
    echo "$target: $seconds s"
    "$build/tests/fuzz_$target" -max_total_time="$seconds" -max_len=2048 -print_final_stats=1 \
        -dict="$root/tests/fuzz/numbers.dict" -artifact_prefix="$build/crash-$target-" "$found" \
        >"$log" 2>&1 || status=1
    grep -aE 'executed_units|new_units|ERROR|SUMMARY|DIFFERENT' "$log" || true
done
exit $status

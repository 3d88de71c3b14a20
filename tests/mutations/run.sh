#!/bin/sh
# Breaks a copy of the tree in one named way after the other, builds, and reports which tests
# notice. `run.sh [-1] [NAME...]`; without names: all; -1: once one test noticed no other is asked.
# Exit code 1 if a mutation is noticed by none, 2 if one could not be made or built.
# DIGITRUN_MUTATIONS_SCALE: of conform, cuts and oracle.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${DIGITRUN_MUTATIONS_DIR:-$(mktemp -d)}
tree=$work/tree
build=$work/build
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
scale=${DIGITRUN_MUTATIONS_SCALE:-0.3}
first=0
if [ "${1-}" = -1 ]; then
    first=1
    shift
fi
proofs="conform cuts oracle"
units="test_unit test_rules"
writers="writer_shortest writer_rounded writer_room" # these alone judge what writer.txt breaks

# shellcheck disable=SC2046 # names are words
[ $# -gt 0 ] || set -- $("$here/apply.sh" names)

# The rows of 64-bit ARM run elsewhere by SIMDe, that of AVX-512 written out for AVX2.
emulate=OFF
for name; do
    case $(uname -m)/$("$here/apply.sh" file "$name") in
    aarch64/* | arm64/*) ;;
    */kernels/neon/* | x86_64/kernels/avx512/*) emulate=ON ;;
    esac
done

mkdir -p "$tree" "$build"
(cd "$root" && tar cf - CMakeLists.txt LICENSE cmake dispatch include kernels tests) |
    (cd "$tree" && tar xmf -) # all is newer than what an earlier run built
cmake -S "$tree" -B "$build" -DCMAKE_BUILD_TYPE=Release -DDIGITRUN_BENCH=OFF -DDIGITRUN_TOOLS=OFF \
    -DDIGITRUN_EMULATE=$emulate >"$work/cmake.log" 2>&1 || { tail -n 20 "$work/cmake.log"; exit 2; }
targets=
for target in $proofs $units $writers; do
    if cmake --build "$build" --parallel "$jobs" --target "$target" >"$work/build.log" 2>&1; then
        targets="$targets $target"
    else
        case " $proofs " in *" $target "*) tail -n 20 "$work/build.log"; exit 2 ;; esac
    fi
done

# Whether a test fails, as it should: "noticed" or "-". A crash or no end in time counts.
judge() {
    program=$(find "$build" -name "$1" -type f | head -n 1)
    case $1 in
    test_*) set -- "$program" -j1 ;;
    writer_*) set -- env DIGITRUN_TEST_SCALE=0.02 "$program" ;;
    *) set -- "$program" --failures 1 --scale "$scale" ;;
    esac
    if timeout 300 "$@" >"$work/test.log" 2>&1; then echo -; else echo noticed; fi
}

# Whether a mutation or a test is the writer's.
is_writer() {
    case $1 in writer_*) return 0 ;; esac
    grep -qx "name: $1" "$here/writer.txt"
}

report() {
    printf '%-28s' "$1"
    shift
    for verdict; do printf ' %-10s' "$verdict"; done
    printf '\n'
}

sound=
for target in $targets; do
    if [ "$(judge "$target")" = - ]; then
        sound="$sound $target"
    else
        echo "left out: $target, which fails on the tree as it is"
    fi
done
targets=$sound
# shellcheck disable=SC2086 # a list of words
report mutation $targets
missed=0 made=0
# Rows that this machine cannot run, not even emulated: conform names them.
find "$build" -name conform -type f -exec {} --part big --index 0 \; >"$work/rows" 2>/dev/null || :
unusable=
# shellcheck disable=SC2013 # names are words
for row in $(sed -n 's/^skipped: row \([a-z0-9_]*\) .*/\1/p' "$work/rows"); do
    grep -q "^rows:.* ${row}_emulated " "$work/rows" || unusable="$unusable $row "
done

for name; do
    file=$("$here/apply.sh" file "$name")
    row=${file#kernels/} row=${row%%/*}
    case $unusable in *" $row "*)
        report "$name" "not tried: the row $row cannot be used here"
        continue
        ;;
    esac
    "$here/apply.sh" print "$name" "$root" >"$work/mutated" || exit 2
    cp "$work/mutated" "$tree/$file"
    verdicts=
    for target in $targets; do
        if is_writer "$name" && ! is_writer "$target" || ! is_writer "$name" && is_writer "$target"
        then
            verdicts="$verdicts ."
            continue
        fi
        if [ $first -eq 1 ]; then
            case $verdicts in *noticed*)
                verdicts="$verdicts ."
                continue
                ;;
            esac
        fi
        cmake --build "$build" --parallel "$jobs" --target "$target" >"$work/build.log" 2>&1 || {
            echo "$name: does not build"
            tail -n 20 "$work/build.log"
            exit 2
        }
        verdicts="$verdicts $(judge "$target")"
    done
    # shellcheck disable=SC2086
    report "$name" $verdicts
    made=$((made + 1))
    case $verdicts in *noticed*) ;; *) missed=$((missed + 1)) ;; esac
    cp "$root/$file" "$tree/$file"
done
echo "$made mutations, $((made - missed)) noticed, $missed not noticed"
[ -n "${DIGITRUN_MUTATIONS_DIR:-}" ] || rm -rf "$work"
[ $missed -eq 0 ]

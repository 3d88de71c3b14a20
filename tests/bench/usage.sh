# Usage errors exit 2 with one line that names the word; nothing is measured.
. "$(dirname "$0")/lib.sh"
refuses() { # refuses WORD ARGUMENT...
    word=$1
    shift
    expect 2 "$BENCH" "$@"
    says err "$word"
    [ ! -s out ] || fail "something was printed on stdout for: $*"
}
refuses scaler --isa scaler
refuses nope --set nope
refuses nope --shape nope
refuses --nope --nope
refuses 'unknown run' walk
refuses zero parse --rounds zero
refuses -1 parse --seconds -1
refuses f16 --type f16
refuses 'a value is missing after --json' parse --json
refuses absent.txt --file absent.txt
refuses absent.json compare absent.json absent.json
refuses compare compare absent.json
refuses absent.md quote absent.md
refuses absent.json draw absent.json --svg a.svg
DIGITRUN_ISA=scaler expect 2 "$BENCH" parse $small
says err 'DIGITRUN_ISA scaler: unknown'
DIGITRUN_ISA=scalar expect 0 "$BENCH" parse $small --set geo --shape list
says out 'rows timed: scalar'
expect 0 "$BENCH" --help
says out 'usage: digitrun-bench'
echo 'no numbers here' >empty.txt
refuses 'fewer than four numbers' --file empty.txt
expect 2 "$BENCH" parse $small --set geo --shape list --json absent/a.json
says err 'absent/a.json'
finish

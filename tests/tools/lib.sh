# What the scripts beside share. Each is run as: sh NAME.sh PROGRAM FILE_BITS, in its own folder.
set -u
LC_ALL=C
export LC_ALL
unset DIGITRUN_ISA
program=$1
file_bits=$2
checks=0
failures=0
if [ ! -x "$program" ] || [ ! -x "$file_bits" ]; then
    echo "FAILED: no program $program or $file_bits"
    exit 1
fi
rm -rf work
mkdir work
cd work || exit 1

# is WHAT EXPECTED GOT
is() {
    checks=$((checks + 1))
    if [ "$2" != "$3" ]; then
        failures=$((failures + 1))
        printf 'FAILED: %.100s\n--- expected\n%s\n--- got\n%s\n---\n' "$1" "$2" "$3"
    fi
}

# run ARGUMENTS...: runs the program; code, out and err hold what came of it.
run() {
    "$program" "$@" >out.text 2>err.text
    code=$?
    out=$(cat out.text)
    err=$(cat err.text)
}

# gives CODE ERR ARGUMENTS...: the program ends with CODE and says exactly ERR on stderr.
gives() {
    wanted_code=$1
    wanted_err=$2
    shift 2
    run "$@"
    is "code of: $*" "$wanted_code" "$code"
    is "stderr of: $*" "$wanted_err" "$err"
}

# holds EXPECTED FILE [f32|f64] [values]: what file_bits finds.
holds() {
    wanted=$1
    shift
    is "contents of $*" "$wanted" "$("$file_bits" "$@")"
}

# no_file NAME...: none of them exists, nor anything else that begins so.
no_file() {
    for name; do
        is "no file $name*" "$name*" "$(echo "$name"*)"
    done
}

finish() {
    if [ "$checks" -eq 0 ]; then
        failures=1
    fi
    echo "$checks checks, $failures failed"
    [ "$failures" -eq 0 ]
    exit
}

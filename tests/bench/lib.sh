# What the scripts beside this share. They run in a folder of their own with BENCH, VALIDATE,
# BROKEN_BENCH, CHECK_SET and SOURCE in the environment; all texts are small, all times are short.
set -u
failures=0
small="--size 0.2 --rounds 2 --quiet"
[ -x "$BENCH" ] || { echo "there is no digitrun-bench"; exit 1; }

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# expect CODE COMMAND...: runs it, output in out and err, and looks at its exit code
expect() {
    wanted=$1
    shift
    "$@" >out 2>err
    code=$?
    if [ $code -ne "$wanted" ]; then
        fail "exit $code, wanted $wanted: $*"
        tail -n 5 out err
    fi
}
# says FILE TEXT...: the file holds the text
says() {
    file=$1
    shift
    grep -qF -e "$*" "$file" || fail "$file does not say: $*"
}
skip() {
    echo "SKIPPED $*"
    exit 77
}
finish() {
    [ $failures -eq 0 ] && echo "all as it should be"
    exit $failures
}

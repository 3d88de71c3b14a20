# A library that is wrong in one value, one row end, one digit makes the run fail.
. "$(dirname "$0")/lib.sh"
[ -n "${BROKEN_BENCH:-}" ] || skip "a broken library: this linker has no --wrap"
try() { # try WAY RUN SHAPE
    BROKEN=$1 expect 1 "$BROKEN_BENCH" "$2" $small --set 0.0-1.0 --shape "$3" --json wrong.json
    says err WRONG
    says err FAILED
    [ ! -f wrong.json ] || fail "a file was written of a wrong run"
}
expect 0 "$BROKEN_BENCH" parse calls write count $small --set 0.0-1.0 \
    --shape list,json,rows2,call8,shortest,fixed6
try "list bit" parse list
try "list count" parse list
try "rows bit" parse json
try "rows bit" parse csv-na10
try "row end" parse rows2
try "row end" parse labelled
try "row count" parse json
try "list bit" calls call8
try "list count" calls call768
try "count" count list
try "count rows" count rows2
try "write digit" write shortest
try "write digit" write fixed6
try "write short" write shortest
finish

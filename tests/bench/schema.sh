# The JSON file is what schema.json says, of every run; and the validator notices when it is not.
. "$(dirname "$0")/lib.sh"
expect 0 "$BENCH" parse calls write count --size 0.1 --rounds 1 --quiet \
    --type both --set 0.0-1.0,integers --json a.json
expect 0 "$BENCH" hostile --size 2 --rounds 1 --quiet --json hostile.json
expect 0 "$VALIDATE" "$SOURCE/bench/schema.json" a.json
expect 0 "$VALIDATE" "$SOURCE/bench/schema.json" hostile.json
for word in '"op":"parse"' '"op":"write"' '"op":"count"' '"type":"f32"' '"shape":"call768"' \
    '"shape":"csv-na10"' '"shape":"labelled"' '"shape":"crlf"' '"shape":"fixed6"' \
    '"implementation":"fast_float"' '"implementation":"digitrun"' '"isa":"scalar"'; do
    says a.json "$word"
done
cases=$(sed -n 's/.*"noise":{"ratio":[0-9.]*,"cases":\([0-9]*\),.*/\1/p' a.json)
[ "${cases:-0}" -ge 20 ] || fail "the noise comes of ${cases:-no} cases"
expect 0 "$BENCH" parse $small --rounds 3 --passes 2 --set geo --shape list --json two.json
expect 0 "$VALIDATE" "$SOURCE/bench/schema.json" two.json
says two.json '"passes":2,"apart":'
says two.json '"rounds":6,'
[ "$(grep -c '"isa":"scalar"' two.json)" -eq 1 ] || fail "two passes make two results of one case"
# A median that is never above the least time would be no median.
sed -n 's/.*"min":\([0-9.e+]*\),"median":\([0-9.e+]*\),"p90":\([0-9.e+]*\)}.*/\1 \2 \3/p' two.json |
    awk '$1 > $2 || $2 > $3 { bad++ } $1 < $2 { above++ } END { exit bad > 0 || above == 0 }' ||
    fail "minimum, median and 90% are out of order, or all the same"
if command -v jq >/dev/null; then
    expect 0 jq -e '.results | length > 100 and all(.verified or .isa == null)' a.json
else
    echo "SKIPPED jq as a second reader: there is none"
fi

breaks() { # breaks SED-SCRIPT: the file changed so is not valid
    sed "$1" a.json >broken.json
    cmp -s a.json broken.json && fail "sed '$1' changed nothing"
    expect 1 "$VALIDATE" "$SOURCE/bench/schema.json" broken.json
}
breaks 's/"clock":"monotonic",//'
breaks 's/"clock":"monotonic"/"clock":"sundial"/'
breaks 's/"cores":/"kernels":/'
breaks 's/"virtual":\(true\|false\)/"virtual":"perhaps"/'
breaks '0,/"rounds":1/s//"rounds":1.5/'
breaks '0,/"op":"parse"/s//"op":"guess"/'
breaks '0,/"min":[0-9.]*/s//"min":0/'
breaks '0,/"isa":null/s//"isa":7/'
breaks '0,/"apart":/s//"askew":/'
breaks '$ s/.*/]/'
finish

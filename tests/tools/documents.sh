# --key: numbers under keys of JSON documents.
. "$(dirname "$0")/lib.sh"
echo '{"a":1}' >a.ndjson
run check a.ndjson --key a
if [ "$code" -eq 2 ]; then
    is 'words without simdjson' "digitrun: --key: not built in, as simdjson was missing
Try 'digitrun --help'." "$err"
    echo 'SKIPPED: documents (built without simdjson)'
    exit $((failures > 0 ? 1 : 77))
fi

# finds TEXT EXPECTED ARGUMENTS...: TEXT is for printf, EXPECTED the text that comes of it
finds() {
    printf "$1" >in
    expected=$2
    shift 2
    for way in '' '--buffer-size 1' '--buffer-size 30' '--buffer-size 20 --jobs 3'; do
        gives 0 '' convert in o.ndjson $way "$@"
        is "found by $* $way" "$(printf "$expected")" "$(cat o.ndjson)"
    done
    rm -f o.ndjson
}
finds '{"vector":[1,2]}\n{"vector":[3,4]}\n' '[1,2]\n[3,4]' --format ndjson --key vector
finds '{"vector":[1,2]}\n\n  {"vector":[3,4]}' '[1,2]\n[3,4]' --format ndjson --key vector
finds '\357\273\277{"v":[1]}\r\n{"v":[2]}\r\n' '[1]\n[2]' --format ndjson --key v
finds '{"index":{"_id":"1"}}\n{"n":7,"v":[1.5,2e3],"t":"x"}\n{"index":{}}\n{"v":[3,4]}\n' \
    '[1.5,2000]\n[3,4]' --format ndjson --key v
finds '{"a":{"b":{"vector":[1]}},"vector":[2],"b":{"vector":[3]}}' '[1]' --format json \
    --key a.b.vector
finds '{"a":{"b":{"vector":[1]}},"vector":[2],"b":{"vector":[3]}}' '[1]\n[2]' --format json \
    --key vector --key a.b.vector
finds '{"data":[{"embedding":[1,2]},{"embedding":[3,4]}],"usage":{"total":8}}' '[1,2]\n[3,4]' \
    --format json --key data.embedding
finds '[{"e":[1,2]},{"e":[3,4]}]' '[1,2]\n[3,4]' --format json --key e
finds '{"id":7,"v":[1,2]}\n{"id":8,"v":[3]}' '[7]\n[1,2]\n[8]\n[3]' --format ndjson --key id \
    --key v
finds '{"g":{"coordinates":[[[1,2],[3,4]],\n[[5,6]]]}}' '[1,2]\n[3,4]\n[5,6]' --format json \
    --key g.coordinates

# Nothing fools it: keys in strings, escapes, braces, names that begin alike, deeper ones.
finds '{"s":"{\\"v\\":[9]}","w":"]}[{","v":[1]}' '[1]' --format json --key v
finds '{"v ":[8],"vv":[9],"V":[7],"v":[1]}' '[1]' --format json --key v
finds '{"x":{"v":[9]},"v":[1]}' '[1]' --format json --key v
finds '{"\\u0076":[1]}' '[1]' --format json --key v
finds '{"\\\\":[9],"a\\"b":[1]}' '[1]' --format json --key 'a"b'
finds '{"a.b":[1],"a":{"b":[2]}}' '[1]' --format json --key 'a\.b'
finds '{"a.b":[1],"a":{"b":[2]}}' '[2]' --format json --key a.b
finds '{"s":"\\\\","v":[1]}' '[1]' --format json --key v
finds '{"v":[1],"v":[2]}' '[1]\n[2]' --format json --key v
finds '{"v":[ 1 ,\n\t2\n]\n}\n' '[1,2]' --format json --key v
finds '{"v":[1,null]}' '[1,null]' --format json --key v --missing '' --not-finite null
printf '{"a":{"v":[%s1%s]}}' "$(printf '%250s' | tr ' ' '[')" "$(printf '%250s' | tr ' ' ']')" >in
gives 0 '' convert in o.npy --format json --key a.v
holds 'f8 (1,) 3ff0000000000000' o.npy values

rm -f o.npy

# refuses TEXT MESSAGE ARGUMENTS...
refuses() {
    printf "$1" >in
    message=$2
    shift 2
    for way in '' '--buffer-size 1' '--buffer-size 9' '--buffer-size 20 --jobs 3'; do
        gives 1 "$message" convert in o.npy $way "$@"
    done
    no_file o.npy
}
refuses '{"v":[1,2]}\n{"w":3,"v":[3,x]}\n' 'in:2:15: not a number (row 2, value 2)
  {"w":3,"v":[3,x]}
                ^' --format ndjson --key v
refuses '{"v":[1]}\n{"v":"AACAPw=="}\n' \
    'in:2:6: not a number but another JSON value (row 2, value 1)
  {"v":"AACAPw=="}
       ^~~~~~~~~~' --format ndjson --key v
refuses '{\n"v":\n[1,\n2,[3]]}\n' 'in:4:3: numbers and arrays side by side (row 1, value 3)
  2,[3]]}
    ^' --format json --key v
refuses '{"v":[1,2]}\n{"v":[3]}\n' \
    'in:2:6: wrong number of values in the row: 1 instead of 2 (row 2)
  {"v":[3]}
       ^~~' --format ndjson --key v --columns 2
refuses '{"w":[1]}\n' 'digitrun: in: there is nothing under v' --format ndjson --key v
refuses '' 'digitrun: in: there is nothing under v and the other keys' --format ndjson --key v \
    --key w

# A document that is none stops, or is left out; the rows before it are good.
printf '{"v":[1]}\n{"v":[2]\n{"v":[3]}\nxyz\n{"v":[4]} 5\n' >in
for way in '' '--buffer-size 1' '--buffer-size 20 --jobs 3'; do
    run convert in o.ndjson --format ndjson --key v $way
    is "code of a bad document $way" 1 "$code"
    is "place of a bad document $way" in:2 "$(head -n 1 err.text | cut -d : -f 1-2)"
    run convert in o.ndjson --format ndjson --key v --on-error skip-row $way
    is "code of a document left out $way" 0 "$code"
    is "documents left out $way" '[1]
[3]' "$(cat o.ndjson)"
    is "count of documents left out $way" \
        'digitrun: in: 3 of 5 rows left out, as something in them is wrong:' \
        "$(head -n 1 err.text)"
done
rm -f o.ndjson
printf '{"v":[1,2,3,4]}\n' >in
gives 1 'digitrun: in: a document is longer than 8 bytes, the most that can be read' \
    convert in o.npy --format json --key v --longest 8
finish

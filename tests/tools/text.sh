# Text out, from .npy, bare values and other texts: literal texts, and the same bits there and back.
. "$(dirname "$0")/lib.sh"
a=3ff0000000000000  # 1
half=3fe0000000000000

# writes IN OUT_NAME EXPECTED ARGUMENTS...: IN and EXPECTED are for printf; the input is in.$suffix.
suffix=txt
writes() {
    printf "$1" >in.$suffix
    name=$2
    wanted=$3
    shift 3
    gives 0 '' convert in.$suffix "$name" "$@"
    is "text of $name from $suffix $*" "$(printf "$wanted"; echo x)" "$(cat "$name"; echo x)"
    rm -f "$name"
}
writes '1 0.5\n2 3\n' o.json '[[1,0.5],\n[2,3]]\n'
writes '1 0.5\n2 3\n' o.ndjson '[1,0.5]\n[2,3]\n'
writes '1 0.5\n2 3\n' o.jsonl '[1,0.5]\n[2,3]\n'
writes '1 0.5\n2 3\n' o.csv '1,0.5\n2,3\n'
writes '1 0.5\n2 3\n' o.tsv '1\t0.5\n2\t3\n'
writes '1 0.5\n2 3\n' o.txt '1 0.5\n2 3\n'
writes '1\n2\n' o.json '[[1],\n[2]]\n'
writes '1 2\n3\n4 5 6\n' o.json '[[1,2],\n[3],\n[4,5,6]]\n'
writes '1 2\n3 4\n5\n6 7\n8 9\n' o.csv '1,2\n3,4\n5\n6,7\n8,9\n'
writes '' o.json '[]\n'
writes '' o.ndjson ''
writes '' o.csv ''
writes '1e22 1e-7 -0 123456789.125' o.csv '1e+22,1e-7,-0,123456789.125\n'
writes '1 1e-7' o.csv '1.0,1e-07\n' --layout python
writes '1 1e-7' o.csv '1.0,1.0E-7\n' --layout java
writes '1 1e-7' o.csv '1,1e-07\n' --layout c
writes '1 2.345 0.125' o.csv '1.00,2.35,0.12\n' --layout fixed:2
writes '1 1e-7' o.csv '1.00e+00,1.00e-07\n' --layout scientific:2
writes 'nan -inf' o.csv 'NaN,-Infinity\n'
writes 'nan -inf 1' o.json '[[null,null,1]]\n' --not-finite null
writes 'nan -inf 1' o.json '[["NaN","-Infinity",1]]\n' --not-finite quoted
writes '1 NA 3' o.json '[[1,null,3]]\n' --not-finite null --missing NA
writes '0.1 16777217.0000000001' o.csv '0.1,16777218\n' --type f32
suffix=json
writes '[1,2,3]' o.json '[1,2,3]\n'
writes '[1,2,3]' o.ndjson '1\n2\n3\n'
writes '[1,2,3]' o.csv '1\n2\n3\n'
writes '[1,2,3]' o.csv '1,2,3\n' --columns 3
writes '[]' o.json '[]\n'
writes '[[],[]]' o.json '[[],\n[]]\n'
writes '[[1],[],[2,3]]' o.ndjson '[1]\n[]\n[2,3]\n'
writes '[[[1,2]],[[3,4]]]' o.json '[[1,2],\n[3,4]]\n'
writes '3' o.json '[3]\n'

# The same text wherever it was cut: rows, and values without rows, that lie in many parts.
seq 1 50 | sed 's/.*/&.5,&/' >many.csv
sed 's/^/[/; s/$/]/' many.csv >many.ndjson
(printf '['; sed '$!s/$/,/' many.ndjson; printf ']') >many.json
(printf '['; tr '\n' ',' <many.csv | sed 's/,$//'; printf ']\n') >flat.json
tr ',\n' '\n\n' <many.csv >flat.csv
tr '\n' ' ' <flat.csv | sed 's/ $//' >row.txt
echo >>row.txt
for size in 1 2 3 5 8 13 40 100 1000; do
    for to in csv ndjson; do
        for in in many.csv many.ndjson many.json; do
            gives 0 '' convert $in o.$to --buffer-size $size
            is "$in to $to, $size" same "$(cmp o.$to many.$to && echo same)"
        done
    done
    gives 0 '' convert many.ndjson o.json --buffer-size $size
    is "json, $size" "$(tr -d '\n' <many.json)" "$(tr -d '\n' <o.json)"
    gives 0 '' convert flat.json o.json --buffer-size $size
    is "flat json, $size" same "$(cmp o.json flat.json && echo same)"
    gives 0 '' convert flat.json o.csv --buffer-size $size
    is "flat csv, $size" same "$(cmp o.csv flat.csv && echo same)"
    gives 0 '' convert row.txt o.txt --buffer-size $size
    is "one row, $size" same "$(cmp o.txt row.txt && echo same)"
done

# What json has no words for is an error with its place, and nothing is written.
printf '1 2\n3 nan\n' >nan.txt
rm -f o.json
for size in 1 4 100; do
    gives 1 'digitrun: nan.txt: row 2, value 2 is not finite; --not-finite says what to write' \
        convert nan.txt o.json --buffer-size $size
    no_file o.json
done
gives 0 '' convert nan.txt n.npy
gives 1 'digitrun: n.npy: row 2, value 2 is not finite; --not-finite says what to write' \
    convert n.npy o.ndjson
printf '1 2 x' >bad.txt
"$program" convert bad.txt - --to csv >o.text 2>err.text
is 'values before an error' '1,2' "$(cat o.text)"

# .npy in: versions, types, byte orders, shapes; bare values.
# npy VERSION DICTIONARY VALUES [MORE]: values are for printf; MORE is added to the header's length.
npy() {
    length=$(printf '%03o' $((${#2} + 1 + ${4:-0})))
    printf "\\223NUMPY\\$1\\0\\$length" >in.npy
    [ "$1" = 1 ] && printf '\0' >>in.npy || printf '\0\0\0' >>in.npy
    printf "$2\\n$3" >>in.npy
}
two='\0\0\0\0\0\0\360\077\0\0\0\0\0\0\340\077' # 1, 0.5
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }  " "$two"
gives 0 '' convert in.npy o.npy
holds "f8 (2,) $a $half" o.npy values
gives 0 '' convert in.npy o.json
is 'one dimension' '[1,0.5]' "$(cat o.json)"
gives 0 '' convert in.npy o.csv --columns 2
is 'rows of two' '1,0.5' "$(cat o.csv)"
gives 0 '' convert in.npy o.f32
holds 'f4 raw 3f800000 3f000000' o.f32 f32 values
gives 0 '' check in.npy
is 'check of .npy' 'format   npy
values   2
rows     0
shape    (2,)
min      0.5
max      1
missing  0
nan      0' "$out"
npy 2 "{'descr': '<f8', 'fortran_order': False, 'shape': (1,2)}   " "$two"
gives 0 '' convert in.npy o.npy
holds "f8 (1, 2) $a $half" o.npy values
npy 3 '{"descr": "<f8", "shape": (2, 1), "fortran_order": False }  ' "$two"
gives 0 '' convert in.npy o.npy
holds "f8 (2, 1) $a $half" o.npy values
npy 1 "{'descr': '>f8', 'fortran_order': True, 'shape': (2,)  }   " \
    '\077\360\0\0\0\0\0\0\077\340\0\0\0\0\0\0'
gives 0 '' convert in.npy o.npy
holds "f8 (2,) $a $half" o.npy values
npy 1 "{'descr': '>f4', 'fortran_order': False, 'shape': (1, 2)}  " \
    '\077\200\0\0\077\0\0\0'
gives 0 '' convert in.npy o.npy
holds 'f4 (1, 2) 3f800000 3f000000' o.npy values
gives 0 '' convert in.npy o.npy --type f64
holds "f8 (1, 2) $a $half" o.npy values
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': () }     " \
    '\0\0\0\0\0\0\360\077'
gives 0 '' convert in.npy o.npy
holds "f8 (1,) $a" o.npy values
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (1,1,2)} " "$two"
gives 0 '' convert in.npy o.npy
holds "f8 (1, 2) $a $half" o.npy values
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (0, 2)}  " ''
gives 0 '' convert in.npy o.npy
holds 'f8 (0, 2)' o.npy values

npy 1 "{'descr': '<f8', 'fortran_order': True, 'shape': (1, 2)}   " "$two"
words='its values are in Fortran order; save it in C order (numpy.ascontiguousarray)'
gives 1 "digitrun: in.npy: $words" convert in.npy o.npy
npy 1 "{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }  " "$two"
words='its values are neither float32 nor float64 (descr is none of <f4 <f8 >f4 >f8)'
gives 1 "digitrun: in.npy: $words" convert in.npy o.npy
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }  " "$two"
gives 1 'digitrun: in.npy: the file ends before its last value' convert in.npy o.npy
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }  " "$two"
gives 1 'digitrun: in.npy: the file does not end with its last value' convert in.npy o.npy
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (2,-1)}  " "$two"
gives 1 'digitrun: in.npy: its header has no good shape' convert in.npy o.npy
npy 4 "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }  " "$two"
gives 1 'digitrun: in.npy: its version of .npy is none of 1.0, 2.0 and 3.0' convert in.npy o.npy
npy 1 "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }  " '' 100
gives 1 'digitrun: in.npy: the file ends inside its header' convert in.npy o.npy
echo '1 2 3 4 5 6 7 8 9' >in.npy
gives 1 'digitrun: in.npy: it is no .npy file' convert in.npy o.npy

printf "$two" >in.f64
gives 0 '' convert in.f64 o.csv
is 'bare values' '1
0.5' "$(cat o.csv)"
gives 0 '' convert in.f64 o.npy --columns 2 --type f32
holds 'f4 (1, 2) 3f800000 3f000000' o.npy values
gives 0 '' convert in.f64 o.json --columns 1
is 'rows of one' '[[1],
[0.5]]' "$(cat o.json)"
gives 1 'digitrun: in.f64: the file ends before its last value' convert in.f64 o.csv --columns 3
printf '\0\0\0\0\0\0\360\107' >in.raw # 2^128
gives 0 '' convert in.raw o.csv --type f64
is 'a large value' '3.402823669209385e+38' "$(cat o.csv)"
gives 0 '' convert in.raw o.f64 --type f64
cp in.raw in.f64
gives 1 'digitrun: in.f64: row 1, value 1 is out of range for float32' \
    convert in.f64 o.csv --type f32

# text, binary, text, binary: the same bits, for doubles and floats of every kind.
awk 'BEGIN { srand(7); for (i = 0; i < 4000; i++) {
    printf "%s%.*g%s%d%s", rand() < 0.5 ? "-" : "", 1 + int(rand() * 20), rand(), "e",
        int(rand() * 620) - 330, i % 8 == 7 ? "\n" : ","
} }' >wide.csv
for type in f64 f32; do
    most=$([ $type = f32 ] && echo '--missing= --on-error nan')
    run convert wide.csv first.npy --type $type $most
    is "code of $type" 0 "$code"
    for to in csv tsv txt; do
        gives 0 '' convert first.npy o.$to
        gives 0 '' convert o.$to again.npy --type $type
        is "bits of $type by $to" same "$(cmp first.npy again.npy && echo same)"
        gives 0 '' convert o.$to again.$to --type $type
        is "text of $type by $to" same "$(cmp o.$to again.$to && echo same)"
    done
done
gives 0 '' convert wide.csv first.npy
for to in json ndjson; do
    for size in '' '--buffer-size 100' '--jobs 3 --buffer-size 700'; do
        gives 0 '' convert first.npy o.$to $size
        gives 0 '' convert o.$to again.npy $size
        is "bits by $to $size" same "$(cmp first.npy again.npy && echo same)"
    done
done
for layout in python java c scientific:17; do
    gives 0 '' convert first.npy o.csv --layout $layout
    gives 0 '' convert o.csv again.npy
    is "bits by layout $layout" same "$(cmp first.npy again.npy && echo same)"
done
finish

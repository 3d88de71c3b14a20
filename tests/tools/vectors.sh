# What vector stores take: .fvecs, .fbin, PostgreSQL's binary COPY; word vectors and labels in.
. "$(dirname "$0")/lib.sh"

# bytes_of FILE: all of them in hex
bytes_of() {
    od -An -v -tx1 "$1" | tr -d ' \n'
}
# writes TEXT NAME HEX ARGUMENTS...
writes() {
    printf "$1" >in.csv
    name=$2
    wanted=$3
    shift 3
    gives 0 '' convert in.csv "$name" "$@"
    is "bytes of $name $*" "$wanted" "$(bytes_of "$name")"
    rm -f "$name"
}
writes '1,-2.5\n0,3\n' o.fvecs 020000000000803f000020c0020000000000000000004040
writes '1\n2,3\n' o.fvecs 010000000000803f020000000000004000004040
writes '' o.fvecs ''
writes '1,-2.5\n0,3\n' o.fbin 02000000020000000000803f000020c00000000000004040
writes '1\n2\n' o.fbin 02000000010000000000803f00000040
writes '' o.fbin 0000000000000000
writes '' o.fbin 0000000003000000 --columns 3
signature=5047434f50590aff0d0a000000000000000000
writes '1,-2.5\n0,3\n' o.pgcopy \
    ${signature}00010000000c000200003f800000c020000000010000000c000200000000000040400000ffff
writes '1\n' o.pgcopy "${signature}0001000000080001""00003f800000ffff"
writes '' o.pgcopy "${signature}ffff"
printf '[[1,-2.5],\n[0,3]]' >in.json
for size in 1 3 9 100; do
    gives 0 '' convert in.json o.fvecs --buffer-size $size
    is "json in parts of $size" 020000000000803f000020c0020000000000000000004040 \
        "$(bytes_of o.fvecs)"
done
gives 0 '' convert in.json o.npy --type f64
gives 0 '' convert o.npy o.fvecs --type f32
is 'from .npy' 020000000000803f000020c0020000000000000000004040 "$(bytes_of o.fvecs)"
rm -f o.fvecs
gives 0 '' convert o.npy o.f64
gives 1 'digitrun: o.f64: has one dimension; give the values in a row by --columns' \
    convert o.f64 o.fvecs --type f32
gives 0 '' convert o.f64 o.fvecs --columns 2 --type f32
is 'from bare values' 020000000000803f000020c0020000000000000000004040 "$(bytes_of o.fvecs)"
rm -f o.fvecs
printf '1,2\n3,nan\n' >in.csv
gives 1 "digitrun: in.csv: row 2, value 2 is not finite, which PostgreSQL's vector refuses" \
    convert in.csv o.pgcopy
printf '1,2\n3\n' >in.csv
gives 1 'digitrun: o.fbin: .fbin wants rows of one length: row 1 has 2 values, row 2 has 1' \
    convert in.csv o.fbin
yes 1 | head -n 16001 | paste -s -d , >in.csv
gives 1 "digitrun: in.csv: row 1, value 1 makes a row of no or of more than 16000 values, which \
PostgreSQL's vector refuses" convert in.csv o.pgcopy
no_file o.pgcopy o.fbin o.fvecs

# Word vectors: labels that look like numbers, hold blanks, are missing; with and without counts.
# labelled TEXT BITS LABELS ARGUMENTS...: TEXT and LABELS are for printf
labelled() {
    printf "$1" >in.vec
    bits=$2
    labels=$3
    shift 3
    for size in 1 4 20 1000; do
        gives 0 '' convert in.vec o.f32 --labels l.text --buffer-size $size "$@"
        holds "f4 raw $bits" o.f32 f32 values
        is "labels $*" "$(printf "$labels"; echo x)" "$(cat l.text; echo x)"
    done
    gives 0 '' convert in.vec o.npy "$@"
    rm -f o.f32 l.text
}
one='3f800000 40000000 40400000 40800000'
labelled '2 2\nthe 1 2 \n2002 3 4 \n' "$one" 'the\n2002\n'
labelled 'the 1 2\n2002 3 4\n' "$one" 'the\n2002\n'
labelled 'the 1 2\r\n. . . 3 4\r\n' "$one" 'the\n. . .\n'
labelled '2 2\n, 1 2\n\342\200\246 3 4' "$one" ',\n\342\200\246\n'
labelled '2 2\n  a b 1 2\n\n 3 4\n' "$one" 'a b\n\n'
labelled '2 3\n4 5 1 2\n6 7 3 4\n' "$one" '4 5\n6 7\n' --take-fields 2 --skip-lines 1
labelled 'x\n4 5 1 2\n6 7 3 4\n' "$one" '4 5\n6 7\n' --format blank --skip-fields 2 --skip-lines 1
labelled 'a b,1,2\nc,d, 3 , 4\n' "$one" 'a b\nc,d\n' --format csv --take-fields 2
labelled 'a b ,1,2\n c,3,4\n' "$one" 'a b\nc\n' --format csv --skip-fields 1
labelled 'a b 12\ncd  34\n' "$one" 'a b\ncd\n' --format csv --widths 4,1,1 --skip-fields 1
labelled '# x 1 2\nv 1 2\nvt 9 9\nv 3 4\n' "$one" 'v\nv\n' --format blank --skip-fields 1 \
    --lines '^v ' --comments '#'
printf 'a 1 2\nb x 7\nc 3 4\nd 5\n' >in.vec
for jobs in 1 3; do
    run convert in.vec o.f32 --labels l.text --on-error skip-row --jobs $jobs --buffer-size 7
    is 'code of labels' 0 "$code"
    is 'labels of the rows that are there' 'a
c' "$(cat l.text)"
    is 'rows left out' "digitrun: in.vec: 2 of 4 rows left out, as something in them is wrong:
  in.vec:2:3: not a number: x (row 2, value 1)
  in.vec:4:1: not a number: d (row 4, value 1)" "$err"
done
printf '3 2\na 1 2\n3\n' >in.vec
gives 1 'in.vec:3:1: wrong number of values in the row: 1 instead of 2 (row 2)
  3
  ^' convert in.vec o.npy
rm -f l.text
run convert in.vec o.f32 --labels l.text
no_file l.text
finish

# --on-error: what is wrong is counted and its first places are told, whatever the jobs and parts.
. "$(dirname "$0")/lib.sh"

# forgives TEXT BITS MESSAGE ARGUMENTS...: TEXT is for printf
forgives() {
    printf "$1" >in
    bits=$2
    message=$3
    shift 3
    for way in '' '--buffer-size 1' '--buffer-size 7' '--buffer-size 50 --jobs 3'; do
        gives 0 "$message" convert in o.f32 $way "$@"
        holds "f4 raw$bits" o.f32 f32 values
        cat in | "$program" convert - o.f32 $way "$@" 2>err.text
        is "through a pipe: $* $way" "$message" "$(sed 's/<stdin>/in/' err.text)"
    done
    rm -f o.f32
}
n=7fc00000
forgives '1,2\n3,x4\n5,6\n' ' 3f800000 40000000 40a00000 40c00000' \
    'digitrun: in: 1 of 3 rows left out, as something in them is wrong:
  in:2:3: not a number: x4 (row 2, value 2)' --format csv --on-error skip-row
forgives '1,2\n3,x4\n5,6\n' " 3f800000 40000000 40400000 $n 40a00000 40c00000" \
    'digitrun: in: 1 of 6 values are NaN, as they could not be read:
  in:2:3: not a number: x4 (row 2, value 2)' --format csv --on-error nan
forgives 'x,2\ny z,1e99\n' " $n 40000000 $n $n" \
    'digitrun: in: 3 of 4 values are NaN, as they could not be read:
  in:1:1: not a number: x (row 1, value 1)
  in:2:1: not a number: y z (row 2, value 1)
  in:2:5: number out of range: 1e99 (row 2, value 2)' --format csv --on-error nan --columns 2
# a row that is too short takes its NaNs back
printf 'x,x\n' >in
for way in '' '--buffer-size 2' '--jobs 3 --buffer-size 2'; do
    gives 1 'in:1:1: wrong number of values in the row: 2 instead of 3 (row 1)
  x,x
  ^~~' convert in o.f32 $way --format csv --on-error nan --columns 3
done
forgives '1,2\n3\n5,6,7\n\n1,1\n' ' 3f800000 40000000 3f800000 3f800000' \
    'digitrun: in: 2 of 4 rows left out, as something in them is wrong:
  in:2:1: wrong number of values in the row (row 2)
  in:3:1: wrong number of values in the row (row 3)' \
    --format csv --on-error skip-row --columns 2
forgives '[[1,"a]"],\n[2,{"b":[]}],[3,true],[4,5]]' " 3f800000 $n 40000000 $n 40400000 $n \
40800000 40a00000" 'digitrun: in: 3 of 8 values are NaN, as they could not be read:
  in:1:5: not a number but another JSON value: "a]" (row 1, value 2)
  in:2:4: not a number but another JSON value: {"b":[]} (row 2, value 2)
  in:2:17: not a number but another JSON value: true (row 3, value 2)' --format json --on-error nan
forgives '[[1,"a]"],\n[2,{"b":[]}],[3,true],[4,5]]' ' 40800000 40a00000' \
    'digitrun: in: 3 of 4 rows left out, as something in them is wrong:
  in:1:5: not a number but another JSON value: "a]" (row 1, value 2)
  in:2:4: not a number but another JSON value: {"b":[]} (row 2, value 2)
  in:2:17: not a number but another JSON value: true (row 3, value 2)' \
    --format json --on-error skip-row
forgives '[1,2]\n[3,\n[4,5]\n[6 7]\n' ' 3f800000 40000000 40800000 40a00000' \
    'digitrun: in: 2 of 4 rows left out, as something in them is wrong:
  in:2:4: misplaced byte: \x0a (row 2, value 2)
  in:4:4: misplaced byte: 7 (row 4, value 2)' --format ndjson --on-error skip-row
forgives '[[1,2],[3,4],[5' ' 3f800000 40000000 40400000 40800000' \
    'digitrun: in: 1 of 3 rows left out, as something in them is wrong:
  in:1:16: the text ends inside an array or quote (row 3, value 2)' \
    --format json --on-error skip-row
forgives '1,NA\n,x\n' " 3f800000 $n $n $n" \
    'digitrun: in: 1 of 4 values are NaN, as they could not be read:
  in:2:2: not a number: x (row 2, value 2)' --format csv --on-error nan --missing NA
forgives '1,NA,2\n,x\n' " 3f800000 40000000 $n" \
    'digitrun: in: 1 of 3 values are NaN, as they could not be read:
  in:2:2: not a number: x (row 2, value 2)' \
    --format csv --on-error nan --missing NA --drop-missing
forgives 'a 1 x\nb 2 3\n' " 3f800000 $n 40000000 40400000" \
    'digitrun: in: 1 of 4 values are NaN, as they could not be read:
  in:1:5: not a number: x (row 1, value 2)' --format blank --on-error nan --take-fields 2
forgives '12x4\n5678\n' " 41400000 $n 42600000 429c0000" \
    'digitrun: in: 1 of 4 values are NaN, as they could not be read:
  in:1:3: not a number: x4 (row 1, value 2)' --format csv --on-error nan --widths 2,2
forgives '"a\n"",",1\n2,3\n' " $n 3f800000 40000000 40400000" \
    'digitrun: in: 1 of 4 values are NaN, as they could not be read:
  in:1:2: not a number: a\x0a"", (row 1, value 1)' --format csv --on-error nan --quote '"'

# A value that cannot be written is told by its row in the text.
printf '1,2\n3\n4,x\n5,nan\n' >in
for way in '' '--buffer-size 1' '--buffer-size 9 --jobs 3'; do
    gives 1 'digitrun: in: row 4, value 2 is not finite; --not-finite says what to write' \
        convert in o.json --format csv --on-error skip-row --columns 2 $way
done

# Structure and the length of a row are no values.
printf '[1,2]\n[3 4]\n' >in
gives 1 'in:2:4: misplaced byte (row 2, value 2)
  [3 4]
     ^' convert in o.npy --format ndjson --on-error nan
no_file o.npy

# Three bad rows of a million; more than ten bad rows; a text that is all bad, in linear time.
seq 1 1000000 | sed '7s/$/x/; 500000s/^/-/; 500001s/.*/?/; 1000000s/^/ y /' >million.txt
for jobs in 1 2 4; do
    gives 0 'digitrun: million.txt: 3 of 1000000 rows left out, as something in them is wrong:
  million.txt:7:1: not a number: 7x (row 7, value 1)
  million.txt:500001:1: not a number: ? (row 500001, value 1)
  million.txt:1000000:2: not a number: y (row 1000000, value 1)' \
        convert million.txt o.npy --on-error skip-row --jobs $jobs --quiet
    is "shape, jobs $jobs" 'f8 (999997,) 999997' "$("$file_bits" o.npy | cut -d ' ' -f 1-3)"
done
seq 1 200000 | sed 's/$/ x/' >bad.dat
for what in nan skip-row; do
    for jobs in 1 2; do
        run check bad.dat --on-error $what --jobs $jobs
        is "code of $what" 0 "$code"
        is "lines of $what" 12 "$(wc -l <err.text | tr -d ' ')"
        is "last line of $what" '  and 199990 more' "$(tail -n 1 err.text)"
    done
done
is 'nothing is left' 'values   0' "$(grep values out.text)"
finish

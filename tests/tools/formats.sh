# What is read from each format, and the shape it is written in: literal texts, literal bits.
. "$(dirname "$0")/lib.sh"
a=3ff0000000000000 # 1
b=4000000000000000 # 2
c=4008000000000000 # 3
d=4010000000000000 # 4
missing=7ff8000000000000

# reads TEXT EXPECTED ARGUMENTS...: TEXT is for printf; EXPECTED as file_bits says.
reads() {
    text=$1
    expected=$2
    shift 2
    printf "$text" >in
    gives 0 '' convert in o.npy "$@"
    holds "$expected" o.npy values
    rm -f o.npy
}

# list: any run of , ; | blank tab and line ends; a row is a line with a value.
reads '1 2\n3 4\n' "f8 (2, 2) $a $b $c $d" --format list
reads '1,2;\r\n3 |\t4' "f8 (2, 2) $a $b $c $d" --format list
reads '1\n2\n3\n4\n' "f8 (4,) $a $b $c $d" --format list
reads '1\n\n\n2\n , \n3' "f8 (3,) $a $b $c" --format list
reads '\357\273\2771 2 3' "f8 (1, 3) $a $b $c" --format list
reads '' 'f8 (0,)' --format list
reads '\n \n' 'f8 (0,)' --format list

# json: rows are innermost arrays; a flat array is one dimension.
reads '[1,2,3]' "f8 (3,) $a $b $c" --format json
reads '[[1,2],[3,4]]' "f8 (2, 2) $a $b $c $d" --format json
reads ' [ [1,2,3] ] ' "f8 (1, 3) $a $b $c" --format json
reads '[[[1,2]],[[3,4]]]\n' "f8 (2, 2) $a $b $c $d" --format json
reads '\357\273\277[\n 1,\r\n 2\n]\n' "f8 (2,) $a $b" --format json
reads '3' "f8 (1,) $c" --format json
reads '[]' 'f8 (0,)' --format json
reads '[[],[]]' 'f8 (2, 0)' --format json
reads '[[1],[2]]' "f8 (2,) $a $b" --format json
reads '[1,null]' "f8 (2,) $a $missing" --format json --missing ''
reads '[1,2,3]' "f8 (1, 3) $a $b $c" --format json --columns 3

# ndjson
reads '[1,2]\n[3,4]\n' "f8 (2, 2) $a $b $c $d" --format ndjson
reads '[1,2]\r\n\r\n[3,4]' "f8 (2, 2) $a $b $c $d" --format ndjson
reads '[1,2,3]\n' "f8 (1, 3) $a $b $c" --format ndjson
reads '1\n2\n' "f8 (2,) $a $b" --format ndjson
reads '' 'f8 (0,)' --format ndjson

# csv and tsv: a cell reaches to its delimiter.
reads '1,2\n3,4\n' "f8 (2, 2) $a $b $c $d" --format csv
reads 'x,y\r\n1, 2\r\n3 ,4\r\n' "f8 (2, 2) $a $b $c $d" --format csv --skip-lines 1
reads '1,2,3\n' "f8 (1, 3) $a $b $c" --format csv
reads '1\r2\r3\r' "f8 (3,) $a $b $c" --format csv
reads '1,NA\n,4\n' "f8 (2, 2) $a $missing $missing $d" --format csv --missing NA
reads '1,-\nn/a,4\n' "f8 (2, 2) $a $missing $missing $d" --format csv --missing - --missing n/a
reads '1,\n,4\n' "f8 (2, 2) $a $missing $missing $d" --format csv --missing=
reads '"1","2"\n" 3","4 "\n' "f8 (2, 2) $a $b $c $d" --format csv --quote '"'
reads '"1,000",1\n' 'f8 (1, 2) 408f400000000000 3ff0000000000000' \
    --format csv --quote '"' --grouping ,
reads '1,5;2\n' 'f8 (1, 2) 3ff8000000000000 4000000000000000' --format csv --decimal ,
reads '1,5\t2\n' 'f8 (1, 2) 3ff8000000000000 4000000000000000' \
    --format csv --decimal , --separators '\t'
reads 'a,x,1,2\nb,y,3,4\n' "f8 (2, 2) $a $b $c $d" --format csv --skip-fields 2
reads 'a b,1,2\nc,d,e,3,4\n' "f8 (2, 2) $a $b $c $d" --format csv --take-fields 2
reads '# 9\n1,2\n%% 9\n3,4\n' "f8 (2, 2) $a $b $c $d" --format csv --comments '#%'
reads '1:2\n3:4\n' "f8 (2, 2) $a $b $c $d" --format csv --separators '\x3a'
reads '1\t2\n3\t4\n' "f8 (2, 2) $a $b $c $d" --format tsv
reads '' 'f8 (0, 3)' --format csv --columns 3
reads '1\n2\n' "f8 (2, 1) $a $b" --format csv --columns 1

# blank, fixed widths, Fortran
reads ' 1   2\n3\t 4  \n' "f8 (2, 2) $a $b $c $d" --format blank
reads '1D0 2.0d+00\n' "f8 (1, 2) $a $b" --format blank --exponents dD
reads '10.0-1 2\n' "f8 (1, 2) $a $b" --format blank --sign-exponent
reads '12  3\n34  1\n' "f8 (2, 3) $a $b $c $c $d $a" --format csv --widths 1x2,3

# each value is rounded once from its text: through double 16777217.0000000001 would be 16777216
reads '16777217.0000000001 1' 'f4 (1, 2) 4b800001 3f800000' --format list --type f32
reads '0.1' 'f8 (1,) 3fb999999999999a' --format list --type f64
reads '0.1' 'f4 (1,) 3dcccccd' --format list --type f32

# ragged rows: one dimension, and it is said
printf '1 2 3\n4 5 6\n7\n' >ragged.txt
gives 0 'digitrun: ragged.txt: row 1 has 3 values, row 3 has 1: written in one dimension' \
    convert ragged.txt o.npy
holds 'f8 (7,) 7 3ff8000000000000 c050000000000000' o.npy
gives 0 '' convert ragged.txt o.f64
holds 'f8 raw 7 3ff8000000000000 c050000000000000' o.f64 f64

# suffixes of IN and OUT
for pair in a.txt a.list a.lst a.dat a.asc B.TXT; do
    printf '1 2\n3 4\n' >$pair
    gives 0 '' convert $pair o.npy
    holds "f8 (2, 2) $a $b $c $d" o.npy values
done
printf '[[1,2],[3,4]]' >a.json
printf '[1,2]\n[3,4]' | tee a.ndjson >a.jsonl
printf '1,2\n3,4\n' >a.csv
printf '1\t2\n3\t4\n' | tee a.tsv >a.tab
for name in a.json a.ndjson a.jsonl a.csv a.tsv a.tab ./a.csv "$PWD/a.csv"; do
    gives 0 '' convert "$name" o.NPY
    holds "f8 (2, 2) $a $b $c $d" o.NPY values
done
for name in o.f64 o.raw o.bin o; do
    gives 0 '' convert a.csv $name --to=raw
    holds "f8 raw $a $b $c $d" $name f64 values
done
gives 0 '' convert a.csv o.f32
holds 'f4 raw 3f800000 40000000 40400000 40800000' o.f32 f32 values
gives 0 '' convert a.csv o.bin --type f32
holds 'f4 raw 3f800000 40000000 40400000 40800000' o.bin f32 values
gives 0 '' convert -- a.csv o.npy
DIGITRUN_ISA=scalar
export DIGITRUN_ISA
gives 0 'digitrun: o.npy: 4 values in 2 rows, 0 missing, from 8 bytes by scalar' \
    convert a.csv --verbose o.npy
unset DIGITRUN_ISA

# check
printf '1,NA,-2.5\n4,nan,1e300\n' >b.csv
gives 0 '' check b.csv --missing NA
is 'stdout of check' 'format   csv
values   6
rows     2
shape    (2, 3)
min      -2.5
max      1e+300
missing  1
nan      1' "$out"
gives 0 '' check ragged.txt
is 'stdout of check' 'format   list
values   7
rows     3
shape    (7,), as row 1 has 3 values, row 3 has 1
min      1
max      7
missing  0
nan      0' "$out"
printf '0.1 1e-45' >c.txt
gives 0 '' check c.txt --type f32
is 'stdout of check' 'format   list
values   2
rows     1
shape    (1, 2)
min      1.4013e-45
max      0.1
missing  0
nan      0' "$out"
: >empty.csv
gives 0 '' check empty.csv
is 'stdout of check' 'format   csv
values   0
rows     0
shape    (0,)
missing  0
nan      0' "$out"
finish

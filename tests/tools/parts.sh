# Texts larger than the buffer: the same bits for every size of the parts, in bounded memory.
. "$(dirname "$0")/lib.sh"

# Small sizes of the parts: tokens, line ends and the room for values are cut everywhere.
seq 1 200 | sed 's/.*/&.&/' >list.txt
truth='200 7f90165dd327a1e4 40c0c9374bc6a7ee'
tr '\n' , <list.txt | sed 's/,$//; s/^/[/; s/$/]/' >flat.json
paste -d , - - - - <list.txt >table.csv
sed 's/$/\r/' table.csv >return.csv
sed 's/,/ ,\t/; s/^\([^,]*\),/" \1" ,/; 3s/^/ # 3,4\n\n/' table.csv >quoted.csv
sed 's/^/[/; s/$/]/' table.csv >table.ndjson
(printf '\357\273\277[\n'; sed 's/^/ [ /; s/$/ ] ,/; $s/,$//' table.csv; printf ']\n') >table.json
for size in 1 2 3 5 7 8 13 16 31 32 33 63 64 65 100 127 128 129 500 1000 4096; do
    small="--buffer-size $size"
    gives 0 '' convert list.txt o.npy $small
    holds "f8 (200,) $truth" o.npy
    gives 0 '' convert flat.json o.npy $small
    holds "f8 (200,) $truth" o.npy
    for file in table.csv return.csv table.ndjson table.json; do
        gives 0 '' convert $file o.npy $small
        holds "f8 (50, 4) $truth" o.npy
    done
    gives 0 '' convert table.csv o.npy $small --columns 4
    holds "f8 (50, 4) $truth" o.npy
    gives 0 '' convert quoted.csv o.npy --quote '"' --comments '#' $small
    holds "f8 (50, 4) $truth" o.npy
    gives 0 '' convert table.csv o.npy $small --skip-fields 1 --take-fields 2 --skip-lines 1
    is "shape with size $size" 'f8 (49, 2)' "$("$file_bits" o.npy | cut -c 1-10)"
done

# Lines that begin with numbers of two digits are found to be row 50, wherever the row is cut.
(cat table.csv; echo '1,2,3') >short.csv
message='digitrun: short.csv: row 1 has 4 values, row 51 has 3: written in one dimension'
for size in 1 7 64 1000; do
    gives 0 "$message" convert short.csv o.npy --buffer-size $size
done

# The program's own size of the parts: a list of 1.3 MB, from a file, a pipe, and a slow pipe.
seq 1 200000 >long.txt
truth='200000 7ef06a0000000000 ad62750000000000'
gives 0 '' convert long.txt o.npy
holds "f8 (200000,) $truth" o.npy
gives 0 '' convert long.txt o.npy --type f32
holds 'f4 (200000,) 200000 0000000077835000 0000da5d6b13a800' o.npy
cat long.txt | "$program" convert - o.npy --format list
holds "f8 (200000,) $truth" o.npy
(head -c 100001 long.txt; sleep 0.2; tail -c +100002 long.txt) |
    "$program" convert - - --format blank --to raw | cat >o.f64
holds "f8 raw $truth" o.f64 f64

# One token of many parts, and rows of many.
(printf '1,"'; head -c 3000000 /dev/zero | tr '\0' ' '; printf '2"\n3,4\n') >wide.csv
for size in 10 1000 ''; do
    gives 0 '' convert wide.csv o.npy --quote '"' ${size:+--buffer-size $size}
    holds 'f8 (2, 2) 3ff0000000000000 4000000000000000 4008000000000000 4010000000000000' \
        o.npy values
done
tr '\n' ' ' <long.txt >row.dat
gives 0 '' convert row.dat o.npy --columns 200000 --buffer-size 100
holds "f8 (1, 200000) $truth" o.npy

# 24 MB of text while the program may have 16 MB of memory in all. Sanitizers want more than that.
if [ "$(uname)" = Linux ] && ! grep -q '__[at]san_init' "$program"; then
    yes '1,2,3,4.5' | head -n 2400000 >big.csv
    expected='format   csv
values   9600000
rows     2400000
shape    (2400000, 4)
min      1
max      4.5
missing  0
nan      0'
    is 'big file, little memory' "$expected" "$(ulimit -v 16384 && "$program" check big.csv 2>&1)"
    is 'big pipe, little memory' "$expected" \
        "$(ulimit -v 16384 && "$program" check - --format csv <big.csv 2>&1)"
    (ulimit -v 16384 && "$program" convert big.csv o.f32)
    is 'length of big output' 38400000 "$(wc -c <o.f32 | tr -d ' ')"
    rm -f big.csv o.f32
fi
finish

# Public reports about whole files: what other readers did to their users, and what is right.
. "$(dirname "$0")/lib.sh"

# RSNet#7 (S3DIS): two whole numbers glued at line 180389: the row is told, not taken.
awk 'BEGIN { for (i = 1; i <= 200000; i++)
    print "22.350 6.692 3.048 185" (i == 180389 ? "" : " ") "187 182" }' >glued.txt
for jobs in 1 3; do
    gives 1 'glued.txt:180389:1: wrong number of values in the row: 5 instead of 6 (row 180389)
  22.350 6.692 3.048 185187 182
  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~' convert glued.txt o.npy --columns 6 --jobs $jobs
    no_file o.npy
done

# gensim#388, fastText#155: a vector of another length, by its line.
printf '3 2\na 1 2\nb 1\nc 1 2\n' >short.vec
run convert short.vec o.npy
is 'gensim#388' 1 "$code"
is 'gensim#388' 'short.vec:3:1' "$(head -n 1 err.text | cut -d : -f 1-3)"

# sentence-transformers#1656, word2vec-api#6: a first line of counts, or none.
printf '2 3\nthe 1 2 3\nof 4 5 6\n' >counts.vec
printf 'the 1 2 3\nof 4 5 6\n' >plain.vec
for file in counts.vec plain.vec; do
    gives 0 '' convert $file o.csv
    is "$file" '1,2,3
4,5,6' "$(cat o.csv)"
done

# numpy#1714, numpy#11878: never a short result, never a made-up value.
printf '1. 2 3 a b c 1.' >junk.txt
gives 1 'junk.txt:1:8: not a number (row 1, value 4)
  1. 2 3 a b c 1.
         ^' convert junk.txt o.npy
no_file o.npy

# duckdb#12856: a dialect holds past the first block, for every number of jobs.
yes 'foo|123,000' | head -n 300000 >dialect.csv
for jobs in 1 2; do
    gives 0 '' check dialect.csv --separators '|' --decimal , --skip-fields 1 --jobs $jobs
    is "duckdb#12856, $jobs" 'format   csv
values   300000
rows     300000
shape    (300000,)
min      123
max      123
missing  0
nan      0' "$out"
done

# data.table#5346, #5433: the same bits for every number of threads.
yes -- '-0.071943 0.8060667366' | head -n 100000 >threads.txt
for jobs in 1 2 5 8; do
    gives 0 '' convert threads.txt o.f64 --jobs $jobs
    is "data.table#5346, $jobs" 1 "$(od -An -v -tx8 -w16 o.f64 | sort -u | wc -l | tr -d ' ')"
    is "data.table#5346, $jobs" ' bfb26adb402d16b9 3fe9cb4c7802e4ef' "$(od -An -tx8 -N16 o.f64)"
done

# Open3D#1379: commas in an .xyz; Open3D#1016: rows of nan stay; Open3D#4995: nothing is rounded.
printf '694386.212,5155487.512,381.036\nnan nan nan\n694386.213,5155487.513,381.037\n' >points.txt
gives 0 '' convert points.txt o.npy
holds 'f8 (3, 3) 412530e46c8b4396 4153aaa7e0c49ba6 4077d09374bc6a7f 7ff8000000000000 7ff80000000'\
'00000 7ff8000000000000 412530e46d0e5604 4153aaa7e0d4fdf4 4077d0978d4fdf3b' o.npy values
gives 0 '' convert o.npy o.txt
is 'Open3D#4995' '694386.212 5155487.512 381.036
NaN NaN NaN
694386.213 5155487.513 381.037' "$(cat o.txt)"

# static-frame#160, numpy#23350: what is missing is NaN and counted, or an error; never 0.
printf '10\tnan\n10\t\n' >missing.tsv
DIGITRUN_ISA=scalar
export DIGITRUN_ISA
gives 0 'digitrun: o.f64: 4 values in 2 rows, 1 missing, from 11 bytes by scalar' \
    convert missing.tsv o.f64 --missing= --verbose
unset DIGITRUN_ISA
holds 'f8 raw 4024000000000000 7ff8000000000000 4024000000000000 7ff8000000000000' o.f64 f64 values
run convert missing.tsv o.f64
is 'static-frame#160' 'missing.tsv:2:4: missing value (row 2, value 2)' "$(head -n 1 err.text)"

# openai-python#3743: a float32 is written as one, not as the double beside it.
printf '0.1 16777218\n' >single.txt
gives 0 '' convert single.txt o.json --type f32
is 'openai-python#3743' '[[0.1,16777218]]' "$(cat o.json)"

# tidb#58379: a number beyond float32 is told, with its place.
printf '[1e39,-1e39]\n' >large.ndjson
run convert large.ndjson o.f32
is 'tidb#58379' 'large.ndjson:1:2: number out of range (row 1, value 1)' "$(head -n 1 err.text)"

# fast-csv#131: a byte order mark is no part of the first number; elsewhere it is junk.
printf '\357\273\2771,2\n3,4\n' >mark.csv
for way in '' '--jobs 2 --buffer-size 4'; do
    gives 0 '' convert mark.csv o.csv $way
    is "fast-csv#131 $way" '1,2
3,4' "$(cat o.csv)"
done
printf '1,2\n\357\273\2773,4\n' >mark.csv
for way in '' '--jobs 2 --buffer-size 4'; do
    run convert mark.csv o.csv $way
    is "a mark in the middle $way" 'mark.csv:2:1: not a number (row 2, value 1)' \
        "$(head -n 1 err.text)"
done
finish

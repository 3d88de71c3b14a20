# --jobs: the same bytes for every number of threads, and for every error the same words.
. "$(dirname "$0")/lib.sh"
seq 1 5000 | sed 's/.*/&.25,-&e-3,0.&,&/' >table.csv
sed 's/^/[/; s/$/]/' table.csv >table.ndjson
(echo 'x,"y'; sed 's/,/,"a\n,",/; 5s/^/#",\n/' table.csv) >quoted.csv
sed 's/,/ /g; s/^/label /' table.csv >table.vec
tr '\n' '\r' <table.csv >return.csv
printf '[%s]' "$(paste -s -d , table.ndjson)" >table.json

# same IN OUT ARGUMENTS...
same() {
    in=$1
    to=$2
    shift 2
    gives 0 '' convert $in one.$to "$@"
    for jobs in 2 3 8; do
        for size in '' '--buffer-size 1000' '--buffer-size 30000'; do
            gives 0 '' convert $in o.$to "$@" --jobs $jobs $size
            is "$in to $to by $jobs jobs $size $*" same "$(cmp one.$to o.$to && echo same)"
        done
    done
    cat $in | "$program" convert - - "$@" --jobs 3 --to $to --format ${in##*.} |
        cat >o.$to
    is "$in to $to through pipes $*" same "$(cmp one.$to o.$to && echo same)"
}
for to in npy f32 csv json ndjson fvecs fbin pgcopy; do
    [ $to = f32 ] && continue
    same table.csv $to
done
same table.ndjson npy --columns 4
same table.ndjson json --layout fixed:3
same return.csv npy
same return.csv npy --lines '7,' --pass '^[0-9]*5[.]' --missing=
same quoted.csv npy --quote '"' --skip-lines 1 --skip-fields 2 --comments '#'
same table.vec npy --type f32
same table.json npy
same table.csv npy --lines '7,' --pass '^[0-9.]+' --missing= --drop-missing
gives 0 '' convert table.csv in.npy
for jobs in 1 2 5; do
    gives 0 '' convert in.npy o.csv --jobs $jobs --buffer-size 5000
    is "from .npy by $jobs jobs" same "$(cmp one.csv o.csv && echo same)"
done

# Quotes in lines passed over are none: what they opened or closed is no matter to the parts.
sed 's/^/1,/; s/$/,"x"/' table.csv | awk '{ print } NR % 7 == 0 { print "#\"" }' >remarks.csv
grep -v '#' remarks.csv >plain.csv
gives 0 '' convert plain.csv plain.npy --quote '"' --take-fields 5 --missing=x
same remarks.csv npy --quote '"' --take-fields 5 --missing=x --lines '^[0-9]'
is 'without the remarks' same "$(cmp plain.npy one.npy && echo same)"
same remarks.csv npy --quote '"' --take-fields 5 --missing=x --pass '^#.*'
is 'without all of them' same "$(cmp plain.npy one.npy && echo same)"
printf '1,"2\nx"\n3,"4"\n5,6\n' >open.csv
for way in '' '--buffer-size 1' '--buffer-size 7' '--buffer-size 9 --jobs 3'; do
    gives 1 'open.csv:3:4: misplaced byte (row 1, value 2)
  3,"4"
     ^' convert open.csv o.npy --quote '"' --lines '^[0-9]' $way
    gives 0 'digitrun: open.csv: 1 of 2 rows left out, as something in them is wrong:
  open.csv:3:4: misplaced byte: 4 (row 1, value 2)' convert open.csv o.npy --quote '"' \
        --lines '^[0-9]' --on-error skip-row $way
    holds 'f8 (1, 2) 4014000000000000 4018000000000000' o.npy values
done

rm -f o.npy one.npy
# Errors: the first in the text, its place counted through all parts; nothing is written.
sed '4000s/-/x/; 4500s/,/;/' table.csv >bad.csv
run convert bad.csv o.npy
words=$err
is 'code of bad.csv' 1 "$code"
is 'place in bad.csv' 'bad.csv:4000:9: not a number (row 4000, value 2)' "$(head -n 1 err.text)"
for jobs in 2 3 8; do
    for size in 1000 30000 1000000; do
        gives 1 "$words" convert bad.csv o.npy --jobs $jobs --buffer-size $size
        gives 1 "$words" check bad.csv --jobs $jobs --buffer-size $size
    done
done
no_file o.npy
for jobs in 1 2 3; do
    run check table.csv --jobs $jobs --buffer-size 4000
    is "check by $jobs jobs" 'format   csv
values   20000
rows     5000
shape    (5000, 4)
min      -5
max      5000.25
missing  0
nan      0' "$out"
done
# Bare values: what is wrong in a whole value is told before a cut-off one, an early end at last.
printf '\0\0\0\0\0\0\370\177\0\0\0\0\0\0\370\177abc' >nan.f64
tr '\177' '\77' <nan.f64 >end.f64
{ head -c 16 end.f64; cat nan.f64; } >third.f64
{ head -c 128 in.npy | sed 's/5000, 4/   7, 4/'; head -c 100 end.f64; } >end.npy
{ head -c 128 in.npy | sed 's/5000, 4/   1, 2/'; head -c 17 end.f64; } >more.npy
for way in '' '--buffer-size 1' '--buffer-size 8' '--buffer-size 17 --jobs 2'; do
    gives 1 'digitrun: nan.f64: row 1, value 1 is not finite; --not-finite says what to write' \
        convert nan.f64 o.json --format raw $way
    gives 1 'digitrun: third.f64: row 1, value 3 is not finite; --not-finite says what to write' \
        convert third.f64 o.json --format raw $way
    gives 1 'digitrun: end.f64: the file ends before its last value' \
        convert end.f64 o.json --format raw $way
    gives 1 'digitrun: end.npy: the file ends before its last value' convert end.npy o.json $way
    gives 1 'digitrun: more.npy: the file does not end with its last value' \
        convert more.npy o.json $way
done
if [ -c /dev/full ]; then
    gives 3 'digitrun: /dev/full: No space left on device' convert table.csv /dev/full --to raw \
        --jobs 3 --buffer-size 1000
fi

# A signal leaves nothing, a file that is cut while it is read is told. The work waits for a pipe
# that nobody reads.
# stuck WHAT: starts the work, and does WHAT when it waits
stuck() {
    rm -rf o pipe.txt
    mkdir o
    mkfifo pipe.txt
    "$program" convert long.csv o/o.npy --labels pipe.txt --take-fields 2 --jobs 3 \
        --buffer-size 10000 ${2-} 2>err.text &
    job=$!
    exec 3<>pipe.txt
    sleep 0.5
    $1
}
stop_it() {
    kill -TERM $job
    wait $job 2>/dev/null
    code=$?
}
cut_it() {
    : >long.csv
    cat <&3 >/dev/null &
    wait $job 2>/dev/null
    code=$?
    kill $! 2>/dev/null
}
sed 's/^/a label that fills the pipe /' table.csv table.csv >long.csv
for way in '' --named-temporary; do
    stuck stop_it $way
    is "code of TERM $way" 143 "$code"
    is "files after TERM $way" '' "$(ls -A o)"
    exec 3>&-
done
stuck cut_it --named-temporary
is 'code of a file that was cut' 3 "$code"
is 'words of a file that was cut' 'digitrun: the file was cut while it was read' "$(cat err.text)"
is 'files of a file that was cut' '' "$(ls -A o)"
exec 3>&-
finish

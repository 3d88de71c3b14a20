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

#!/bin/sh
# bench/convert.sh - how fast the program converts: 1 GB of vectors of 768 values, a JSON array a
# line, in memory, to .npy and to bare values, by one job and by two.
# usage: bench/convert.sh PROGRAM [FOLDER]   (FOLDER: in memory, room for 2.2 GB; else /dev/shm)
set -eu
program=${1:?the program digitrun}
folder=$(mktemp -d "${2:-/dev/shm}/digitrun-convert-XXXXXX")
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM HUP

awk 'BEGIN {
    srand(1)
    for (row = 0; row < 1200; row++) {
        printf "["
        for (i = 0; i < 768; i++)
            printf "%s%.8g", i ? "," : "", (rand() + rand() + rand() - 1.5) / 10
        printf "]\n"
    }
}' >"$folder/part"
while [ "$(wc -c <"$folder/part")" -lt 64000000 ]; do
    cat "$folder/part" "$folder/part" >"$folder/twice"
    mv "$folder/twice" "$folder/part"
done
: >"$folder/text.ndjson"
while [ "$(wc -c <"$folder/text.ndjson")" -lt 1000000000 ]; do
    cat "$folder/part" >>"$folder/text.ndjson"
done
rm "$folder/part"
bytes=$(wc -c <"$folder/text.ndjson")

# The best of three, in ms of the clock.
best() {
    least=
    for _ in 1 2 3; do
        start=$(date +%s%N)
        "$@" >/dev/null
        ms=$((($(date +%s%N) - start) / 1000000))
        if [ -z "$least" ] || [ "$ms" -lt "$least" ]; then least=$ms; fi
    done
}

"$program" isa | sed -n 's/^selected */row in use: /p'
echo "$bytes bytes of text"
for type in f32 f64; do
    for jobs in 1 2; do
        for to in /dev/null "$folder/out.npy"; do
            case $to in
            *.npy) what=.npy ;;
            *) what="bare values, not written" ;;
            esac
            if [ "$to" = /dev/null ]; then
                best "$program" convert --quiet --type $type --jobs $jobs --to raw \
                    "$folder/text.ndjson" -
            else
                best "$program" convert --quiet --type $type --jobs $jobs \
                    "$folder/text.ndjson" "$to"
                rm -f "$to"
            fi
            awk -v bytes="$bytes" -v ms="$least" -v type=$type -v jobs=$jobs -v what="$what" \
                'BEGIN { printf "%s, %d job%s, %s: %.2f GB/s\n", type, jobs, (jobs > 1 ? "s" : ""),
                         what, bytes / ms / 1e6 }'
        done
    done
done

# Real files, against bits that another program made: each line of tests/data/real.tsv.
. "$(dirname "$0")/lib.sh"
list=$(cd "$(dirname "$0")/../data" && pwd)/real.tsv
# The corpora lie in the folders public/ and real/ of one folder; either may be named.
data=
for folder in "${DIGITRUN_TEST_DATA:-}/real" "${DIGITRUN_TEST_DATA:-}/../real"; do
    if [ -n "${DIGITRUN_TEST_DATA:-}" ] && [ -f "$folder/TRUTH.txt" ]; then
        data=$folder
    fi
done
if [ -z "$data" ]; then
    echo 'SKIPPED: real files (DIGITRUN_TEST_DATA does not name a folder with real/TRUTH.txt)'
    exit 77
fi
has_keys=$("$program" check - --format json --key a </dev/null 2>&1 | grep -c 'not built in')

# reads FILE TRUTH ARGUMENTS...: the file itself, cut into small parts, and by several jobs.
reads() {
    file=$1
    truth=$2
    shift 2
    run convert "$data/$file" o.f64 "$@"
    is "code of $file: $err" 0 "$code"
    holds "f8 raw $truth" o.f64 f64
    run convert "$data/$file" o.f64 "$@" --buffer-size 1000
    holds "f8 raw $truth" o.f64 f64
    run convert "$data/$file" o.f64 "$@" --buffer-size 3000 --jobs 3
    holds "f8 raw $truth" o.f64 f64
    rm -f o.f64
}
tab=$(printf '\t')
files=0
while IFS=$tab read -r file arguments count xor sum; do
    case $file in '#'*) continue ;; esac
    case $arguments in *--key*) if [ "$has_keys" -gt 0 ]; then
        echo "SKIPPED: $file (this program has no --key)"
        continue
    fi ;; esac
    files=$((files + 1))
    eval "reads '$file' '$count $xor $sum' $arguments"
done <"$list"

# All that TRUTH.txt has is in the list, with the same figures.
cut -f 1-4 "$data/TRUTH.txt" | grep -v '^#' >truth.text
while IFS=$tab read -r file count xor sum; do
    line=$(awk -F '\t' -v file="$file" '$1 == file { print $3, $4, $5 }' "$list")
    is "$file is in the list" "$count $xor $sum" "$line"
done <truth.text
is 'there are files' true "$([ $files -ge 24 ] && echo true)"
finish

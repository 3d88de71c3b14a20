# Real files, against bits that another program made: count, xor and sum of TRUTH.txt.
. "$(dirname "$0")/lib.sh"
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

# reads FILE SHAPE ARGUMENTS...
reads() {
    file=$1
    shape=$2
    shift 2
    truth=$(awk -F '\t' -v file="$file" '$1 == file { print $2, $3, $4 }' "$data/TRUTH.txt")
    is "$file has a truth" 3 "$(echo $truth | wc -w | tr -d ' ')"
    run convert "$data/$file" o.npy "$@"
    is "code of $file" 0 "$code"
    holds "f8 $shape $truth" o.npy
    "$program" convert - o.f64 --format "$format" "$@" --buffer-size 1000 <"$data/$file" 2>/dev/null
    holds "f8 raw $truth" o.f64 f64
    rm -f o.npy o.f64
}
format=ndjson
reads vec_deep1b_queries_96.ndjson '(480, 96)'
reads vec_deep1b_queries_96.ndjson '(480, 96)' --columns 96
format=json
reads json_numbers.json '(10001,)'
reads json_ohlcv_1m.json '(13681, 6)'
format=list
reads boost_ellint_rj.txt '(801, 5)'
format=csv
reads csv_streamtube_wind.csv '(8186, 7)' --skip-lines 1
reads csv_laucnty16_thousands.csv '(3219, 4)' --skip-lines 1 --skip-fields 5 \
    --quote '"' --grouping ,
format=blank
reads vec_fasttext_pang_lee.vec '(1694, 100)' --take-fields 100 --skip-lines 1
reads vec_glove_100.txt '(76, 50)' --format blank --skip-fields 1
reads pcd_bun0.pcd '(397, 7)' --format blank --skip-lines 11
reads mtx_bcsstk13_head.mtx '(13408, 3)' --format blank --comments %
format=list
reads libsvm_heart_scale '(7026,)' --format list --separators ' :'
finish

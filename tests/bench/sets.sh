# The sets are the same bytes everywhere, and what they say they are.
. "$(dirname "$0")/lib.sh"
expect 0 "$BENCH" sets --size 0.25 --quiet
cmp out "$(dirname "$0")/sets.txt" || fail "the sets are others than those of sets.txt"
judge() { # judge SET KIND: by strtod and printf alone
    count=$("$BENCH" sets --size 0.25 --set "$1" | awk '{ print $2 }')
    "$BENCH" sets --size 0.25 --set "$1" --print all | "$CHECK_SET" "$2" "$count" ||
        fail "set $1"
}
judge 0.0-1.0 f64
judge -1E9..+1E9 f64
judge embedding-f64 f64
judge embedding-f32 f32
for set in taxi embedding-8-10 geo canada-like mesh-like fixed6 integers prices exponents shuffled \
    near-halfway midpoints digits-800-2000 digits-1000000 random-bits; do
    judge $set none
done
outside=$("$BENCH" sets --size 0.25 --set -1E9..+1E9 --print all |
    awk '$1 < -1e9 || $1 > 1e9 || ($1 > -1e4 && $1 < 1e4) { n++ } END { print n + 0 }')
[ "$outside" -lt 5 ] || fail "$outside of -1E9..+1E9 lie outside, or near 0"
negative=$("$BENCH" sets --size 0.25 --set 0.0-1.0 --print all |
    awk '$1 < 0 || $1 >= 1 { n++ } END { print n + 0 }')
[ "$negative" -eq 0 ] || fail "$negative of 0.0-1.0 lie outside"

printf '1 2.5,-3e4\n007;[.5] +6 nan 1. 8\n' >numbers.txt
expect 0 "$BENCH" sets --file numbers.txt --print all
printf '1\n2.5\n-3e4\n7\n8\n' | cmp - out || fail "the numbers of a file"
expect 0 "$BENCH" parse $small --file numbers.txt --verify
finish

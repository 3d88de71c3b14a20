# compare, and quote: the tables in a text are those of the result files.
. "$(dirname "$0")/lib.sh"
expect 0 "$BENCH" parse $small --set 0.0-1.0,geo --shape list,rows2 --json a.json
expect 0 "$BENCH" parse $small --set 0.0-1.0,geo --shape list,rows2 --json b.json
expect 0 "$BENCH" compare a.json b.json
says out 'parse, f64, rows2'
says out 'geometric mean'
says out 'ratios of the same rows'
lines=$(grep -c '^geo ' out)
[ "$lines" -eq 2 ] || fail "$lines lines for geo, wanted 2"
expect 0 "$BENCH" compare a.json a.json
says out 'half of them differ by at most 0.0%'

cat >page.md <<'END'
# A page
<!-- digitrun-bench a.json parse f64 rows2 -->
<!-- /digitrun-bench -->
The end.
END
expect 1 "$BENCH" quote page.md --check
expect 0 "$BENCH" quote page.md
expect 0 "$BENCH" quote page.md --check
says page.md 'The end.'
says page.md '| geo | '
says page.md 'digitrun scalar'
figure=$(grep '"set":"geo".*"shape":"rows2".*"isa":"scalar"' a.json |
    sed 's/.*"min":\([0-9.]*\).*/\1/')
says page.md "$(printf '%.1f (' "$figure")"
sed 's/| geo | [0-9]/| geo | 9/' page.md >other.md
expect 1 "$BENCH" quote other.md --check
printf '<!-- digitrun-bench a.json parse f64 rows2 -->\n' >open.md
expect 2 "$BENCH" quote open.md
expect 0 "$BENCH" quote "$SOURCE/bench/results/README.md" --check
if grep -q '<!-- digitrun-bench ' "$SOURCE/README.md"; then
    expect 0 "$BENCH" quote "$SOURCE/README.md" --check
else
    echo "README.md quotes no results"
fi
for file in "$SOURCE"/bench/results/*.json; do
    expect 0 "$VALIDATE" "$SOURCE/bench/schema.json" "$file"
done
finish

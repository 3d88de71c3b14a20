# The picture is XML that a renderer takes, with a bar for each row and the line at 1.
. "$(dirname "$0")/lib.sh"
expect 0 "$BENCH" parse write $small --set 0.0-1.0,geo --shape list,rows2,shortest \
    --label 'a <b> & "c"' --json a.json --svg a.svg
expect 0 "$BENCH" draw a.json --svg again.svg
[ "$(wc -l <a.svg)" -eq "$(wc -l <again.svg)" ] || fail "drawn from the file it is another picture"
panels=$(grep -c 'stroke="black" stroke-width="1.5"' a.svg)
[ "$panels" -eq 3 ] || fail "$panels panels, wanted 3"
says a.svg '&lt;b&gt; &amp;'
bars=$(grep -c '<rect x="150"' a.svg)
rows=$(sed -n 's/^rows timed: \([^;]*\).*/\1/p' out | wc -w)
[ "$bars" -ge 6 ] || fail "$bars bars of $rows rows"
command -v rsvg-convert >/dev/null || skip "rendering: there is no rsvg-convert (librsvg2-bin)"
expect 0 rsvg-convert -o a.png a.svg
[ "$(head -c 8 a.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "no PNG came out"
[ "$(wc -c <a.png)" -gt 10000 ] || fail "the PNG is all but empty"
head -n 20 a.svg >cut.svg
expect 1 rsvg-convert -o cut.png cut.svg
finish

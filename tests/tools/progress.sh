# Progress is shown on a terminal, after a second, and nowhere else.
. "$(dirname "$0")/lib.sh"
if ! script -qec true /dev/null >/dev/null 2>&1; then
    echo 'SKIPPED: progress (no script program that makes a terminal)'
    exit 77
fi
cat >text.sh <<'END'
echo '1 2 3'
sleep 1.4
echo '4 5 6'
sleep 0.1
echo '7 8 9'
END
options='--format blank --buffer-size 4'

sh text.sh | "$program" check - $options >out.text 2>err.text
is 'not on a file' '' "$(cat err.text)"

echo "sh text.sh | '$program' check - $options >out.text" >slow.sh
script -qec 'sh slow.sh' /dev/null </dev/null >terminal.text
is 'on a terminal' 1 "$(grep -c '0 MB, 0 MB/s' terminal.text)"
is 'taken away at the end' 1 "$(tail -c 4 terminal.text | grep -c 'K$')"
is 'the work was done' 'values   9' "$(grep values out.text)"

echo "(echo 1; sleep 0.5; echo 2) | '$program' check - $options >out.text" >quick.sh
script -qec 'sh quick.sh' /dev/null </dev/null >terminal.text
is 'not for quick work' '' "$(cat terminal.text)"
is 'the quick work was done' 'values   2' "$(grep values out.text)"

# on: also where stderr is no terminal, a line a second; off and --quiet: nowhere.
sh text.sh | "$program" check - $options --progress on >out.text 2>err.text
is 'asked for, in a file' 'digitrun: 0 MB, 0 MB/s' "$(head -n 1 err.text)"
is 'asked for, and done' 'values   9' "$(grep values out.text)"
for option in '--progress off' --quiet; do
    echo "sh text.sh | '$program' check - $options $option >out.text" >silent.sh
    script -qec 'sh silent.sh' /dev/null </dev/null >terminal.text
    is "silent with $option" '' "$(cat terminal.text)"
    is "done with $option" 'values   9' "$(grep values out.text)"
done

# --quiet takes notes away, not what is wrong.
printf '1 2\n3\nx\n' >ragged.txt
gives 0 'digitrun: ragged.txt: 1 of 3 rows left out, as something in them is wrong:
  ragged.txt:3:1: not a number: x (row 3, value 1)' \
    convert ragged.txt o.npy --quiet --on-error skip-row
finish

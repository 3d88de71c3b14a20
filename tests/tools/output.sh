# A result appears whole or not at all; stdin, stdout, pipes, devices; a failed write ends with 3.
. "$(dirname "$0")/lib.sh"
printf '1,2\n3,4\n' >in.csv
printf '1,2\n3,x\n' >bad.csv
bits='f8 (2, 2) 3ff0000000000000 4000000000000000 4008000000000000 4010000000000000'
raw="f8 raw${bits#f8 (2, 2)}"

permissions() {
    ls -l "$1" | cut -c 1-10
}

# Both ways to keep an unfinished result: in a file without a name, and under another name.
for way in '' --named-temporary; do
    rm -rf o
    mkdir o
    # An older file stays until the new one is complete.
    echo old >o/o.npy
    chmod 640 o/o.npy
    run convert bad.csv o/o.npy $way
    is "code of bad.csv $way" 1 "$code"
    is "older file after an error $way" old "$(cat o/o.npy)"
    gives 0 '' convert in.csv o/o.npy $way
    holds "$bits" o/o.npy values
    is "permissions of the older file $way" '-rw-r-----' "$(permissions o/o.npy)"
    rm o/o.npy
    run convert bad.csv o/o.npy $way
    is "nothing after an error $way" '' "$(ls -A o)"
    (umask 027 && "$program" convert in.csv o/o.npy $way)
    is "permissions of a new file $way" '-rw-r-----' "$(permissions o/o.npy)"
    is "only the new file $way" o.npy "$(ls -A o)"
    # A link stays one, and what it names is written.
    ln -s o.npy o/link.npy
    echo old >o/o.npy
    gives 0 '' convert in.csv o/link.npy $way
    is "link $way" o.npy "$(readlink o/link.npy)"
    holds "$bits" o/o.npy values
    # The text may be replaced by its own values.
    cp in.csv o/same.csv
    gives 0 '' convert o/same.csv o/same.csv --to raw $way
    holds "$raw" o/same.csv f64 values
    # In a folder of another name, and in the current one.
    (cd o && "$program" convert ../in.csv here.npy $way)
    holds "$bits" o/here.npy values
    gives 3 'digitrun: none/o.npy: No such file or directory' convert in.csv none/o.npy $way
    gives 3 'digitrun: o: Is a directory' convert in.csv o --to npy $way
    # A file that may not grow: 512 or 1024 bytes, the shell's block.
    rm -rf o
    mkdir o
    seq 1 1000 >long.txt
    (ulimit -f 1 && "$program" convert long.txt o/o.npy $way 2>err.text)
    is "code of a file too large $way" 3 $?
    is "words of a file too large $way" 'digitrun: o/o.npy: File too large' "$(cat err.text)"
    is "nothing of a file too large $way" '' "$(ls -A o)"
done

# What cannot be read.
gives 3 'digitrun: none.csv: No such file or directory' convert none.csv o.npy
gives 3 'digitrun: none.csv: No such file or directory' check none.csv
mkdir folder.csv
gives 3 'digitrun: folder.csv: Is a directory' convert folder.csv o.npy
no_file o.npy

# stdin and stdout
"$program" convert - o.npy --format csv <in.csv
is 'code from stdin' 0 $?
holds "$bits" o.npy values
"$program" convert in.csv - --to npy | cat >piped.npy
holds "$bits" piped.npy values
"$program" convert in.csv - --to npy >redirected.npy
holds "$bits" redirected.npy values
cat in.csv | "$program" convert --format=csv --to=raw - - | cat >piped.f64
holds "$raw" piped.f64 f64 values
mkfifo pipe.npy
cat pipe.npy >piped.npy &
"$program" convert in.csv pipe.npy
wait
holds "$bits" piped.npy values
"$program" convert bad.csv - --to npy >nothing.npy 2>err.text
is 'code of bad.csv to stdout' 1 $?
is 'no .npy on stdout after an error' 0 "$(wc -c <nothing.npy | tr -d ' ')"
mkdir spool
TMPDIR=$PWD/spool "$program" convert in.csv - --to npy >spooled.npy
holds "$bits" spooled.npy values
is 'the temporary file is gone' '' "$(ls -A spool)"
TMPDIR=$PWD/none "$program" convert in.csv - --to npy >nothing.npy 2>err.text
is 'code without TMPDIR' 3 $?
is 'words without TMPDIR' "digitrun: $PWD/none: No such file or directory" "$(cat err.text)"

if [ -c /dev/full ]; then
    full='No space left on device'
    gives 3 "digitrun: /dev/full: $full" convert in.csv /dev/full --to raw
    gives 3 "digitrun: /dev/full: $full" convert in.csv /dev/full --to npy
    for arguments in 'convert in.csv - --to raw' 'convert in.csv - --to npy' 'check in.csv' isa \
        --help; do
        "$program" $arguments >/dev/full 2>err.text
        is "code of $arguments >/dev/full" 3 $?
        is "words of $arguments >/dev/full" "digitrun: <stdout>: $full" "$(cat err.text)"
    done
fi
gives 0 '' convert in.csv /dev/null --to npy

# A standard stream that is closed.
closed='Bad file descriptor'
"$program" convert in.csv o.npy >&-
is 'code without stdout' 0 $?
holds "$bits" o.npy values
"$program" check in.csv >&- 2>err.text
is 'code of check without stdout' 3 $?
is 'words of check without stdout' "digitrun: <stdout>: $closed" "$(cat err.text)"
"$program" convert in.csv - --to raw >&- 2>err.text
is 'words of convert without stdout' "digitrun: <stdout>: $closed" "$(cat err.text)"
"$program" convert - o.npy --format csv <&- 2>err.text
is 'words of convert without stdin' "digitrun: <stdin>: $closed" "$(cat err.text)"
"$program" convert bad.csv o.f64 2>&-
is 'code without stderr' 1 $?
no_file o.f64
printf '1 2\n3\n' >ragged.txt
"$program" convert ragged.txt o.npy >&- 2>&-
holds 'f8 (3,) 3ff0000000000000 4000000000000000 4008000000000000' o.npy values

# A signal leaves nothing. The text comes through a pipe that stays open, so the work cannot end.
# interrupt SIGNAL CODE WAY
interrupt() {
    rm -rf o text.pipe
    mkdir o
    mkfifo text.pipe
    "$program" convert text.pipe o/o.npy --format list --buffer-size 64 $3 2>err.text &
    job=$!
    exec 3<>text.pipe
    seq 1 2000 >&3
    tries=0
    # The work is under way when most of the text was taken, and its values written.
    while [ -n "$3" ] && [ "$(cat o/* 2>/dev/null | wc -c)" -lt 15000 ] && [ $tries -lt 200 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    [ -n "$3" ] || sleep 0.3
    is "unfinished files before $1 $3" "$4" "$(ls -A o | wc -l | tr -d ' ')"
    kill -"$1" $job
    wait $job 2>/dev/null
    is "code after $1 $3" "$2" $?
    exec 3>&-
    is "files after $1 $3" '' "$(ls -A o)"
    is "words after $1 $3" '' "$(cat err.text)"
}
interrupt TERM 143 --named-temporary 1
interrupt HUP 129 --named-temporary 1
# A shell's background jobs do not hear SIGINT, so another program sends it.
if timeout 1 true 2>/dev/null; then
    rm -rf o text.pipe
    mkdir o
    mkfifo text.pipe
    (seq 1 2000; sleep 2) >text.pipe &
    timeout -s INT 0.7 "$program" convert text.pipe o/o.npy --format list --buffer-size 64 \
        --named-temporary
    is 'code of timeout after INT' 124 $?
    is 'files after INT' '' "$(ls -A o)"
    wait
fi
if [ -d /proc/self/fd ]; then
    rm -rf o
    interrupt TERM 143 '' 0
    interrupt KILL 137 '' 0
fi
finish

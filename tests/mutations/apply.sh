#!/bin/sh
# Makes one mutation: `apply.sh names`, `apply.sh file NAME`, `apply.sh print NAME TREE` (the
# mutated file on standard output). The tables here (*.txt) hold blocks of lines "name:", "file:",
# "from:", "to:"; from and to are parts of one line, word for word. It is an error if the text of
# a mutation does not stand exactly once in its file.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

field() { # field <name> <key>
    awk -v name="$1" -v key="$2: " '
        index($0, "name: ") == 1 { mine = substr($0, 7) == name }
        mine && index($0, key) == 1 { print substr($0, length(key) + 1) }' "$here"/*.txt
}

case ${1-} in
names)
    sed -n 's/^name: //p' "$here"/*.txt
    ;;
file)
    field "$2" file
    ;;
print)
    file=$(field "$2" file)
    [ -n "$file" ] || { echo "no mutation is called $2" >&2; exit 2; }
    FROM=$(field "$2" from) TO=$(field "$2" to) NAME=$2 awk '
        BEGIN { from = ENVIRON["FROM"]; to = ENVIRON["TO"] }
        {
            at = index($0, from)
            if (at) {
                found++
                $0 = substr($0, 1, at - 1) to substr($0, at + length(from))
            }
            print
        }
        END {
            if (found != 1) {
                printf "%s: its text stands %d times there\n", ENVIRON["NAME"], found >"/dev/stderr"
                exit 2
            }
        }' "$3/$file"
    ;;
*)
    echo "usage: $0 names | file NAME | print NAME TREE" >&2
    exit 2
    ;;
esac

# Errors in the text: exit code 1, the very words, the place right wherever the text was cut.
. "$(dirname "$0")/lib.sh"

# refuses TEXT MESSAGE ARGUMENTS...: TEXT is for printf, the file is called "in". The message must
# be the same for every size of the parts, and through a pipe, where lines are counted on the way.
refuses() {
    text=$1
    message=$2
    shift 2
    printf "$text" >in
    gives 1 "$message" convert in o.npy "$@"
    for size in 1 2 3 5 8 13 32; do
        gives 1 "$message" convert in o.npy "$@" --buffer-size $size
    done
    for size in 1 7 64; do
        cat in | "$program" convert - o.npy "$@" --buffer-size $size 2>err.text
        is "stderr of a pipe: $text $* $size" "$message" "$(sed 's/^<stdin>/in/' err.text)"
    done
    no_file o.npy
}

# Each kind of error.
refuses '1,2\n3,x4\n' 'in:2:3: not a number (row 2, value 2)
  3,x4
    ^~' --format csv
refuses '1 2 3\n4 5 1.2.3 6\n' 'in:2:5: not a number (row 2, value 3)
  4 5 1.2.3 6
      ^~~~~' --format blank
refuses '[1,"a b",3]' 'in:1:4: not a number but another JSON value (row 1, value 2)
  [1,"a b",3]
     ^~~~~' --format json
refuses '[1,{"a":[1,2]},3]' 'in:1:4: not a number but another JSON value (row 1, value 2)
  [1,{"a":[1,2]},3]
     ^~~~~~~~~~~' --format json
refuses '[[1,2],\n[1,1e999]]' 'in:2:4: number out of range (row 2, value 2)
  [1,1e999]]
     ^~~~~' --format json
refuses '1e39 1' 'in:1:1: number out of range (row 1, value 1)
  1e39 1
  ^~~~' --format list --type f32
refuses '[nan]\n' 'in:1:2: not finite (row 1, value 1)
  [nan]
   ^~~' --format ndjson
refuses '1,2\n3,\n' 'in:2:3: missing value (row 2, value 2)
  3,
    ^' --format csv
refuses '1,2\n,4\n' 'in:2:1: missing value (row 2, value 1)
  ,4
  ^' --format csv
refuses '[1 2]' 'in:1:4: misplaced byte (row 1, value 2)
  [1 2]
     ^' --format json
refuses '[1]\n[2\n[3]' 'in:2:3: misplaced byte (row 2, value 2)
  [2
    ^' --format ndjson
refuses '1,"2"x\n' 'in:1:6: misplaced byte (row 1, value 2)
  1,"2"x
       ^' --format csv --quote '"'
refuses '' 'in:1:1: the text ends where a value should be (row 1, value 1)' --format json
refuses '\n\n' 'in:3:1: the text ends where a value should be (row 1, value 1)' --format json
refuses '[[1],\n[2,3' 'in:2:5: the text ends inside an array or quote (row 2, value 3)
  [2,3
      ^' --format json
refuses '1,2\n3,"4\n5,6\n' 'in:2:3: the text ends inside an array or quote (row 2, value 2)
  3,"4
    ^~' --format csv --quote '"'
refuses '[[1],2]' 'in:1:6: numbers and arrays side by side (row 2, value 1)
  [[1],2]
       ^' --format json
deep=$(printf '%2000s' '' | tr ' ' '[')
refuses "$deep" 'in:1:1025: nested too deep (row 1, value 1)
  ...[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...
                                         ^' --format json
refuses '1,2\n3,4,5\n6,7' 'in:2:1: wrong number of values in the row: more than 2 (row 2)
  3,4,5
  ^~~~~' --format csv --columns 2
refuses '1,2\n3\n6,7' 'in:2:1: wrong number of values in the row: 1 instead of 2 (row 2)
  3
  ^' --format csv --columns 2
refuses '[[1,2],\n [3,\n4,5]]' 'in:2:2: wrong number of values in the row: more than 2 (row 2)
   [3,
   ^~~' --format json --columns 2
refuses '[1,2]\n[]\n' 'in:2:1: wrong number of values in the row: 0 instead of 2 (row 2)
  []
  ^~' --format ndjson --columns 2
refuses 'a,1,2\nb,3,zz\n' 'in:2:5: not a number (row 2, value 2)
  b,3,zz
      ^~' --format csv --skip-fields 1 --columns 2

# Lines end with LF, CRLF or CR; a byte order mark stands in column 1.
refuses '1,2\r\n\r\n3,x\r\n' 'in:3:3: not a number (row 2, value 2)
  3,x
    ^' --format csv
refuses '[1]\r\n[2,\r\n3]\n' 'in:2:5: misplaced byte (row 2, value 2)
  [2,
     ^' --format ndjson
refuses '1\r2\r\r3 x\r' 'in:4:3: not a number (row 3, value 2)
  3 x
    ^' --format list
refuses '1\r2\rx\r' 'in:3:1: not a number (row 3, value 1)
  x
  ^' --format list
refuses '1\n\r2\n\r\n\n3 x\n' 'in:6:3: not a number (row 3, value 2)
  3 x
    ^' --format list
refuses '# a\n1,2\n# b\n\n3,x' 'in:5:3: not a number (row 2, value 2)
  3,x
    ^' --format csv --comments '#'
refuses 'a,b\r\nc\n1,x\n' 'in:3:3: not a number (row 1, value 2)
  1,x
    ^' --format csv --skip-lines 2
refuses '\357\273\277[x]' 'in:1:5: not a number (row 1, value 1)
  \xef\xbb\xbf[x]
               ^' --format json
refuses '"1\n2",3\n' 'in:1:2: not a number (row 1, value 1)
  "1
   ^' --format csv --quote '"'

# What a terminal might obey is shown as an escape.
refuses '1,\t2\t\0333\360\237\230\200,\177\n' 'in:1:4: not a number (row 1, value 2)
  1,\t2\t\x1b3\xf0\x9f\x98\x80,\x7f
      ^~~~~~~~~~~~~~~~~~~~~~~~' --format csv
cp in "$(printf 'a\033b.csv')"
run check "$(printf 'a\033b.csv')"
is 'name with a control byte' 'a?b.csv:1:4: not a number (row 1, value 2)' "$(head -n 1 err.text)"

# A long line is clipped on both sides, a long token behind.
long=$(seq 1 400 | tr '\n' ,)
refuses "1,2\n${long}x,$long\n" 'in:2:1493: not a number (row 2, value 401)
  ...392,393,394,395,396,397,398,399,400,x,1,2,3,4,5,6,7,8,9,10,11,12,13,14,1...
                                         ^' --format csv
refuses "1,${long}x\n" 'in:1:1495: not a number (row 1, value 402)
  ...392,393,394,395,396,397,398,399,400,x
                                         ^' --format csv
word=$(printf '%3000s' '' | tr ' ' x)
refuses "1,$word,2\n" 'in:1:3: not a number (row 1, value 2)
  1,xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...
    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~' --format csv

# An error behind many parts of the program's own size.
(seq 1 300000; echo 'x'; seq 1 1000) >late.txt
gives 1 'late.txt:300001:1: not a number (row 300001, value 1)
  x
  ^' convert late.txt o.npy
cat late.txt | "$program" convert - o.npy --format list 2>err.text
is 'late error in a pipe' '<stdin>:300001:1: not a number (row 300001, value 1)' \
    "$(head -n 1 err.text)"
# stdin that begins inside a file: lines count from there.
(read -r first; "$program" check - --format list >out.text 2>err.text) <late.txt
is 'stdin inside a file' '<stdin>:300000:1: not a number (row 300000, value 1)' \
    "$(head -n 1 err.text)"

# check says what was good before the error.
gives 1 'late.txt:300001:1: not a number (row 300001, value 1)
  x
  ^' check late.txt
is 'stdout of check' 'format   list
values   300000 before the first error
rows     300000
min      1
max      300000
missing  0
nan      0' "$out"
no_file o.npy
finish

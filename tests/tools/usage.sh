# Wrong use ends with 2 and names what is wrong; help and version end with 0.
. "$(dirname "$0")/lib.sh"
source=$(cd "$(dirname "$0")/../.." && pwd)
echo '1 2 3' >a.txt
echo '1,2,3' >a.csv
echo '[1]' >a.json
echo '1' >a.unknown

wrong() { # wrong MESSAGE ARGUMENTS...
    message=$1
    shift
    gives 2 "digitrun: $message
Try 'digitrun --help'." "$@"
    is "stdout of: $*" '' "$out"
}
wrong 'a command is missing'
wrong 'frob: no such command' frob
wrong 'IN is missing' convert
wrong 'OUT is missing' convert a.txt
wrong 'one file too many: c' convert a.txt b.npy c
wrong 'IN is missing' check
wrong 'one file too many: b' check a.txt b
wrong 'one file too many: a.txt' isa a.txt
wrong '--frob: no option of this command' convert a.txt b.npy --frob
wrong '--frob: no option of this command' convert a.txt b.npy --frob=3
wrong '-x: no option of this command' check a.txt -x
wrong '--to: no option of this command' check a.txt --to npy
wrong '--json: no option of this command' check a.txt --json
wrong '--type: TYPE is missing' convert a.txt b.npy --type
wrong '--verbose: takes no value' convert a.txt b.npy --verbose=yes
wrong "--type: 'f16' is not known here" convert a.txt b.npy --type f16
wrong "--to: 'xml' is not known here" convert a.txt b.npy --to xml
wrong "--on-error: 'go' is not known here" convert a.txt b.npy --on-error go
wrong "--on-error: 'skip' is not known here" check a.txt --on-error skip
wrong "--progress: 'yes' is not known here" check a.txt --progress yes
wrong "--jobs: '0' is not between 1 and 256" check a.txt --jobs 0
wrong "--jobs: '257' is not between 1 and 256" check a.txt --jobs 257
wrong "--layout: 'perl' is not known here" convert a.txt b.csv --layout perl
wrong "--layout: 'fixed' wants a precision, as fixed:6" convert a.txt b.csv --layout fixed
wrong "--layout: 'json:3' takes no precision" convert a.txt b.csv --layout json:3
wrong "--layout: 'fixed:1101' is too precise (1100 at most)" convert a.txt b.csv --layout fixed:1101
wrong "--layout: 'fixed:x' is not a whole number" convert a.txt b.csv --layout fixed:x
wrong "--not-finite: 'zero' is not known here" convert a.txt b.csv --not-finite zero
wrong "--key: '' is empty" check a.json --key ''
wrong '--key: only with format json or ndjson, and without --lines, --pass and --labels' \
    check a.txt --key a
wrong '--lines, --pass, --labels: not with format json' check a.json --lines '^v'
wrong '--labels: only with --take-fields, --skip-fields or format vec, and without --quote' \
    convert a.csv b.npy --labels l
wrong '--labels: no option of this command' check a.csv --labels l
wrong '--drop-missing: only with --missing' check a.csv --drop-missing
wrong '--quote: only for a text' check a.npy --quote '"'
wrong '--type: what is written there is f32' convert a.csv b.fvecs --type f64
wrong 'a.raw: the name does not tell the type of its values; give it by --type' check a.raw
run check a.csv --lines '('
is 'code of a bad expression' 2 "$code"
wrong "--format: 'xml' is no format" convert a.txt b.npy --format xml
wrong "--skip-lines: '-1' is not a whole number" convert a.txt b.npy --skip-lines -1
wrong "--skip-lines: '1x' is not a whole number" convert a.txt b.npy --skip-lines=1x
wrong "--skip-lines: '' is not a whole number" convert a.txt b.npy --skip-lines=
wrong "--columns: '99999999999999999999' is too large" check a.txt --columns 99999999999999999999
wrong "--decimal: ',,' is more than one byte" check a.csv --decimal ,,
wrong "--decimal: '' is empty" check a.csv --decimal ''
wrong "--separators: '\\q' holds an escape other than \\t, \\\\ and \\xHH" \
    check a.csv --separators '\q'
wrong "--separators: '\\x0' holds an escape other than \\t, \\\\ and \\xHH" \
    check a.csv --separators '\x0'
wrong "--separators: '!#\$%&()*:;<=>' are too many bytes" check a.csv --separators '!#$%&()*:;<=>'
wrong "--widths: '3,,4' is not a list of widths such as 3,8 or 22,19x3" check a.csv --widths 3,,4
wrong "--widths: '0' holds a width of 0 or above 65535, or more than 64 widths" \
    check a.csv --widths 0
wrong "--widths: '3x65' holds a width of 0 or above 65535, or more than 64 widths" \
    check a.csv --widths 3x65
wrong 'a.unknown: the name does not tell the format; give it by --format' check a.unknown
wrong '-: the name does not tell the format; give it by --format' check -
wrong 'b: the name does not tell what to write; give it by --to' convert a.txt b
wrong '-: the name does not tell what to write; give it by --to' convert a.txt -
wrong '--type: the name of b.f32 says another one' convert a.txt b.f32 --type f64

# Options that contradict each other are named, and no other.
wrong '--skip-lines: not possible with format json and the other options' \
    check a.json --skip-lines 3 --columns 1
wrong '--quote: not possible with format ndjson and the other options' \
    check a.txt --type f32 --quote '"' --format ndjson
wrong '--grouping: not possible with format csv and the other options' \
    check a.csv --decimal . --grouping . --columns 3
wrong '--decimal, --separators: contradict each other in format csv' \
    check a.csv --decimal , --separators , --columns 3
wrong '--decimal: not possible with format csv and the other options' check a.csv --decimal 5
wrong '--widths, --separators: contradict each other in format csv' \
    check a.csv --widths 1 --separators ';'

version=$(sed -n 's/^#define DIGITRUN_VERSION "\([0-9.]*\)".*/\1/p' \
    "$source/include/digitrun/digitrun.h")
gives 0 '' --version
is version "digitrun $version" "$out"
is 'version of the manual' 1 "$(grep -c "^\.TH .*\"digitrun $version\"" "$source/tools/digitrun.1")"
first='digitrun - number arrays in text to binary, exact and fast'
gives 0 '' --help
is 'first line of help' "$first" "$(head -n 1 out.text)"
gives 0 '' convert --frob -h
is 'first line of help' "$first" "$(head -n 1 out.text)"
options=$(sed -n 's/^  \(--[a-z-]*\) .*/\1/p' out.text)
is 'options in help' 29 "$(echo "$options" | wc -w)"
for option in $options; do
    escaped=$(echo "$option" | sed 's/-/\\\\-/g')
    is "$option in the manual" 1 \
        "$(grep -A 1 '^\.TP' "$source/tools/digitrun.1" | grep -c "^\.BI* *$escaped\( \|\$\)")"
done
no_file b
finish

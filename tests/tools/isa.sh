# digitrun isa: text, JSON, and the environment variable.
. "$(dirname "$0")/lib.sh"
gives 0 '' isa
selected=$(sed -n 's/^selected  //p' out.text)
is 'the row in use is a row' 1 "$(grep -c "^row       $selected  *usable\$" out.text)"
is 'one CPU' 1 "$(grep -c '^CPU       .' out.text)"
is 'the last row' "row       scalar        usable" "$(tail -n 1 out.text)"
rows=$(grep -c '^row ' out.text)

gives 0 '' isa --json
is 'one line' 1 "$(wc -l <out.text)"
# An independent reader of JSON looks at each member.
"$CMAKE_COMMAND" -DFILE=out.text -P "$(dirname "$0")/isa_json.cmake" >read.text 2>&1
is 'JSON read back' \
    "selected $selected, obeyed ON, rows $rows, marked $selected, last scalar usable" \
    "$(sed 's/^-- //' read.text)"

DIGITRUN_ISA=scalar "$program" isa >out.text 2>err.text
is 'row by environment' 'selected  scalar' "$(grep '^selected' out.text)"
is 'nothing to say' '' "$(cat err.text)"
DIGITRUN_ISA=frob "$program" isa >other.text 2>err.text
is 'unknown row' 'digitrun: DIGITRUN_ISA=frob is not obeyed: unknown' "$(cat err.text)"
is 'automatic choice' "selected  $selected" "$(grep '^selected' other.text)"
DIGITRUN_ISA=frob "$program" isa --json >out.text 2>err.text
"$CMAKE_COMMAND" -DFILE=out.text -P "$(dirname "$0")/isa_json.cmake" >read.text 2>&1
is 'JSON says so' 1 "$(grep -c 'obeyed OFF' read.text)"
finish

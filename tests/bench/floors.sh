# --check: a floor or a cap that is missed exits 1 and is named; one that is met does not.
. "$(dirname "$0")/lib.sh"
run="parse $small --set 0.0-1.0,geo --shape list --check --floors floors.json"
floors() { # floors MACHINE LINE: a file of one line
    printf '{"schema":"digitrun-floors/1","machine":%s,"floors":[%s]}\n' "$1" "$2" >floors.json
}
here='{"name":"here","cpu":"","has":"","lacks":""}'
elsewhere='{"name":"elsewhere","cpu":"no such CPU","has":"","lacks":""}'
line='{"isa":"scalar","op":"parse","type":"f64","shape":"list",'
floors "$here" "$line\"ratio\":{\"0.0-1.0\":0.001,\"geometric mean\":0.001}}"
expect 0 "$BENCH" $run
says out '2 looked at, 0 missed'
floors "$here" "$line\"ratio\":{\"geo\":1000}}"
expect 1 "$BENCH" $run
says out 'UNDER: scalar, parse list, f64, geo: times the reference'
floors "$here" "$line\"ratio\":{\"geometric mean\":1000}}"
expect 1 "$BENCH" $run
says out 'UNDER: scalar, parse list, f64, geometric mean'
floors "$here" "$line\"ns\":{\"geo\":0.001}}"
expect 1 "$BENCH" $run
says out 'geo: ns'
floors "$here" "$line\"ns\":{\"geo\":1e9}}"
expect 0 "$BENCH" $run
floors "$elsewhere" "$line\"ratio\":{\"geo\":0.001},\"ns\":{\"geo\":0.001}}"
expect 0 "$BENCH" $run
says out '1 looked at, 0 missed'
says out 'another machine: elsewhere'
floors "$here" '{"isa":"warp9","op":"parse","type":"f64","shape":"list","ratio":{"geo":9}}'
expect 2 "$BENCH" $run
says out 'not looked at: row warp9, parse list: unknown'
floors "$here" "$line\"ratio\":{\"no such set\":0.001,\"geo\":0.001}}"
expect 2 "$BENCH" $run
says err 'a set that is not known'
echo '{"schema":"digitrun-floors/9","floors":[]}' >floors.json
expect 2 "$BENCH" $run
echo '{"schema":' >floors.json
expect 2 "$BENCH" $run

# The floors of the tree itself name rows, sets and shapes that exist; whether they are met is not
# asked here, where other tests run beside.
"$BENCH" parse $small --set 0.0-1.0,geo --shape list --isa scalar --check >out 2>err
code=$?
[ $code -le 1 ] || fail "exit $code with bench/floors.json: $(cat err)"
expect 0 "$BENCH" parse $small --set geo,0.0-1.0 --shape list --json a.json
expect 0 "$BENCH" floors a.json
says out '"shape":"list","ratio":{"0.0-1.0":'
finish

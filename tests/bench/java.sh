# The Java rows: the JNI class reads the same bits as the reference.
. "$(dirname "$0")/lib.sh"
[ -z "${SANITIZED:-}" ] || skip "java: a library with a sanitizer cannot be loaded into it"
expect 0 "$BENCH" java --size 0.2 --seconds 2 --quiet --json a.json
if grep -q 'SKIPPED java' out; then
    skip "java: there was no JDK when digitrun-bench was built"
fi
expect 0 "$VALIDATE" "$SOURCE/bench/schema.json" a.json
says a.json '"op":"java","set":"-1E9..+1E9"'
says a.json '"implementation":"JDK parseDouble"'
lines=$(grep -c '"implementation":"digitrun"' a.json)
[ "$lines" -ge 4 ] || fail "$lines rows of digitrun, wanted 4 at least"
grep -q Jackson a.json || echo "SKIPPED Jackson: it was not found"
finish

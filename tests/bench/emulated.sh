# Under emulation nothing is timed (exit 3); what is only compared still is.
. "$(dirname "$0")/lib.sh"
machine=$(uname -m)
qemu=${EMULATOR:-$(command -v "qemu-$machine" || command -v "qemu-$machine-static")}
[ -z "${SANITIZED:-}" ] || skip "emulation: a program with a sanitizer does not run under qemu"
[ -n "$qemu" ] || skip "timing under emulation: there is no qemu-$machine"
expect 3 "$qemu" "$BENCH" parse $small
says err "runs under qemu-"
[ ! -s out ] || fail "something was printed"
expect 0 "$qemu" "$BENCH" parse write count --size 0.02 --set 0.0-1.0 --quiet --verify
says out 'no difference'
finish

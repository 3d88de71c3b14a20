#!/usr/bin/env python3
"""Runs the program named by its arguments, writer_repr, and compares each text with repr()."""
import struct
import subprocess
import sys


def main():
    program = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
    count = wrong = 0
    for line in program.stdout:
        bits, text = line.rstrip("\n").split(" ")
        value = struct.unpack(">d", bytes.fromhex(bits))[0]
        count += 1
        if text != repr(value):
            wrong += 1
            if wrong <= 10:
                print(f"{bits}: {text} instead of {value!r}")
    code = program.wait()
    print(f"{count} texts, {wrong} are not repr(); Python {sys.version.split()[0]}")
    return 0 if code == 0 and count > 1000 and wrong == 0 else 1


if __name__ == "__main__":
    sys.exit(main())

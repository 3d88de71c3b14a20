#!/usr/bin/env python3
"""Writes set_bits.h. Run by hand:

    python3 set_bits.py | clang-format > set_bits.h"""

print("/* kernels/set_bits.h - positions of the set bits of a byte; set_bits.py makes it. */")
print("#ifndef DIGITRUN_SET_BITS_H\n#define DIGITRUN_SET_BITS_H\n\n#include <stdint.h>\n")
print("/* set_bits[mask]: the positions of its set bits, ascending */")
print("static const uint8_t set_bits[256][8] = {")
for mask in range(256):
    bits = [i for i in range(8) if mask >> i & 1]
    end = "\n" if mask % 4 == 3 else ""
    print(("    " if mask % 4 == 0 else " ") + "{" + ", ".join(map(str, bits + [0] * (8 - len(bits)))) + "}" + ",", end=end)
print("};")
print("\n#endif")

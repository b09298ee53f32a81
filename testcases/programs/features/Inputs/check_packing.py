"""Checks packing.comp. usage: check_packing.py JSON"""

import struct
import sys

from oracle import Result, expect_close, expect_true, f32

result = Result(sys.argv[1])
source = result.buffer("0.0", "float32")
packed = result.buffer("0.1", "uint32")
unpacked = result.buffer("0.2", "float32")


def bits(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def half(word):
    return struct.unpack("<e", struct.pack("<H", word))[0]


def byte(word, i):
    return word >> 8 * i & 255


def signed(x, width):
    return x - (1 << width) if x >> (width - 1) else x


def check_normalised(name, word, values, width, is_signed):
    """Each field is round(clamp(x) * scale); round may go either way at one half, and the product rounds."""
    scale = (1 << (width - 1 if is_signed else width)) - 1
    for i, x in enumerate(values):
        exact = min(max(x, -1.0 if is_signed else 0.0), 1.0) * scale
        field = word >> width * i & ((1 << width) - 1)
        got = signed(field, width) if is_signed else field
        expect_true(abs(got - exact) <= 0.5 + 1e-2, f"{name}: {x} gives {got}, exactly {exact}")


want = []
for i in range(16):
    x, y = source[i], source[(i + 1) % 16]
    p = packed[5 * i:5 * i + 5]
    check_normalised("packUnorm4x8", p[0], [x, y, 0.5, 1.0], 8, False)
    check_normalised("packSnorm4x8", p[1], [x, y, -1.0, 0.0], 8, True)
    check_normalised("packUnorm2x16", p[2], [x, y], 16, False)
    check_normalised("packSnorm2x16", p[3], [x, y], 16, True)
    for got, value in ((p[4] & 0xFFFF, x), (p[4] >> 16, y)):
        # Either neighbor is a correct rounding.
        near = half(got)
        tolerance = abs(value) * 2**-10 if abs(value) >= 2**-14 else 2**-14  # a denormal may become zero
        expect_true(abs(near - value) <= tolerance, f"packHalf2x16: {value} gives {near}")

    word = bits(x) ^ (i * 0x01234567 & 0xFFFFFFFF)
    want += [byte(word, 0) / 255, byte(word, 3) / 255]
    want += [max(signed(byte(word, k), 8) / 127, -1.0) for k in (1, 2)]
    want += [(word & 0xFFFF) / 65535, max(signed(word >> 16, 16) / 32767, -1.0)]
    halves = (word & 0x3FFF3FFF) | 0x80000000
    # Nor need a denormal half come back.
    expect_close("unpackHalf2x16", unpacked[10 * i + 6:10 * i + 8], [half(halves & 0xFFFF), half(halves >> 16)], 2**-14)
    want += unpacked[10 * i + 6:10 * i + 8]
    high = bits(1.5) + 0x00380000
    want += [f32(struct.unpack("<d", struct.pack("<II", 0, high))[0] * x), -x]
expect_close("unpacked", unpacked, want, relative=1e-6)

"""Prints a line for each PNG file of the color type RGBA: its extent and its pixels."""

import struct
import sys
import zlib


def unfilter(kind, row, above):
    """A row of bytes without its filter (PNG specification, "Filter Algorithms")."""
    out = bytearray()
    for i, byte in enumerate(row):
        left = out[i - 4] if i >= 4 else 0
        up = above[i]
        corner = above[i - 4] if i >= 4 else 0
        nearest = min((abs(up - corner), 0, left), (abs(left - corner), 1, up),
                      (abs(left + up - 2 * corner), 2, corner))[2]
        out.append((byte + [0, left, up, (left + up) // 2, nearest][kind]) % 256)
    return bytes(out)


for name in sys.argv[1:]:
    with open(name, "rb") as file:
        content = file.read()
    at, data = 8, b""
    while at < len(content):
        size, kind = struct.unpack(">I4s", content[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", content[at + 8:at + 18])
            assert (depth, color) == (8, 6), (depth, color)
        if kind == b"IDAT":
            data += content[at + 8:at + 8 + size]
        at += 12 + size
    data, above, pixels = zlib.decompress(data), bytes(4 * width), []
    for y in range(height):
        row = data[y * (4 * width + 1):(y + 1) * (4 * width + 1)]
        above = unfilter(row[0], row[1:], above)
        pixels += [",".join(map(str, above[x:x + 4])) for x in range(0, 4 * width, 4)]
    print(f"{width}x{height}", *pixels)

"""Writes a PNG file of the color type RGBA: write_png.py FILE WIDTH HEIGHT R,G,B,A..."""

import struct
import sys
import zlib


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


width, height = int(sys.argv[2]), int(sys.argv[3])
pixels = [bytes(map(int, pixel.split(","))) for pixel in sys.argv[4:]]
rows = b"".join(b"\0" + b"".join(pixels[y * width:(y + 1) * width]) for y in range(height))
with open(sys.argv[1], "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
               chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))

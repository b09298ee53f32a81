"""Writes a small PNG file of black texels whose header says that it has the given extent.

    write_huge_png.py FILE.png WIDTH HEIGHT
"""

import struct
import sys
import zlib


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


width, height = int(sys.argv[2]), int(sys.argv[3])
with open(sys.argv[1], "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" +
               chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
               chunk(b"IDAT", zlib.compress(bytes(400001))) + chunk(b"IEND", b""))

"""Writes a PNG file of the texels that a text gives.

    write_png.py FILE.png 'ff0000ff 00ff00ff / 0000ffff ffffff80'

Texels are hexadecimal, and a / begins a new row. Their length says what the file has: 8 digits red, green,
blue and alpha, 6 without alpha, 4 gray and alpha, 2 gray.
"""

import struct
import sys
import zlib

COLOR_TYPES = {2: 0, 4: 4, 6: 2, 8: 6}


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


path, text = sys.argv[1:]
rows = [row.split() for row in text.split("/")]
header = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, COLOR_TYPES[len(rows[0][0])], 0, 0, 0)
texels = b"".join(b"\0" + bytes.fromhex("".join(row)) for row in rows)
with open(path, "wb") as file:
    file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(texels)) +
               chunk(b"IEND", b""))

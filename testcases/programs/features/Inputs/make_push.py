"""Writes the push constants of push_constants.comp. usage: make_push.py FILE"""

import struct
import sys

block = bytearray(b"\xff" * 92)
struct.pack_into("<f", block, 0, 0.25)
struct.pack_into("<3f", block, 16, 1, 2, 3)
struct.pack_into("<3f", block, 32, 4, 5, 6)
struct.pack_into("<4I", block, 64, 100, 101, 102, 103)
struct.pack_into("<i", block, 88, -7)
with open(sys.argv[1], "wb") as file:
    file.write(block)

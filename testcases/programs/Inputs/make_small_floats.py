"""Writes binary32 values that are integers from -20 to 20. usage: make_small_floats.py FILE COUNT SEED"""

import random
import struct
import sys

rng = random.Random(int(sys.argv[3]))
with open(sys.argv[1], "wb") as file:
    for _ in range(int(sys.argv[2])):
        file.write(struct.pack("<f", rng.randint(-20, 20)))

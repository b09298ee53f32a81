"""Writes the twiddle factors and four signals of 256 complex points. usage: make_fft.py TWIDDLE SIGNAL"""

import cmath
import math
import random
import struct
import sys

rng = random.Random(256)
with open(sys.argv[1], "wb") as file:
    for k in range(128):
        z = cmath.exp(-2j * math.pi * k / 256)
        file.write(struct.pack("<2f", z.real, z.imag))

impulse = [1.0 if i == 3 else 0.0 for i in range(256)]
wave = [math.cos(2 * math.pi * 5 * i / 256) + 0.5j * math.sin(2 * math.pi * 17 * i / 256) for i in range(256)]
step = [1.0 if i < 40 else -1.0 for i in range(256)]
noise = [complex(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(256)]
with open(sys.argv[2], "wb") as file:
    for z in map(complex, impulse + wave + step + noise):
        file.write(struct.pack("<2f", z.real, z.imag))

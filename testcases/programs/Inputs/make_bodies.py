"""Writes positions with mass, and velocities. usage: make_bodies.py POSITIONS VELOCITIES COUNT"""

import random
import struct
import sys

rng = random.Random(1687)
with open(sys.argv[1], "wb") as positions, open(sys.argv[2], "wb") as velocities:
    for _ in range(int(sys.argv[3])):
        positions.write(struct.pack("<4f", *(rng.uniform(-1, 1) for _ in range(3)), rng.uniform(0.001, 0.02)))
        velocities.write(struct.pack("<4f", *(rng.uniform(-0.1, 0.1) for _ in range(3)), 0.0))

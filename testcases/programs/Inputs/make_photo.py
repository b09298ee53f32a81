"""Writes an image and the settings for photo_finish.comp: NAME.settings, NAME.pixels and, for the check, NAME.json."""

import argparse
import json
import math
import random
import struct

parser = argparse.ArgumentParser()
parser.add_argument("name")
parser.add_argument("--size", type=int, nargs=2, required=True)
parser.add_argument("--border", choices=["clamp", "mirror", "wrap", "constant"], required=True)
parser.add_argument("--curve", choices=["linear", "reinhard", "filmic", "aces"], required=True)
parser.add_argument("--exposure", type=float, default=1.0)
parser.add_argument("--sharpen", type=float, default=0.75)
parser.add_argument("--range-sigma", type=float, default=0.125)
args = parser.parse_args()

width, height = args.size
matrix = [[1.5, -0.375, -0.125], [-0.25, 1.375, -0.125], [0.0, -0.5, 1.5]]  # rows
border_color = [0.25, 0.5, 0.125]
threshold, spatial_sigma = 0.75, 1.25

rng = random.Random(width * 1000 + height)
pixels = []
for y in range(height):
    for x in range(width):
        disc = 1.0 if math.hypot(x - width / 2, y - height / 2) < min(width, height) / 3 else 0.2
        stripe = 0.3 if (x + 2 * y) // 6 % 2 else 0.0
        noise = rng.gauss(0, 0.02)
        rgb = [disc * 0.8 + noise, disc * 0.5 + stripe + noise, 0.1 + stripe * x / width + rng.gauss(0, 0.01)]
        if rng.random() < 0.01:
            rgb = [4.0, 3.5, 3.0]  # a lamp
        pixels.append(struct.unpack("<4f", struct.pack("<4f", *rgb, 1.0)))

with open(args.name + ".pixels", "wb") as file:
    for pixel in pixels:
        file.write(struct.pack("<4f", *pixel))
# std140: a mat3 is three columns of 16 bytes, a struct is aligned to 16, a vec3 to 16 with room for one scalar.
with open(args.name + ".settings", "wb") as file:
    border = ["clamp", "mirror", "wrap", "constant"].index(args.border)
    curve = ["linear", "reinhard", "filmic", "aces"].index(args.curve)
    file.write(struct.pack("<4i", width, height, border, curve))
    for column in zip(*matrix):
        file.write(struct.pack("<3f4x", *column))
    file.write(struct.pack("<2f8x", spatial_sigma, args.range_sigma))
    file.write(struct.pack("<2f8x", args.exposure, args.sharpen))
    file.write(struct.pack("<3ff", *border_color, threshold))
with open(args.name + ".json", "w", encoding="utf-8") as file:
    json.dump({"width": width, "height": height, "border": args.border, "curve": args.curve, "matrix": matrix,
               "exposure": args.exposure, "sharpen": args.sharpen, "range_sigma": args.range_sigma,
               "spatial_sigma": spatial_sigma, "border_color": border_color, "threshold": threshold,
               "pixels": pixels}, file)

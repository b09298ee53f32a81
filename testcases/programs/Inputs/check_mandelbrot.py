"""Checks escape counts, with every operation rounded to binary32.
usage: check_mandelbrot.py JSON WIDTH HEIGHT CORNER_X CORNER_Y PIXEL_X PIXEL_Y"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_equal, expect_true, f32  # noqa: E402

width, height = map(int, sys.argv[2:4])
corner_x, corner_y, pixel_x, pixel_y = (f32(float(a)) for a in sys.argv[4:8])


def escape_count(cx, cy):
    x = y = 0.0
    for count in range(500):
        xx, yy = f32(x * x), f32(y * y)
        if f32(xx + yy) > 4.0:
            return count
        xy = f32(x * y)
        y = f32(f32(xy + xy) + cy)
        x = f32(f32(xx - yy) + cx)
    return 500


want = []
for j in range(height):
    cy = f32(corner_y + f32(pixel_y * j))
    for i in range(width):
        want.append(escape_count(f32(corner_x + f32(pixel_x * i)), cy))
expect_true(len(set(want)) > 10, "a dull part of the plane")
expect_equal("counts", Result(sys.argv[1]).buffer("0.0"), want)

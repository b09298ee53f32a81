"""Compares the JSON report of disc.frag, drawn with 8x8 pixels, with what the shader says."""
import json
import math
import sys

buffers = json.load(sys.stdin)["buffers"]
inside = 0
for y in range(8):
    for x in range(8):
        covered = math.dist((x + 0.5, y + 0.5), (4, 4)) <= 3
        inside += covered
        color = [x + 0.5, y + 0.5, 1, 0.5] if covered else [0, 0, 0, 0]
        assert buffers["color0"]["data"][8 * y + x] == color, (x, y)
        assert buffers["color1"]["data"][8 * y + x][0] == (x + 8 * y if covered else 0), (x, y)
assert buffers["0.0"]["data"] == [inside]
print(f"{inside} pixels are right")

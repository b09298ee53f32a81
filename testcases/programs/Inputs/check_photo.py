"""Checks photo_finish.comp with a model of the whole image in double precision. usage: check_photo.py JSON NAME

Where a rounding may tip a decision (a threshold, the bin of a histogram) both answers are accepted.
"""

import json
import math
import pathlib
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_close, expect_true  # noqa: E402

EPSILON = 1e-4
result = Result(sys.argv[1])
with open(sys.argv[2] + ".json", encoding="utf-8") as file:
    s = json.load(file)
width, height = s["width"], s["height"]


def luminance_of(c):
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]


def border_index(i, n):
    if s["border"] == "clamp":
        return min(max(i, 0), n - 1)
    if s["border"] == "wrap":
        return i % n
    i = abs(i) % (2 * n - 2)
    return min(i, 2 * n - 2 - i)


def linear_color(pixel):
    return [max(sum(m * p for m, p in zip(row, pixel)) * s["exposure"], 0.0) for row in s["matrix"]]


image = [linear_color(p) for p in s["pixels"]]


def color_at(x, y):
    if not (0 <= x < width and 0 <= y < height):
        if s["border"] == "constant":
            return s["border_color"]
        x, y = border_index(x, width), border_index(y, height)
    return image[y * width + x]


luminances = {(x, y): luminance_of(color_at(x, y)) for x in range(-3, width + 3) for y in range(-3, height + 3)}


def denoised_at(x, y):
    own, total, weights = luminances[x, y], 0.0, 0.0
    for dx in range(-2, 3):
        for dy in range(-2, 3):
            other = luminances[x + dx, y + dy]
            weight = math.exp(-(dx * dx + dy * dy) / (2 * s["spatial_sigma"]**2)
                              - (other - own)**2 / (2 * s["range_sigma"]**2))
            total += weight * other
            weights += weight
    return total / weights


smooth = {(x, y): denoised_at(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)}


def gradient_at(x, y):
    gx = gy = 0.0
    for d, weight in ((-1, 1), (0, 2), (1, 1)):
        gx += weight * (smooth[x + 1, y + d] - smooth[x - 1, y + d])
        gy += weight * (smooth[x + d, y + 1] - smooth[x + d, y - 1])
    return math.hypot(gx, gy)


def filmic_part(x):
    return (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 0.02 / 0.30


def tone_curve(c):
    if s["curve"] == "reinhard":
        c = [v / (1 + luminance_of(c)) for v in c]
    elif s["curve"] == "filmic":
        c = [filmic_part(2 * v) / filmic_part(11.2) for v in c]
    elif s["curve"] == "aces":
        c = [(v * (2.51 * v + 0.03)) / (v * (2.43 * v + 0.59) + 0.14) for v in c]
    return [min(max(v, 0.0), 1.0) for v in c]


def encode_srgb(v):
    return 12.92 * v if v <= 0.0031308 else 1.055 * v**(1 / 2.4) - 0.055


want, edges, uncertain_edges, finals = [], 0, 0, []
for y in range(height):
    for x in range(width):
        own, denoised, gradient = luminances[x, y], smooth[x, y], gradient_at(x, y)
        final = max(denoised + (1 + s["sharpen"]) * (own - denoised), 0.0)
        gain = final / own if own > 1e-6 else 1.0
        color = [encode_srgb(v) for v in tone_curve([c * gain for c in image[y * width + x]])]
        want.append(color + [gradient])
        finals.append(final)
        edges += gradient > s["threshold"]
        uncertain_edges += abs(gradient - s["threshold"]) < EPSILON

finished = result.buffer("0.2", "float32x4")
expect_true(len(finished) == len(want), "size of the result")
expect_close("finished", [v for p in finished for v in p], [v for p in want for v in p], EPSILON, EPSILON)

packed = result.buffer("0.3", "uint8x4")
for i, (got, model) in enumerate(zip(packed, want)):
    for component in range(3):
        expect_true(abs(got[component] - 255 * model[component]) <= 0.5 + 255 * EPSILON, f"packed color of pixel {i}")
    if abs(model[3] - s["threshold"]) >= EPSILON:
        expect_true(got[3] == (255 if model[3] > s["threshold"] else 0), f"edge mark of pixel {i}")

statistics = result.buffer("0.4", "uint32")
expect_true(edges > 0, "the image has no edge")
expect_true(abs(statistics[0] - edges) <= uncertain_edges, "number of edge pixels")
brightest = struct.unpack("<f", struct.pack("<I", statistics[1]))[0]
expect_close("brightest", [brightest], [max(finals)], EPSILON, EPSILON)
expect_true(sum(statistics[2:]) == width * height, "total of the histogram")
for b in range(16):
    low, high = b / 16, math.inf if b == 15 else (b + 1) / 16
    sure = sum(low + EPSILON <= v < high - EPSILON for v in finals)
    if b == 0:
        sure += sum(v < EPSILON for v in finals)
    possible = sum(low - EPSILON <= v < high + EPSILON for v in finals)
    expect_true(sure <= statistics[2 + b] <= possible, f"bin {b} of the histogram")

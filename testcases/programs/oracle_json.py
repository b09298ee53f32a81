"""Helpers for the check scripts: read the JSON of spirv-run and compare it with an independent calculation.

A check script computes what the shader must produce in plain Python and never takes an expected value from the tool.
Inputs that a test lets the tool generate are read back from the same JSON document.
"""

import json
import math
import struct
import sys


def f32(x):
    """Rounds a Python float to the nearest binary32 value, ties to even.

    One +, -, *, / or sqrt of binary32 operands done in binary64 and rounded once more by this function is the
    correctly rounded binary32 result (53 >= 2 * 24 + 2). An fma is not.
    """
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def f16(x):
    """Rounds a Python float to the nearest binary16 value, ties to even."""
    try:
        return struct.unpack("<e", struct.pack("<e", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def u32(x):
    return x & 0xFFFFFFFF


def fail(message):
    sys.exit(f"check failed: {message}")


def _number(value, type_name):
    if isinstance(value, list):
        return [_number(v, type_name) for v in value]
    if value in ("nan", "inf", "-inf"):
        value = float(value)
    if value is not None and type_name.startswith("float"):
        value = float(value)
        if type_name.startswith("float32"):
            value = f32(value)
        elif type_name.startswith("float16"):
            value = f16(value)
    return value


def _has_undefined(value):
    return any(map(_has_undefined, value)) if isinstance(value, list) else value is None


class Result:
    """One JSON document of spirv-run."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.document = json.load(file)
        if self.document.get("status") != 0:
            fail(f"{path}: status is {self.document.get('status')}")

    def buffer(self, key, type_name=None, allow_undefined=False):
        """The elements of one buffer. Fails on an undefined element unless told otherwise."""
        buffers = self.document["buffers"]
        if key not in buffers:
            fail(f"no buffer {key}; there are {', '.join(buffers)}")
        entry = buffers[key]
        if type_name and entry["type"] != type_name:
            fail(f"buffer {key} has type {entry['type']}, expected {type_name}")
        data = [_number(v, entry["type"]) for v in entry["data"]]
        if not allow_undefined:
            undefined = [i for i, v in enumerate(data) if _has_undefined(v)]
            if undefined:
                fail(f"buffer {key}: {len(undefined)} undefined elements, the first at {undefined[0]}")
        return data


def expect_equal(name, got, want):
    """Compares two lists element by element, exactly. A NaN equals a NaN."""
    got, want = list(got), list(want)
    if len(got) != len(want):
        fail(f"{name}: {len(got)} elements, expected {len(want)}")
    wrong = [i for i, (g, w) in enumerate(zip(got, want)) if g != w and not (g != g and w != w)]
    if wrong:
        i = wrong[0]
        fail(f"{name}: {len(wrong)} of {len(want)} elements differ; [{i}] is {got[i]!r}, expected {want[i]!r}")


def expect_close(name, got, want, absolute=0.0, relative=0.0):
    """Compares two lists of numbers within `absolute + relative * |want|`."""
    got, want = list(got), list(want)
    if len(got) != len(want):
        fail(f"{name}: {len(got)} elements, expected {len(want)}")
    wrong = [i for i, (g, w) in enumerate(zip(got, want)) if not abs(g - w) <= absolute + relative * abs(w)]
    if wrong:
        i = wrong[0]
        fail(f"{name}: {len(wrong)} of {len(want)} elements are off; [{i}] is {got[i]!r}, expected {want[i]!r}")


def expect_true(condition, message):
    if not condition:
        fail(message)

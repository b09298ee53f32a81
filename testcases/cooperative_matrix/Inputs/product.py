"""Operands of tiled_product.comp, and what their product must be.

product.py make FOLDER FORMAT    writes a.bin and b.bin; FORMAT is that of struct: e (16-bit floats) or b (bytes)
product.py check FOLDER RESULT   compares the JSON of spirv-run with the product
"""

import json
import random
import struct
import sys
from pathlib import Path

SIZE = 256


def operands():
    """Small whole numbers, so that sums are exact in every order."""
    generator = random.Random(1)
    return [[[generator.randint(-4, 4) for _ in range(SIZE)] for _ in range(SIZE)] for _ in range(2)]


def product(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def main():
    action, folder, argument = sys.argv[1:]
    a, b = operands()
    if action == "make":
        for name, matrix in (("a", a), ("b", b)):
            numbers = [number for row in matrix for number in row]
            Path(folder, name + ".bin").write_bytes(struct.pack(f"<{len(numbers)}{argument}", *numbers))
        return
    expected = [number for row in product(a, b) for number in row]
    data = json.loads(Path(argument).read_text(encoding="utf-8"))["buffers"]["0.2"]["data"]
    wrong = [i for i, (x, y) in enumerate(zip(data, expected)) if x != y]
    print("equal" if len(data) == len(expected) and not wrong else f"differs at {wrong[:8]}")


main()

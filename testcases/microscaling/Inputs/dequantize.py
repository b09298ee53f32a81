"""Dequantizes random MXFP4 blocks with spirv-run, and compares the numbers with those of the definition.

    dequantize.py MODULE FOLDER
"""

import json
import math
import random
import struct
import subprocess
import sys
from pathlib import Path

MAGNITUDES = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)


def number_of(element: int, scale: int) -> float:
    if scale == 255:
        return math.nan
    return math.copysign(MAGNITUDES[element & 7], -1.0 if element & 8 else 1.0) * 2.0 ** (scale - 127)


def bits_of(number: object) -> int:
    """Of a 32-bit float; all NaNs are the same."""
    value = float(number)
    return 0x7FC00000 if math.isnan(value) else struct.unpack("<I", struct.pack("<f", value))[0]


def main() -> None:
    module, folder = sys.argv[1], Path(sys.argv[2])
    generator = random.Random(1)
    # All scales whose numbers are 32-bit floats, and the NaN.
    scales = list(range(0, 252)) + [255]
    elements = [generator.randrange(16) for _ in range(32 * len(scales))]
    pairs = zip(elements[::2], elements[1::2])
    Path(folder, "elements.bin").write_bytes(bytes(low | high << 4 for low, high in pairs))
    Path(folder, "scales.bin").write_bytes(bytes(scales))
    command = ["spirv-run", module, "--groups", str(len(scales)), "--buffer", f"0.0=@{folder}/elements.bin",
               "--buffer", f"0.1=@{folder}/scales.bin", "--buffer", f"0.2=undef({4 * len(elements)})", "--strict", "--dump", "0.2",
               "--format", "json"]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    output = json.loads(done.stdout)["buffers"]["0.2"]
    if output.get("implementation_dependent"):
        sys.exit("some numbers depend on the implementation")
    for i, (element, got) in enumerate(zip(elements, output["data"])):
        wanted = number_of(element, scales[i // 32])
        if bits_of(wanted) != bits_of(got):
            sys.exit(f"element {i}: {got} instead of {wanted}")
    print(f"equal: {len(output['data'])}")


main()

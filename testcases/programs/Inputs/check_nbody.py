"""Checks one step of nbody.comp in double precision. usage: check_nbody.py JSON TIME_STEP SOFTENING"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from oracle_json import Result, expect_close, f32  # noqa: E402

result = Result(sys.argv[1])
step, softening = f32(float(sys.argv[2])), f32(float(sys.argv[3]))


def rows(key):
    data = result.buffer(key, "float32")
    return [data[i:i + 4] for i in range(0, len(data), 4)]


old_positions, old_velocities = rows("0.0"), rows("0.1")
positions, velocities = [], []
for body, velocity in zip(old_positions, old_velocities):
    acceleration = [0.0, 0.0, 0.0]
    for other in old_positions:
        difference = [other[i] - body[i] for i in range(3)]
        squared = sum(d * d for d in difference) + softening * softening
        for i in range(3):
            acceleration[i] += difference[i] * other[3] * squared**-1.5
    new = [velocity[i] + acceleration[i] * step for i in range(3)]
    velocities += new + [0.0]
    positions += [body[i] + new[i] * step for i in range(3)] + [body[3]]
expect_close("velocities", result.buffer("0.3", "float32"), velocities, absolute=2e-5, relative=1e-5)
expect_close("positions", result.buffer("0.2", "float32"), positions, absolute=2e-5, relative=1e-5)

"""compare_readers.py BUNDLES SCRATCH: holds `spirv-golden check` against the header-only reader.

Both get the expected bytes of each output with a few random changes; they were written independently of each other.
"""

import json
import random
import struct
import subprocess
import sys
from pathlib import Path

bundles, scratch = Path(sys.argv[1]), Path(sys.argv[2])
scratch.mkdir(parents=True, exist_ok=True)
random.seed(1)
WORDS = (0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFFFFFFF, 0x3F800000, 1)
counts, disagreements, outputs = {0: 0, 1: 0}, 0, 0


def changed(data):
    data = bytearray(data)
    kind = random.randrange(4)
    if kind == 1:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif kind == 2 and len(data) >= 4:
        at = random.randrange(len(data) // 4) * 4
        data[at:at + 4] = struct.pack("<I", random.choice(WORDS))
    elif kind == 3 and len(data) >= 4:
        at = random.randrange(len(data) // 4) * 4
        data[at:at + 4] = struct.pack("<f", random.uniform(-1e14, 1e14))
    return bytes(data)


for manifest in sorted(bundles.rglob("manifest.json")):
    folder = manifest.parent
    for resource in json.loads(manifest.read_text())["resources"]:
        if "output" not in resource:
            continue
        outputs += 1
        expected = (folder / resource["output"]["file"]).read_bytes()
        for _ in range(12):
            (scratch / "output").write_bytes(changed(expected))
            argument = f"{resource['name']}={scratch / 'output'}"
            statuses = [
                subprocess.run([*command, str(folder), argument], capture_output=True).returncode
                for command in (["spirv-golden", "check"], ["read-bundle"])
            ]
            counts[statuses[0]] += 1
            disagreements += statuses[0] != statuses[1]
print(f"{outputs} outputs, {counts[0]} accepted, {counts[1]} not, {disagreements} disagreements")

#!/usr/bin/env python3
"""metadata.py VERSION FOLDER: writes the folder spirv_oracle-VERSION.dist-info, which tells pip and pytest what is installed."""

import sys
from pathlib import Path

METADATA = """Metadata-Version: 2.1
Name: spirv-oracle
Version: {version}
Summary: Runs SPIR-V compute shaders and OpenCL kernels on the CPU, and reports undefined behavior
License: Apache-2.0
Requires-Python: >=3.9
Requires-Dist: numpy
"""
# pytest loads the plugin by itself.
ENTRY_POINTS = "[pytest11]\nspirv_oracle = spirv_oracle.pytest\n"


def write(version, folder):
    """Returns the names of the files."""
    info = Path(folder) / f"spirv_oracle-{version}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(METADATA.format(version=version))
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return info


if __name__ == "__main__":
    write(*sys.argv[1:])

"""What a run needs as files, for programs that take a command line."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np


def command_line(module: Any, folder: pathlib.Path, groups: Any, parameters: dict) -> list:
    """The arguments of spirv-run for ``module.run(groups, **parameters)``. Writes the source and the data to ``folder``."""
    _, request = module._request(groups, **parameters)
    file = module._file
    if module._contents is not None:
        file = str(folder / pathlib.Path(module._file).name)
        pathlib.Path(file).write_bytes(module._contents)
    arguments = [file, *module._options, *request.options]
    for number, (beginning, _, packed) in enumerate(request.data):
        path = folder / f"data{number}.bin"
        path.write_bytes(memoryview(packed.data))
        if packed.undefined is None:
            arguments.append(f"{beginning}@{path}")
        else:
            pathlib.Path(f"{path}.undef").write_bytes(np.packbits(packed.undefined != 0, bitorder="little").tobytes())
            arguments.append(f"{beginning}masked@{path}")
    return arguments

"""From the parameters of ``Module.run`` to the options of spirv-run."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ._errors import InvalidArgument

# Parameters with one value, and the options that take it.
VALUES = {
    "entry": "--entry", "subgroup_size": "--subgroup-size", "subgroup_mapping": "--subgroup-mapping",
    "matrix_mapping": "--matrix-mapping", "filtering": "--filtering", "reconvergence": "--reconvergence", "seed": "--seed",
    "workgroups_in_flight": "--workgroups-in-flight", "jobs": "--jobs", "max_steps": "--max-steps",
    "max_memory": "--max-memory", "timeout": "--timeout",
}
DIMENSIONS = {"groups": "--groups", "global_size": "--global-size", "local_size": "--local-size",
              "global_offset": "--global-offset"}
FLAGS = {
    "require_full_subgroups": "--require-full-subgroups", "stop_on_ub": "--stop-on-ub",
    "robust_buffer_access": "--robust-buffer-access", "robust_image_access": "--robust-image-access",
    "strict": "--strict", "precision": "--precision", "witness": "--witness",
}
# Parameters with one value or several, separated by commas in one option, or each in an option of its own.
JOINED = {"arithmetic": "--arithmetic"}
REPEATED = {"ignore": "--ignore", "device_limits": "--device-limits"}
MODULE_VALUES = {"stage": "--stage", "target_env": "--target-env", "hlsl_compiler": "--hlsl-compiler", "entry": "--entry"}


def _several(value: Any) -> list:
    return [value] if isinstance(value, str) else list(value)


def _dimensions(name: str, value: Any) -> str:
    numbers = value if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    numbers = list(numbers)
    if not 1 <= len(numbers) <= 3 or not all(isinstance(n, (int, np.integer)) and not isinstance(n, bool) for n in numbers):
        raise InvalidArgument(f"{name} must be an int or 1 to 3 of them, not {value!r}")
    return ",".join(str(int(n)) for n in numbers)


def run_options(parameters: Mapping) -> list:
    """Raises TypeError for an unknown parameter, InvalidArgument for a wrong value; spirv-run's parser checks the rest."""
    options = []
    for name, value in parameters.items():
        if value is None:
            continue
        if name in VALUES:
            text = value if isinstance(value, str) else repr(value.item() if isinstance(value, np.generic) else value)
            options.append(f"{VALUES[name]}={text}")
        elif name in DIMENSIONS:
            options.append(f"{DIMENSIONS[name]}={_dimensions(name, value)}")
        elif name in FLAGS:
            options += [FLAGS[name]] if value else []
        elif name in JOINED:
            options.append(f"{JOINED[name]}={','.join(_several(value))}")
        elif name in REPEATED:
            options += [f"{REPEATED[name]}={one}" for one in _several(value)]
        elif name == "check_races":
            options.append("--check-races" if value else "--no-check-races")
        elif name == "explain":
            options += [] if value else ["--no-explain"]
        else:
            raise TypeError(f"run() got an unexpected keyword argument {name!r}")
    return options


def module_options(parameters: Mapping) -> list:
    """The options about source files."""
    options = []
    for name, value in parameters.items():
        if value is None:
            continue
        if name in MODULE_VALUES:
            options.append(f"{MODULE_VALUES[name]}={value}")
        elif name == "defines":
            options += [f"--define={macro}" if given is None else f"--define={macro}={given}"
                        for macro, given in (value.items() if isinstance(value, Mapping) else dict.fromkeys(_several(value)).items())]
        elif name == "include":
            folders = [value] if isinstance(value, (str, os.PathLike)) else value
            options += [f"--include={os.fspath(folder)}" for folder in folders]
        elif name == "features":
            options.append(f"--features={','.join(_several(value))}")
        elif name == "build_options":
            options += [f"--build-option={one}" for one in _several(value)]
        elif name == "validate":
            options += [] if value else ["--no-validate"]
        else:
            raise TypeError(f"unexpected keyword argument {name!r}")
    return options

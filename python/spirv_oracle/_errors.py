"""The exceptions of the package. All of them are ``spirv_oracle.Error``."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._run import Finding, Run


class Error(Exception):
    """The base of all exceptions of this package."""


class InvalidArgument(Error, ValueError):
    """An argument does not fit the module: its name, its shape, its type, its size, or a missing resource."""


class InvalidModule(Error, ValueError):
    """The source does not compile, or the module is not valid SPIR-V for its environment. The message has all errors."""


class Unsupported(Error, NotImplementedError):
    """The module is well-formed, but uses a feature that is not implemented. The message names the feature."""


class LimitReached(Error, RuntimeError):
    """A limit ended the run: steps, memory or time. ``result``: the incomplete run, or None if it had not started."""

    result: Optional[Run] = None


class UndefinedBehavior(Error, AssertionError):
    """``Run.raise_if_undefined`` found undefined behavior or undefined results. ``findings``: the reasons."""

    findings: tuple[Finding, ...] = ()


# Options of the commands, as messages name them, and the parameters that set them.
PARAMETERS = {
    "--spec": "spec", "--push": "push", "--arg": "args", "--memory": "memories", "--image": "images",
    "--sampler": "samplers", "--format-of": "formats", "--null-descriptor": "null_descriptors", "--buffer": "buffers",
    "--entry": "entry", "--groups": "groups", "--global-size": "global_size", "--local-size": "local_size",
    "--global-offset": "global_offset", "--subgroup-size": "subgroup_size", "--subgroup-mapping": "subgroup_mapping",
    "--matrix-mapping": "matrix_mapping", "--require-full-subgroups": "require_full_subgroups",
    "--reconvergence": "reconvergence", "--arithmetic": "arithmetic", "--filtering": "filtering",
    "--seed": "seed",
    "--workgroups-in-flight": "workgroups_in_flight", "--jobs": "jobs", "--stop-on-ub": "stop_on_ub",
    "--check-races": "check_races=True", "--no-check-races": "check_races=False",
    "--robust-buffer-access": "robust_buffer_access", "--robust-image-access": "robust_image_access",
    "--device-limits": "device_limits", "--strict": "strict", "--precision": "precision=True",
    "--witness": "witness=True", "--ignore": "ignore", "--no-explain": "explain=False", "--max-steps": "max_steps",
    "--max-memory": "max_memory", "--timeout": "timeout", "--target-env": "target_env", "--define": "defines",
    "--include": "include", "--stage": "stage", "--features": "features", "--hlsl-compiler": "hlsl_compiler",
    "--build-option": "build_options",
}
_DICTIONARIES = {"--buffer", "--image", "--sampler", "--memory", "--arg", "--format-of", "--spec"}


def in_words_of_python(message: str) -> str:
    """A message of the commands with parameters instead of options."""

    def assignment(match: re.Match[str]) -> str:
        option, name, value = match.group(1), match.group(3), match.group(4)
        if option not in _DICTIONARIES:
            return match.group(0)
        return f"{PARAMETERS[option]}={{'{name}': '{value}'}}"

    message = re.sub(r"(--[a-z-]+) ('?)([^ ='\n]+)=([^ '\n]+)\2", assignment, message)
    return re.sub(r"--[a-z][a-z-]*", lambda match: PARAMETERS.get(match.group(0), match.group(0)), message)


def error_of(status: int, message: str) -> Error:
    """The exception for an exit status of the commands. The extension module calls this."""
    kinds = {2: InvalidArgument, 4: Unsupported, 5: LimitReached}
    return kinds.get(status, Error)(in_words_of_python(message))


@contextlib.contextmanager
def of_module() -> Iterator[None]:
    """What is wrong while a module is loaded is wrong in the module."""
    try:
        yield
    except InvalidArgument as error:
        raise InvalidModule(str(error)) from None

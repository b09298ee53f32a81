"""Runs SPIR-V compute shaders and OpenCL kernels on the CPU, and reports undefined behavior.

>>> import numpy as np
>>> from spirv_oracle import Module
>>> module = Module.from_glsl('''#version 450
... layout(local_size_x = 4) in;
... layout(set = 0, binding = 0) buffer Values { uint values[]; };
... void main() { values[gl_GlobalInvocationID.x] *= 2u; }
... ''')
>>> run = module.run(buffers={"values": np.arange(4, dtype=np.uint32)})
>>> run["values"].tolist()
[0, 2, 4, 6]
"""

from ._core import version as __version__
from ._errors import Error, InvalidArgument, InvalidModule, LimitReached, UndefinedBehavior, Unsupported
from ._layout import Record
from ._module import EntryPoint, Module, Resource, SpecConstant
from ._run import Enclosure, Finding, Location, Note, Run

__all__ = [
    "EntryPoint", "Enclosure", "Error", "Finding", "InvalidArgument", "InvalidModule", "LimitReached", "Location", "Module",
    "Note", "Record", "Resource", "Run", "SpecConstant", "UndefinedBehavior", "Unsupported", "__version__",
]

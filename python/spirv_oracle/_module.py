"""Modules: loading them, what they need, and running them."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
from collections.abc import Mapping
from typing import Any, Optional, Union

import numpy as np

from . import _core, _layout, _options
from ._errors import InvalidArgument, LimitReached, of_module
from ._run import Run

Source = Union[str, bytes, "os.PathLike[str]"]


@dataclasses.dataclass(frozen=True)
class Resource:
    """What an entry point reads or writes: a buffer, an image, push constants, or an argument of a kernel.

    ``name`` is the module's; ``key`` the name that always works: "0.1" for set 0 and binding 1, "push", "arg.0".
    ``fixed_size`` and ``runtime_stride`` are bytes: those before a runtime array at the end, and those of one element of it.
    ``type`` is the only scalar type of all members ("float32"), or None. ``layout`` has offsets and strides in bytes.
    ``count`` is the number of descriptors; 0 for an array without a size.
    """

    key: str
    name: str
    kind: str
    type: Optional[str]
    writable: bool
    fixed_size: int
    runtime_stride: int
    count: int
    layout: Optional[dict[str, Any]] = dataclasses.field(repr=False)
    image: Optional[dict[str, Any]] = None

    @property
    def dtype(self) -> np.dtype:
        """The dtype of an element; of a structured one, the fields are at the offsets that the module declares."""
        if self.layout is None:
            return _layout.SCALARS[self.type or "uint8"]
        layout = _layout.unwrapped(self.layout)
        if layout["kind"] == "structure":
            return _layout.structure_dtype(layout, layout["size"])
        where = _layout.geometry(layout, 0)
        assert where is not None
        return where.dtype


@dataclasses.dataclass(frozen=True)
class EntryPoint:
    """``local_size`` is the workgroup size (x, y, z) with default specialization, or None if the module does not declare it."""

    name: str
    execution_model: str
    local_size: Optional[tuple[int, int, int]]
    subgroup_size: Optional[int]
    resources: tuple[Resource, ...]


@dataclasses.dataclass(frozen=True)
class SpecConstant:
    """A specialization constant."""

    id: int
    name: str
    type: str
    default: Any


def _triple(numbers: Any) -> Optional[tuple[int, int, int]]:
    return (numbers[0], numbers[1], numbers[2]) if numbers else None


def _resource(found: dict, layouts: dict) -> Resource:
    if found["kind"] == "push_constant":
        key = "push"
    elif "argument" in found:
        key = f"arg.{found['argument']}"
    else:
        key = f"{found['set']}.{found['binding']}"
    return Resource(key, found["name"], found["kind"], found["type"], found["writable"], found["fixed_size"],
                    found["runtime_stride"], found.get("descriptor_count", 1), layouts.get(key), found.get("image"))


class Module:
    """A SPIR-V module. Loading compiles and validates it once; ``run`` runs it as often as you like, from any thread."""

    def __init__(self, file: str, contents: Optional[bytes], options: list):
        self._core = loaded = _core.load(file, contents, options)
        self._file, self._contents, self._options = file, contents, options
        described = json.loads(loaded.resources())
        self._entry_points = tuple(
            EntryPoint(entry["name"], entry["execution_model"],
                       _triple(entry["local_size"]), entry.get("subgroup_size"),
                       tuple(_resource(one, json.loads(loaded.layouts(entry["name"]))) for one in entry["resources"]))
            for entry in described["entry_points"])
        self._constants = tuple(SpecConstant(one["spec_id"], one["name"], one["type"], one["default"])
                                for one in described["spec_constants"])

    # Loading

    @classmethod
    def _load(cls, source: Source, suffix: str, name: Optional[str], options: dict) -> "Module":
        if isinstance(source, bytes) or (isinstance(source, str) and "\n" in source):
            file = name or f"module{suffix}"
            contents = source.encode() if isinstance(source, str) else source
        else:
            file = os.fspath(source)
            contents = pathlib.Path(file).read_bytes()
        if not file.endswith(suffix) and not (suffix == ".glsl" and file.endswith((".comp", ".frag", ".vert"))):
            file += suffix
        with of_module():
            return cls(file, contents, _options.module_options(options))

    @classmethod
    def from_glsl(cls, source: Source, *, name: Optional[str] = None, **options) -> "Module":
        """Compiles GLSL. ``source`` is the text if it has several lines, otherwise the path of a file.

        ``name`` is what findings call the file of a text. Options: ``defines`` (a list, or a dict of values), ``include``
        (folders), ``stage`` ("compute"), ``target_env`` ("vulkan1.3"), ``features``, ``validate`` (True).
        Raises InvalidModule with the messages of the compiler or the validator, Unsupported, OSError.
        """
        return cls._load(source, ".glsl", name, options)

    @classmethod
    def from_hlsl(cls, source: Source, *, entry: str = "main", name: Optional[str] = None, **options) -> "Module":
        """Compiles HLSL, with glslang or with ``hlsl_compiler`` ("dxc"). Otherwise as from_glsl."""
        return cls._load(source, ".hlsl", name, {"entry": entry, **options})

    @classmethod
    def from_opencl(cls, source: Source, *, name: Optional[str] = None, **options) -> "Module":
        """Compiles OpenCL C with Clang. ``build_options``: those of clBuildProgram, such as "-cl-std=CL3.0". As from_glsl."""
        return cls._load(source, ".cl", name, options)

    @classmethod
    def from_assembly(cls, source: Source, *, name: Optional[str] = None, **options) -> "Module":
        """Assembles the text form of SPIR-V. As from_glsl."""
        return cls._load(source, ".spvasm", name, options)

    @classmethod
    def from_spirv(cls, source: Union[Source, bytearray, memoryview, np.ndarray], *, name: Optional[str] = None,
                   **options) -> "Module":
        """Loads a binary: bytes, an array of 32-bit words, or the path of a file. As from_glsl."""
        if isinstance(source, np.ndarray):
            source = source.tobytes()
        elif isinstance(source, (bytearray, memoryview)):
            source = bytes(source)
        return cls._load(source, ".spv", name, options)

    # What it is

    @property
    def entry_points(self) -> tuple[EntryPoint, ...]:
        """The entry points."""
        return self._entry_points

    @property
    def spec_constants(self) -> tuple[SpecConstant, ...]:
        """The specialization constants."""
        return self._constants

    @property
    def resources(self) -> tuple[Resource, ...]:
        """The resources of the only entry point; of several, choose with ``entry_points``."""
        return self._entry().resources

    @property
    def spirv(self) -> bytes:
        """The binary."""
        return self._core.words()

    @property
    def source(self) -> str:
        """The text that it was made from. Raises InvalidArgument for a binary."""
        contents = self._contents if self._contents is not None else pathlib.Path(self._file).read_bytes()
        if self._file.endswith(".spv"):
            raise InvalidArgument("the module was made from a binary: disassembly() shows it as text")
        return contents.decode()

    @property
    def warnings(self) -> str:
        """What the compiler warned of; "" for nothing."""
        return self._core.warnings()

    def disassembly(self) -> str:
        """The module as text."""
        return self._core.disassembly()

    def __repr__(self):
        return f"<spirv_oracle.Module {self._file}: {', '.join(entry.name for entry in self._entry_points)}>"

    def _entry(self, name: Optional[str] = None) -> EntryPoint:
        if name is None and len(self._entry_points) == 1:
            return self._entry_points[0]
        found = [entry for entry in self._entry_points if entry.name == name]
        if not found:
            names = ", ".join(repr(entry.name) for entry in self._entry_points)
            raise InvalidArgument(f"entry must be one of {names}")
        return found[0]

    # Running

    def run(self, groups: Any = None, *, buffers: Optional[Mapping] = None, images: Optional[Mapping] = None,
            samplers: Optional[Mapping] = None, formats: Optional[Mapping] = None, push: Any = None,
            args: Any = None, memories: Optional[Mapping] = None, null_descriptors: Any = (),
            spec: Optional[Mapping] = None, **options) -> Run:
        """Runs the entry point and returns a Run with the results, whether or not behavior is undefined.

        groups: workgroups, an int or (x, y, z); default 1. Kernels may take ``global_size`` instead, in work-items.
        buffers: by name or "set.binding" ("0.1[2]" in an array of descriptors). A value is an array, a number or a list,
            a dict of members for a block with several, bytes as they are, or DATA of spirv-run ("float32:iota(8)").
            The shape and dtype must be those of the layout; the length of a runtime array is free. Masked elements are undefined.
        push: push constants; args: arguments of a kernel, a list, or a dict by number or name. Values as for buffers.
        images: arrays of texels, (height, width, components), or (format, array); samplers: "linear,clamp_to_edge".
        spec: specialization constants, by SpecId or by name.
        memories: by name; DATA reaches them as "memory(NAME)" or through "uint64:address(NAME)".
        subgroup_size: 1 to 128, default 32. seed: another legal schedule for each. subgroup_mapping, reconvergence
            ("minimal"), arithmetic, robust_buffer_access, robust_image_access, device_limits, entry, local_size, ...: as the
            options of spirv-run. check_races: True, False, or None, which ends the check if it takes too long.
        strict, precision, witness, explain, ignore: what is examined and reported, as the options of spirv-run.
        max_steps, max_memory (bytes), timeout (seconds): limits.

        Raises InvalidArgument, Unsupported, LimitReached (``error.result`` has the incomplete run), and KeyboardInterrupt.
        Other Python threads run meanwhile.
        """
        entry, request = self._request(groups, buffers=buffers, images=images, samplers=samplers, formats=formats, push=push,
                                       args=args, memories=memories, null_descriptors=null_descriptors, spec=spec, **options)
        finished = _core.run(self._core, request.arguments, request.given)
        run = Run(self, entry, finished)
        if finished.status() == 5:
            error = LimitReached(finished.error())
            error.result = run
            raise error
        return run

    def _request(self, groups: Any, *, buffers: Any = None, images: Any = None, samplers: Any = None, formats: Any = None,
                 push: Any = None, args: Any = None, memories: Any = None, null_descriptors: Any = (), spec: Any = None,
                 **options) -> tuple[EntryPoint, _Request]:
        """The entry point, and the options and data for the parameters of run()."""
        entry = self._entry(options.get("entry"))
        request = _Request(self, entry)
        arguments = request.options
        arguments += _options.run_options({"groups": groups, **options})
        for name, value in (memories or {}).items():
            request.add("--memory", name, value, _raw(value, f"memories[{name!r}]"))
        for name, value in (buffers or {}).items():
            request.add_buffer(name, value)
        for name, value in (images or {}).items():
            request.add_image(name, value)
        for option, values in (("--sampler", samplers), ("--format-of", formats)):
            arguments += [f"{option}={name}={value}" for name, value in (values or {}).items()]
        arguments += [f"--null-descriptor={name}" for name in ([null_descriptors] if isinstance(null_descriptors, str)
                                                               else null_descriptors)]
        numbered = args if isinstance(args, Mapping) else dict(enumerate(args or ()))
        for which, value in numbered.items():
            request.add_argument(which, value)
        if push is not None:
            request.add_push(push)
        for which, value in (spec or {}).items():
            arguments.append(self._specialization(which, value))
        return entry, request

    def _specialization(self, which: Any, value: Any) -> str:
        for constant in self._constants:
            if which == constant.name or which == constant.id:
                dtype = np.dtype(bool) if constant.type == "bool" else _layout.SCALARS[constant.type]
                given = np.asarray(value)
                if given.shape != ():
                    raise InvalidArgument(f"spec[{which!r}] must be one number")
                if dtype.kind != "b":
                    given = _layout._converted(value if not isinstance(value, np.generic) else value.item(), dtype,
                                               f"spec[{which!r}]")
                bits = int.from_bytes(np.asarray(given).astype(dtype).tobytes(), "little")
                return f"--spec={constant.id}=bits({bits})"
        names = ", ".join(f"{one.id} ({one.name})" if one.name else str(one.id) for one in self._constants) or "none"
        raise InvalidArgument(f"the module has no specialization constant {which!r}; it has {names}")

    def _find(self, entry: EntryPoint, name: str):
        """The key of a name, such as "0.1" or "0.1[2]", and the resource; None if the entry point has no such resource."""
        found = json.loads(self._core.find(entry.name, name))
        is_argument = found["set"] == 0xFFFFFFFF
        base = f"arg.{found['binding']}" if is_argument else f"{found['set']}.{found['binding']}"
        resource = next((one for one in entry.resources if one.key == base), None)
        return base if found["element"] is None else f"{base}[{found['element']}]", resource


def _raw(value: Any, name: str):
    """Bytes that have no layout in the module."""
    if isinstance(value, np.ma.MaskedArray):
        layout = {"kind": "array", "count": None, "stride": value.dtype.itemsize, "size": 0,
                  "element": {"kind": "vector", "scalar": value.dtype.name, "components": 1,
                              "stride": value.dtype.itemsize, "size": value.dtype.itemsize}}
        if value.dtype.name not in _layout.SCALARS:
            raise InvalidArgument(f"{name} has the dtype {value.dtype}")
        return _layout.pack(layout, value, name)
    if isinstance(value, np.ndarray):
        return _layout.Packed(np.ascontiguousarray(value), None)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _layout.Packed(value, None)
    if isinstance(value, str):
        return None
    raise InvalidArgument(f"{name} has no type in the module: pass an array, bytes, or DATA of spirv-run")


class _Request:
    """The resources of a run: options whose DATA names bytes in memory."""

    def __init__(self, module: Module, entry: EntryPoint):
        self.module, self.entry = module, entry
        self.options: list = []
        self.data: list = []  # (option up to its DATA, name of the resource, contents)

    def add(self, option: str, name: str, value: Any, packed: Optional[_layout.Packed], prefix: str = ""):
        """Adds OPTION NAME=DATA. ``packed``: None if the value is DATA itself."""
        beginning = f"{option}=" if option == "--push" else f"{option}={name}={prefix}"
        if packed is None:
            self.options.append(beginning + value)
        else:
            self.data.append((beginning, f"arg.{name}" if option == "--arg" else name, packed))

    @property
    def arguments(self) -> list:
        """The options of spirv-run, with room for the contents."""
        return self.options + [f"{beginning}undef({memoryview(packed.data).nbytes})" for beginning, _, packed in self.data]

    @property
    def given(self) -> list:
        """The contents, by name."""
        return [(name, packed.data, packed.undefined) for _, name, packed in self.data]

    def pack(self, resource: Optional[Resource], value: Any, name: str) -> Optional[_layout.Packed]:
        if isinstance(value, str):
            return None
        if resource is None:
            return _raw(value, name)
        if resource.layout is not None:
            return _layout.pack(resource.layout, value, name)
        if resource.type is None:
            return _raw(value, name)
        if resource.kind == "value_argument":
            return self._pack_value(resource, value, name)
        return _layout.pack(_layout.flat_layout(resource.type, 1), value, name)

    @staticmethod
    def _pack_value(resource: Resource, value: Any, name: str) -> _layout.Packed:
        assert resource.type is not None
        size = _layout.SCALARS[resource.type].itemsize
        values = np.atleast_1d(np.asarray(value)) if not isinstance(value, np.ma.MaskedArray) else value.reshape(-1)
        if values.size * size != resource.fixed_size:
            raise InvalidArgument(f"{name} has {resource.fixed_size // size} {resource.type}, but {values.size} are given")
        return _layout.pack(_layout.flat_layout(resource.type, 1), value if np.ndim(value) else [value]
                            if not isinstance(value, np.generic) else values, name)

    def add_buffer(self, name: str, value: Any):
        key, resource = self.module._find(self.entry, name)
        packed = self.pack(resource, value, f"buffers[{name!r}]")
        if key.startswith("arg."):
            self.add("--arg", key[4:], value, packed)
        else:
            self.add("--buffer", key, value, packed)

    def add_argument(self, which: Any, value: Any):
        resource = next((one for one in self.entry.resources
                         if which in (one.name, one.key) or one.key == f"arg.{which}"), None)
        number = resource.key[4:] if resource is not None else str(which)
        self.add("--arg", number, value, self.pack(resource, value, f"args[{which!r}]"))

    def add_push(self, value: Any):
        resource = next((one for one in self.entry.resources if one.key == "push"), None)
        self.add("--push", "push", value, self.pack(resource, value, "push"))

    def add_image(self, name: str, value: Any):
        key, resource = self.module._find(self.entry, name)
        if isinstance(value, str):
            self.options.append(f"--image={key}={value}")
            return
        if resource is None or resource.image is None:
            raise InvalidArgument(f"images[{name!r}]: it is not an image")
        texel_format, texels = value if isinstance(value, tuple) else (resource.image["format"], value)
        if texel_format is None:
            raise InvalidArgument(f"images[{name!r}]: the module declares no format: pass (format, array)")
        texels = np.asarray(texels)
        axes = image_axes(resource.image)
        if texels.ndim not in (axes, axes + 1):
            raise InvalidArgument(f"images[{name!r}] takes an array with {axes} dimensions, or {axes + 1} with components, "
                                  f"not {texels.ndim}")
        self.add("--image", key, None, _raw(texels, f"images[{name!r}]"),
                 f"{texel_format}:{_extent(resource.image, texels.shape)}:")


def image_axes(image: dict) -> int:
    """How many dimensions an array of the texels has, without that of the components."""
    axes = {"1D": 1, "2D": 2, "3D": 3, "Cube": 3}[image["dimensionality"]]
    return axes + (image["arrayed"] and image["dimensionality"] != "Cube")


def _extent(image: dict, shape: tuple) -> str:
    """As --image takes it: WxH, layers=N."""
    has_layers = image["arrayed"] or image["dimensionality"] == "Cube"
    axes = shape[has_layers:image_axes(image)]
    text = "x".join(str(extent) for extent in reversed(axes))
    return text + (f",layers={shape[0]}" if has_layers else "")

"""From the layout of a buffer in a module to NumPy arrays on its bytes, and back.

A layout is the JSON of ``python/layout_json.h``: a scalar or vector, an array, or a structure, with offsets and strides in bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Optional

import numpy as np

from ._errors import InvalidArgument

# NumPy does not have bfloat16, 8-bit floats or MXINT8, so arrays contain their bits.
SCALARS = {name: np.dtype(name) for name in (
    "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float16", "float32", "float64")}
SCALARS["bfloat16"] = np.dtype("uint16")
SCALARS.update({name: np.dtype("uint8") for name in ("float8e4m3", "float8e5m2", "float8e8m0", "mxint8")})
SCALARS["bool"] = np.dtype("uint8")

# The states of a byte in the shadow of a buffer, as memory/definedness.h numbers them.
IMPLEMENTATION_DEPENDENT = 1
UNDEFINED = 2  # and more


class Geometry(NamedTuple):
    """Where the elements of an array are in a buffer. Strides are bytes."""

    dtype: np.dtype
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def flat_layout(scalar: str, components: int) -> dict:
    """A buffer that consists of scalars or vectors of one type, without padding."""
    size = SCALARS[scalar].itemsize
    vector = {"kind": "vector", "scalar": scalar, "components": components, "stride": size, "size": size * components}
    return {"kind": "array", "element": vector, "count": None, "stride": size * components, "size": 0}


def unwrapped(layout: dict) -> dict:
    """A block with one member is that member."""
    if layout["kind"] == "structure" and len(layout["members"]) == 1 and layout["members"][0]["offset"] == 0:
        return layout["members"][0]["type"]
    return layout


def _scalar(layout: dict) -> np.dtype:
    return SCALARS[layout["scalar"]]


def _field(layout: dict):
    """The type of a member of a structured dtype. Arrays with a stride contain their padding as further elements."""
    if layout["kind"] == "structure":
        return structure_dtype(layout, layout["size"])
    if layout["kind"] == "vector":
        scalar, count, stride = _scalar(layout), layout["components"], layout["stride"]
        return scalar if count == 1 else np.dtype((scalar, (count, stride // scalar.itemsize))) \
            if stride > scalar.itemsize else np.dtype((scalar, (count,)))
    element = layout["element"]
    count = layout["count"] or 0
    if element["kind"] == "vector" and element["components"] > 1 and element["stride"] > _scalar(element).itemsize:
        scalar = _scalar(element)  # a row-major matrix: its rows, and their padding
        return np.dtype((scalar, (element["components"], element["stride"] // scalar.itemsize)))
    if element["kind"] == "structure":
        return np.dtype((structure_dtype(element, layout["stride"]), (count,)))
    inner = np.dtype(_field(element))
    padding = layout["stride"] // inner.base.itemsize
    if layout["stride"] == inner.itemsize:
        return np.dtype((inner.base, (count, *inner.shape)))
    return np.dtype((inner.base, (count, padding)))


def structure_dtype(layout: dict, itemsize: int) -> np.dtype:
    """The structured dtype of an element of an array of structures, ``itemsize`` bytes apart."""
    members = layout["members"]
    try:
        return np.dtype({
            "names": [member["name"] or f"member{i}" for i, member in enumerate(members)],
            "formats": [_field(member["type"]) for member in members],
            "offsets": [member["offset"] for member in members],
            "itemsize": max(itemsize, layout["size"]),
        })
    except ValueError:  # padding of a member extends past the structure
        return np.dtype((np.void, itemsize))


def geometry(layout: dict, size: int) -> Optional[Geometry]:
    """Of a layout in ``size`` bytes; None for a structure, which has no single array."""
    if layout["kind"] == "vector":
        scalar = _scalar(layout)
        if layout["components"] == 1:
            return Geometry(scalar, (), ())
        return Geometry(scalar, (layout["components"],), (layout["stride"],))
    if layout["kind"] == "structure":
        return None
    count = layout["count"] if layout["count"] is not None else max(size, 0) // layout["stride"]
    element = layout["element"]
    inner = geometry(element, element["size"])
    if inner is None:
        inner = Geometry(structure_dtype(element, layout["stride"]), (), ())
    return Geometry(inner.dtype, (count, *inner.shape), (layout["stride"], *inner.strides))


def view(memory: Any, where: Geometry, offset: int) -> np.ndarray:
    """The array at ``offset`` in ``memory``. It shares the memory."""
    if 0 in where.shape:
        return np.empty(where.shape, where.dtype)
    return np.ndarray(where.shape, where.dtype, memory, offset, where.strides)


def offsets(where: Geometry, offset: int) -> np.ndarray:
    """Where each element begins, in bytes from the beginning of the buffer; of the array's shape."""
    places = np.full(where.shape, offset, np.int64)
    for axis, (extent, stride) in enumerate(zip(where.shape, where.strides)):
        steps = np.arange(extent, dtype=np.int64) * stride
        places += steps.reshape([-1 if other == axis else 1 for other in range(len(where.shape))])
    return places


def states(shadow: Any, where: Geometry, offset: int, least: int, most: int = 255) -> np.ndarray:
    """Which elements have a byte with a state from ``least`` to ``most``; as a mask of numpy.ma."""
    dtype = where.dtype
    if dtype.names is None:
        of_bytes = Geometry(np.dtype("uint8"), (*where.shape, dtype.itemsize), (*where.strides, 1))
        found = view(shadow, of_bytes, offset)
        return np.any((found >= least) & (found <= most), axis=-1)
    mask = np.zeros(where.shape, np.ma.make_mask_descr(dtype))
    for name, inner, at in _fields(where, offset):
        mask[name] = states(shadow, inner, at, least, most)
    return mask


def _fields(where: Geometry, offset: int) -> Iterator[tuple[str, Geometry, int]]:
    """The fields of an array of structures: each one's name, where its elements are, and the offset of the first."""
    for name, (kind, at, *_) in (where.dtype.fields or {}).items():
        yield name, Geometry(kind.base, (*where.shape, *kind.shape), (*where.strides, *_strides(kind))), offset + at


def _strides(dtype: np.dtype) -> tuple[int, ...]:
    """Of the elements of a subarray."""
    strides: list[int] = []
    step = dtype.base.itemsize
    for extent in reversed(dtype.shape):
        strides.insert(0, step)
        step *= extent
    return tuple(strides)


class Record(Mapping):
    """The members of a block, by name: arrays, and Records for structures. Only read."""

    def __init__(self, members: dict):
        self._members = members

    def __getitem__(self, name: str):
        return self._members[name]

    def __iter__(self):
        return iter(self._members)

    def __len__(self):
        return len(self._members)

    def __repr__(self):
        return "Record(" + ", ".join(f"{name}={value!r}" for name, value in self._members.items()) + ")"


def read(layout: dict, size: int, offset: int, make) -> Any:
    """``make(geometry, offset)`` of the array in a layout, or a Record of such results. ``size``: bytes from ``offset`` on."""
    where = geometry(layout, size)
    if where is not None:
        return make(where, offset)
    return Record({
        member["name"] or f"member{i}": read(member["type"], size - member["offset"], offset + member["offset"], make)
        for i, member in enumerate(layout["members"])
    })


class Packed(NamedTuple):
    """The bytes of a buffer, and which of them are undefined (None: none)."""

    data: Any
    undefined: Optional[np.ndarray]


def _converted(value: Any, dtype: np.dtype, name: str) -> np.ndarray:
    """``value`` as an array, whose elements have this type. Python's numbers are converted; arrays must have it already."""
    if dtype.names is not None and not isinstance(value, (np.ndarray, np.generic)):
        try:
            return np.array(value, dtype)
        except (TypeError, ValueError) as error:
            raise InvalidArgument(f"{name}: {error}: a structure takes a tuple of its members") from None
    try:
        given = np.asarray(value)
    except ValueError as error:
        raise InvalidArgument(f"{name}: {error}") from None
    kept = given.dtype.newbyteorder("=")
    if kept == dtype or (kept.names is not None and kept.names == dtype.names):
        return given
    if isinstance(value, (np.ndarray, np.generic)):
        raise InvalidArgument(
            f"{name} contains {_name(dtype)}, but the array has the dtype {_name(given.dtype)}: pass "
            f"array.astype({_name(dtype)!r})" + (" or bytes" if dtype.names is None else ""))
    if given.size == 0:
        return given.astype(dtype)
    fits = given.dtype.kind in "iub" if dtype.kind in "iu" else given.dtype.kind in "iubf"
    if not fits:
        raise InvalidArgument(f"{name} contains {_name(dtype)}, but the values are {_name(given.dtype)}")
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        if int(given.min()) < limits.min or int(given.max()) > limits.max:
            raise InvalidArgument(f"{name}: values from {given.min()} to {given.max()} do not fit into {_name(dtype)}")
    return given.astype(dtype)


def _name(dtype: np.dtype) -> str:
    return dtype.name if dtype.names is None else str(dtype)


def _fitted(array: np.ndarray, shape: tuple, name: str, free: bool) -> np.ndarray:
    """``array`` with the shape of a member; the first extent is any if ``free``. A list of scalars takes any shape, a scalar a list of one."""
    if len(shape) == 1 and array.ndim != 1:
        array = array.reshape(-1)
    if not shape and array.size == 1:
        array = array.reshape(())
    expected = ("n", *shape[1:]) if free else shape
    if array.ndim != len(shape) or array.shape[free:] != tuple(shape[free:]):
        raise InvalidArgument(f"{name} has the shape ({', '.join(map(str, expected))}), but the array has {array.shape}")
    return array


def _as_parts(value: Any, dtype: np.dtype, name: str):
    """The values, and which are masked, or None."""
    mask = None
    if isinstance(value, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(value) if value.mask is not np.ma.nomask else None
        value = value.data
    return _converted(value, dtype, name), mask


class _Packer:
    """Collects where the values of a buffer go, then writes them."""

    def __init__(self):
        self.parts = []  # (geometry, offset, values, mask)
        self.size = 0

    def add(self, layout: dict, value: Any, offset: int, name: str):
        where = geometry(layout, 0)
        if where is None:
            self._add_members(layout, value, offset, name)
            return
        if isinstance(value, Record) or isinstance(value, Mapping):
            raise InvalidArgument(f"{name} is an array, not a structure")
        values, mask = _as_parts(value, where.dtype, name)
        free = layout["kind"] == "array" and layout["count"] is None
        values = _fitted(values, where.shape, name, free)
        mask = None if mask is None else mask.reshape(values.shape)
        where = where._replace(shape=values.shape)
        self.parts.append((where, offset, values, mask))
        end = values.shape[0] * layout["stride"] if free else layout["size"]
        self.size = max(self.size, offset + end)

    def _add_members(self, layout: dict, value: Any, offset: int, name: str):
        if not isinstance(value, Mapping):
            raise InvalidArgument(f"{name} is a structure: pass a dict of its members "
                                  f"{', '.join(member['name'] for member in layout['members'])}, or bytes")
        members = {member["name"] or f"member{i}": member for i, member in enumerate(layout["members"])}
        unknown = [key for key in value if key not in members]
        if unknown:
            raise InvalidArgument(f"{name} has no member {unknown[0]!r}; it has {', '.join(members)}")
        self.size = max(self.size, offset + layout["size"])
        for key, part in value.items():
            self.add_member(members[key], part, offset, f"{name}[{key!r}]")

    def add_member(self, member: dict, value: Any, offset: int, name: str):
        self.add(member["type"], value, offset + member["offset"], name)

    def pack(self) -> Packed:
        if len(self.parts) == 1:  # without a copy, if the array is as the module has it
            where, offset, values, mask = self.parts[0]
            if offset == 0 and mask is None and values.dtype == where.dtype and values.nbytes == self.size \
                    and values.flags.c_contiguous and where.dtype.names is None:
                return Packed(values, None)
        memory = np.zeros(self.size, np.uint8)
        undefined = np.ones(self.size, np.uint8)
        for where, offset, values, mask in self.parts:
            if values.size == 0:
                continue
            view(memory, where, offset)[...] = values
            _mark(undefined, where, offset, mask)
        return Packed(memory, undefined if undefined.any() else None)


def _mark(undefined: np.ndarray, where: Geometry, offset: int, mask: Optional[np.ndarray]):
    """Marks the bytes of values as defined, but for those of the mask."""
    if where.dtype.names is None:
        of_bytes = Geometry(np.dtype("uint8"), (*where.shape, where.dtype.itemsize), (*where.strides, 1))
        view(undefined, of_bytes, offset)[...] = 0 if mask is None else mask[..., np.newaxis]
        return
    for name, inner, at in _fields(where, offset):
        _mark(undefined, inner, at, None if mask is None else mask[name])


def pack(layout: dict, value: Any, name: str) -> Packed:
    """The bytes of a buffer with this layout. Raises InvalidArgument. Bytes of padding and of omitted members are undefined."""
    if isinstance(value, (bytes, bytearray, memoryview)) or (
            isinstance(value, np.ndarray) and value.dtype.kind == "V" and value.dtype.names is None):
        return Packed(value if not isinstance(value, np.ndarray) else np.ascontiguousarray(value).view(np.uint8), None)
    packer = _Packer()
    packer.add(unwrapped(layout), value, 0, name)
    return packer.pack()

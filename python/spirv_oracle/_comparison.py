"""Compares results with expected ones, within what the specification permits."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

_MOST_SHOWN = 8


def differences(run: Any, name: str, expected: Any, rtol: float = 0, atol: float = 0) -> Optional[str]:
    """Why the contents of a buffer are not as expected; None if they are.

    An expected element must be one that the specification permits: equal to the result, or within its enclosure, which ``rtol``
    and ``atol`` widen as for numpy.isclose. Masked elements of ``expected`` are not compared. Undefined results are never as
    expected.
    """
    actual = run[name]
    if not hasattr(actual, "dtype"):
        texts = [differences_of_member(run, name, member, value, rtol, atol) for member, value in expected.items()]
        return "\n".join(text for text in texts if text) or None
    return _differences(name, actual, lambda: run.enclosure(name), run.implementation_dependent(name), expected, rtol, atol)


def differences_of_member(run: Any, name: str, member: str, expected: Any, rtol: float, atol: float) -> Optional[str]:
    """The same, of a member of a block."""
    return _differences(f"{name}[{member!r}]", run[name][member], lambda: run.enclosure(name)[member],
                        run.implementation_dependent(name)[member], expected, rtol, atol)


def _differences(name: str, actual: Any, enclosure: Any, varying: Any, expected: Any, rtol: float, atol: float):
    given = np.ma.asarray(expected)
    if given.shape != actual.shape:
        return f"{name} has the shape {actual.shape}, but {given.shape} is expected"
    compared = ~np.ma.getmaskarray(given)
    wanted = given.data
    undefined = np.ma.getmaskarray(actual)
    if actual.dtype.names is not None:
        wrong = compared_structures(actual, wanted, compared, undefined)
        return _text(name, wrong, actual, wanted, undefined, None)
    equal = (actual.data == wanted) | (_is_nan(actual.data) & _is_nan(wanted))
    wrong = compared & (undefined | ~equal)
    is_uncertain = actual.dtype.kind == "f" or bool(np.any(varying & wrong))
    if not wrong.any() or not is_uncertain:
        return _text(name, wrong, actual, wanted, undefined, None)
    bounds = enclosure()
    slack = atol + rtol * np.abs(wanted.astype(float)) if rtol or atol else 0
    inside = (bounds.low - slack <= wanted) & (wanted <= bounds.high + slack) | (bounds.may_be_nan & _is_nan(wanted))
    return _text(name, wrong & (undefined | ~inside), actual, wanted, undefined, bounds)


def compared_structures(actual: Any, wanted: Any, compared: Any, undefined: Any):
    """Which structures differ in a field."""
    wrong = np.zeros(actual.shape, bool)
    for field in actual.dtype.names:
        one = (actual.data[field] != wanted[field]) | undefined[field]
        chosen = one & compared[field]
        wrong |= chosen.reshape(*actual.shape, -1).any(axis=-1)
    return wrong


def _is_nan(values: Any):
    return np.isnan(values) if values.dtype.kind == "f" else np.zeros(values.shape, bool)


def _text(name: str, wrong: Any, actual: Any, wanted: Any, undefined: Any, bounds: Any) -> Optional[str]:
    count = int(np.count_nonzero(wrong))
    if count == 0:
        return None
    lines = [f"{name}: {count} of {wrong.size} elements are not as expected"]
    for index in list(zip(*np.nonzero(wrong)))[:_MOST_SHOWN] if wrong.ndim else [()]:
        place = "".join(f"[{int(i)}]" for i in index)
        is_undefined = actual.dtype.names is None and undefined[index]
        found = "undefined" if is_undefined else f"{actual.data[index]}"
        within = "" if bounds is None or is_undefined else f", and may be from {bounds.low[index]} to {bounds.high[index]}"
        lines.append(f"  {name}{place} is {found}{within}; {wanted[index]} is expected")
    if count > _MOST_SHOWN:
        lines.append(f"  ... and {count - _MOST_SHOWN} more")
    return "\n".join(lines)

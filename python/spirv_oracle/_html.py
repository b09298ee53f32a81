"""How notebooks show a run."""

from __future__ import annotations

import html
from typing import Any

import numpy as np

from ._errors import Error

_MOST_ELEMENTS = 64
_MOST_PAGE = 2 << 20  # bytes
_MARKS = {"undefined": "background:#f8d0d0", "implementation-dependent": "background:#fbeec0"}


def _cells(values: Any, marks: Any) -> str:
    """The elements of an array; undefined ones as "undef", others that may differ with "?"."""
    if values.dtype.names is not None:
        return f"<code>{html.escape(repr(values[:_MOST_ELEMENTS]))}</code>"
    flat, mask, varying = values.data.reshape(-1), np.ma.getmaskarray(values).reshape(-1), np.asarray(marks).reshape(-1)
    cells = []
    for value, undefined, varies in zip(flat[:_MOST_ELEMENTS], mask, varying):
        if undefined:
            cells.append(f'<span style="{_MARKS["undefined"]}">undef</span>')
        elif varies:
            cells.append(f'<span style="{_MARKS["implementation-dependent"]}">{value}?</span>')
        else:
            cells.append(str(value))
    more = f" … ({flat.size} elements)" if flat.size > _MOST_ELEMENTS else ""
    return " ".join(cells) + more


def _rows(name: str, values: Any, marks: Any) -> str:
    if not hasattr(values, "dtype"):
        return "".join(_rows(f"{name}.{member}", values[member], marks[member]) for member in values)
    kind = f"{values.dtype.name}[{', '.join(map(str, values.shape))}]"
    return (f"<tr><td style='text-align:left'><b>{html.escape(name)}</b></td><td style='text-align:left'>{kind}</td>"
            f"<td style='text-align:left'>{_cells(values, marks)}</td></tr>")


def html_of(run: Any) -> str:
    """A table of the buffers that were written, the findings, and the report page if there is one."""
    names = run.written or run.names
    rows = "".join(_rows(name, run[name], run.implementation_dependent(name)) for name in names)
    findings = "".join(f"<pre style='border-left:4px solid #c33;padding-left:8px'>{html.escape(str(one))}</pre>"
                       for one in run.findings)
    try:
        page = run.report_html()
    except Error:
        page = ""
    frame = ""
    if page and len(page) <= _MOST_PAGE:
        frame = (f'<details><summary>Timeline and memory accesses</summary><iframe srcdoc="{html.escape(page)}" '
                 'style="width:100%;height:600px;border:1px solid #ccc" sandbox="allow-scripts"></iframe></details>')
    return f"<div><table>{rows}</table>{findings}{frame}</div>"

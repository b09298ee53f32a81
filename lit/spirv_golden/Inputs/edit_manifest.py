"""edit_manifest.py BUNDLE POINTER VALUE: replaces a value of a manifest, both as JSON, and its digest with it."""

import hashlib
import json
import sys
from pathlib import Path

folder, pointer, value = Path(sys.argv[1]), sys.argv[2].split("/")[1:], json.loads(sys.argv[3])
manifest = json.loads((folder / "manifest.json").read_text())
parent = manifest
for step in pointer[:-1]:
    parent = parent[int(step)] if isinstance(parent, list) else parent[step]
parent[int(pointer[-1]) if isinstance(parent, list) else pointer[-1]] = value
text = json.dumps(manifest)
(folder / "manifest.json").write_text(text)
digest = hashlib.sha256(text.encode()).hexdigest()
(folder / "manifest.sha256").write_text(f"{digest}  manifest.json\n")

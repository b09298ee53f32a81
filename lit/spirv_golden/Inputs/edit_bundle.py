"""edit_bundle.py BUNDLE FILE OFFSET BYTE...: changes bytes of a file of a bundle, and its digests with them."""

import hashlib
import json
import sys
from pathlib import Path

folder, name, offset = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
data = bytearray((folder / name).read_bytes())
for i, value in enumerate(sys.argv[4:]):
    data[offset + i] = int(value)
(folder / name).write_bytes(data)
manifest = json.loads((folder / "manifest.json").read_text())
manifest["files"][name]["sha256"] = hashlib.sha256(data).hexdigest()
text = json.dumps(manifest)
(folder / "manifest.json").write_text(text)
digest = hashlib.sha256(text.encode()).hexdigest()
(folder / "manifest.sha256").write_text(f"{digest}  manifest.json\n")

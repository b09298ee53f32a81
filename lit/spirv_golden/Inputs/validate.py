"""validate.py SCHEMA FOLDER: checks the documents of all bundles in a folder against the published schema."""

import json
import sys
from pathlib import Path

import jsonschema

schema = json.loads(Path(sys.argv[1]).read_text())
acceptance = {"$schema": schema["$schema"], "$ref": "#/$defs/acceptance", "$defs": schema["$defs"]}
manifests = sorted(Path(sys.argv[2]).rglob("manifest.json"))
for manifest in manifests:
    jsonschema.validate(json.loads(manifest.read_text()), schema)
    jsonschema.validate(json.loads((manifest.parent / "acceptance.json").read_text()), acceptance)
print(f"{len(manifests)} bundles are valid")
sys.exit(0 if manifests else 1)

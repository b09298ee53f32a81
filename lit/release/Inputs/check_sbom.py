"""check_sbom.py SBOM LICENSES DEPENDENCIES: checks a document against the rules of SPDX 2.3 for the fields that it has, and against
the table of linked libraries in docs/dependencies.md."""

import json
import re
import sys
from pathlib import Path

sbom, licenses, table = json.load(open(sys.argv[1])), Path(sys.argv[2]), Path(sys.argv[3]).read_text()

assert sbom["spdxVersion"] == "SPDX-2.3" and sbom["dataLicense"] == "CC0-1.0" and sbom["SPDXID"] == "SPDXRef-DOCUMENT"
assert re.fullmatch(r"https://[^#\s]+", sbom["documentNamespace"])
assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", sbom["creationInfo"]["created"])
assert all(re.match(r"(Tool|Person|Organization): ", creator) for creator in sbom["creationInfo"]["creators"])

texts = {text["licenseId"]: text["extractedText"] for text in sbom["hasExtractedLicensingInfos"]}
ids = {"SPDXRef-DOCUMENT"}
for package in sbom["packages"]:
    assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", package["SPDXID"]) and package["SPDXID"] not in ids, package["SPDXID"]
    ids.add(package["SPDXID"])
    assert package["name"] and package["versionInfo"] and package["downloadLocation"] and package["filesAnalyzed"] is False
    declared = package["licenseDeclared"]
    assert declared == "Apache-2.0" or texts[declared].strip(), package["name"]
    assert package["name"] == "spirv-oracle" or (licenses / package["name"]).read_text() == texts[declared]
    for reference in package.get("externalRefs", ()):
        assert reference["referenceType"] == "purl" and re.fullmatch(r"pkg:deb/debian/\S+@\S+\?arch=\w+", reference["referenceLocator"])
    for checksum in package.get("checksums", ()):
        assert re.fullmatch(r"[0-9a-f]{64}", checksum["checksumValue"])
for relation in sbom["relationships"]:
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= ids
    assert relation["relationshipType"] in ("DESCRIBES", "CONTAINS", "DYNAMIC_LINK")

# The names in the table, and those of the packages.
names = {package["name"] for package in sbom["packages"]}
BUILT = {"SPIRV-Headers": "spirv-headers", "SPIRV-Tools": "spirv-tools", "glslang": "glslang", "half": "half",
         "OpenCL headers": "opencl-c-headers", "Vulkan headers": "vulkan-headers", "Boost.Program_options": "libboost-program-options"}
rows = [row.split("|")[1].strip() for row in table.split("## Linked into the programs")[1].split("\n\n")[1].splitlines()[2:]]
assert len(rows) > 15
for row in rows:
    built = next((name for start, name in BUILT.items() if row.startswith(start)), None)
    wanted = [built] if built else [name.removesuffix("-dev") for name in re.findall(r"`([\w+.-]+)`", row)][:1]
    assert any(name.startswith(one) for name in names for one in wanted), (row, wanted, sorted(names))
print(len(names), "packages")

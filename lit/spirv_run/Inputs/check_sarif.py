"""Checks the structure of a SARIF 2.1.0 document and prints its results, one a line.

usage: check_sarif.py FILE      prints: RULE LEVEL URI:LINE:COLUMN: MESSAGE
"""

import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
assert document["version"] == "2.1.0", document["version"]
assert document["$schema"].endswith("sarif-2.1.0.json"), document["$schema"]
assert len(document["runs"]) == 1
run = document["runs"][0]

rules = run["tool"]["driver"]["rules"]
ids = [rule["id"] for rule in rules]
assert len(set(ids)) == len(ids), "a rule is listed twice"
for rule in rules:
    assert rule["shortDescription"]["text"], rule
    assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note"), rule


def place(location):
    physical = location["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    assert " " not in uri and "\\" not in uri, uri
    region = physical.get("region")
    if region is None:
        return uri
    assert region["startLine"] >= 1 and region.get("startColumn", 1) >= 1, region
    parts = [uri, region["startLine"], region.get("startColumn")]
    return ":".join(str(part) for part in parts if part is not None)


for result in run["results"]:
    assert ids[result["ruleIndex"]] == result["ruleId"], result
    assert len(result["locations"]) == 1, result
    for related in result.get("relatedLocations", []):
        assert related["message"]["text"], related
        if "physicalLocation" in related:
            place(related)
    message = result["message"]["text"].splitlines()[0]
    print(result["ruleId"], result["level"], place(result["locations"][0]) + ":", message)

for invocation in run["invocations"]:
    print("exit code", invocation["exitCode"], "successful", invocation["executionSuccessful"])

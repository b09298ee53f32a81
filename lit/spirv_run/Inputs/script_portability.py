"""Prints what a JSON report of --check-portability says about a script."""

import json
import sys

document = json.load(open(sys.argv[1]))
script = document["scripts"][0]
print("status", document["status"])
print(len(script["portability"]["runs"]), "runs")
for run in script["portability"]["runs"]:
    if run["agrees"]:
        continue
    holds = ", ".join(f"line {e['line']} holds: {e['holds']}" for e in run["expectations"])
    buffers = ", ".join(f"{d['buffer']} {d['elements']}" for d in run["differences"])
    print(f"{run['options']}: {run['rule']}, {holds}, {buffers}")
for finding in script["diagnostics"]:
    print("finding", finding["clause"])

"""Prints one value of a JSON document, after checking that the file holds one document and nothing else.

usage: json_get.py FILE [KEY...]      a KEY is the name of a member, or the index of an element
"""

import json
import sys


def no_constant(name):
    sys.exit(f"{name} is not JSON")


with open(sys.argv[1], encoding="utf-8") as file:
    value = json.load(file, parse_constant=no_constant)
for key in sys.argv[2:]:
    value = value[int(key)] if isinstance(value, list) else value[key]
print(json.dumps(value))

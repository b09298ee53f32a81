#!/usr/bin/env python3
# Prints a report whose advice changes nothing.
import json
import sys

edit = {"kind": "insert", "file": sys.argv[1], "line": 1, "column": 12, "text": "barrier(); "}
print(json.dumps({"diagnostics": [{"kind": "data-race", "clause": "memory.data-race", "disassembly": "OpStore %1 %2",
                                   "help": "put barrier() there", "advice": [edit]}]}))

"""Prints a part of the data of a page: json_of_report.py PAGE KEY..."""

import json
import sys

from report_page import data_of

value = data_of(sys.argv[1])
for key in sys.argv[2:]:
    value = value[int(key) if isinstance(value, list) else key]
print(json.dumps(value))

"""every_math_function.py INSTRUCTIONS.md FILE.cl...: names the math, common and geometric functions that no FILE calls.

The first argument is docs/instructions.md, in which these functions are the instructions of OpenCL.std before those of integers.
"""

import re
import sys

IN_SOURCE = {"fclamp": "clamp", "fmax_common": "max", "fmin_common": "min"}

with open(sys.argv[1]) as table:
    section = table.read().split("\n## OpenCL.std\n")[1]
names = re.findall(r"^\| (\w+) \|", section, re.MULTILINE)
names = [IN_SOURCE.get(name, name) for name in names[1 : names.index("s_abs")]]
text = "".join(open(file).read() for file in sys.argv[2:])
missing = [name for name in names if not re.search(rf"\b{name}\(", text)]
print(f"{len(names)} functions, {len(missing)} missing", *missing)
sys.exit(1 if missing else 0)

#!/usr/bin/env python3
"""still_differs.py DIR ICD: if there are bundles in DIR, a device that ICD describes has to differ for them."""

import subprocess
import sys
from pathlib import Path

folder, icd = sys.argv[1:]
if Path(folder).exists():
    done = subprocess.run(["spirv-golden", "run", folder, "--icd", icd], capture_output=True, text=True)
    sys.exit(0 if done.returncode == 1 and "1 differs" in done.stdout else 1)

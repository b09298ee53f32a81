"""Makes oracle_json, two folders up, importable from the check scripts of this folder: `from oracle import *`."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from oracle_json import *  # noqa: E402,F401,F403

"""same_tree.py A B: whether two folders hold the same files with the same bytes."""

import sys
from pathlib import Path


def tree(root):
    return {str(p.relative_to(root)): p.read_bytes() for p in sorted(Path(root).rglob("*")) if p.is_file()}


a, b = tree(sys.argv[1]), tree(sys.argv[2])
different = sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))
print(f"{len(a)} files, {len(different)} differ: {different}")
sys.exit(1 if different or not a else 0)

"""Prints a module that is deep or wide in one way, as SPIR-V assembly: for tests of limits, and for fuzzers to begin with.

Usage: make_module.py KIND COUNT     one module
       make_module.py --list         the kinds
       make_module.py --all COUNT FOLDER
                                     a file KIND.spvasm for each kind

All modules are valid unless a limit of the validator is in the way. Most write the number 7 to element 0 of the buffer
0.0, which has 4 bytes.
"""

import inspect
import os
import sys

import code_modules
import declaration_modules
import kernel_modules


def kinds_of(module):
    """The functions of a Python module that take only a number."""
    return {name: value for name, value in vars(module).items()
            if inspect.isfunction(value) and value.__module__ == module.__name__
            and list(inspect.signature(value).parameters) in (["n"], ["_"])}


KINDS = {**kinds_of(code_modules), **kinds_of(declaration_modules), **kinds_of(kernel_modules)}


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(KINDS))
    elif len(sys.argv) == 4 and sys.argv[1] == "--all":
        os.makedirs(sys.argv[3], exist_ok=True)
        for name, make in KINDS.items():
            with open(os.path.join(sys.argv[3], name + ".spvasm"), "w") as file:
                file.write(make(int(sys.argv[2])))
    elif len(sys.argv) == 3 and sys.argv[1] in KINDS:
        sys.stdout.write(KINDS[sys.argv[1]](int(sys.argv[2])))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()

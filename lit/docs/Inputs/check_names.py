"""check_names.py SOURCE_FOLDER: checks that comments and documents name what exists: files, the headers of forward
declarations, and in comments also members (Type::member), functions and `identifiers`. Prints each wrong name with its place."""

import pathlib
import re
import sys

FOLDERS = ("interpreter", "memory", "raster", "rays", "graphics", "builtins", "support", "data", "frontend", "amber", "cli", "spirv_run", "golden", "debugger", "python", "packaging", "docs", "vulkan", "opencl", "driver",
           "lit", "testcases", "cmake", "scripts")
# Headers of other projects, and names that contain placeholders.
OTHER_FILES = ("vulkan.h", "vulkan_core.h", "NAME_test.cpp")
GENERATED = ("grammar/", "build/")
OTHER_NAMESPACES = ("OpenCL", "Vulkan", "GLSL")

PATH = re.compile(r"(?<![\w./-])((?:[\w-]+/)+[A-Za-z][\w.-]*\.(?:cpp|h|py|txt|test|cases|comp|spvasm|cl|js|html)|"
                  r"[A-Za-z][\w.-]*\.(?:cpp|h))\b")
FORWARD_DECLARATION = re.compile(r"\s*(?:enum )?(?:class|struct) (\w+)[^;]*;\s*// ([\w/.]+\.h)\b")


def read_sources(root):
    paths = [path for folder in FOLDERS for path in (root / folder).rglob("*") if path.is_file() and "node_modules" not in path.parts]
    paths += [path for path in root.iterdir() if path.is_file()]
    return {str(path.relative_to(root)): path for path in paths}


def endings(names):
    """Each ending of a path that begins after a slash, with the paths that have it."""
    found = {}
    for name in names:
        parts = name.split("/")
        for first in range(len(parts)):
            found.setdefault("/".join(parts[first:]), []).append(name)
    return found


def wrong_files(text, known):
    for name in PATH.findall(text):
        if name not in known and not name.startswith(GENERATED) and name not in OTHER_FILES:
            yield f"{name} does not exist"


def wrong_declaration(line, known, sources):
    match = FORWARD_DECLARATION.match(line)
    if not match:
        return
    name, header = match.groups()
    definition = re.compile(rf"\b(class|struct) (\w+::)?{name}\b[^;]*[{{:]")
    if not any(definition.search(sources[file].read_text()) for file in known.get(header, ())):
        yield f"{header} does not define {name}"


def wrong_identifiers(comment, identifiers):
    for scope, member in re.findall(r"\b([A-Z]\w+)::(\w+)", comment):
        if member not in identifiers and scope not in OTHER_NAMESPACES:
            yield f"{scope}::{member} does not exist"
    for name in re.findall(r"\b([a-z]\w*_\w+)\(\)|`(\w+)`", comment):
        if "".join(name) not in identifiers:
            yield f"{''.join(name)} does not exist"


def mistakes(root):
    sources = read_sources(root)
    known = endings(sources)
    code = {name: path.read_text() for name, path in sources.items() if path.suffix in (".cpp", ".h")}
    identifiers = set(re.findall(r"\w+", "\n".join(re.sub(r"//.*", "", text) for text in code.values())))
    for name, text in code.items():
        for number, line in enumerate(text.splitlines(), 1):
            comment = re.search(r"(?:^|\s)//\s?(.*)", line)
            if not comment:
                continue
            for mistake in (*wrong_files(comment[1], known), *wrong_declaration(line, known, sources),
                            *wrong_identifiers(comment[1], identifiers)):
                yield f"{name}:{number}: {mistake}"
    for name, path in sources.items():
        if path.suffix != ".md":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            quoted = " ".join(part for part in re.findall(r"`([^`]*)`", line) if "/" in part and " " not in part)
            for mistake in wrong_files(quoted, known):
                yield f"{name}:{number}: {mistake}"


if __name__ == "__main__":
    found = list(mistakes(pathlib.Path(sys.argv[1])))
    if found:
        print("\n".join(found))
    sys.exit(1 if found else 0)

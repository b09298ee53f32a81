"""Builds wheels of the Python package (PEP 517). It needs CMake, Ninja and what the programs are built with, and no Python packages.

$SPIRV_ORACLE_BUILD_FOLDER is a build of the project for this Python, to take the wheel from. Otherwise, build/wheel is one.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ("spirv-run", "spirv-golden", "spirv-debug")

sys.path.insert(0, str(ROOT / "python"))
import metadata  # noqa: E402


def version():
    """That of the project."""
    return re.search(r"^  VERSION ([0-9.]+)$", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def tag(folder):
    """Of the interpreter that runs this, which the extension module is built for. Portable builds run on other distributions;
    packaging/check_portable checks that they need no newer C library than the name says."""
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    if "SPIRV_ORACLE_PORTABLE:BOOL=ON" in (folder / "CMakeCache.txt").read_text():
        platform = platform.replace("linux", "manylinux_2_35")
    return f"{interpreter}-{interpreter}-{platform}"


def build():
    """Returns the folder of the build."""
    given = os.environ.get("SPIRV_ORACLE_BUILD_FOLDER")
    folder = Path(given) if given else ROOT / "build" / "wheel"
    if not given:
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_UNITY_BUILD=ON",
                        "-DSPIRV_ORACLE_TESTS=OFF", "-DSPIRV_ORACLE_PYTHON=ON", f"-DPython3_EXECUTABLE={sys.executable}"],
                       check=True)
    subprocess.run(["cmake", "--build", folder, "--target", "spirv_oracle_core", *PROGRAMS], check=True)
    return folder


def record(name, contents):
    """A line of RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(contents)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook of PEP 517."""
    folder = build()
    package = folder / "python" / "spirv_oracle"
    files = {f"spirv_oracle/{file.name}": file for file in sorted(package.iterdir()) if file.is_file()}
    files.update({f"spirv_oracle/bin/{program}": folder / "bin" / program for program in PROGRAMS})
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    if f"spirv_oracle/_core{suffix}" not in files:
        sys.exit(f"{folder} is a build for another Python: it has no _core{suffix}")
    info = metadata.write(version(), folder / "python")
    for file in (ROOT / "LICENSE", ROOT / "packaging" / "copyright"):
        (info / file.name).write_bytes(file.read_bytes())
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: spirv-oracle\nRoot-Is-Purelib: false\nTag: {tag(folder)}\n")
    files.update({f"{info.name}/{file.name}": file for file in sorted(info.iterdir()) if file.name != "RECORD"})
    name = f"spirv_oracle-{version()}-{tag(folder)}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        lines = ""
        for inside, file in files.items():
            contents = file.read_bytes()
            entry = zipfile.ZipInfo(inside)  # with the same time in each build
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if os.access(file, os.X_OK) else 0o100644) << 16
            wheel.writestr(entry, contents)
            lines += record(inside, contents)
        wheel.writestr(zipfile.ZipInfo(f"{info.name}/RECORD"), lines + f"{info.name}/RECORD,,\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The hook of PEP 517. Checkouts are the sources."""
    raise NotImplementedError("there is no source distribution: build the wheel in a checkout")

"""kernel_binary.py SOURCE BINARY: compiles a kernel with debug information, as users of clang and llvm-spirv do."""

import shutil
import subprocess
import sys

source, binary = sys.argv[1:3]
for version in ["", *(f"-{number}" for number in range(30, 10, -1))]:
    clang, translator = shutil.which("clang" + version), shutil.which("llvm-spirv" + version)
    if clang and translator:
        break
options = ["-Xclang", "-no-opaque-pointers"] if version == "-15" else []
subprocess.run([clang, "-x", "cl", "-cl-std=CL2.0", "-c", "-emit-llvm", "-target", "spir64", "-O0", "-g", "-Xclang", "-finclude-default-header",
                "-Xclang", "-fdeclare-opencl-builtins", *options, source, "-o", binary + ".bc"], check=True)
subprocess.run([translator, binary + ".bc", "-o", binary], check=True)

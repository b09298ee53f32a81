# The lit suite: testcases/ (what modules mean) and lit/ (wording, flags, sessions).
#
# A file is a test if it has a RUN line. Other files, and all below a folder Inputs, are inputs of tests.
# RUN lines find these programs on the PATH: our own (spirv-run, ...), FileCheck, glslang, spirv-as,
# spirv-dis, spirv-val, and those of lit/tools/: `expect-status N COMMAND...` succeeds if COMMAND exits with N, `run-cases FOLDER FILE`
# runs the cases of a file (lit/cases.py), and `run-optimized FILE.comp ...` runs a shader after spirv-opt.
# Substitutions in addition to lit's: %python, %{testcases} and %{docs} (the folders testcases/ and docs/), %{source}, %{build}.
# Features for REQUIRES and UNSUPPORTED lines: asan, tsan, opencl-c (clang and llvm-spirv are installed), lavapipe (with
# the substitution %lavapipe for the manifest of that driver), parallel (GNU parallel is installed), chromium (that browser
# is installed), mkdocs (MkDocs and its theme Material are installed), yaml (PyYAML is installed), dpkg, pocl (an OpenCL implementation and its loader are installed),
# spirv-opt.

import ctypes.util
import glob
import os
import shutil
import sys

sys.path.insert(0, os.path.join(config.spirv_oracle_source, "lit"))

from run_lines import TestsWithRunLines  # noqa: E402

config.name = "spirv-oracle"
config.test_format = TestsWithRunLines(execute_external=False)
config.suffixes = [".test", ".cases", ".comp", ".spvasm", ".glsl", ".frag", ".hlsl", ".cl", ".amber", ".vkscript",
                   ".shader_test"]
config.excludes = ["Inputs"]
config.test_source_root = config.spirv_oracle_source
config.test_exec_root = config.spirv_oracle_lit

config.environment["PATH"] = os.pathsep.join([
    config.spirv_oracle_bin,
    config.spirv_oracle_tools,
    os.path.join(config.spirv_oracle_source, "lit", "tools"),
    os.environ["PATH"],
])
config.environment["LC_ALL"] = "C.UTF-8"
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "HOME", "XDG_CACHE_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%python", config.spirv_oracle_python))
config.substitutions.append(
    ("%{testcases}", os.path.join(config.spirv_oracle_source, "testcases")))

# A software Vulkan driver, and one that aborts.
drivers = sorted(glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json"))
if drivers and not config.spirv_oracle_sanitize:
    config.available_features.add("lavapipe")
    config.substitutions.append(("%lavapipe", drivers[0]))
# Our Vulkan device, and programs that use it.
config.substitutions.append(("%{docs}", os.path.join(config.spirv_oracle_source, "docs")))
if os.path.exists(os.path.join(config.spirv_oracle_bin, "vulkan-mean")) and not config.spirv_oracle_sanitize:
    config.available_features.add("vulkan-device")
    config.substitutions.append(("%vulkan_device", os.path.normpath(
        os.path.join(config.spirv_oracle_bin, "..", "lib", "spirv_oracle_icd.json"))))
    if shutil.which("vulkaninfo"):
        config.available_features.add("vulkaninfo")
    if os.path.exists(os.path.join(config.spirv_oracle_bin, "vulkan-vkfft")):
        config.available_features.add("vkfft")
# Our OpenCL device, and programs that use it.
if os.path.exists(os.path.join(config.spirv_oracle_bin, "opencl-mean")) and not config.spirv_oracle_sanitize:
    config.available_features.add("opencl-device")
    config.substitutions.append(("%opencl_vendors", os.path.normpath(
        os.path.join(config.spirv_oracle_bin, "..", "lib", "opencl-vendors"))))
    if shutil.which("clinfo"):
        config.available_features.add("clinfo")
    # PyOpenCL is a package of the system's Python.
    if os.path.isdir("/usr/lib/python3/dist-packages/pyopencl"):
        config.available_features.add("pyopencl")
        config.substitutions.append(("%system_python", "/usr/bin/python3"))
if ctypes.util.find_library("OpenCL") and glob.glob("/etc/OpenCL/vendors/pocl*.icd"):
    config.available_features.add("pocl")
else:
    lit_config.note("PoCL is not installed: no comparison with it (Debian: pocl-opencl-icd)")
if shutil.which("spirv-opt"):
    config.available_features.add("spirv-opt")
if shutil.which("tmux"):
    config.available_features.add("tmux")
if shutil.which("parallel"):
    config.available_features.add("parallel")
if shutil.which("chromium"):
    config.available_features.add("chromium")
if shutil.which("mkdocs") and any(map(os.path.isdir, ["/usr/share/mkdocs/themes/material", "/usr/lib/python3/dist-packages/material"])):
    config.available_features.add("mkdocs")
if os.path.isdir("/usr/lib/python3/dist-packages/yaml"):
    config.available_features.add("yaml")
if shutil.which("dpkg-query"):
    config.available_features.add("dpkg")
config.substitutions.append(("%{source}", config.spirv_oracle_source))
config.substitutions.append(("%{build}", os.path.dirname(config.spirv_oracle_bin)))
config.substitutions.append(("%crashing_driver", config.spirv_oracle_crashing_driver))

if "address" in config.spirv_oracle_sanitize:
    config.available_features.add("asan")
if "thread" in config.spirv_oracle_sanitize:
    config.available_features.add("tsan")

for suffix in ["", *(f"-{version}" for version in range(11, 31))]:
    if shutil.which("clang" + suffix) and shutil.which("llvm-spirv" + suffix):
        config.available_features.add("opencl-c")

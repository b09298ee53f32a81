#!/usr/bin/env python3
"""package_test.py BUILD VERSION SOURCE [--man-pages]: makes the Debian package of the folder BUILD, unpacks it without
installing it, and uses what is in it: the programs, their man pages (with --man-pages), and bash completion."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

errors = []


def expect(condition, message):
    if not condition:
        errors.append(message)


def output(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    expect(done.returncode == 0, f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_package(build, work):
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    # The least compression: the test is about the contents.
    output("cpack", "--config", build / "CPackConfig.cmake", "-B", work, "-G", "DEB",
           "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none")
    packages = {package.name.split("_")[0]: package for package in work.glob("*.deb")}
    if "spirv-oracle" not in packages:
        sys.exit("\n".join([*errors, f"cpack made the packages {list(packages)}"]))
    return packages


def check_fields(package, version):
    """Returns the field Depends."""
    expect(output("dpkg-deb", "-f", package, "Package").strip() == "spirv-oracle", "Package")
    expect(output("dpkg-deb", "-f", package, "Version").strip() == version, "Version")
    depends = output("dpkg-deb", "-f", package, "Depends")
    for library in ("libc6", "libfmt", "libboost-program-options", "libpng", "libssl", "libedit"):
        expect(library in depends, f"the package does not depend on {library}: {depends}")
    return depends


def check_programs(usr, version, source):
    for program in ("spirv-run", "spirv-golden", "spirv-debug"):
        said = output(usr / "bin" / program, "--version").splitlines()
        expect(said[:1] == [f"{program} {version}"], f"{program} --version: {said}")
    result = output(usr / "bin/spirv-run", source / "docs/examples/double.spvasm", "--buffer", "0.0=uint32:1,2,3,4")
    expect(result == "0.0: uint32[4] = 2 4 6 8\n", f"spirv-run: {result}")


def check_vulkan_device(usr):
    """The manifest names the driver."""
    manifest = usr / "share/spirv-oracle/spirv_oracle_icd.json"
    driver = (manifest.parent / json.loads(manifest.read_text())["ICD"]["library_path"]).resolve()
    expect(driver.is_file(), f"{manifest} names {driver}, which is missing")
    listed = output("objdump", "-T", driver)
    expect("vk_icdGetInstanceProcAddr" in listed, "the driver does not export vk_icdGetInstanceProcAddr")


def check_opencl_device(usr):
    """The file for loaders names the driver."""
    name = Path((usr / "share/spirv-oracle/opencl-vendors/spirv_oracle.icd").read_text().strip())
    expect(name.is_absolute(), f"{name} is not an absolute path")
    driver = usr / name.relative_to("/usr")
    expect(driver.is_file(), f"spirv_oracle.icd names {driver}, which is missing")
    listed = output("objdump", "-T", driver)
    expect("clIcdGetPlatformIDsKHR" in listed, "the driver does not export clIcdGetPlatformIDsKHR")


def check_man_page(usr, program, version):
    page = gzip.decompress((usr / f"share/man/man1/{program}.1.gz").read_bytes())
    # -ww -Wbreak: all warnings but those about long words; -c: no escape sequences; -b and -u: no overstriking.
    done = subprocess.run(["groff", "-man", "-ww", "-Wbreak", "-Tutf8", "-P-cbu", "-rLL=200n", "-rHY=0"], input=page,
                          capture_output=True)
    expect(done.returncode == 0 and not done.stderr, f"{program}.1: {done.stderr.decode()}")
    text = done.stdout.decode()
    for heading in ("NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"):
        expect(re.search(rf"^{heading}$", text, re.MULTILINE), f"{program}.1 has no {heading}")
    expect(f"spirv-oracle {version}" in text, f"{program}.1 does not name version {version}")
    plain = text.replace("\u2010", "-").replace("\u2212", "-")
    options = re.findall(r"--[a-z][a-z-]*[a-z]", output(usr / "bin" / program, "--help"))
    missing = {option for option in options if option not in plain}
    expect(options and not missing, f"{program}.1 lacks {missing}")


def check_copyright(usr, source, depends):
    """Each library that docs/dependencies.md lists as linked has a license in the file, or a package of its own."""
    text = (usr / "share/doc/spirv-oracle/copyright").read_text()
    named = {name.lower() for name in re.findall(r"^Files: (\S+)$", text, re.MULTILINE)}
    used = {license for line in re.findall(r"^License: (.+)$(?=\nComment:|\n\n)", text, re.MULTILINE)
            for license in line.split(" and ")}
    written = set(re.findall(r"^License: (.+)$(?=\n )", text, re.MULTILINE))
    expect(used == written, f"copyright: licenses without text or use: {used ^ written}")
    table = (source / "docs/dependencies.md").read_text().split("## Linked into the programs")[1].split("\n\n")[1]
    rows = [row.split("|")[1].strip() for row in table.splitlines()[2:]]
    expect(len(rows) > 10, f"docs/dependencies.md: only {rows}")
    for row in rows:
        plain = re.sub(r"::|/", "-", row.lower())
        library = re.search(r"`(lib[a-z]+|zlib1g)[0-9]*-dev`", row)
        expect(any(name in plain for name in named) or (library and library[1] in depends),
               f"copyright says nothing about {row}")


def check_completion(usr, program):
    """bash-completion loads the file that has the program's name; completion_test.py looks at what it offers."""
    loaded = output("bash", "--norc", "-c", f"source '{usr}/share/bash-completion/completions/{program}'; complete -p")
    expect(re.search(rf"^complete .* {program}$", loaded, re.MULTILINE), f"{program} has no completion: {loaded}")


def check_libraries(usr, build):
    headers = usr / "include/spirv-oracle"
    expect((headers / "interpreter/dispatch.h").is_file(), "interpreter/dispatch.h is missing")
    expect(not (headers / "interpreter/exec").exists(), "headers are installed that are not part of the interface")
    configs = list(usr.glob("lib/**/cmake/spirv-oracle/*.cmake"))
    expect(configs, "the CMake package is missing")
    for file in configs:
        expect(str(build) not in file.read_text(), f"{file.name} names the build folder")


def check_python(package, version, root, usr):
    """The module in the package imports, runs a shader, finds the programs, and pytest finds the plugin."""
    depends = output("dpkg-deb", "-f", package, "Depends")
    for name in (f"spirv-oracle (= {version})", "python3 (<<", "python3-numpy", "libc6"):
        expect(name in depends, f"python3-spirv-oracle does not depend on {name}: {depends}")
    output("dpkg-deb", "-x", package, root)
    script = """
import numpy, spirv_oracle, spirv_oracle.golden, tempfile
module = spirv_oracle.Module.from_glsl("#version 450\\nlayout(local_size_x = 4) in;\\n"
    "layout(set = 0, binding = 0) buffer A { uint a[]; };\\nvoid main() { a[gl_LocalInvocationIndex] += 1; }\\n")
assert module.run(buffers={"a": numpy.arange(4, dtype=numpy.uint32)})["a"].tolist() == [1, 2, 3, 4]
bundle = spirv_oracle.golden.make(module, tempfile.mkdtemp(), buffers={"a": [1, 2, 3, 4]})
assert bundle.outputs["0.0"].expected.tolist() == [2, 3, 4, 5]
print(spirv_oracle.__version__, spirv_oracle.__file__)
"""
    folder = root / "usr/lib/python3/dist-packages"
    environment = {"PYTHONPATH": str(folder), "PATH": f"{usr / 'bin'}:/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    said = output("/usr/bin/python3", "-c", script, env=environment)
    expect(said.split() == [version, str(folder / "spirv_oracle/__init__.py")], f"python3: {said}")
    if shutil.which("py.test-3", path="/usr/bin") or shutil.which("pytest-3", path="/usr/bin"):
        fixtures = output("/usr/bin/python3", "-m", "pytest", "--fixtures", "-q", "-p", "no:cacheprovider", root, env=environment)
        expect("spirv" in fixtures, "pytest does not find the plugin")


def main():
    build, version, source = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    work = build / "package_test"
    packages = make_package(build, work)
    package = packages["spirv-oracle"]
    depends = check_fields(package, version)
    output("dpkg-deb", "-x", package, work / "root")
    usr = work / "root/usr"
    check_programs(usr, version, source)
    check_vulkan_device(usr)
    check_opencl_device(usr)
    if "--man-pages" in sys.argv:
        for program in ("spirv-run", "spirv-golden", "spirv-debug"):
            check_man_page(usr, program, version)
    check_libraries(usr, build)
    check_copyright(usr, source, depends)
    for program in ("spirv-run", "spirv-golden", "spirv-debug"):
        check_completion(usr, program)
    if "python3-spirv-oracle" in packages:
        check_python(packages["python3-spirv-oracle"], version, work / "python", usr)
    shutil.rmtree(work)
    print("\n".join(errors))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())

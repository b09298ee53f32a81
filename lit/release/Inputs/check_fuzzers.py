"""check_fuzzers.py SOURCE FOLDER: build.sh of OSS-Fuzz builds all fuzzers. Writes the inputs and the dictionary of each fuzzer into
FOLDER, and checks that the dictionaries are in the format of libFuzzer and have words that are known to be needed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ENTRY = re.compile(r'"((?:[ !#-\[\]-~]|\\x[0-9a-f]{2})+)"')
NEEDED = {"dap_fuzzer": "setBreakpoints", "script_fuzzer": "PIPELINE"}
source, folder = Path(sys.argv[1]), Path(sys.argv[2])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir()

names = sorted(file.stem for part in source.glob("[a-z]*/") if part.name != "build" for file in part.rglob("*_fuzzer.cpp"))
built = re.search(r"SPIRV_ORACLE_FUZZER_NAMES:-([\w ]+)", (source / "packaging/oss_fuzz/build.sh").read_text())[1]
assert sorted(built.split()) == names, (built, names)
for name in names:
    dictionary = folder / f"{name}.dict"
    subprocess.run([source / "packaging/oss_fuzz/write_dictionary", name, dictionary], check=True)
    words = dictionary.read_text().splitlines() if dictionary.exists() else []
    assert all(ENTRY.fullmatch(word) for word in words), [word for word in words if not ENTRY.fullmatch(word)]
    assert NEEDED.get(name) is None or f'"{NEEDED[name]}"' in words, name
    if name == "module_fuzzer":  # takes long: the assembler runs for each test case
        # OpReturn has the number 253 and consists of one word.
        assert '"\\xfd\\x00\\x01\\x00"' in words
        print(f"{name}: {len(words)} words")
        continue
    subprocess.run([source / "scripts/make-corpus", name, folder / name], check=True)
    print(f"{name}: {len(list((folder / name).iterdir()))} inputs, {len(words)} words")

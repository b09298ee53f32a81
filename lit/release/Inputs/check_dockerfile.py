"""check_dockerfile.py CONTEXT DOCKERFILE: each instruction of a Dockerfile is known, its commands parse, what it copies exists
in the folder CONTEXT, and packages are installed without others that are only recommended."""

import glob
import json
import re
import subprocess
import sys
from pathlib import Path

KNOWN = {"FROM", "RUN", "COPY", "USER", "WORKDIR", "ENTRYPOINT", "CMD", "ENV", "ARG"}
context, file = Path(sys.argv[1]), Path(sys.argv[2])

text = re.sub(r"^#.*\n", "", file.read_text(), flags=re.MULTILINE)
instructions = [line.split(None, 1) for line in text.replace("\\\n", " ").splitlines() if line.strip()]
stages = []
for instruction, value in instructions:
    assert instruction in KNOWN, instruction
    if instruction == "ARG" and not stages:
        continue  # before the first stage, it is for FROM
    if instruction == "FROM":
        stages.append({"from": value, "instructions": {}})
    stages[-1]["instructions"][instruction] = value
    if instruction == "COPY":
        for source in value.split()[:-1]:
            assert glob.glob(str(context / source)), f"{source} does not exist"
    elif instruction == "RUN":
        command = re.sub(r"--mount=\S+", "", value)
        subprocess.run(["bash", "-n"], input=command, text=True, check=True)
        if "apt-get install" in command:
            assert "--no-install-recommends" in command and "rm -rf /var/lib/apt/lists" in command, command
        for used in re.findall(r"from=(\w+)", value):
            assert any(stage["from"].endswith(f" AS {used}") for stage in stages), used
    elif instruction in ("ENTRYPOINT", "CMD"):
        json.loads(value)
print(len(stages), "stages, the last one runs as", stages[-1]["instructions"].get("USER", "root"))

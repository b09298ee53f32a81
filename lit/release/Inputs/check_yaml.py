"""check_yaml.py JOB PROJECT: a file with jobs of GitHub Actions and a project file of OSS-Fuzz are what these services read: the
structure is as their documentation says, and all commands parse."""

import re
import subprocess
import sys

import yaml

STEP = {"name", "id", "if", "uses", "with", "run", "env"}


def check_job(job):
    assert isinstance(job["runs-on"], str)
    ids = set()
    for step in job["steps"]:
        assert set(step) <= STEP, step
        assert ("uses" in step) != ("run" in step), step
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+(/[\w-]+)+@v\d+", step["uses"]), step["uses"]
        else:
            assert "${{" not in step["run"], "values come from the environment, which the shell does not interpret"
            subprocess.run(["bash", "-n", "-e"], input=step["run"], text=True, check=True)
        for used in re.findall(r"steps\.(\w+)\.", step.get("if", "")):
            assert used in ids, f"no earlier step has the id {used}"
        ids.add(step.get("id"))
    return job["steps"]


def files_of_uploads(steps):
    for step in steps:
        if "upload" in step.get("uses", ""):
            yield from (step["with"].get("sarif_file") or step["with"]["path"]).split()


jobs = yaml.safe_load(open(sys.argv[1]))
# YAML 1.1 reads the key `on` as a boolean.
assert set(jobs[True]) == {"push", "pull_request"} and jobs["permissions"]["security-events"] == "write"
steps = check_job(jobs["jobs"]["test"])
commands = "\n".join(step.get("run", "") for step in steps)
assert "actions/cache@v4" in [step.get("uses") for step in steps]
uploads = list(files_of_uploads(steps))
assert len(uploads) == 3 and all(re.search(rf"--(junit|junitxml|sarif) {file}\b", commands) for file in uploads), uploads

project = yaml.safe_load(open(sys.argv[2]))
assert project["language"] == "c++" and project["sanitizers"] == ["address", "undefined"]
assert "libfuzzer" in project["fuzzing_engines"] and project["primary_contact"] and project["main_repo"] and project["homepage"]
print("valid")

"""optimized_values.py SOURCE MODULE: MODULE is SOURCE after the optimizer, which keeps the variables as DebugValue. Where both stop
at the same line in the same iteration, a variable of the one has the value that it has in the other, or none."""

import subprocess
import sys

source, module = sys.argv[1:3]
lines = [26, 27, 28, 30, 31]
names = ["i", "v", "s", "k", "ray.origin.x", "ray.origin.z", "ray.direction.y", "ray.t[0]", "ray.t[1]", "m[0].x", "m[1].x", "m[1].y", "r.x", "r.y"]
data = ["--subgroup-size", "4", "--buffer", "0.0=float32:1,2.5,-3,4"]


def stops(file, *options):
    """[(line, active lanes, {name: values of the lanes})] of the stops at these lines."""
    commands = []
    for line in lines:
        commands += ["-e", f"break {line}"]
    for _ in range(14):
        commands += ["-e", "continue"]
        for name in names:
            commands += ["-e", f"lanes {name}"]
    ran = subprocess.run(["spirv-debug", "--batch", *commands, file, *options, *data], capture_output=True, text=True, timeout=60)
    found = []
    table = None
    for text in ran.stdout.splitlines():
        words = text.split()
        if "active lanes" in text:
            found.append([0, words[-1], {}])
        elif len(words) == 3 and words[1] == "in" and ".comp:" in words[0]:
            found[-1][0] = int(words[0].split(":")[1])
        elif text.startswith("(spirv-debug) lanes "):
            table = text[len("(spirv-debug) lanes "):]
        elif table and words and words[0] == table:
            found[-1][2][table] = words[1:]
            table = None
    return [tuple(one) for one in found if one[0] in lines and one[2]]


plain = stops(source, "--debug-info")
optimized = stops(module)
assert len(plain) >= 9, plain
assert [one[:2] for one in plain] == [one[:2] for one in optimized], ([one[:2] for one in plain], [one[:2] for one in optimized])
compared = {}
for (line, active, before), (_, _, after) in zip(plain, optimized):
    for name in names:
        for lane, (a, b) in enumerate(zip(before[name], after.get(name, []))):
            if b in ("-", "undef") or a in ("-", "undef"):
                continue
            assert a == b, (line, active, name, lane, a, b)
            compared[name] = compared.get(name, 0) + 1
assert set(compared) == set(names), set(names) - set(compared)
print("compared", sum(compared.values()), "values")

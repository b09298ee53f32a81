"""Runs every wave and quad function of HLSL on a type, and compares the results with a model in Python.

check_waves.py TYPE FOLDER [SIZE...]

The model follows the definitions of Shader Model 6: a function combines the values of the active lanes of a wave, and a
prefix function those of the active lanes before its own.
"""
import functools
import os
import random
import struct
import subprocess
import sys

INVOCATIONS = 40  # not a multiple of most wave sizes, so the last wave is partly filled
SENTINEL = b"\xcd"


class Type:
    def __init__(self, scalar, components):
        self.scalar, self.components = scalar, components
        self.is_float = scalar in ("float", "double")
        self.bytes = 8 if scalar in ("double", "int64_t", "uint64_t") else 4
        self.is_signed = scalar in ("int", "int64_t")
        self.name = scalar + (str(components) if components > 1 else "")

    def wrap(self, value):
        if self.is_float:
            return value
        value %= 1 << 8 * self.bytes
        return value - (1 << 8 * self.bytes) if self.is_signed and value >> (8 * self.bytes - 1) else value

    def format(self):
        if self.is_float:
            return "d" if self.bytes == 8 else "f"
        letter = "q" if self.bytes == 8 else "i"
        return letter if self.is_signed else letter.upper()

    def pack(self, vector):
        return struct.pack("<%d%s" % (self.components, self.format()), *vector)

    def random(self, source):
        if self.is_float:  # sums and products of few of these are exact, in every order
            return [source.choice([-2.0, -1.0, -0.5, 0.5, 1.0, 2.0]) for _ in range(self.components)]
        return [self.wrap(source.getrandbits(8 * self.bytes)) for _ in range(self.components)]


# Functions of one value per lane: HLSL, and the model of a component from the values of the lanes and the own lane.
def reduction(combine):
    return lambda type, lanes, own: type.wrap(functools.reduce(combine, lanes.values()))


def prefix(combine, identity):
    return lambda type, lanes, own: type.wrap(
        functools.reduce(combine, [lanes[lane] for lane in sorted(lanes) if lane < own], identity))


add, multiply = (lambda a, b: a + b), (lambda a, b: a * b)
VALUE_FUNCTIONS = {
    "WaveActiveSum(x)": reduction(add),
    "WaveActiveProduct(x)": reduction(multiply),
    "WaveActiveMin(x)": reduction(min),
    "WaveActiveMax(x)": reduction(max),
    "WavePrefixSum(x)": prefix(add, 0),
    "WavePrefixProduct(x)": prefix(multiply, 1),
    "WaveReadLaneFirst(x)": lambda type, lanes, own: lanes[min(lanes)],
    "WaveReadLaneAt(x, last)": lambda type, lanes, own: lanes[max(lanes)],
}
INTEGER_FUNCTIONS = {
    "WaveActiveBitAnd(x)": reduction(lambda a, b: a & b),
    "WaveActiveBitOr(x)": reduction(lambda a, b: a | b),
    "WaveActiveBitXor(x)": reduction(lambda a, b: a ^ b),
}
# Of whole quads.
QUAD_FUNCTIONS = {
    "QuadReadAcrossX(x)": lambda type, lanes, own: lanes[own ^ 1],
    "QuadReadAcrossY(x)": lambda type, lanes, own: lanes[own ^ 2],
    "QuadReadAcrossDiagonal(x)": lambda type, lanes, own: lanes[own ^ 3],
    "QuadReadLaneAt(x, 2)": lambda type, lanes, own: lanes[own & ~3 | 2],
}
# uint results, from the set of active lanes, a Boolean for each, the own lane and the size of the wave.
NUMBER_FUNCTIONS = {
    "WaveGetLaneCount()": lambda flags, own, size, equal: size,
    "WaveGetLaneIndex()": lambda flags, own, size, equal: own,
    "helper_lane()": lambda flags, own, size, equal: own,
    "WaveIsFirstLane()": lambda flags, own, size, equal: int(own == min(flags)),
    "WaveActiveAnyTrue(flag)": lambda flags, own, size, equal: int(any(flags.values())),
    "WaveActiveAllTrue(flag)": lambda flags, own, size, equal: int(all(flags.values())),
    "WaveActiveCountBits(flag)": lambda flags, own, size, equal: sum(flags.values()),
    "WavePrefixCountBits(flag)": lambda flags, own, size, equal: sum(flags[i] for i in flags if i < own),
    "WaveActiveBallot(flag).x": lambda flags, own, size, equal: ballot(flags, 0),
    "WaveActiveBallot(flag).y": lambda flags, own, size, equal: ballot(flags, 1),
    "WaveActiveBallot(flag).z": lambda flags, own, size, equal: ballot(flags, 2),
    "WaveActiveBallot(flag).w": lambda flags, own, size, equal: ballot(flags, 3),
    "WaveActiveAllEqual(x)": lambda flags, own, size, equal: int(equal),
    "WaveActiveAllEqual(WaveReadLaneFirst(x))": lambda flags, own, size, equal: 1,
}


def ballot(flags, word):
    return sum(1 << lane % 32 for lane in flags if flags[lane] and lane // 32 == word)


def source_of(type, functions, quads, numbers):
    def lines(calls, target, first=0):
        return "".join("    %s[%d + i] = %s;\n" % (target, (first + n) * INVOCATIONS, call)
                       for n, call in enumerate(calls))

    return """
StructuredBuffer<TYPE> input : register(t0);
RWStructuredBuffer<TYPE> values : register(u0);
RWStructuredBuffer<uint> numbers : register(u1);
uint helper_lane() { return WaveGetLaneIndex() + WaveGetLaneCount() * 0; }
[numthreads(INVOCATIONS, 1, 1)]
void main(uint i : SV_GroupIndex) {
  const TYPE x = input[i];
  const bool flag = i % 5 < 2;
QUADS
  if (i % 3 != 1) {
    const uint last = WaveActiveMax(WaveGetLaneIndex());
VALUES
NUMBERS
  }
}
""".replace("TYPE", type.name).replace("INVOCATIONS", str(INVOCATIONS)).replace(
        "QUADS", lines(quads, "values", len(functions))).replace(
        "VALUES", lines(functions, "values")).replace("NUMBERS", lines(numbers, "numbers"))


def fail(what, size, invocation, expected, found):
    sys.exit("%s with %d lanes, invocation %d: expected %s, found %s" %
             (what, size, invocation, expected.hex(), found.hex()))


def check_size(type, path, size, data, functions, quads, numbers):
    values = (len(functions) + len(quads)) * INVOCATIONS * type.bytes * type.components
    names = {"values": values, "numbers": len(numbers) * INVOCATIONS * 4}
    command = ["spirv-run", path, "--subgroup-size", str(size), "--buffer", "input=@" + path + ".input"]
    for name, length in names.items():
        with open(path + "." + name + ".before", "wb") as file:
            file.write(SENTINEL * length)
        command += ["--buffer", name + "=@" + path + "." + name + ".before", "--output", name + "=" + path + "." + name]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit("status %d: %s\n%s" % (result.returncode, " ".join(command), result.stdout))
    found = {name: open(path + "." + name, "rb").read() for name in names}
    for i in range(INVOCATIONS):
        first = i - i % size
        wave = {lane: data[first + lane] for lane in range(size) if first + lane < INVOCATIONS}
        tangle = {lane: value for lane, value in wave.items() if (first + lane) % 3 != 1}
        flags = {lane: (first + lane) % 5 < 2 for lane in tangle}
        equal = len({type.pack(value) for value in tangle.values()}) == 1

        def expect(name, row, unit, expected):
            at = (row * INVOCATIONS + i) * unit
            if found[name][at:at + unit] != expected:
                fail("%s of %s" % (([*functions, *quads] if name == "values" else [*numbers])[row], type.name),
                     size, i, expected, found[name][at:at + unit])

        unit = type.bytes * type.components
        for row, (call, model) in enumerate({**functions, **quads}.items()):
            lanes = wave if call in quads else tangle
            if i - first not in lanes:
                expect("values", row, unit, SENTINEL * unit)
                continue
            expect("values", row, unit, type.pack([
                model(type, {lane: value[c] for lane, value in lanes.items()}, i - first)
                for c in range(type.components)]))
        for row, (call, model) in enumerate(numbers.items()):
            active = i - first in tangle
            expect("numbers", row, 4,
                   struct.pack("<I", model(flags, i - first, size, equal)) if active else SENTINEL * 4)


def main():
    scalar = sys.argv[1].rstrip("234") if sys.argv[1][-1] in "234" and not sys.argv[1].endswith("_t") else sys.argv[1]
    type = Type(scalar, int(sys.argv[1][len(scalar):] or 1))
    sizes = [int(size) for size in sys.argv[3:]] or [1, 2, 4, 8, 16, 32, 64, 128]
    source = random.Random(type.name)
    data = [type.random(source) for _ in range(INVOCATIONS)]
    functions = {**VALUE_FUNCTIONS, **({} if type.is_float else INTEGER_FUNCTIONS)}
    numbers = dict(NUMBER_FUNCTIONS)
    os.makedirs(sys.argv[2], exist_ok=True)
    for size in sizes:
        quads = QUAD_FUNCTIONS if size >= 4 else {}
        path = os.path.join(sys.argv[2], "%s.%d.hlsl" % (type.name, size))
        with open(path, "w") as file:
            file.write(source_of(type, functions, quads, numbers))
        with open(path + ".input", "wb") as file:
            file.write(b"".join(type.pack(vector) for vector in data))
        check_size(type, path, size, data, functions, quads, numbers)
    print(type.name, "ok")


main()

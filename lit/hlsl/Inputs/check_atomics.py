"""Runs every Interlocked function of HLSL on every kind of memory, and compares the results with a model in Python.

check_atomics.py FOLDER
"""
import os
import struct
import subprocess
import sys

OPERANDS = [0, 1, 5, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]


def signed(value):
    return value - (1 << 32) if value >> 31 else value


def of_type(type):
    return signed if type == "int" else lambda value: value


# By name: the value that is stored. `a` is in memory, `b` is the operand.
MODELS = {
    "Add": lambda type, a, b: (a + b) & 0xFFFFFFFF,
    "And": lambda type, a, b: a & b,
    "Or": lambda type, a, b: a | b,
    "Xor": lambda type, a, b: a ^ b,
    "Min": lambda type, a, b: min(a, b, key=of_type(type)),
    "Max": lambda type, a, b: max(a, b, key=of_type(type)),
    "Exchange": lambda type, a, b: b,
    # Compares with 5.
    "CompareExchange": lambda type, a, b: b if a == 5 else a,
    "CompareStore": lambda type, a, b: b if a == 5 else a,
}
# By kind of memory: its declaration and the place of the value; "" for methods of byte-addressed buffers.
MEMORIES = {
    "buffer": ("RWStructuredBuffer<TYPE> memory : register(u1);", "memory[i]"),
    "typed": ("RWBuffer<TYPE> memory : register(u1);", "memory[i]"),
    "bytes": ("RWByteAddressBuffer memory : register(u1);", ""),
    "image": ("RWTexture2D<TYPE> memory : register(u1);", "memory[uint2(i, 0)]"),
    "shared": ("groupshared TYPE memory[COUNT];", "memory[i]"),
}
CASES = [(a, b) for a in OPERANDS for b in OPERANDS]


def call(name, place, is_bytes):
    operands = "5, b" if name.startswith("Compare") else "b"
    result = "" if name == "CompareStore" else ", original"
    if is_bytes:
        return "memory.Interlocked%s(4 * i, %s%s);" % (name, operands, result)
    return "Interlocked%s(%s, %s%s);" % (name, place, operands, result)


def source_of(name, type, memory):
    declaration, place = MEMORIES[memory]
    is_bytes = memory == "bytes"
    return """
StructuredBuffer<TYPE> operands : register(t0);
RWStructuredBuffer<TYPE> results : register(u0);
DECLARATION
[numthreads(COUNT, 1, 1)]
void main(uint i : SV_GroupIndex) {
  const TYPE a = operands[2 * i], b = operands[2 * i + 1];
  TYPE original = a;
  STORE
  CALL
  results[2 * i] = original;
  results[2 * i + 1] = LOAD;
}
""".replace("DECLARATION", declaration).replace("CALL", call(name, place, is_bytes)).replace(
        "STORE", "memory.Store(4 * i, a);" if is_bytes else place + " = a;").replace(
        "LOAD", "memory.Load(4 * i)" if is_bytes else place).replace(
        "TYPE", type).replace("COUNT", str(len(CASES)))


def check(folder, name, type, memory):
    path = os.path.join(folder, "%s.%s.%s.hlsl" % (name, type, memory))
    with open(path, "w") as file:
        file.write(source_of(name, type, memory))
    with open(path + ".operands", "wb") as file:
        file.write(b"".join(struct.pack("<II", *case) for case in CASES))
    command = ["spirv-run", path, "--buffer", "operands=@%s.operands" % path,
               "--buffer", "results=zero(%d)" % (8 * len(CASES)), "--output", "results=" + path + ".results"]
    if memory == "image":
        command += ["--image", "memory=r32%s:%dx1" % ("i" if type == "int" else "ui", len(CASES))]
    elif memory != "shared":
        command += ["--buffer", "memory=zero(%d)" % (4 * len(CASES))]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit("status %d: %s\n%s" % (result.returncode, " ".join(command), result.stdout))
    with open(path + ".results", "rb") as file:
        found = file.read()
    for i, (a, b) in enumerate(CASES):
        expected = (a, MODELS[name](type, a, b))
        if struct.unpack_from("<II", found, 8 * i) != expected:
            sys.exit("Interlocked%s of %s in %s memory, on %#x and %#x: expected %s, found %s" %
                     (name, type, memory, a, b, expected, struct.unpack_from("<II", found, 8 * i)))


def main():
    os.makedirs(sys.argv[1], exist_ok=True)
    count = 0
    for name in MODELS:
        for memory in MEMORIES:
            for type in ["uint"] if memory == "bytes" else ["int", "uint"]:
                check(sys.argv[1], name, type, memory)
                count += 1
    print(count, "ok")


main()

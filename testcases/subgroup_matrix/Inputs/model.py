"""Products of OpSubgroupMatrixMultiplyAccumulateINTEL against a model of their definition.

model.py FOLDER    runs modules with many types and sizes, and prints "equal" or what differs
"""

import json
import random
import struct
import subprocess
import sys
from pathlib import Path

# Elements: bits, whether they are floats, the operand that says so (without "MatrixA" or "MatrixB"), signed.
ELEMENTS = {
    "int8": (8, False, "PackedInt8INTEL", True), "uint8": (8, False, "PackedInt8INTEL", False),
    "int4": (4, False, "PackedInt4INTEL", True), "uint4": (4, False, "PackedInt4INTEL", False),
    "int32": (32, False, None, True), "uint32": (32, False, None, False), "float16": (16, True, "PackedFloat16INTEL", False),
    "bfloat16": (16, True, "PackedBFloat16INTEL", False), "tf32": (32, True, "TF32INTEL", False),
    "float32": (32, True, None, False),
}  # fmt: skip
SIZES = (1, 2, 4, 8, 16)  # of vectors

MODULE = """\
OpCapability Addresses
OpCapability Kernel
OpCapability Vector16
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability SubgroupMatrixMultiplyAccumulateINTEL
OpExtension "SPV_INTEL_subgroup_matrix_multiply_accumulate"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %main "main" %id
OpDecorate %id BuiltIn GlobalInvocationId
OpDecorate %id Constant
%void = OpTypeVoid
%u8 = OpTypeInt 8 0
%u16 = OpTypeInt 16 0
%u32 = OpTypeInt 32 0
%u64 = OpTypeInt 64 0
%f16 = OpTypeFloat 16
%f32 = OpTypeFloat 32
%id_type = OpTypeVector %u64 3
%to_id = OpTypePointer Input %id_type
{vectors}
%to_a = OpTypePointer CrossWorkgroup %a_type
%to_b = OpTypePointer CrossWorkgroup %b_type
%to_c = OpTypePointer CrossWorkgroup %c_type
%function = OpTypeFunction %void %to_a %to_b %to_c %to_c
%k = OpConstant %u32 {k}
%id = OpVariable %to_id Input
%main = OpFunction %void None %function
%a_argument = OpFunctionParameter %to_a
%b_argument = OpFunctionParameter %to_b
%c_argument = OpFunctionParameter %to_c
%r_argument = OpFunctionParameter %to_c
%start = OpLabel
%ids = OpLoad %id_type %id
%i = OpCompositeExtract %u64 %ids 0
%a_at = OpInBoundsPtrAccessChain %to_a %a_argument %i
%b_at = OpInBoundsPtrAccessChain %to_b %b_argument %i
%c_at = OpInBoundsPtrAccessChain %to_c %c_argument %i
%r_at = OpInBoundsPtrAccessChain %to_c %r_argument %i
%a = OpLoad %a_type %a_at Aligned 1
%b = OpLoad %b_type %b_at Aligned 1
%c = OpLoad %c_type %c_at Aligned 1
%r = OpSubgroupMatrixMultiplyAccumulateINTEL %c_type %k %a %b %c {operands}
OpStore %r_at %r Aligned 1
OpReturn
OpFunctionEnd
"""


def bits_of(name, number):
    if name == "float16":
        return struct.unpack("<H", struct.pack("<e", number))[0]
    if name in ("tf32", "float32"):
        return struct.unpack("<I", struct.pack("<f", number))[0]
    if name == "bfloat16":
        return struct.unpack("<I", struct.pack("<f", number))[0] >> 16
    return number & ((1 << ELEMENTS[name][0]) - 1)


def element(generator, name):
    bits, is_float, _, signed = ELEMENTS[name]
    if is_float:
        return generator.choice((-3.0, -2.0, -1.0, -0.5, 0.5, 1.0, 1.5, 2.0, 4.0))
    low = -(1 << bits - 1) if signed else 0
    return generator.choice((low, low + (1 << bits) - 1, generator.randint(low, low + (1 << bits) - 1)))


def matrix(generator, name, rows, columns):
    return [[element(generator, name) for _ in range(columns)] for _ in range(rows)]


def packed(name, elements, bits):
    """The bytes of components with `bits` bits, the first element in the lowest bits."""
    per = bits // ELEMENTS[name][0]
    data = b""
    for first in range(0, len(elements), per):
        word = sum(bits_of(name, x) << j * ELEMENTS[name][0] for j, x in enumerate(elements[first : first + per]))
        data += word.to_bytes(bits // 8, "little")
    return data


def vectors_of_a(name, a, k, n, bits, generator):
    """What each invocation passes: the three cases of "Mapping Matrix Data to Invocations"."""
    m = len(a)
    if n <= k:
        per = k // n
        return [b"".join(packed(name, a[row][lane * per : lane * per + per], bits) for row in range(m)) for lane in range(n)]
    ratio = n // k
    rows = [[row for row in range(m) if row % ratio == lane // k] for lane in range(n)]
    count = max(1, m // ratio)
    ignored = [element(generator, name) for _ in range(count)]
    return [packed(name, ([a[row][lane % k] for row in rows[lane]] or ignored)[:count], bits) for lane in range(n)]


def shape(generator, name_a, name_b):
    """M, K, N, and the bits of a component of A and of B."""
    while True:
        m, n = generator.choice((1, 2, 4, 8)), generator.choice((1, 2, 4, 8, 16, 32))
        k = generator.choice((1, 2, 4, 8, 16, 32, 64))
        bits_a, bits_b = ELEMENTS[name_a][0] * max(1, k // n), 32
        if bits_a not in (8, 16, 32) or (bits_a != ELEMENTS[name_a][0] and ELEMENTS[name_a][2] in (None, "TF32INTEL")):
            continue
        count_a = m if n <= k else max(1, m * k // n)
        if count_a in SIZES and k * ELEMENTS[name_b][0] // bits_b in SIZES:
            return m, k, n, bits_a, bits_b


def run(folder, generator, number):
    floats = generator.random() < 0.5
    names = [name for name, (_, is_float, _, _) in ELEMENTS.items() if is_float == floats]
    name_a, name_b = generator.choice(names), generator.choice(names)
    accumulator = generator.choice(("float32", "float16", "bfloat16") if floats else ("int32", "uint32", "int16"))
    m, k, n, bits_a, bits_b = shape(generator, name_a, name_b)
    a, b = matrix(generator, name_a, m, k), matrix(generator, name_b, k, n)
    small = accumulator in ("float16", "bfloat16")
    if small:  # sums of few bits
        a, b = ([[float(generator.randint(-1, 1)) for _ in row] for row in rows] for rows in (a, b))
    c = [[float(generator.randint(-8, 8)) if floats else generator.randint(-(1 << 15), (1 << 15) - 1) for _ in range(n)] for _ in range(m)]
    operands = []
    for letter, name in (("A", name_a), ("B", name_b)):
        _, _, operand, signed = ELEMENTS[name]
        operands += [f"Matrix{letter}{operand}"] if operand else []
        operands += [f"Matrix{letter}SignedComponentsINTEL"] if signed else []
    operands += ["MatrixCBFloat16INTEL", "MatrixResultBFloat16INTEL"] if accumulator == "bfloat16" else []
    scalar_a = "f32" if name_a in ("tf32", "float32") else f"u{bits_a}"
    scalar_b = "f32" if name_b in ("tf32", "float32") else "u32"
    scalar_c = {"float32": "f32", "float16": "f16", "bfloat16": "u16", "int16": "u16"}.get(accumulator, "u32")
    lines, text = set(), MODULE
    count_a = m if n <= k else max(1, m * k // n)
    for name, scalar, size in (("a", scalar_a, count_a), ("b", scalar_b, k * ELEMENTS[name_b][0] // bits_b), ("c", scalar_c, m)):
        vector = scalar if size == 1 else f"{scalar}x{size}"
        if size != 1:
            lines.add(f"%{vector} = OpTypeVector %{scalar} {size}")
        text = text.replace(f"%to_{name} = OpTypePointer CrossWorkgroup %{name}_type", f"%to_{name} = OpTypePointer CrossWorkgroup %{vector}")
        text = text.replace(f"%{name}_type", f"%{vector}")
    pointers = {}
    for line in [line for line in text.split("\n") if line.startswith("%to_") and "CrossWorkgroup" in line]:
        name, declaration = line.split(" = ")
        if declaration in pointers:  # a pointer type is declared once
            text = text.replace(line + "\n", "").replace(name + " ", pointers[declaration] + " ").replace(name + "\n", pointers[declaration] + "\n")
        pointers.setdefault(declaration, name)
    module = Path(folder, f"module{number}.spvasm")
    module.write_text(text.format(vectors="\n".join(sorted(lines)), k=k, operands="|".join(operands)), encoding="utf-8")

    def column(rows, lane, name):
        element_name = {"int16": "int32", "uint16": "uint32"}.get(name, name)
        data = [bits_of(element_name, row[lane]) for row in rows]
        size = 2 if name in ("float16", "bfloat16", "int16") else 4
        return b"".join((x & ((1 << 8 * size) - 1)).to_bytes(size, "little") for x in data)

    contents = [
        b"".join(vectors_of_a(name_a, a, k, n, bits_a, generator)),
        b"".join(packed(name_b, [row[lane] for row in b], bits_b) for lane in range(n)),
        b"".join(column(c, lane, accumulator) for lane in range(n)),
    ]
    contents.append(bytes(len(contents[2])))
    arguments = []
    for index, content in enumerate(contents):
        path = Path(folder, f"{index}.bin")
        path.write_bytes(content)
        arguments += ["--arg", f"{index}=@{path}"]
    command = ["spirv-run", str(module), "--entry", "main", "--local-size", str(n), "--subgroup-size", str(n), "--dump", "arg.3:uint8",
               "--format", "json", *arguments]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    what = f"{module}: {name_a} x {name_b} + {accumulator}, M {m}, K {k}, N {n}"
    if done.returncode != 0:
        return f"{what}: exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    sums = [[sum(a[i][x] * b[x][j] for x in range(k)) + c[i][j] for j in range(n)] for i in range(m)]
    expected = b"".join(column(sums, lane, accumulator) for lane in range(n))
    answer = json.loads(done.stdout)
    got = bytes(answer["buffers"]["arg.3"]["data"])
    if got != expected or answer["buffers"]["arg.3"].get("implementation_dependent"):
        return f"{what}:\n{got.hex()} instead of\n{expected.hex()}\n{done.stdout[:1000]}"
    return None


def main():
    generator = random.Random(1)
    cases = 120
    for number in range(cases):
        if wrong := run(sys.argv[1], generator, number):
            print(wrong)
            return
    print(f"equal: {cases}")


main()

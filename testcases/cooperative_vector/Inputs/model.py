"""Products of matrices and cooperative vectors against a model of their definition.

model.py FOLDER    runs modules with many types, sizes and layouts, and prints "equal" or what differs
"""

import json
import random
import struct
import subprocess
import sys
from pathlib import Path

INVOCATIONS = 8
SENTINEL = 0x5A
# Component Type: number, letter of struct (None: an 8-bit float), bytes.
TYPES = {
    "float16": (0, "e", 2), "float32": (1, "f", 4), "float64": (2, "d", 8), "int8": (3, "b", 1), "int16": (4, "h", 2),
    "int32": (5, "i", 4), "int64": (6, "q", 8), "uint8": (7, "B", 1), "uint16": (8, "H", 2), "uint32": (9, "I", 4),
    "uint64": (10, "Q", 8), "int8_packed": (1000491000, "b", 1), "uint8_packed": (1000491001, "B", 1),
    "e4m3": (1000491002, None, 1), "e5m2": (1000491003, None, 1),
}  # fmt: skip
DECLARATIONS = {
    "float16": "OpTypeFloat 16", "float32": "OpTypeFloat 32", "int8": "OpTypeInt 8 1", "int16": "OpTypeInt 16 1",
    "int32": "OpTypeInt 32 1", "uint8": "OpTypeInt 8 0", "uint16": "OpTypeInt 16 0", "uint32": "OpTypeInt 32 0",
}  # fmt: skip

MODULE = """\
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability CooperativeVectorNV
OpCapability Int8
OpCapability Int16
OpCapability Float16
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpExtension "SPV_NV_cooperative_vector"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %index %values %matrix %bias %results
OpExecutionMode %main LocalSize {invocations} 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %array ArrayStride 4
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpDecorate %values DescriptorSet 0
OpDecorate %values Binding 0
OpDecorate %matrix DescriptorSet 0
OpDecorate %matrix Binding 1
OpDecorate %bias DescriptorSet 0
OpDecorate %bias Binding 2
OpDecorate %results DescriptorSet 0
OpDecorate %results Binding 3
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%false = OpConstantFalse %bool
%true = OpConstantTrue %bool
%uint32 = OpTypeInt 32 0
{types}
%zero = OpConstant %uint32 0
%one = OpConstant %uint32 1
%m = OpConstant %uint32 {m}
%k = OpConstant %uint32 {k}
%count = OpConstant %uint32 {count}
%input_interpretation = OpConstant %uint32 {input_interpretation}
%matrix_interpretation = OpConstant %uint32 {matrix_interpretation}
%bias_interpretation = OpConstant %uint32 {bias_interpretation}
%layout = OpConstant %uint32 {layout}
%stride = OpConstant %uint32 {stride}
%offset = OpConstant %uint32 {offset}
%step = OpConstant %uint32 {step}
%result_step = OpConstant %uint32 {result_step}
%Input = OpTypeCooperativeVectorNV %{input} %count
%Result = OpTypeCooperativeVectorNV %{result} %m
%array = OpTypeRuntimeArray %uint32
%Block = OpTypeStruct %array
%to_Block = OpTypePointer StorageBuffer %Block
%to_array = OpTypePointer StorageBuffer %array
%to_input = OpTypePointer Input %uint32
%values = OpVariable %to_Block StorageBuffer
%matrix = OpVariable %to_Block StorageBuffer
%bias = OpVariable %to_Block StorageBuffer
%results = OpVariable %to_Block StorageBuffer
%index = OpVariable %to_input Input
%main = OpFunction %void None %function
%start = OpLabel
%i = OpLoad %uint32 %index
%from_values = OpAccessChain %to_array %values %zero
%from_matrix = OpAccessChain %to_array %matrix %zero
%from_bias = OpAccessChain %to_array %bias %zero
%to = OpAccessChain %to_array %results %zero
%at = OpIMul %uint32 %i %step
%own = OpIMul %uint32 %i %result_step
%low = OpBitwiseAnd %uint32 %i {mask}
%is_in = OpIEqual %bool %low %zero
OpSelectionMerge %merge None
OpBranchConditional %is_in %inside %merge
%inside = OpLabel
%v = OpCooperativeVectorLoadNV %Input %from_values %at
%r = {product} {flags}
OpCooperativeVectorStoreNV %to %own %r
OpBranch %merge
%merge = OpLabel
OpReturn
OpFunctionEnd
"""


def float8(name, bits):
    """The value of an 8-bit float."""
    exponents, fractions = (4, 3) if name == "e4m3" else (5, 2)
    bias = (1 << (exponents - 1)) - 1
    exponent, fraction = bits >> fractions & ((1 << exponents) - 1), bits & ((1 << fractions) - 1)
    sign = -1.0 if bits & 0x80 else 1.0
    if exponent == 0:
        return sign * fraction * 2.0 ** (1 - bias - fractions)
    return sign * (1 + fraction / (1 << fractions)) * 2.0 ** (exponent - bias)


def pack(name, numbers):
    _, letter, _ = TYPES[name]
    if letter:
        return struct.pack(f"<{len(numbers)}{letter}", *numbers)
    codes = {float8(name, bits): bits for bits in range(0x7C if name == "e5m2" else 0x7F)}
    codes.update({float8(name, bits): bits for bits in range(0x81, 0xFC if name == "e5m2" else 0xFF)})
    return bytes(codes[number] for number in numbers)


def is_float(name):
    return "float" in name or name in ("e4m3", "e5m2")


def limits(name):
    _, letter, size = TYPES[name]
    return (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if letter.islower() else (0, (1 << 8 * size) - 1)


def element(generator, name):
    if is_float(name):
        return float(generator.choice((-3, -2, -1, -0.5, 0.5, 1, 1.5, 2, 4)))
    low, high = limits(name)
    return generator.choice((low, high, generator.randint(low, high), generator.randint(max(low, -9), 9)))


def converted(value, source, target):
    """Input to InputInterpretation: saturating, round to nearest even."""
    if is_float(target):
        return float(value)
    low, high = limits(target)
    return min(max(round(value), low), high)


def in_memory(name, rows, stride, columns_first):
    lines = list(zip(*rows)) if columns_first else rows
    return b"".join(pack(name, line).ljust(stride, b"\xA5") for line in lines)


ROWS, COLUMNS, INFERENCING, TRAINING = 0, 1, 2, 3


def in_training_layout(name, rows):
    """Tiles of 8 rows and 2 columns, each row after row."""
    size, in_row = TYPES[name][2], (len(rows[0]) + 1) // 2
    data = bytearray(b"\xA5" * (16 * size * ((len(rows) + 7) // 8) * in_row))
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            at = (16 * (i // 8 * in_row + j // 2) + i % 8 * 2 + j % 2) * size
            data[at : at + size] = pack(name, [x])
    return bytes(data)


def matrix_data(path, name, rows, layout, stride, offset):
    """DATA of --buffer."""
    path.write_bytes(bytes(offset) + in_memory(name, rows, stride, layout == COLUMNS))
    if layout <= COLUMNS:
        return f"@{path}"
    if layout == TRAINING and name in ("float16", "float32"):
        path.write_bytes(bytes(offset) + in_training_layout(name, rows))
        return f"@{path}"
    path.write_bytes(b"".join(pack(name, row) for row in rows))
    called = "inferencing_optimal" if layout == INFERENCING else "training_optimal"
    typed = {"e4m3": "float8e4m3", "e5m2": "float8e5m2"}.get(name, name)
    return f"zero({offset});{typed}:{called}({len(rows)}x{len(rows[0])},@{path})"


FLOAT_RESULTS, INTEGER_RESULTS = ("float16", "float32"), ("int32", "uint32")


def case_of(generator):
    floats = generator.random() < 0.5
    result = generator.choice(FLOAT_RESULTS if floats else INTEGER_RESULTS)
    if floats:
        matrix, bias, to = (generator.choice(("float16", "float32", "float64", "e4m3", "e5m2")) for _ in range(3))
        source = generator.choice(("float16", "float32", "int8", "uint8"))
    else:
        integers = [name for name, (_, letter, _) in TYPES.items() if letter and "packed" not in name and not is_float(name)]
        matrix, bias = generator.choice(integers), generator.choice(integers)
        to = generator.choice([*integers, "int8_packed", "uint8_packed"])
        source = "uint32" if "packed" in to else generator.choice(list(DECLARATIONS))
    return floats, result, matrix, bias, to, source


def run(folder, generator, number):
    floats, result, matrix, bias, to, source = case_of(generator)
    m, k = generator.choice((1, 2, 3, 4, 7, 16, 33)), generator.choice((1, 2, 3, 4, 5, 8, 17, 32))
    size, every = generator.choice((1, 2, 4, 8, 16, 32, 64, 128)), generator.choice((1, 2))
    layout = generator.choice((ROWS, COLUMNS, INFERENCING, TRAINING))
    is_transposed = layout > COLUMNS and generator.random() < 0.5
    columns_first = layout == COLUMNS
    has_bias = generator.random() < 0.5
    rows = [[element(generator, matrix) for _ in range(k)] for _ in range(m)]
    biases = [element(generator, bias) for _ in range(m)]
    packed = "packed" in to
    inputs = [[element(generator, to if packed else "int8" if floats and not is_float(source) else source) for _ in range(k)]
              for _ in range(INVOCATIONS)]  # fmt: skip
    if floats and not is_float(source):
        inputs = [[abs(x) % 9 for x in row] for row in inputs]
    if not floats and is_float(source):
        inputs = [[x * 100 for x in row] for row in inputs]
    stored = to if packed else source
    count = (k + 3) // 4 if packed else k
    width = TYPES[source][2]
    step = (count * width + 15) // 16 * 16
    result_step = (4 * m + 15) // 16 * 16
    stride = ((m if columns_first else k) * TYPES[matrix][2] + 15) // 16 * 16 + 16
    offset = 64
    operands = f"%Result %v %input_interpretation %from_matrix %offset %matrix_interpretation "
    operands += "%from_bias %offset %bias_interpretation " if has_bias else ""
    operands += f"%m %k %layout {'%true' if is_transposed else '%false'}"
    flags = "|".join(name for name, holds in (("MatrixBSignedComponentsKHR", source in ("int8", "int16", "int32")),
                                               ("MatrixResultSignedComponentsKHR", result == "int32")) if holds)  # fmt: skip
    operands += " %stride" if layout <= COLUMNS or flags or generator.random() < 0.5 else ""
    names = sorted({source, result} - {"uint32"})
    text = MODULE.format(
        invocations=INVOCATIONS, types="\n".join(f"%{name} = {DECLARATIONS[name]}" for name in names), m=m, k=k, count=count,
        input_interpretation=TYPES[to][0], matrix_interpretation=TYPES[matrix][0], bias_interpretation=TYPES[bias][0],
        layout=layout, stride=stride, offset=offset, step=step, result_step=result_step, input=source,
        result=result, mask="%zero" if every == 1 else "%one", flags=flags,
        product=f"OpCooperativeVectorMatrixMul{'Add' if has_bias else ''}NV {operands}")  # fmt: skip
    module = Path(folder, f"module{number}.spvasm")
    module.write_text(text, encoding="utf-8")
    contents = [
        b"".join(pack(stored, row).ljust(step, b"\0") for row in inputs),
        b"",
        bytes(offset) + pack(bias, biases),
        bytes([SENTINEL]) * (result_step * INVOCATIONS),
    ]
    arguments = []
    for binding, content in enumerate(contents):
        path = Path(folder, f"{binding}.bin")
        path.write_bytes(content.ljust((len(content) + 3) // 4 * 4, b"\0"))
        data = f"@{path}"
        if binding == 1:
            data = matrix_data(path, matrix, list(zip(*rows)) if is_transposed else rows, layout, stride, offset)
        arguments += ["--buffer", f"0.{binding}={data}"]
    command = ["spirv-run", str(module), "--target-env", "spv1.6", "--subgroup-size", str(size), "--dump", "0.3:uint8", "--format",
               "json", *arguments]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    what = f"{module}: {source} as {to}, {matrix}, {bias if has_bias else 'no bias'}, {result}, {m}x{k}, layout {layout}, {' '.join(command)}"
    if done.returncode != 0:
        return f"{what}: exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    expected = bytearray(contents[3])
    for me in range(0, INVOCATIONS, every):
        vector = [converted(x, stored, to) for x in inputs[me]]
        sums = [sum(x * y for x, y in zip(row, vector)) + (biases[j] if has_bias else 0) for j, row in enumerate(rows)]
        if not floats:
            sums = [x & 0xFFFFFFFF for x in sums]
        data = pack(result if floats else "uint32", sums)
        expected[result_step * me : result_step * me + len(data)] = data
    got = bytes(json.loads(done.stdout)["buffers"]["0.3"]["data"])
    if got != bytes(expected):
        return f"{what}:\n{got.hex()} instead of\n{expected.hex()}"
    return None


def main():
    generator = random.Random(1)
    cases = 200
    for number in range(cases):
        if wrong := run(sys.argv[1], generator, number):
            print(wrong)
            return
    print(f"equal: {cases}")


main()

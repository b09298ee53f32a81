"""Accumulations of cooperative vectors against a model of their definition.

training_model.py FOLDER    runs modules with many types, sizes, layouts and tangles, and prints "equal" or what differs
"""

import json
import random
import struct
import subprocess
import sys
from pathlib import Path

INVOCATIONS = 8
# Component Type: number, letter of struct, declaration.
TYPES = {
    "float16": (0, "e", "OpTypeFloat 16"), "float32": (1, "f", "OpTypeFloat 32"), "float64": (2, "d", "OpTypeFloat 64"),
    "int8": (3, "b", "OpTypeInt 8 1"), "int16": (4, "h", "OpTypeInt 16 1"), "int32": (5, "i", "OpTypeInt 32 1"),
    "int64": (6, "q", "OpTypeInt 64 1"), "uint32": (9, "I", "OpTypeInt 32 0"), "uint64": (10, "Q", "OpTypeInt 64 0"),
}  # fmt: skip
ROWS, COLUMNS, TRAINING = 0, 1, 3

MODULE = """\
OpCapability Shader
OpCapability VulkanMemoryModel
OpCapability CooperativeVectorNV
OpCapability CooperativeVectorTrainingNV
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpExtension "SPV_NV_cooperative_vector"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "main" %index %a_buffer %b_buffer %sums_buffer
OpExecutionMode %main LocalSize {invocations} 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %array ArrayStride 4
OpDecorate %Block Block
OpMemberDecorate %Block 0 Offset 0
OpDecorate %a_buffer DescriptorSet 0
OpDecorate %a_buffer Binding 0
OpDecorate %b_buffer DescriptorSet 0
OpDecorate %b_buffer Binding 1
OpDecorate %sums_buffer DescriptorSet 0
OpDecorate %sums_buffer Binding 2
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%uint32 = OpTypeInt 32 0
{types}
%zero = OpConstant %uint32 0
%m = OpConstant %uint32 {m}
%n = OpConstant %uint32 {n}
%interpretation = OpConstant %uint32 {interpretation}
%layout = OpConstant %uint32 {layout}
%stride = OpConstant %uint32 {stride}
%offset = OpConstant %uint32 {offset}
%a_step = OpConstant %uint32 {a_step}
%b_step = OpConstant %uint32 {b_step}
%mask = OpConstant %uint32 {mask}
%A = OpTypeCooperativeVectorNV %{component} %m
%B = OpTypeCooperativeVectorNV %{component} %n
%array = OpTypeRuntimeArray %uint32
%Block = OpTypeStruct %array
%to_Block = OpTypePointer StorageBuffer %Block
%to_array = OpTypePointer StorageBuffer %array
%to_input = OpTypePointer Input %uint32
%a_buffer = OpVariable %to_Block StorageBuffer
%b_buffer = OpVariable %to_Block StorageBuffer
%sums_buffer = OpVariable %to_Block StorageBuffer
%index = OpVariable %to_input Input
%main = OpFunction %void None %function
%start = OpLabel
%i = OpLoad %uint32 %index
%from_a = OpAccessChain %to_array %a_buffer %zero
%from_b = OpAccessChain %to_array %b_buffer %zero
%sums = OpAccessChain %to_array %sums_buffer %zero
%a_at = OpIMul %uint32 %i %a_step
%b_at = OpIMul %uint32 %i %b_step
%low = OpBitwiseAnd %uint32 %i %mask
%is_in = OpIEqual %bool %low %zero
OpSelectionMerge %merge None
OpBranchConditional %is_in %inside %merge
%inside = OpLabel
%a = OpCooperativeVectorLoadNV %A %from_a %a_at
%b = OpCooperativeVectorLoadNV %B %from_b %b_at
{accumulate}
OpBranch %merge
%merge = OpLabel
OpReturn
OpFunctionEnd
"""


def is_float(name):
    return name.startswith("float")


def width(name):
    return struct.calcsize("<" + TYPES[name][1])


def pack(name, numbers):
    if not is_float(name):  # integers wrap
        bits = 8 * width(name)
        numbers = [number & ((1 << bits) - 1) for number in numbers]
        return b"".join(number.to_bytes(bits // 8, "little") for number in numbers)
    return struct.pack(f"<{len(numbers)}{TYPES[name][1]}", *numbers)


def unpack(name, data):
    return struct.unpack("<" + TYPES[name][1], data)[0]


def element(generator, name):
    """Sums and products of a few such numbers are exact."""
    if is_float(name):
        return float(generator.choice((-3, -2, -1, -0.5, 0, 0.5, 1, 1.5, 2, 4)))
    bits = 8 * width(name)
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if name.startswith("int") else (0, (1 << bits) - 1)
    return generator.choice((low, high, generator.randint(low, high), generator.randint(max(low, -9), 9)))


def place(layout, row, column, m, n, stride, size):
    """The byte of an element, and the bytes of the matrix."""
    if layout == TRAINING:  # tiles of 8 rows and 2 columns, each row after row
        tiles_in_row = (n + 1) // 2
        tile = row // 8 * tiles_in_row + column // 2
        return (tile * 16 + row % 8 * 2 + column % 2) * size
    return row * stride + column * size if layout == ROWS else column * stride + row * size


def case_of(generator):
    """Vulkan or not, whether the product is summed, the types, the layout."""
    is_vulkan, is_product = generator.random() < 0.4, generator.random() < 0.6
    if is_vulkan:
        to = generator.choice(("float16", "float32"))
        return True, is_product, "float16" if is_product else to, to, TRAINING
    component = generator.choice(list(TYPES))
    to = generator.choice(("float16", "float32", "float64")) if is_float(component) and is_product else component
    layout = generator.choice((ROWS, COLUMNS, TRAINING) if to in ("float16", "float32") else (ROWS, COLUMNS))
    return False, is_product, component, to, layout


def run(folder, generator, number):
    is_vulkan, is_product, component, to, layout = case_of(generator)
    m, n = generator.choice((1, 2, 3, 5, 8, 9, 17)), generator.choice((1, 2, 3, 4, 7, 16))
    size, mask = generator.choice((1, 2, 4, 8, 16, 32, 64, 128)), generator.choice((0, 1, 3))
    bytes_each = width(to)
    stride = ((m if layout == COLUMNS else n) * bytes_each + 15) // 16 * 16 + generator.choice((0, 16))
    offset = 64 * generator.choice((0, 1))
    inputs = [([element(generator, component) for _ in range(m)], [element(generator, component) for _ in range(n)])
              for _ in range(INVOCATIONS)]  # fmt: skip
    steps = [(count * width(component) + 15) // 16 * 16 for count in (m, n)]
    places = {}
    if is_product:
        places = {(i, j): offset + place(layout, i, j, m, n, stride, bytes_each) for i in range(m) for j in range(n)}
        accumulate = "OpCooperativeVectorOuterProductAccumulateNV %sums %offset %a %b %layout %interpretation"
        accumulate += "" if layout == TRAINING and generator.random() < 0.5 else " %stride"
    else:
        places = {(i, 0): offset + i * bytes_each for i in range(m)}
        accumulate = "OpCooperativeVectorReduceSumAccumulateNV %sums %offset %a"
    # With all tiles of the matrix.
    total = max(places.values()) + bytes_each
    total = (total + 64 * 17 * 16) // 16 * 16
    before = bytearray(generator.randbytes(total) if sys.version_info >= (3, 9) else bytes([0x5A]) * total)
    for at in places.values():
        before[at : at + bytes_each] = pack(to, [element(generator, to)])
    after = bytearray(before)
    for me, (a, b) in enumerate(inputs):
        if me & mask:
            continue
        for (i, j), at in places.items():
            contribution = a[i] * b[j] if is_product else a[i]
            after[at : at + bytes_each] = pack(to, [unpack(to, after[at : at + bytes_each]) + contribution])
    text = MODULE.format(
        invocations=INVOCATIONS, types="" if component == "uint32" else f"%{component} = {TYPES[component][2]}", m=m, n=n,
        interpretation=TYPES[to][0], layout=layout, stride=stride, offset=offset, a_step=steps[0], b_step=steps[1], mask=mask,
        component=component, accumulate=accumulate)  # fmt: skip
    module = Path(folder, f"module{number}.spvasm")
    module.write_text(text, encoding="utf-8")
    contents = [b"".join(pack(component, pair[k]).ljust(steps[k], b"\0") for pair in inputs) for k in (0, 1)] + [bytes(before)]
    arguments = [] if is_vulkan else ["--target-env", "spv1.6"]
    for binding, content in enumerate(contents):
        path = Path(folder, f"{binding}.bin")
        path.write_bytes(content)
        arguments += ["--buffer", f"0.{binding}=@{path}"]
    command = ["spirv-run", str(module), "--subgroup-size", str(size), "--dump", "0.2:uint8", "--format", "json", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    what = f"{module}: {accumulate}, {component} to {to}, layout {layout}, {m}x{n}, {' '.join(command)}"
    if done.returncode != 0:
        return f"{what}: exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    buffer = json.loads(done.stdout)["buffers"]["0.2"]
    if buffer["implementation_dependent"]:
        return f"{what}: has marks at {buffer['implementation_dependent']}"
    got = bytes(buffer["data"])
    if got != bytes(after):
        wrong = [at for at in range(total) if got[at] != after[at]]
        return f"{what}: differs at {wrong[:16]}"
    return None


def main():
    generator = random.Random(1)
    cases = 150
    for number in range(cases):
        if wrong := run(sys.argv[1], generator, number):
            print(wrong)
            return
    print(f"equal: {cases}")


main()

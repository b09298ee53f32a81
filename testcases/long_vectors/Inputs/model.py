"""Long vectors against a model: the instruction applied to each component, as its definition says.

model.py FOLDER    runs modules with vectors of many lengths, and prints "equal" or what differs
"""

import json
import random
import struct
import subprocess
import sys
from pathlib import Path

INVOCATIONS = 16
SENTINEL = 77

HEADER = """\
OpCapability Shader
OpCapability LongVectorEXT
OpCapability ReplicatedCompositesEXT
OpCapability Int64
OpCapability Int16
OpCapability Int8
OpCapability Float64
OpCapability StorageBuffer8BitAccess
OpCapability StorageBuffer16BitAccess
OpCapability GroupNonUniform
OpCapability GroupNonUniformArithmetic
OpCapability GroupNonUniformBallot
OpCapability GroupNonUniformShuffle
OpExtension "SPV_EXT_long_vector"
OpExtension "SPV_EXT_replicated_composites"
OpExtension "SPV_KHR_storage_buffer_storage_class"
%glsl = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" %index %a_buffer %b_buffer %r_buffer
OpExecutionMode %main LocalSize {invocations} 1 1
OpDecorate %index BuiltIn LocalInvocationIndex
OpDecorate %length SpecId 0
OpDecorate %vectors ArrayStride {bytes}
OpDecorate %Vectors Block
OpMemberDecorate %Vectors 0 Offset 0
OpDecorate %a_buffer DescriptorSet 0
OpDecorate %a_buffer Binding 0
OpDecorate %b_buffer DescriptorSet 0
OpDecorate %b_buffer Binding 1
OpDecorate %r_buffer DescriptorSet 0
OpDecorate %r_buffer Binding 2
%void = OpTypeVoid
%function = OpTypeFunction %void
%bool = OpTypeBool
%uint = OpTypeInt 32 0
{declaration}
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
%uint_2 = OpConstant %uint 2
%subgroup = OpConstant %uint 3
%n = OpConstant %uint {length}
%length = OpSpecConstant %uint {default}
%vector = {vector}
%bools = {bools}
%vectors = OpTypeRuntimeArray %vector
%Vectors = OpTypeStruct %vectors
%to_Vectors = OpTypePointer StorageBuffer %Vectors
%to_vector = OpTypePointer StorageBuffer %vector
%to_input = OpTypePointer Input %uint
%a_buffer = OpVariable %to_Vectors StorageBuffer
%b_buffer = OpVariable %to_Vectors StorageBuffer
%r_buffer = OpVariable %to_Vectors StorageBuffer
%index = OpVariable %to_input Input
%main = OpFunction %void None %function
%start = OpLabel
%i = OpLoad %uint %index
%from_a = OpAccessChain %to_vector %a_buffer %uint_0 %i
%from_b = OpAccessChain %to_vector %b_buffer %uint_0 %i
%to_r = OpAccessChain %to_vector %r_buffer %uint_0 %i
%a = OpLoad %vector %from_a
%b = OpLoad %vector %from_b
%k = OpUMod %uint %i %n
%low = OpBitwiseAnd %uint %i {mask}
%is_in = OpIEqual %bool %low %uint_0
OpSelectionMerge %merge None
OpBranchConditional %is_in %inside %merge
%inside = OpLabel
"""
FOOTER = """\
OpStore %to_r %r
OpBranch %merge
%merge = OpLabel
OpReturn
OpFunctionEnd
"""


class Scalar:
    """A component type: its letter in struct, and its declaration."""

    def __init__(self, name, letter, declaration):
        self.name, self.letter, self.declaration = name, letter, declaration
        self.bytes = struct.calcsize("<" + letter)
        self.is_float = letter in "efd"

    def wrapped(self, value):
        """The value as the type stores it."""
        if self.is_float:
            return struct.unpack("<" + self.letter, struct.pack("<" + self.letter, value))[0]
        value &= (1 << 8 * self.bytes) - 1
        return value

    def random(self, generator):
        if self.is_float:
            return float(generator.randint(-40, 40)) / 4
        return generator.getrandbits(8 * self.bytes)


TYPES = {
    "float": Scalar("float", "f", "%scalar = OpTypeFloat 32"),
    "double": Scalar("double", "d", "%scalar = OpTypeFloat 64"),
    "uint": Scalar("uint", "I", "%scalar = OpCopyObject"),
    "uint64": Scalar("uint64", "Q", "%scalar = OpTypeInt 64 0"),
    "uint16": Scalar("uint16", "H", "%scalar = OpTypeInt 16 0"),
    "uint8": Scalar("uint8", "B", "%scalar = OpTypeInt 8 0"),
}


def per_component(operation):
    return lambda a, b, lanes, me, n: [operation(x, y) for x, y in zip(a[me], b[me])]


def replaced(vector, k, value):
    return [value if j == k else x for j, x in enumerate(vector)]


# Name: code with the result %r, and the model of one invocation: (a, b, lanes that take part, its own number, length).
COMMON = {
    "construct": ("%s = OpVectorExtractDynamic %scalar %a %k\n%r = OpCompositeConstructReplicateEXT %vector %s\n",
                  lambda a, b, lanes, me, n: [a[me][me % n]] * n),
    "insert": ("%s = OpVectorExtractDynamic %scalar %b %k\n%r = OpVectorInsertDynamic %vector %a %s %k\n",
               lambda a, b, lanes, me, n: replaced(a[me], me % n, b[me][me % n])),
    "composite": ("%s = OpCompositeExtract %scalar %b 0\n%r = OpCompositeInsert %vector %s %a 0\n",
                  lambda a, b, lanes, me, n: replaced(a[me], 0, b[me][0])),
    "copy": ("%r = OpCopyObject %vector %b\n", lambda a, b, lanes, me, n: b[me]),
    "broadcast": ("%r = OpGroupNonUniformBroadcastFirst %vector %subgroup %a\n",
                  lambda a, b, lanes, me, n: a[min(lanes)]),
    "shuffle": ("%r = OpGroupNonUniformShuffle %vector %subgroup %a %uint_0\n",
                lambda a, b, lanes, me, n: a[min(lanes)]),
}
FLOATS = {
    "add": ("%r = OpFAdd %vector %a %b\n", per_component(lambda x, y: x + y)),
    "multiply": ("%r = OpFMul %vector %a %b\n", per_component(lambda x, y: x * y)),
    "negate": ("%r = OpFNegate %vector %a\n", per_component(lambda x, y: -x)),
    "scale": ("%s = OpCompositeExtract %scalar %b 0\n%r = OpVectorTimesScalar %vector %a %s\n",
              lambda a, b, lanes, me, n: [x * b[me][0] for x in a[me]]),
    "dot": ("%s = OpDot %scalar %a %b\n%r = OpCompositeConstructReplicateEXT %vector %s\n",
            lambda a, b, lanes, me, n: [sum(x * y for x, y in zip(a[me], b[me]))] * n),
    "select": ("%c = OpFOrdLessThan %bools %a %b\n%r = OpSelect %vector %c %a %b\n", per_component(min)),
    "reduce": ("%r = OpGroupNonUniformFAdd %vector %subgroup Reduce %a\n",
               lambda a, b, lanes, me, n: [sum(a[lane][j] for lane in lanes) for j in range(n)]),
    "minimum": ("%r = OpExtInst %vector %glsl FMin %a %b\n", per_component(min)),
    "absolute": ("%r = OpExtInst %vector %glsl FAbs %a\n", per_component(lambda x, y: abs(x))),
}
INTEGERS = {
    "add": ("%r = OpIAdd %vector %a %b\n", per_component(lambda x, y: x + y)),
    "subtract": ("%r = OpISub %vector %a %b\n", per_component(lambda x, y: x - y)),
    "multiply": ("%r = OpIMul %vector %a %b\n", per_component(lambda x, y: x * y)),
    "xor": ("%r = OpBitwiseXor %vector %a %b\n", per_component(lambda x, y: x ^ y)),
    "not": ("%r = OpNot %vector %a\n", per_component(lambda x, y: ~x)),
    "select": ("%c = OpULessThan %bools %a %b\n%r = OpSelect %vector %c %b %a\n", per_component(max)),
    "reduce": ("%r = OpGroupNonUniformIAdd %vector %subgroup Reduce %a\n",
               lambda a, b, lanes, me, n: [sum(a[lane][j] for lane in lanes) for j in range(n)]),
}


def shuffled(length):
    order = list(range(length))[::-1] + [length]
    return (f"%r = OpVectorShuffle %vector %a %b {' '.join(map(str, order[1:]))}\n",
            lambda a, b, lanes, me, n: ([*a[me], *b[me]][j] for j in order[1:]))


def data(scalar, rows):
    flat = [x for row in rows for x in row]
    return struct.pack(f"<{len(flat)}{scalar.letter}", *flat)


def run(folder, scalar, length, form, name, code, model, size, every):
    generator = random.Random(f"{scalar.name} {length} {form} {name} {size} {every}")
    a, b = ([[scalar.random(generator) for _ in range(length)] for _ in range(INVOCATIONS)] for _ in range(2))
    component = "%uint" if scalar.name == "uint" else "%scalar"
    literal = {"literal": f"OpTypeVector {{0}} {length}", "constant": "OpTypeVectorIdEXT {0} %n",
               "specialized": "OpTypeVectorIdEXT {0} %length"}[form]
    values = {
        "invocations": INVOCATIONS, "bytes": scalar.bytes * length, "length": length,
        "declaration": "" if scalar.name == "uint" else scalar.declaration, "default": length + 1,
        "vector": literal.format(component), "bools": literal.format("%bool"), "mask": f"%uint_{every - 1}",
    }
    text = HEADER.format(**values) + code + FOOTER
    text = text.replace("%scalar", component) if component == "%uint" else text
    Path(folder, "module.spvasm").write_text(text, encoding="utf-8")
    arguments = []
    for binding, rows in enumerate((a, b, [[scalar.wrapped(SENTINEL)] * length] * INVOCATIONS)):
        path = Path(folder, f"{binding}.bin")
        path.write_bytes(data(scalar, rows))
        arguments += ["--buffer", f"0.{binding}=@{path}"]
    command = ["spirv-run", str(Path(folder, "module.spvasm")), "--subgroup-size", str(size), "--spec", f"0={length}",
               "--dump", "0.2:uint8", "--format", "json", *arguments]  # fmt: skip
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    what = f"{scalar.name} {length} {form} {name} subgroup size {size}, every {every}"
    if done.returncode != 0:
        return f"{what}: exit status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
    expected = []
    for me in range(INVOCATIONS):
        group = range(me // size * size, min(me // size * size + size, INVOCATIONS))
        lanes = [lane for lane in group if lane % every == 0]
        row = model(a, b, lanes, me, length) if me % every == 0 else [SENTINEL] * length
        expected.append([scalar.wrapped(x) for x in row])
    got = bytes(json.loads(done.stdout)["buffers"]["0.2"]["data"])
    if got != data(scalar, expected):
        return f"{what}: {got.hex()} instead of {data(scalar, expected).hex()}"
    return None


def main():
    folder = sys.argv[1]
    generator = random.Random(1)
    count = 0
    for scalar in TYPES.values():
        for length in (1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 200):
            operations = {**COMMON, **(FLOATS if scalar.is_float else INTEGERS), "shuffle-components": shuffled(length)}
            for name in generator.sample(sorted(operations), 3):
                forms = ["constant", "specialized", "literal"]
                form = generator.choice(forms)
                size = generator.choice((1, 2, 4, 8, 16, 32, 64, 128))
                every = generator.choice((1, 2))
                if wrong := run(folder, scalar, length, form, name, *operations[name], size, every):
                    print(wrong)
                    return
                count += 1
    print(f"equal: {count}")


main()

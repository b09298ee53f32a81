"""Prints a module that is deep or wide in one way, as SPIR-V assembly: for tests of limits, and for fuzzers to begin with.

Usage: make_module.py KIND COUNT     one module
       make_module.py --list         the kinds
       make_module.py --all COUNT FOLDER
                                     a file KIND.spvasm for each kind

All modules are valid unless a limit of the validator is in the way. Most write the number 7 to element 0 of the buffer
0.0, which has 4 bytes.
"""

import os
import sys

SHADER = """\
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main" {interface}
OpExecutionMode %main LocalSize 1 1 1
{annotations}OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %Buffer Block
OpMemberDecorate %Buffer 0 Offset 0
%void = OpTypeVoid
%procedure = OpTypeFunction %void
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%f32 = OpTypeFloat 32
%v2u32 = OpTypeVector %u32 2
%v4u32 = OpTypeVector %u32 4
%zero = OpConstant %u32 0
%one = OpConstant %u32 1
%seven = OpConstant %u32 7
%true = OpConstantTrue %bool
%pair = OpConstantComposite %v2u32 %seven %seven
%pointer = OpTypePointer Function %u32
%private_pointer = OpTypePointer Private %u32
%Buffer = OpTypeStruct %u32
%buffer_pointer = OpTypePointer StorageBuffer %Buffer
%element = OpTypePointer StorageBuffer %u32
%buffer = OpVariable %buffer_pointer StorageBuffer
{declarations}{functions}%main = OpFunction %void None %procedure
%entry = OpLabel
{variables}{body}%target = OpAccessChain %element %buffer %zero
OpStore %target {result}
OpReturn
OpFunctionEnd
"""


def shader(body="", result="%seven", declarations="", functions="", variables="", annotations="", interface="%buffer"):
    """Lists of lines, or text."""
    def text(lines):
        return lines if isinstance(lines, str) else "".join(line + "\n" for line in lines)
    return SHADER.format(body=text(body), result=result, declarations=text(declarations), functions=text(functions),
                         variables=text(variables), annotations=text(annotations), interface=interface)


def chain(first, line, count):
    """`count` instructions, each with the result of the one before as an operand; `line` has {new} and {old}."""
    lines = []
    old = first
    for i in range(count):
        lines.append(line.format(new=f"%c{i}", old=old))
        old = f"%c{i}"
    return lines, old


def value_chain(line, count, first="%seven"):
    lines, last = chain(first, line, count)
    return shader(lines, last)


# --- one instruction after the other ---

def copies(n):
    return value_chain("{new} = OpCopyObject %u32 {old}", n)


def additions(n):
    return value_chain("{new} = OpIAdd %u32 {old} %zero", n)


def negations(n):
    return value_chain("{new} = OpNot %u32 {old}", n - n % 2)


def bitcasts(n):
    lines = [f"%c{i} = OpBitcast {'%f32' if i % 2 == 0 else '%u32'} {f'%c{i - 1}' if i else '%seven'}"
             for i in range(n - n % 2)]
    return shader(lines, f"%c{len(lines) - 1}" if lines else "%seven")


def selects(n):
    return value_chain("{new} = OpSelect %u32 %true {old} %zero", n)


def copies_of_composites(n):
    lines, last = chain("%pair", "{new} = OpCopyObject %v2u32 {old}", n)
    return shader(lines + [f"%x = OpCompositeExtract %u32 {last} 0"], "%x")


def shuffles(n):
    lines, last = chain("%pair", "{new} = OpVectorShuffle %v2u32 {old} %pair 1 2", n)
    return shader(lines + [f"%x = OpCompositeExtract %u32 {last} 0"], "%x")


def inserts(n):
    lines, last = chain("%pair", "{new} = OpCompositeInsert %v2u32 %seven {old} 0", n)
    return shader(lines + [f"%x = OpCompositeExtract %u32 {last} 0"], "%x")


def construct_and_extract(n):
    lines = []
    old = "%seven"
    for i in range(n // 2):
        lines.append(f"%p{i} = OpCompositeConstruct %v2u32 {old} {old}")
        lines.append(f"%c{i} = OpCompositeExtract %u32 %p{i} 0")
        old = f"%c{i}"
    return shader(lines, old)


def extended_instructions(n):
    lines, last = chain("%seven", "{new} = OpExtInst %u32 %glsl UMax {old} %zero", n)
    return shader(lines, last).replace("OpMemoryModel", '%glsl = OpExtInstImport "GLSL.std.450"\nOpMemoryModel', 1)


# An undefined value reaches the buffer through many instructions, and the report names its origin.
def undefined_value(n):
    lines, last = chain("%first", "{new} = OpIAdd %u32 {old} %one", n)
    return shader(["%first = OpLoad %u32 %variable"] + lines, last, variables=["%variable = OpVariable %pointer Function"])


def undefined_copies(n):
    lines, last = chain("%first", "{new} = OpCopyObject %u32 {old}", n)
    return shader(["%first = OpUndef %u32"] + lines, last)


def findings(n):
    return shader([f"%c{i} = OpUDiv %u32 %seven %zero" for i in range(n)])


# Each of many findings has a value with a long history.
def findings_with_histories(n):
    lines = ["%c0 = OpLoad %u32 %variable"]
    for i in range(1, n // 2):
        lines += [f"%c{i} = OpIAdd %u32 %c{i - 1} %one", f"%q{i} = OpUDiv %u32 %seven %c{i}"]
    return shader(lines, variables=["%variable = OpVariable %pointer Function"])


# --- pointers ---

def load_and_store(pointer, lines):
    return shader([f"OpStore %variable %zero"] + lines + [f"OpStore {pointer} %seven", f"%x = OpLoad %u32 {pointer}"], "%x",
                  variables=["%variable = OpVariable %pointer Function"])


def pointer_copies(n):
    lines, last = chain("%variable", "{new} = OpCopyObject %pointer {old}", n)
    return load_and_store(last, lines)


def access_chains(n):
    lines, last = chain("%variable", "{new} = OpAccessChain %pointer {old}", n)
    return load_and_store(last, lines)


def escaping_pointer(n):
    """Copies of a pointer with which the place in an array is found when the module runs."""
    lines, last = chain("%variable", "{new} = OpCopyObject %array_pointer {old}", n)
    return shader(["OpStore %i %one"] + lines + [
        "%index = OpLoad %u32 %i", f"%place = OpAccessChain %pointer {last} %index", "OpStore %place %seven",
        "%x = OpLoad %u32 %place"], "%x",
        declarations=["%two = OpConstant %u32 2", "%A = OpTypeArray %u32 %two", "%array_pointer = OpTypePointer Function %A"],
        variables=["%variable = OpVariable %array_pointer Function", "%i = OpVariable %pointer Function"])


def stores_and_loads(n):
    lines = ["OpStore %variable %seven"]
    for i in range(n // 2):
        lines += [f"%c{i} = OpLoad %u32 %variable", f"OpStore %variable %c{i}"]
    return shader(lines + ["%x = OpLoad %u32 %variable"], "%x", variables=["%variable = OpVariable %pointer Function"])


def loads_of_the_same(n):
    return shader(["OpStore %variable %seven"] + [f"%c{i} = OpLoad %u32 %variable" for i in range(n)] +
                  ["%x = OpLoad %u32 %variable"], "%x", variables=["%variable = OpVariable %pointer Function"])


def variables(n):
    names = [f"%v{i}" for i in range(n)]
    return shader(["OpStore %v0 %seven"] +
                  [line for i in range(1, n) for line in (f"%c{i} = OpLoad %u32 %v{i - 1}", f"OpStore %v{i} %c{i}")] +
                  [f"%x = OpLoad %u32 %v{n - 1}"], "%x",
                  variables=[f"{name} = OpVariable %pointer Function" for name in names])


def private_variables(n):
    n = min(n, 60000)
    return shader(["OpStore %v0 %seven"] +
                  [line for i in range(1, n) for line in (f"%c{i} = OpLoad %u32 %v{i - 1}", f"OpStore %v{i} %c{i}")] +
                  [f"%x = OpLoad %u32 %v{n - 1}"], "%x",
                  declarations=[f"%v{i} = OpVariable %private_pointer Private %zero" for i in range(n)],
                  interface=" ".join(["%buffer"] + [f"%v{i}" for i in range(n)]))


def memory_copies(n):
    lines = ["OpStore %a %seven"] + [f"OpCopyMemory {'%b %a' if i % 2 == 0 else '%a %b'}" for i in range(n)]
    return shader(lines + ["%x = OpLoad %u32 %a"], "%x",
                  variables=["%a = OpVariable %pointer Function", "%b = OpVariable %pointer Function %zero"])


PHYSICAL = """\
OpCapability Shader
OpCapability PhysicalStorageBufferAddresses
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint GLCompute %main "main" %constants
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %Constants Block
OpMemberDecorate %Constants 0 Offset 0
OpDecorate %Node Block
OpMemberDecorate %Node 0 Offset 0
{annotations}%void = OpTypeVoid
%procedure = OpTypeFunction %void
%u32 = OpTypeInt 32 0
%seven = OpConstant %u32 7
%zero = OpConstant %u32 0
%Node = OpTypeStruct %u32
%physical = OpTypePointer PhysicalStorageBuffer %Node
%number = OpTypePointer PhysicalStorageBuffer %u32
%holder = OpTypePointer Function %physical
%Constants = OpTypeStruct %physical
%constants_pointer = OpTypePointer PushConstant %Constants
%member = OpTypePointer PushConstant %physical
%constants = OpVariable %constants_pointer PushConstant
%main = OpFunction %void None %procedure
%entry = OpLabel
{variables}%place = OpAccessChain %member %constants %zero
%given = OpLoad %physical %place
OpStore %v0 %given
{body}%last = OpLoad %physical {last}
%target = OpAccessChain %number %last %zero
OpStore %target %seven Aligned 4
OpReturn
OpFunctionEnd
"""


def physical_pointers(n, times):
    """Each variable holds the pointer of the one before, which is stored to it `times` times."""
    body = []
    for i in range(1, n):
        for k in range(times):
            body += [f"%c{i}_{k} = OpLoad %physical %v{i - 1}", f"OpStore %v{i} %c{i}_{k}"]
    return PHYSICAL.format(
        variables="".join(f"%v{i} = OpVariable %holder Function\n" for i in range(n)),
        annotations="".join(f"OpDecorate %v{i} AliasedPointer\n" for i in range(n)),
        body="".join(line + "\n" for line in body), last=f"%v{n - 1}")


def pointers_in_variables(n):
    return physical_pointers(max(n // 3, 1), 1)


def pointers_in_variables_twice(n):
    return physical_pointers(max(n // 5, 1), 2)


# --- control flow ---

def blocks(n):
    lines = []
    for i in range(n):
        lines += [f"OpBranch %b{i}", f"%b{i} = OpLabel"]
    return shader(lines)


def phis_in_blocks(n):
    lines = []
    value, block = "%seven", "%entry"
    for i in range(n // 3):
        lines += [f"OpBranch %b{i}", f"%b{i} = OpLabel", f"%c{i} = OpPhi %u32 {value} {block}"]
        value, block = f"%c{i}", f"%b{i}"
    return shader(lines, value)


def selections(n):
    lines = []
    for i in range(n // 5):
        lines += [f"OpSelectionMerge %m{i} None", f"OpBranchConditional %true %t{i} %m{i}", f"%t{i} = OpLabel",
                  f"OpBranch %m{i}", f"%m{i} = OpLabel"]
    return shader(lines)


def phis_of_selections(n):
    lines = []
    value, block = "%seven", "%entry"
    for i in range(n // 6):
        lines += [f"OpSelectionMerge %m{i} None", f"OpBranchConditional %true %t{i} %m{i}", f"%t{i} = OpLabel",
                  f"OpBranch %m{i}", f"%m{i} = OpLabel", f"%c{i} = OpPhi %u32 {value} {block} {value} %t{i}"]
        value, block = f"%c{i}", f"%m{i}"
    return shader(lines, value)


def nested_selections(n):
    n = n // 5
    lines = []
    for i in range(n):
        lines += [f"OpSelectionMerge %m{i} None", f"OpBranchConditional %true %t{i} %m{i}", f"%t{i} = OpLabel"]
    for i in reversed(range(n)):
        lines += [f"OpBranch %m{i}", f"%m{i} = OpLabel"]
    return shader(lines)


def loop(i, control="None"):
    """The lines of a loop without a body, which is left in its first iteration, before and after the body."""
    return ([f"OpBranch %h{i}", f"%h{i} = OpLabel", f"OpLoopMerge %m{i} %c{i} {control}", f"OpBranch %b{i}", f"%b{i} = OpLabel"],
            [f"OpBranch %c{i}", f"%c{i} = OpLabel", f"OpBranchConditional %true %m{i} %h{i}", f"%m{i} = OpLabel"])


def loops(n):
    return shader([line for i in range(n // 9) for part in loop(i) for line in part])


def counted_loops(n):
    return shader([line for i in range(n // 9) for part in loop(i, "MaxIterations 4") for line in part])


def nested_loops(n):
    n = n // 9
    return shader([line for i in range(n) for line in loop(i)[0]] + [line for i in reversed(range(n)) for line in loop(i)[1]])


def values_out_of_a_loop(n):
    before, after = loop(0)
    return shader(before + [f"%v{i} = OpIAdd %u32 %seven %zero" for i in range(n)] + after +
                  [f"%w{i} = OpIAdd %u32 %v{i} %zero" for i in range(n)], f"%w{n - 1}" if n else "%seven")


def phis_of_a_loop(n):
    before, after = loop(0)
    phis = [f"%p{i} = OpPhi %u32 %seven %entry %p{(i + 1) % n} %c0" for i in range(n)]
    return shader(before[:2] + phis + before[2:] + after, "%p0")


def switch_cases(n):
    n = n // 2
    lines = ["OpSelectionMerge %after None", "OpSwitch %seven %after " + " ".join(f"{i} %t{i}" for i in range(min(n, 16000)))]
    for i in range(min(n, 16000)):
        lines += [f"%t{i} = OpLabel", "OpBranch %after"]
    lines += ["%after = OpLabel"]
    return shader(lines)


def switch_with_phi(n):
    n = min(n // 2, 16000)
    lines = ["OpSelectionMerge %after None", "OpSwitch %seven %after " + " ".join(f"{i} %t{i}" for i in range(n))]
    for i in range(n):
        lines += [f"%t{i} = OpLabel", "OpBranch %after"]
    lines += ["%after = OpLabel", "%x = OpPhi %u32 %zero %entry " + " ".join(f"%seven %t{i}" for i in range(n))]
    return shader(lines, "%x" if n > 7 else "%seven")


def fallthroughs(n):
    n = min(n // 2, 16000)
    lines = ["OpSelectionMerge %after None", "OpSwitch %seven %after " + " ".join(f"{i} %t{i}" for i in range(n))]
    for i in range(n):
        lines += [f"%t{i} = OpLabel", f"OpBranch {f'%t{i + 1}' if i + 1 < n else '%after'}"]
    return shader(lines + ["%after = OpLabel"])


def early_returns(n):
    """Each leaves the function, so that all before must be known where it joins."""
    lines = []
    for i in range(n // 5):
        lines += [f"OpSelectionMerge %m{i} None", f"OpBranchConditional %true %m{i} %t{i}", f"%t{i} = OpLabel", "OpReturn",
                  f"%m{i} = OpLabel"]
    return shader(lines)


def barriers(n):
    return shader(["OpControlBarrier %two %two %semantics"] * n,
                  declarations=["%two = OpConstant %u32 2", "%semantics = OpConstant %u32 264"])


def atomics(n):
    return shader(["%at = OpAccessChain %element %buffer %zero"] +
                  [f"%a{i} = OpAtomicIAdd %u32 %at %one %zero %one" for i in range(n)])


def subgroup_operations(n):
    lines, last = chain("%seven", "{new} = OpGroupNonUniformUMax %u32 %three Reduce {old}", n)
    return shader(["OpSelectionMerge %m None", "OpBranchConditional %true %t %m", "%t = OpLabel", "OpBranch %m",
                   "%m = OpLabel"] + lines, last, declarations=["%three = OpConstant %u32 3"]).replace(
        "OpMemoryModel", "OpCapability GroupNonUniformArithmetic\nOpMemoryModel", 1)


# --- functions ---

def function(name, body):
    return [f"%{name} = OpFunction %void None %procedure", f"%{name}_entry = OpLabel"] + body + ["OpReturn", "OpFunctionEnd"]


def functions(n):
    return shader(functions=[line for i in range(n // 4) for line in function(f"fn{i}", [])])


def calls(n):
    return shader([f"%r{i} = OpFunctionCall %void %f" for i in range(n)], functions=function("f", []))


def call_chain(n):
    n = n // 5
    lines = function("fn0", [])
    for i in range(1, n):
        lines += function(f"fn{i}", [f"%r{i} = OpFunctionCall %void %fn{i - 1}"])
    return shader([f"%r = OpFunctionCall %void %fn{max(n - 1, 0)}"], functions=lines)


def unused_call_chain(n):
    n = n // 5
    lines = function("fn0", [])
    for i in range(1, n):
        lines += function(f"fn{i}", [f"%r{i} = OpFunctionCall %void %fn{i - 1}"])
    return shader(functions=lines)


def calls_with_a_pointer(n):
    """A chain of calls that pass a pointer on."""
    n = n // 6
    lines = []
    for i in range(n):
        call = [f"%r{i} = OpFunctionCall %void %fn{i - 1} %p{i}"] if i else []
        lines += [f"%fn{i} = OpFunction %void None %taker", f"%p{i} = OpFunctionParameter %pointer", f"%e{i} = OpLabel"]
        lines += call + ["OpReturn", "OpFunctionEnd"]
    return shader(["OpStore %variable %seven"] + ([f"%r = OpFunctionCall %void %fn{n - 1} %variable"] if n else []) +
                  ["%x = OpLoad %u32 %variable"], "%x", functions=lines, declarations=["%taker = OpTypeFunction %void %pointer"],
                  variables=["%variable = OpVariable %pointer Function"])


def doubling_calls(n):
    """Each function calls the one before twice: 2^n calls."""
    lines = function("fn0", [])
    for i in range(1, n // 6 + 1):
        lines += function(f"fn{i}", [f"%a{i} = OpFunctionCall %void %fn{i - 1}", f"%b{i} = OpFunctionCall %void %fn{i - 1}"])
    return shader([f"%r = OpFunctionCall %void %fn{n // 6}"], functions=lines)


def parameters(n):
    n = min(n, 255)
    return shader([f"%r = OpFunctionCall %u32 %f " + " ".join(["%seven"] * n)] if n else [], "%r" if n else "%seven",
                  functions=["%f = OpFunction %u32 None %taker"] + [f"%p{i} = OpFunctionParameter %u32" for i in range(n)] +
                  ["%f_entry = OpLabel", "OpReturnValue " + (f"%p{n - 1}" if n else "%seven"), "OpFunctionEnd"],
                  declarations=["%taker = OpTypeFunction %u32 " + " ".join(["%u32"] * n)])


# --- types and constants ---

def nested_structures(n):
    return shader(declarations=["%s0 = OpTypeStruct %u32"] + [f"%s{i} = OpTypeStruct %s{i - 1}" for i in range(1, n)])


def nested_arrays(n):
    return shader(declarations=["%a0 = OpTypeArray %u32 %one"] + [f"%a{i} = OpTypeArray %a{i - 1} %one" for i in range(1, n)])


def nested_pointers(n):
    return shader(declarations=["%p0 = OpTypePointer Function %u32"] +
                  [f"%p{i} = OpTypePointer Function %p{i - 1}" for i in range(1, n)])


def doubling_structures(n):
    return shader(declarations=["%s0 = OpTypeStruct %u32 %u32"] + [f"%s{i} = OpTypeStruct %s{i - 1} %s{i - 1}" for i in range(1, n)])


def nested_constants(n):
    lines = ["%s0 = OpTypeStruct %u32", "%k0 = OpConstantComposite %s0 %seven"]
    for i in range(1, n // 2):
        lines += [f"%s{i} = OpTypeStruct %s{i - 1}", f"%k{i} = OpConstantComposite %s{i} %k{i - 1}"]
    return shader(declarations=lines)


def members(n):
    n = min(n, 16383)
    return shader(declarations=["%S = OpTypeStruct " + " ".join(["%u32"] * n)])


def decorated_members(n):
    n = min(n, 16383)
    return shader(annotations=[f"OpMemberDecorate %S {i} Offset {4 * i}" for i in range(n)],
                  declarations=["%S = OpTypeStruct " + " ".join(["%u32"] * n)])


def types(n):
    return shader(declarations=[f"%s{i} = OpTypeStruct %u32" for i in range(n)])


def constants(n):
    return shader(declarations=[f"%k{i} = OpConstant %u32 {i + 10}" for i in range(n)])


def big_composite(n):
    n = min(n, 60000)
    return shader([f"%big = OpCompositeConstruct %A " + " ".join(["%seven"] * n), f"%x = OpCompositeExtract %u32 %big {n - 1}"],
                  "%x", declarations=[f"%size = OpConstant %u32 {n}", "%A = OpTypeArray %u32 %size"])


def copies_of_big_composites(n):
    size = max(min(n // 16, 4096), 1)
    lines, last = chain("%big", "{new} = OpCompositeInsert %A %seven {old} 0", max(n // size, 1))
    return shader([f"%big = OpCompositeConstruct %A " + " ".join(["%seven"] * size)] + lines +
                  [f"%x = OpCompositeExtract %u32 {last} {size - 1}"], "%x",
                  declarations=[f"%size = OpConstant %u32 {size}", "%A = OpTypeArray %u32 %size"])


# --- values whose size the module declares ---

LARGE = ["%large_size = OpConstant %u32 65536", "%Large = OpTypeArray %u32 %large_size"]
HUGE = ["%huge_size = OpConstant %u32 4294967295", "%Huge = OpTypeArray %u32 %huge_size"]


def with_replicated_composites(text):
    return text.replace("OpMemoryModel", 'OpCapability ReplicatedCompositesEXT\nOpExtension "SPV_EXT_replicated_composites"\n'
                        "OpMemoryModel", 1)


def large_copies(n):
    lines, last = chain("%large", "{new} = OpCopyObject %Large {old}", n)
    return shader(lines + [f"%x = OpCompositeExtract %u32 {last} 5"], "%x",
                  declarations=LARGE + ["%large = OpConstantNull %Large"])


def large_inserts(n):
    lines, last = chain("%large", "{new} = OpCompositeInsert %Large %seven {old} 5", n)
    return shader(lines + [f"%x = OpCompositeExtract %u32 {last} 5"], "%x",
                  declarations=LARGE + ["%large = OpConstantNull %Large"])


def large_parts(n):
    n = min(n, 60000)
    return shader(["%s = OpCompositeConstruct %S" + " %large" * n],
                  declarations=LARGE + ["%large = OpConstantNull %Large", "%S = OpTypeStruct" + " %Large" * n])


def large_null_constants(n):
    return shader(declarations=LARGE + [f"%large{i} = OpConstantNull %Large" for i in range(n)])


def large_replicated_constants(n):
    return with_replicated_composites(shader(
        declarations=LARGE + [f"%large{i} = OpConstantCompositeReplicateEXT %Large %seven" for i in range(n)]))


def large_spec_constant_operations(n):
    lines, last = chain("%large", "{new} = OpSpecConstantOp %Large CompositeInsert %seven {old} 5", n)
    return shader(declarations=LARGE + ["%large = OpConstantNull %Large"] + lines)


def large_variables(n):
    return shader(variables=[f"%v{i} = OpVariable %large_pointer Function" for i in range(n)],
                  declarations=LARGE + ["%large_pointer = OpTypePointer Function %Large"])


def calls_with_large_values(n):
    """Each function calls the one before it twice."""
    functions = ["%f0 = OpFunction %void None %procedure", "%e0 = OpLabel", "%x0 = OpCopyObject %Large %large", "OpReturn",
                 "OpFunctionEnd"]
    for i in range(1, min(n, 18)):
        functions += [f"%f{i} = OpFunction %void None %procedure", f"%e{i} = OpLabel",
                      f"%a{i} = OpFunctionCall %void %f{i - 1}", f"%b{i} = OpFunctionCall %void %f{i - 1}", "OpReturn",
                      "OpFunctionEnd"]
    return shader([f"%call = OpFunctionCall %void %f{min(n, 18) - 1}"], functions=functions,
                  declarations=LARGE + ["%large = OpConstantNull %Large"])


def huge_composite(_):
    return with_replicated_composites(shader(
        ["%huge = OpCompositeConstructReplicateEXT %Huge %seven", "%x = OpCompositeExtract %u32 %huge 5"], "%x",
        declarations=HUGE))


def huge_null_constant(_):
    return shader(["%x = OpCompositeExtract %u32 %huge 5"], "%x", declarations=HUGE + ["%huge = OpConstantNull %Huge"])


def huge_undefined_value(_):
    return shader(["%huge = OpUndef %Huge", "%x = OpCompositeExtract %u32 %huge 5"], "%x", declarations=HUGE)


def huge_variable(_):
    return shader(["%e = OpAccessChain %pointer %v %one", "%x = OpLoad %u32 %e"], "%x", variables=["%v = OpVariable %huge_pointer Function"],
                  declarations=HUGE + ["%huge_pointer = OpTypePointer Function %Huge"])


def huge_load(_):
    return shader(["%huge = OpLoad %Huge %v", "%x = OpCompositeExtract %u32 %huge 5"], "%x",
                  variables=["%v = OpVariable %huge_pointer Function"],
                  declarations=HUGE + ["%huge_pointer = OpTypePointer Function %Huge"])


def spec_constants(n):
    return shader(annotations=[f"OpDecorate %k{i} SpecId {i}" for i in range(n)],
                  declarations=[f"%k{i} = OpSpecConstant %u32 {i}" for i in range(n)])


def spec_constant_operations(n):
    lines, last = chain("%k", "{new} = OpSpecConstantOp %u32 IAdd {old} %zero", n)
    return shader(result=last, annotations=["OpDecorate %k SpecId 0"], declarations=["%k = OpSpecConstant %u32 7"] + lines)


def spec_constant_sizes(n):
    """Array lengths that are operations on each other."""
    lines, last = chain("%k", "{new} = OpSpecConstantOp %u32 IAdd {old} %zero", n)
    return shader(annotations=["OpDecorate %k SpecId 0"],
                  declarations=["%k = OpSpecConstant %u32 7"] + lines + [f"%A = OpTypeArray %u32 {last}"])


# --- names, decorations, debug information, entry points ---

def names(n):
    return shader(annotations=[f'OpName %n{i} "name{i}"' for i in range(n)],
                  declarations=[f"%n{i} = OpConstant %u32 {i + 10}" for i in range(n)])


def equal_names(n):
    return shader(annotations=[f'OpName %n{i} "same"' for i in range(n)],
                  declarations=[f"%n{i} = OpConstant %u32 {i + 10}" for i in range(n)])


def decorations(n):
    return shader(["%c = OpIAdd %u32 %seven %zero"], annotations=["OpDecorate %c NoUnsignedWrap" if i == 0 else
                  f'OpDecorate %k{i} RelaxedPrecision' for i in range(n)],
                  declarations=[f"%k{i} = OpUndef %u32" for i in range(1, n)]).replace("OpDecorate %c NoUnsignedWrap\n", "")


def decoration_groups(n):
    half = max(n // 2, 1)
    return shader(annotations=["OpDecorate %group RelaxedPrecision", "%group = OpDecorationGroup"] +
                  [f"OpGroupDecorate %group %k{i}" for i in range(half)],
                  declarations=[f"%k{i} = OpUndef %u32" for i in range(half)])


def lines_of_source(n):
    return shader([f"OpLine %file {i + 1} 1\n%c{i} = OpIAdd %u32 %seven %zero" for i in range(n // 2)]).replace(
        "OpDecorate %buffer DescriptorSet", '%file = OpString "file"\nOpDecorate %buffer DescriptorSet', 1)


def source_text(n):
    return shader().replace("OpDecorate %buffer DescriptorSet", '%file = OpString "file"\nOpSource GLSL 450 %file "first"\n' +
                            'OpSourceContinued "more\n"\n' * n + "OpDecorate %buffer DescriptorSet", 1)


def strings(n):
    return shader().replace("OpDecorate %buffer DescriptorSet", "".join(f'%s{i} = OpString "s"\n' for i in range(n)) +
                            "OpDecorate %buffer DescriptorSet", 1)


def entry_points(n):
    n = n // 2
    return shader().replace("OpExecutionMode %main",
                            "".join(f'OpEntryPoint GLCompute %main "e{i}" %buffer\n' for i in range(n)) +
                            "OpExecutionMode %main", 1)


def interfaces(n):
    n = min(n, 60000)
    return shader(declarations=[f"%v{i} = OpVariable %private_pointer Private" for i in range(n)],
                  interface=" ".join(["%buffer"] + [f"%v{i}" for i in range(n)]))


def buffers(n):
    n = n // 3
    return shader(annotations=[f"OpDecorate %b{i} DescriptorSet 1\nOpDecorate %b{i} Binding {i}" for i in range(n)],
                  declarations=[f"%b{i} = OpVariable %buffer_pointer StorageBuffer" for i in range(n)])


def nothing(n):
    return shader(["OpNop"] * n)


# --- kernels ---

KERNEL = """\
OpCapability Kernel
OpCapability Addresses
OpCapability Linkage
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%seven = OpConstant %u32 7
%zero = OpConstant %u32 0
%true = OpConstantTrue %bool
%number = OpTypePointer CrossWorkgroup %u32
%holder = OpTypePointer Function %number
%kernel = OpTypeFunction %void %number
%main = OpFunction %void None %kernel
%target = OpFunctionParameter %number
%entry = OpLabel
{body}OpReturn
OpFunctionEnd
"""


def kernel(lines):
    return KERNEL.format(body="".join(line + "\n" for line in lines))


def kernel_pointers(n):
    lines, last = chain("%target", "{new} = OpInBoundsPtrAccessChain %number {old} %zero", n)
    return kernel(lines + [f"OpStore {last} %seven Aligned 4"])


def kernel_pointers_in_variables(n):
    n = max(n // 3, 1)
    return kernel([f"%v{i} = OpVariable %holder Function" for i in range(n)] + ["OpStore %v0 %target"] +
                  [line for i in range(1, n) for line in (f"%c{i} = OpLoad %number %v{i - 1}", f"OpStore %v{i} %c{i}")] +
                  [f"%last = OpLoad %number %v{n - 1}", "OpStore %last %seven Aligned 4"])


def kernel_branches(n):
    lines = []
    for i in range(n // 4):
        lines += [f"OpBranchConditional %true %t{i} %m{i}", f"%t{i} = OpLabel", f"OpBranch %m{i}", f"%m{i} = OpLabel"]
    return kernel(lines + ["OpStore %target %seven Aligned 4"])


def kernel_loops(n):
    lines = []
    for i in range(n // 4):
        lines += [f"OpBranch %h{i}", f"%h{i} = OpLabel", f"OpBranchConditional %true %m{i} %h{i}", f"%m{i} = OpLabel"]
    return kernel(lines + ["OpStore %target %seven Aligned 4"])


def kernel_nested_loops(n):
    n = n // 4
    lines = [line for i in range(n) for line in (f"OpBranch %h{i}", f"%h{i} = OpLabel")]
    for i in reversed(range(n)):
        lines += [f"OpBranchConditional %true %m{i} %h{i}", f"%m{i} = OpLabel"]
    return kernel(lines + ["OpStore %target %seven Aligned 4"])


NO_KIND = ("shader", "with_replicated_composites", "chain", "value_chain", "load_and_store", "physical_pointers", "loop", "function", "kernel", "main")
KINDS = {name: value for name, value in list(globals().items())
         if callable(value) and not name.startswith("_") and name not in NO_KIND}


def main():
    if sys.argv[1:] == ["--list"]:
        print("\n".join(KINDS))
    elif len(sys.argv) == 4 and sys.argv[1] == "--all":
        os.makedirs(sys.argv[3], exist_ok=True)
        for name, make in KINDS.items():
            with open(os.path.join(sys.argv[3], name + ".spvasm"), "w") as file:
                file.write(make(int(sys.argv[2])))
    elif len(sys.argv) == 3 and sys.argv[1] in KINDS:
        sys.stdout.write(KINDS[sys.argv[1]](int(sys.argv[2])))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()

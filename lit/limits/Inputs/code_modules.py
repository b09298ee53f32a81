"""Kinds of make_module.py whose code is deep or wide. Each function makes one kind, of about `n` lines."""

from module_text import chain, function, shader, value_chain

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

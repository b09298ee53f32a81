"""Kinds of make_module.py whose declarations, values or names are many or large. Each function makes one kind."""

from module_text import chain, function, shader

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

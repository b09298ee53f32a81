"""The text of modules for make_module.py, and parts that several kinds have."""

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


def function(name, body):
    return [f"%{name} = OpFunction %void None %procedure", f"%{name}_entry = OpLabel"] + body + ["OpReturn", "OpFunctionEnd"]

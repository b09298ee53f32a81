"""Kinds of make_module.py that are kernels."""

from module_text import chain

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

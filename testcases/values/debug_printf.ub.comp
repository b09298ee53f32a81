// A format with more specifiers than there are arguments. Extra arguments are ignored.
// COVERS: NonSemantic.DebugPrintf.too-few-arguments
//
// RUN: expect-status 3 spirv-run %s -D FORMAT='"%%u and %%f"' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// REPORT: undefined-behavior: the format has more specifiers than there are arguments [NonSemantic.DebugPrintf.too-few-arguments]
// RUN: spirv-run %s --strict -D FORMAT='"%%u per cent: 100%%%%"'
// RUN: spirv-run %s --strict -D FORMAT='"nothing"'

#version 450
#extension GL_EXT_debug_printf : require

layout(local_size_x = 4) in;

void main()
{
    debugPrintfEXT(FORMAT, gl_LocalInvocationIndex);
}

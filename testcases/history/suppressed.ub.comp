// Comments list the kinds of known findings, on the same line or alone on the line before.
//
// RUN: spirv-run %s --buffer 0.0=uint32:1,1,1,1 2>&1 | FileCheck %s --implicit-check-not=undefined-behavior
// RUN: not spirv-run %s -D OTHER --buffer 0.0=uint32:1,1,1,1 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: 0.0: uint32[4] = undef 1 1 1
// CHECK: undefined-output
// OTHER: undefined-behavior: division by zero: Operand 2 (i) is 0 [OpUMod.operand-2-zero]

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint x = values[i] / i;  // spirv-oracle: ignore division-by-zero
    // spirv-oracle: ignore out-of-bounds, division-by-zero
    x += values[i] / i;
#ifdef OTHER
    x += values[i] % i;  // spirv-oracle: ignore out-of-bounds
#endif
    values[i] = i == 0 ? x : 1;
}

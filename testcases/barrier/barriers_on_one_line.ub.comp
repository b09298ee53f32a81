// Two subgroups wait at different barriers on one line; the message distinguishes them.
//
// RUN: not spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:0,0,0,0,1,1,1,1' 2>&1 | FileCheck %s
// CHECK: undefined-behavior: {{.*}}reach this barrier: subgroup 0 waits at {{.*}}barriers_on_one_line.ub.comp:[[# @LINE + 11]]; subgroup 1 waits at {{.*}}:[[# @LINE + 11]], but at a different instruction or through a different call

#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Ways { uint ways[8]; };
shared uint values[8];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    values[i] = i;
    if (ways[i] == 0) { barrier(); ways[i] = values[7 - i]; } else { barrier(); ways[i] = values[i]; }
}

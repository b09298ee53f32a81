// Lanes that branch around a barrier, directly to the end of the construct: the report names the branch, because
// nothing executes on their path.
// COVERS: OpControlBarrier.not-all-arrive
//
// RUN: expect-status 3 spirv-run %s -D IF --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=IF
// IF: other_path.ub.comp:[[# @LINE + 25]]: undefined-behavior: not all invocations of the workgroup reach this barrier: lanes 4-7 took the other path of the branch at {{.*}}other_path.ub.comp:[[# @LINE + 24]] [
//
// The same with an OpPhi at the end, whose copies come first.
// RUN: expect-status 3 spirv-run %s -D PHI --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=PHI
// PHI: lanes 4-7 took the other path of the branch at {{.*}}other_path.ub.comp:[[# @LINE + 24]] [
//
// RUN: expect-status 3 spirv-run %s -D SWITCH --buffer '0.0=undef(32)' 2>&1 | FileCheck %s --check-prefix=SWITCH
// SWITCH: lanes 2-7 took another path of the switch at {{.*}}other_path.ub.comp:[[# @LINE + 24]]; invocation (1,0,0) in lane 1 took another branch, to {{.*}}other_path.ub.comp:[[# @LINE + 29]] [

#version 450

layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

bool wait()
{
    barrier();
    return true;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
#ifdef IF
    if (i < 4) {
        barrier();
    }
#elif defined(PHI)
    if (i < 4 && wait())
        values[i] = 1;
#else
    switch (i) {
        case 0:
            barrier();
            break;
        case 1:
            values[i] = 3;
            break;
    }
#endif
    values[i] = 2;
}

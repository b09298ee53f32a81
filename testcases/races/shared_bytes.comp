// Two bindings of one memory: an access through one races with an access through the other, at the same byte.
// The missing decoration Aliased is a separate finding.
//
// RUN: not spirv-run %s --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all,32)' 2>&1 | FileCheck %s
// RUN: spirv-run %s --ignore aliasing -D BARRIER --memory 'all=zero(64)' --buffer '0.0=memory(all)' --buffer '0.1=memory(all,32)' 2>&1 | FileCheck %s --check-prefix=SILENT --implicit-check-not=undefined-behavior
// Other halves of the memory are different bytes.
// RUN: spirv-run %s --ignore aliasing --memory 'all=zero(64)' --buffer '0.0=memory(all,32)' --buffer '0.1=memory(all+32)' 2>&1 | FileCheck %s --check-prefix=SILENT --implicit-check-not=undefined-behavior
// COVERS: memory.data-race
// CHECK: data-race
// SILENT: 0.0

#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer First { uint first[]; };
layout(std430, set = 0, binding = 1) buffer Second { uint second[]; };

void main()
{
    const uint i = gl_LocalInvocationIndex;
    first[i] = i;
#ifdef BARRIER
    memoryBarrierBuffer();
    barrier();
#endif
    second[7 - i] = 1;
}

// A histogram whose bins in shared memory are not initialized to 0. The notes follow the undefined value from
// its origin through atomic additions into the buffer.
//
// RUN: spirv-run %s --groups 2 --buffer '0.0=zero(16)' 2>&1 | FileCheck %s
// CHECK: undefined
// CHECK: note: nothing has written the bytes that this reads from {{.*}}bins{{.*}}: {{.*}}OpAtomicIAdd
// CHECK-NEXT: atomicAdd(bins[
// CHECK: note: the value is used here: {{.*}}OpAtomicIAdd
// CHECK-NEXT: atomicAdd(counts[

#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Counts { uint counts[4]; };
shared uint bins[4];

void main()
{
    const uint i = gl_LocalInvocationIndex;
    atomicAdd(bins[i % 4], 1);
    barrier();

    if (i < 4) {
        const uint count = bins[i];
        atomicAdd(counts[i], count);
    }
}

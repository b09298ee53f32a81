// Each invocation runs a loop over its own numbers, and the loop control says that the iterations do not depend
// on each other. They do if an iteration accesses what another one wrote DISTANCE iterations earlier. The loop
// control permits a distance of 0, or of DependencyLength and more. It also permits values that the function's
// own variables carry, reads of one place, atomics, and dependences on an earlier execution of the loop.
// COVERS: OpLoopMerge.dependent-iterations
//
// RUN: expect-status 3 spirv-run %s -DCONTROL=dependency_infinite -DDISTANCE=1 --buffer '0.0=uint32:fill(24,1)' > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// VALUES: 0.0: uint32[24] = 2 3 4 5 6 7 8 9 2 3 4 5 6 7 8 9
// REPORT: undefined-behavior: two iterations of a loop with DependencyInfinite or DependencyLength access the same memory, and at least one writes it: lane 0 reads 'numbers[0][0]' of buffer 0.0 in iteration 2 and wrote it in iteration 1 [OpLoopMerge.dependent-iterations]
// REPORT: 1 undefined-behavior (kinds
//
// RUN: expect-status 3 spirv-run %s -DCONTROL=dependency_infinite -DDISTANCE=7 --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=FAR
// FAR: lane 0 reads 'numbers[0][0]' of buffer 0.0 in iteration 8 and wrote it in iteration 1
// RUN: expect-status 3 spirv-run %s '-DCONTROL=dependency_length(3)' -DDISTANCE=2 --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=NEAR
// NEAR: lane 0 reads 'numbers[0][0]' of buffer 0.0 in iteration 3 and wrote it in iteration 1
// RUN: expect-status 3 spirv-run %s -DCONTROL=dependency_infinite -DDISTANCE=1 -DIN_CALL --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=CALL
// CALL: lane 0 reads 'numbers[0][0]' of buffer 0.0 in iteration 2
// A later iteration writes what an earlier one read or wrote.
// RUN: expect-status 3 spirv-run %s -DCONTROL=dependency_infinite -DDISTANCE=1 -DBACKWARDS --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=BACKWARDS
// BACKWARDS: lane 0 writes 'numbers[0][7]' of buffer 0.0 in iteration 2 and read it in iteration 1
// RUN: expect-status 3 spirv-run %s -DCONTROL=dependency_infinite -DDISTANCE=0 -DONE_PLACE --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: lane 0 writes 'numbers[0][0]' of buffer 0.0 in iteration 2 and wrote it in iteration 1
//
// RUN: spirv-run %s --strict -DCONTROL=dependency_infinite -DDISTANCE=0 --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// RUN: spirv-run %s --strict '-DCONTROL=dependency_length(3)' -DDISTANCE=3 --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// RUN: spirv-run %s --strict -DCONTROL=unroll -DDISTANCE=1 --buffer '0.0=uint32:fill(24,1)' 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undef
// FINE: 0.0: uint32[24] =

#version 450
#extension GL_EXT_control_flow_attributes : require

layout(local_size_x = 2) in;

layout(std430, set = 0, binding = 0) buffer Numbers
{
    uint numbers[2][8];
    uint sums[2];
    uint seen[2];
    uint counts[4];
};

void add(uint i, uint k)
{
    numbers[i][k] = (k >= DISTANCE ? numbers[i][k - DISTANCE] : 1) + 1;
}

void main()
{
    const uint i = gl_LocalInvocationIndex;
    uint sum = 0;
    for (uint twice = 0; twice < 2; ++twice) {
        [[CONTROL]] for (uint n = 0; n < 8; ++n) {
#if defined(BACKWARDS)
            const uint k = 7 - n;
            sum += numbers[i][k];
            if (n >= DISTANCE) numbers[i][k + DISTANCE] = sum;
#elif defined(ONE_PLACE)
            sum += 2;
            numbers[i][0] = sum;
#elif defined(IN_CALL)
            add(i, n);
#else
            numbers[i][n] = (n >= DISTANCE ? numbers[i][n - DISTANCE] : 1) + 1;
#endif
            sum += sums[i];
            atomicAdd(counts[i], 1);
        }
        if (DISTANCE == 1) break;
    }
    seen[i] = sum;
}

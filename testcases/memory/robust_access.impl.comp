// Out-of-bounds accesses with robust buffer access: reads give one of several values, writes are discarded here, and the result
// of an atomic is undefined. All other accesses are less than 16 bytes from one of them, and may be treated likewise. Accesses
// without the option, beyond the declared size of an array, or with an offset that wraps 32 bits are still undefined behavior.
// COVERS: memory.robust-read memory.robust-write memory.robust-atomic OpAccessChain.offset-too-large
//
// RUN: expect-status 0 spirv-run %s --robust-buffer-access --buffer 0.0=uint32:5,6 --buffer 0.1=uint32:0,1,2,9 --buffer 0.2=uint32:0,0,0,0,0,0,0,0 > %t.out 2> %t.err
// RUN: FileCheck %s --check-prefix=VALUES < %t.out
// RUN: FileCheck %s --check-prefix=REPORT < %t.err
// RUN: spirv-run %s --strict --robust-buffer-access --buffer 0.0=uint32:5,6,7,8 --buffer 0.1=uint32:0,1,2,3 --buffer 0.2=uint32:0,0,0,0,0,0,0,0 2>&1 | FileCheck %s --check-prefix=INSIDE --implicit-check-not=undef
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:5,6 --buffer 0.1=uint32:0,1,2,9 --buffer 0.2=uint32:0,0,0,0,0,0,0,0 2>&1 | FileCheck %s --check-prefix=WITHOUT
// RUN: expect-status 3 spirv-run %s --robust-buffer-access --buffer 0.0=uint32:5,6 --buffer 0.1=uint32:0,1,0x40000000,0 --buffer 0.2=uint32:0,0,0,0,0,0,0,0 2>&1 | FileCheck %s --check-prefix=WRAPS
// RUN: expect-status 3 spirv-run %s --robust-buffer-access -DFIXED=8 --buffer 0.0=uint32:5,6,7,8,9,10,11,12 --buffer 0.1=uint32:0,1,2,9 --buffer 0.2=uint32:0,0,0,0,0,0,0,0 2>&1 | FileCheck %s --check-prefix=DECLARED
// VALUES: 0.0: uint32[2] = 8? 9?
// VALUES: 0.2: uint32[8] = 5? 6? {{[0-9]+[?] [0-9]+[?]}} 6? 7? undef undef
// REPORT-DAG: implementation-dependent: out-of-bounds read, which may return zero, any value in the buffer, or the value last stored{{.*}} [memory.robust-read]
// REPORT-DAG: implementation-dependent: out-of-bounds write, which may be discarded or may change any value in the buffer{{.*}} [memory.robust-write]
// REPORT-DAG: undefined-value: out-of-bounds atomic, which may be discarded or may change any value in the buffer{{.*}} [memory.robust-atomic]
// REPORT-DAG: lanes 2-3 of subgroup 0
// INSIDE: 0.0: uint32[4] = 8 9 10 11
// WITHOUT: undefined-behavior: out-of-bounds access{{.*}} [memory.out-of-bounds]
// WRAPS: undefined-behavior: the byte offset of an index does not fit in 32 bits{{.*}} [OpAccessChain.offset-too-large]
// WRAPS: lane 2 of subgroup 0
// DECLARED: undefined-behavior: an index is out of bounds of its array, matrix or vector: 'number[9]' of buffer 0.0, where 'number' has 8 elements [OpAccessChain.index-out-of-bounds]
// DECLARED: lane 3 of subgroup 0

#version 450

#ifndef FIXED
#define FIXED
#endif

layout(local_size_x = 4) in;

layout(std430, set = 0, binding = 0) buffer Numbers
{
    uint number[FIXED];
};

layout(std430, set = 0, binding = 1) readonly buffer Choices
{
    uint choice[];
};

layout(std430, set = 0, binding = 2) writeonly buffer Results
{
    uint result[8];
};

void main()
{
    const uint i = gl_LocalInvocationIndex;
    const uint at = choice[i];
    const uint found = number[at];
    result[i] = found;
    number[at] = found + 1;
    result[4 + i] = atomicAdd(number[at], 2);
}

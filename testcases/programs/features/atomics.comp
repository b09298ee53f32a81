// Every atomic operation of GLSL on 32-bit integers, in a buffer and in shared memory. The test uses returned old values
// only if the result does not depend on the order: each ticket is drawn once, and an exchange hands every value on once.
//
// RUN: spirv-run %s --groups 3 --subgroup-size 8 --buffer 0.0=uint32:0,1000,5,4294967295,0,0,0,0 --buffer 0.1=int32:0,100,-5,0 --buffer '0.2=undef(768)' --buffer '0.3=undef(768)' --dump 0.0:uint32 --dump 0.1:int32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_atomics.py %t.json
// RUN: spirv-run %s --groups 3 --subgroup-size 1 --buffer 0.0=uint32:0,1000,5,4294967295,0,0,0,0 --buffer 0.1=int32:0,100,-5,0 --buffer '0.2=undef(768)' --buffer '0.3=undef(768)' --dump 0.0:uint32 --dump 0.1:int32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_atomics.py %t.json
// RUN: spirv-run %s --groups 3 --subgroup-size 64 --seed 3 --buffer 0.0=uint32:0,1000,5,4294967295,0,0,0,0 --buffer 0.1=int32:0,100,-5,0 --buffer '0.2=undef(768)' --buffer '0.3=undef(768)' --dump 0.0:uint32 --dump 0.1:int32 --dump 0.2:uint32 --dump 0.3:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_atomics.py %t.json

#version 450

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) buffer Unsigned
{
    uint added;
    uint smallest;
    uint largest;
    uint anded;
    uint ored;
    uint xored;
    uint exchanged;
    uint swapped; // a maximum found with compare-and-swap
} u;

layout(std430, set = 0, binding = 1) buffer Signed
{
    int added;
    int smallest;
    int largest;
    int sharedSum;
} s;

layout(std430, set = 0, binding = 2) writeonly buffer Tickets
{
    uint tickets[];
};

layout(std430, set = 0, binding = 3) writeonly buffer HandedOn
{
    uint handedOn[];
};

shared int sum;

void main()
{
    const uint id = gl_GlobalInvocationID.x;
    if (gl_LocalInvocationIndex == 0)
    {
        sum = 0;
    }
    barrier();

    tickets[id] = atomicAdd(u.added, 1);
    atomicMin(u.smallest, (id * 37 + 11) % 200 + 3);
    atomicMax(u.largest, (id * 37) % 200);
    atomicAnd(u.anded, ~(1u << (id % 13)));
    atomicOr(u.ored, 1u << (id % 17));
    atomicXor(u.xored, id * 0x01010101u);
    handedOn[id] = atomicExchange(u.exchanged, id + 1);

    const uint candidate = (id * 29) % 193;
    uint seen = 0;
    for (;;)
    {
        const uint old = atomicCompSwap(u.swapped, seen, candidate);
        if (old == seen || old >= candidate)
        {
            break;
        }
        seen = old;
    }

    atomicAdd(s.added, int(id) - 100);
    atomicMin(s.smallest, int(id) - 96);
    atomicMax(s.largest, int(id) - 196);

    atomicAdd(sum, int(gl_LocalInvocationIndex) - 10);
    barrier();
    if (gl_LocalInvocationIndex == 0)
    {
        atomicAdd(s.sharedSum, sum);
    }
}

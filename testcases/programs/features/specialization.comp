// Specialization constants of every basic type, an array whose size is one, constant expressions of them, and
// one that is the workgroup size.
//
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=undef(32)' --buffer '0.1=undef(32)' --dump 0.0:int32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 5 -3 1 25 4 3 14 3
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 0 1 2 3 0 0 0 0
// RUN: spirv-run %s --subgroup-size 8 --spec 0=6 --spec 1=-100 --spec 2=false --spec 3=0.75 --spec 4=7 --spec 10=8 --buffer '0.0=undef(32)' --buffer '0.1=undef(32)' --dump 0.0:int32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 6 -100 0 7 8 5 -188 7
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 0 1 2 3 4 5 6 7
// RUN: spirv-run %s --subgroup-size 1 --spec 1=2147483647 --spec 10=2 --spec 4=2147483647 --buffer '0.0=undef(32)' --buffer '0.1=undef(32)' --dump 0.0:int32 --dump 0.1:uint32 --format json > %t.json
// RUN: %python %S/Inputs/check_values.py %t.json 0.0 5 2147483647 1 25 2 2147483645 18 2147483647
// RUN: %python %S/Inputs/check_values.py %t.json 0.1 0 1 0 0 0 0 0 0

#version 450

layout(local_size_x_id = 10) in;
layout(local_size_x = 4) in;

layout(constant_id = 0) const uint count = 5;
layout(constant_id = 1) const int offset = -3;
layout(constant_id = 2) const bool enabled = true;
layout(constant_id = 3) const float factor = 2.5;
layout(constant_id = 4) const int number = 3;

// OpSpecConstantOp.
const int derived = offset * 2 + int(count) * 2 + (enabled ? 10 : 0);
const int chosen = number > 4 ? number & 0x7ffffffd : number;

layout(std430, set = 0, binding = 0) writeonly buffer Results
{
    int results[8];
};

layout(std430, set = 0, binding = 1) writeonly buffer Ids
{
    uint ids[8];
};

shared uint slots[gl_WorkGroupSize.x];

void main()
{
    const uint id = gl_LocalInvocationIndex;
    slots[id] = id;
    barrier();
    if (id == 0)
    {
        results[0] = int(count);
        results[1] = offset;
        results[2] = enabled ? 1 : 0;
        results[3] = int(factor * 10.0);
        results[4] = int(gl_WorkGroupSize.x);
        results[5] = chosen;
        results[6] = derived;
        results[7] = number;
        for (uint i = 0; i < 8; ++i)
        {
            ids[i] = i < gl_WorkGroupSize.x ? slots[min(i, gl_WorkGroupSize.x - 1)] : 0;
        }
    }
}

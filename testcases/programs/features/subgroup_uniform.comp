// Subgroup operations by whole subgroups: broadcast, shuffles, clustered reductions, quad operations, all kinds of
// reductions and scans on several types, all in uniform control flow.
//
// RUN: spirv-run %s --subgroup-size 8 --buffer '0.0=undef(4096)' --buffer '0.1=undef(1024)' --dump 0.0:int32 --dump 0.1:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_uniform.py %t.json 8
// RUN: spirv-run %s --subgroup-size 4 --buffer '0.0=undef(4096)' --buffer '0.1=undef(1024)' --dump 0.0:int32 --dump 0.1:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_uniform.py %t.json 4
// RUN: spirv-run %s --subgroup-size 32 --buffer '0.0=undef(4096)' --buffer '0.1=undef(1024)' --dump 0.0:int32 --dump 0.1:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_uniform.py %t.json 32
// RUN: spirv-run %s --subgroup-size 64 --buffer '0.0=undef(4096)' --buffer '0.1=undef(1024)' --dump 0.0:int32 --dump 0.1:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_subgroup_uniform.py %t.json 64

#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#extension GL_KHR_shader_subgroup_clustered : require
#extension GL_KHR_shader_subgroup_quad : require

layout(local_size_x = 64) in;

layout(std430, set = 0, binding = 0) writeonly buffer Integers
{
    int integers[64][16];
};

layout(std430, set = 0, binding = 1) writeonly buffer Floats
{
    float floats[64][4];
};

void main()
{
    const int id = int(gl_LocalInvocationIndex);
    const uint lane = gl_SubgroupInvocationID;
    const int value = id * 37 % 64 - 20;

    integers[id][0] = subgroupBroadcast(value, 3);
    integers[id][1] = subgroupShuffle(value, gl_SubgroupSize - 1 - lane);
    integers[id][2] = subgroupShuffleXor(value, 2);
    // Outside the subgroup, the result is undefined, so those lanes do not use it.
    const int up = subgroupShuffleUp(value, 1);
    integers[id][3] = lane >= 1 ? up : -1000;
    const int down = subgroupShuffleDown(value, 3);
    integers[id][4] = lane + 3 < gl_SubgroupSize ? down : -1000;
    integers[id][5] = subgroupClusteredAdd(value, 4);
    integers[id][6] = subgroupClusteredMax(value, 2);
    integers[id][7] = subgroupQuadBroadcast(value, 2);
    integers[id][8] = subgroupQuadSwapHorizontal(value) * 10000 + subgroupQuadSwapVertical(value) * 100 +
                      subgroupQuadSwapDiagonal(value);
    integers[id][9] = subgroupMin(value) * 1000 + subgroupMax(value);
    integers[id][10] = subgroupInclusiveMax(value) * 1000 + subgroupInclusiveMin(value);
    integers[id][11] = subgroupMul(value | 1);
    integers[id][12] = subgroupExclusiveXor(value) ^ subgroupAnd(value);
    const uvec4 ballot = subgroupBallot(value > 10);
    integers[id][13] = int(subgroupBallotBitCount(ballot) * 100 + subgroupBallotInclusiveBitCount(ballot));
    integers[id][14] = subgroupInverseBallot(ballot) ? 1 : 0;
    integers[id][15] = int(subgroupBallotBitExtract(ballot, 1)) * 10000 + int(subgroupBallotFindLSB(ballot | uvec4(4, 0, 0, 0))) * 100 +
                       int(subgroupBallotFindMSB(ballot | uvec4(4, 0, 0, 0)));

    // Sums of small multiples of 1/4 are exact in every order.
    const vec4 v = vec4(value, id, value * id, 1.0) * 0.25;
    const vec4 sums = subgroupAdd(v);
    floats[id][0] = sums.x;
    floats[id][1] = sums.z;
    floats[id][2] = subgroupMax(v.x) - subgroupMin(v.y);
    floats[id][3] = subgroupInclusiveAdd(v.w);
}

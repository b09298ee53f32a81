// One step of a gravitational n-body system; bodies pass through shared memory tile by tile. Positions have
// the mass in w. The step is semi-implicit Euler; two dispatches compute two steps.
//
// RUN: %python %S/Inputs/make_bodies.py %t.p0.bin %t.v0.bin 200
// RUN: spirv-run %s --groups 4 --subgroup-size 8 --push float32:0.01,0.05 --buffer 0.0=@%t.p0.bin --buffer 0.1=@%t.v0.bin --buffer '0.2=undef(3200)' --buffer '0.3=undef(3200)' --output 0.2=%t.p1.bin --output 0.3=%t.v1.bin --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --dump 0.3:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_nbody.py %t.json 0.01 0.05
// RUN: spirv-run %s --groups 4 --subgroup-size 16 --push float32:0.01,0.05 --buffer 0.0=@%t.p1.bin --buffer 0.1=@%t.v1.bin --buffer '0.2=undef(3200)' --buffer '0.3=undef(3200)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --dump 0.3:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_nbody.py %t.json 0.01 0.05
// RUN: spirv-run %s --groups 4 --subgroup-size 1 --push float32:0.5,1 --buffer 0.0=@%t.p0.bin --buffer 0.1=@%t.v0.bin --buffer '0.2=undef(3200)' --buffer '0.3=undef(3200)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --dump 0.3:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_nbody.py %t.json 0.5 1
// RUN: spirv-run %s --groups 4 --subgroup-size 64 --push float32:0.5,1 --buffer 0.0=@%t.p0.bin --buffer 0.1=@%t.v0.bin --buffer '0.2=undef(3200)' --buffer '0.3=undef(3200)' --dump 0.0:float32 --dump 0.1:float32 --dump 0.2:float32 --dump 0.3:float32 --format json > %t.json
// RUN: %python %S/Inputs/check_nbody.py %t.json 0.5 1

#version 450

layout(local_size_x = 64) in;

layout(push_constant) uniform Step
{
    float timeStep;
    float softening; // limits the force in close encounters
};

layout(std430, set = 0, binding = 0) readonly buffer OldPositions
{
    vec4 oldPositions[];
};

layout(std430, set = 0, binding = 1) readonly buffer OldVelocities
{
    vec4 oldVelocities[];
};

layout(std430, set = 0, binding = 2) writeonly buffer NewPositions
{
    vec4 newPositions[];
};

layout(std430, set = 0, binding = 3) writeonly buffer NewVelocities
{
    vec4 newVelocities[];
};

shared vec4 tile[gl_WorkGroupSize.x];

vec3 attraction(vec3 position, vec4 other)
{
    const vec3 difference = other.xyz - position;
    const float squared = dot(difference, difference) + softening * softening;
    const float inverse = inversesqrt(squared);
    return difference * (other.w * inverse * inverse * inverse);
}

void main()
{
    const uint me = gl_GlobalInvocationID.x;
    const uint count = uint(oldPositions.length());
    const vec4 body = me < count ? oldPositions[me] : vec4(0.0);

    vec3 acceleration = vec3(0.0);
    for (uint first = 0; first < count; first += gl_WorkGroupSize.x)
    {
        const uint i = first + gl_LocalInvocationIndex;
        // A body without mass does not attract others.
        tile[gl_LocalInvocationIndex] = i < count ? oldPositions[i] : vec4(0.0);
        barrier();
        for (uint k = 0; k < gl_WorkGroupSize.x; ++k)
        {
            acceleration += attraction(body.xyz, tile[k]);
        }
        barrier();
    }

    if (me < count)
    {
        const vec3 velocity = oldVelocities[me].xyz + acceleration * timeStep;
        newVelocities[me] = vec4(velocity, 0.0);
        newPositions[me] = vec4(body.xyz + velocity * timeStep, body.w);
    }
}

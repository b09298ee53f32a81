// subgroupRotate and subgroupClusteredRotate (GL_KHR_shader_subgroup_rotate) for every type of the extension:
// the result is the value of invocation (id + delta) mod size, or of that within its cluster. Bit k of the
// result is 1 if type number k had a wrong result.
//
// RUN: spirv-run %s -D CLUSTER=1 --subgroup-size 1 --buffer '0.0=zero(16)' --push uint32:3 --strict | FileCheck %s
// RUN: spirv-run %s -D CLUSTER=2 --subgroup-size 2 --buffer '0.0=zero(16)' --push uint32:3 --strict | FileCheck %s
// RUN: spirv-run %s -D CLUSTER=2 --subgroup-size 8 --buffer '0.0=zero(16)' --push uint32:5 --strict | FileCheck %s
// RUN: spirv-run %s -D CLUSTER=8 --subgroup-size 32 --buffer '0.0=zero(16)' --push uint32:30 --strict | FileCheck %s
// RUN: spirv-run %s -D CLUSTER=64 --subgroup-size 64 --buffer '0.0=zero(16)' --push uint32:4294967295 --strict | FileCheck %s
// RUN: spirv-run %s -D CLUSTER=16 --subgroup-size 128 --buffer '0.0=zero(16)' --push uint32:77 --strict | FileCheck %s
// CHECK: 0.0: uint32[4] = 0 0 48 256

#version 460
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_rotate : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 256) in;
layout(std430, set = 0, binding = 0) buffer Results { uint wrong[2]; uint types; uint invocations; };
layout(push_constant) uniform Push { uint delta; };

uint type_number = 0;
uvec2 failures = uvec2(0);
bool truth(uint number) { return number % 3 == 0; }

#define MAKE1(T, S, n) S(n)
#define MAKE2(T, S, n) T(S(n), S((n) + 1))
#define MAKE3(T, S, n) T(S(n), S((n) + 1), S((n) * 2))
#define MAKE4(T, S, n) T(S(n), S((n) + 1), S((n) * 2), S((n) + 3))
#define TEST(T, S, MAKE)                                                             \
  {                                                                                  \
    const T value = MAKE(T, S, id % 64);                                             \
    const T turned = MAKE(T, S, source % 64), turned_in_cluster = MAKE(T, S, source_in_cluster % 64); \
    if (subgroupRotate(value, delta) != turned ||                                    \
        subgroupClusteredRotate(value, delta, CLUSTER) != turned_in_cluster)         \
      failures[type_number / 32] |= 1u << type_number % 32;                          \
    ++type_number;                                                                   \
  }
#define TEST_ALL(T1, T2, T3, T4, S) \
  TEST(T1, S, MAKE1) TEST(T2, S, MAKE2) TEST(T3, S, MAKE3) TEST(T4, S, MAKE4)

void main() {
  const uint id = gl_SubgroupInvocationID;
  const uint source = (id + delta) % gl_SubgroupSize;
  const uint source_in_cluster = id - id % CLUSTER + (id % CLUSTER + delta) % CLUSTER;
  TEST_ALL(float, vec2, vec3, vec4, float)
  TEST_ALL(int, ivec2, ivec3, ivec4, int)
  TEST_ALL(uint, uvec2, uvec3, uvec4, uint)
  TEST_ALL(bool, bvec2, bvec3, bvec4, truth)
  TEST_ALL(double, dvec2, dvec3, dvec4, double)
  TEST_ALL(int8_t, i8vec2, i8vec3, i8vec4, int8_t)
  TEST_ALL(uint8_t, u8vec2, u8vec3, u8vec4, uint8_t)
  TEST_ALL(int16_t, i16vec2, i16vec3, i16vec4, int16_t)
  TEST_ALL(uint16_t, u16vec2, u16vec3, u16vec4, uint16_t)
  TEST_ALL(int64_t, i64vec2, i64vec3, i64vec4, int64_t)
  TEST_ALL(uint64_t, u64vec2, u64vec3, u64vec4, uint64_t)
  TEST_ALL(float16_t, f16vec2, f16vec3, f16vec4, float16_t)
  atomicOr(wrong[0], failures.x);
  atomicOr(wrong[1], failures.y);
  atomicMax(types, type_number);
  atomicAdd(invocations, 1);
}

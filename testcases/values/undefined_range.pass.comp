// An undefined value within known bounds selects, indexes and decides as its range says: all values that it may have give one result.
//
// RUN: spirv-run %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' --subgroup-size 4 --strict | FileCheck %s --check-prefix=VALUES
// RUN: spirv-run %s --buffer '0.0=undef(16)' --buffer '0.1=zero(16)' --subgroup-size 1 --strict | FileCheck %s --check-prefix=VALUES
// VALUES: 0.1: uint32[4] = 67 67 67 67

#version 450

layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) readonly buffer Unknown { uint unknown[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint sums[]; };

uint from_four(uint index) {
  const uint seven[4] = uint[4](7, 7, 7, 7);
  return seven[index];
}

void main() {
  const uint i = gl_LocalInvocationIndex;
  const uint u = unknown[i];
  uint sum = from_four(min(u, 3u)) + from_four(clamp(u, 1u, 3u)) + from_four(u % 4u) + from_four(u >> 30);
  sum += from_four((u & 1u) | 2u) + from_four((u & 1u) << 1) + from_four(3u & ~u) + from_four(u / 0x40000000u);
  uvec4 vector = uvec4(7);
  vector[u & 3u] = 7u;
  sum += vector[max(u, 0xFFFFFFFDu) & 3u];
  if ((u & 3u) < 4u) sum += 1u;
  if (int(u & 3u) > -1) sum += 1u;
  if ((u | 8u) <= 7u) sum += 1000u;
  if (5u >= (u & 4u)) sum += 1u;
  const uint remainder = u % 10u;
  if (remainder > 15u) sum += 1000u;
  sums[i] += sum + ((u % 10u) < 16u ? 1u : 0u);
}

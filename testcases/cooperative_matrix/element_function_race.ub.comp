// No position in a function for the elements of a matrix is one that all invocations execute, so the advice does not name one.
// RUN: expect-status 3 spirv-run %s --subgroup-size 4 --buffer '0.0=float32:iota(16)' --buffer '0.1=zero(64)' 2>&1 | FileCheck %s
// CHECK: data race: invocation ([[#]],0,0) {{.*}} 'sums[[[#]]]'
// CHECK: help: put barrier() between the two accesses, where all invocations execute it
//
// RUN: expect-status 3 spirv-run %s --subgroup-size 4 --buffer '0.0=float32:iota(16)' --buffer '0.1=zero(64)' --format json | FileCheck %s --check-prefix=JSON
// JSON: "clause": "memory.data-race"
// JSON-NOT: "advice"
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) readonly buffer Values { float values[]; };
layout(set = 0, binding = 1) writeonly buffer Results { float results[]; };
shared float sums[4];

float turned(const in uint32_t row, const in uint32_t column, const in float x) {
  sums[row] = x;
  const float other = sums[column];
  return other + x;
}

void main() {
  coopmat<float, gl_ScopeSubgroup, 4, 4, gl_MatrixUseAccumulator> matrix, mapped;
  coopMatLoad(matrix, values, 0, 4, gl_CooperativeMatrixLayoutRowMajor);
  coopMatPerElementNV(mapped, matrix, turned);
  coopMatStore(mapped, results, 0, 4, gl_CooperativeMatrixLayoutRowMajor);
}

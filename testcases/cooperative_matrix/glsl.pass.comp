// Matrices as parameters, in arrays and structures, in loops and branches, and element by element.
// RUN: spirv-run %s --buffer 0.0=float32:iota(256) --buffer '0.1=undef(1024)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --buffer 0.0=float32:iota(256) --buffer '0.1=undef(1024)' --dump 0.1 --matrix-mapping blocks | FileCheck %s
// RUN: spirv-run %s --buffer 0.0=float32:iota(256) --buffer '0.1=undef(1024)' --dump 0.1 --matrix-mapping replicated | FileCheck %s
// RUN: spirv-run %s --buffer 0.0=float32:iota(256) --buffer '0.1=undef(1024)' --dump 0.1 --subgroup-size 1 --matrix-mapping columns | FileCheck %s
// RUN: spirv-run %s --buffer 0.0=float32:iota(256) --buffer '0.1=undef(1024)' --dump 0.1 --subgroup-size 8 | FileCheck %s
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_EXT_maximal_reconvergence : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) readonly buffer Values { float values[]; };
layout(set = 0, binding = 1) writeonly buffer Results { float results[]; };

#define MATRIX coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>

struct Pair {
  MATRIX first;
  MATRIX others[2];
};

MATRIX doubled(MATRIX matrix) { return matrix + matrix; }

void halve(inout MATRIX matrix) {
  for (int i = 0; i < matrix.length(); ++i) matrix[i] = matrix[i] / 2;
}

void main() [[maximally_reconverges]] {
  if (gl_SubgroupID != 0) return;
  Pair pair;
  coopMatLoad(pair.first, values, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  // 2x, x/2
  pair.others[0] = doubled(pair.first);
  pair.others[1] = pair.first;
  halve(pair.others[1]);
  MATRIX sum = MATRIX(0.0);
  for (int i = 0; i < 2; ++i) sum += pair.others[i];
  // 2.5 x, or minus that where it is less than 10
  for (int i = 0; i < sum.length(); ++i) {
    if (sum[i] < 10) sum[i] = -sum[i];
  }
  // 16-bit integers and back: rounded toward zero
  coopmat<int16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> integers =
      coopmat<int16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(sum);
  coopMatStore(MATRIX(integers), results, 0, 16, gl_CooperativeMatrixLayoutColumnMajor);
}
// CHECK: 0: {{-?}}0 40 80 120 160 200 240 280 320 360 400 440 480 520 560 600
// CHECK-NEXT: 16: -2 42 82 122 162 202 242 282 322 362 402 442 482 522 562 602
// CHECK: 240: 37 77 117 157 197 237 277 317 357 397 437 477 517 557 597 637

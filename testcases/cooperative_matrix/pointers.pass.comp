// Pointers to elements of other types, whose size is the unit of Stride, to shared memory and by address.
// RUN: spirv-run %s --buffer '0.0=float16:iota(256)' --memory 'rows=float16:iota(256,1)' --buffer '0.1=uint64:address(rows)' --buffer '0.2=undef(1024)' --dump 0.2 | FileCheck %s
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 32) in;
layout(buffer_reference, std430, buffer_reference_align = 16) readonly buffer Rows { float16_t rows[]; };
layout(set = 0, binding = 0) readonly buffer Values { uvec4 values[]; };
layout(set = 0, binding = 1) readonly buffer Address { Rows at; };
layout(set = 0, binding = 2) writeonly buffer Results { f32vec4 results[]; };

shared uvec4 staged[32];

void main() {
  // A row of 16 elements of 16 bits has the size of two uvec4.
  staged[gl_LocalInvocationIndex] = values[gl_LocalInvocationIndex];
  barrier();
  coopmat<float16_t, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> first, second;
  coopMatLoad(first, staged, 0, 2, gl_CooperativeMatrixLayoutRowMajor);
  coopMatLoad(second, at.rows, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sum =
      coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(first + second);
  coopMatStore(sum, results, 0, 4, gl_CooperativeMatrixLayoutRowMajor);
}
// CHECK: results: float32x4[64] =
// CHECK: (1 3 5 7) (9 11 13 15) (17 19 21 23) (25 27 29 31)
// CHECK: (505 507 509 511)

#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_spirv_intrinsics : require
// The products of a matrix and its row sums have many zeros.
layout(local_size_x = 32) in;
#ifdef PRESERVE
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4466], 4461, 16);
#endif
layout(set = 0, binding = 0) readonly buffer From { float16_t from[]; };
layout(set = 0, binding = 1) writeonly buffer To { float16_t to[]; };

void main() {
#ifdef MATRIX
  coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseA> a;
  coopMatLoad(a, from, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
  coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseB> b;
  coopMatLoad(b, from, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
  coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator> c =
      coopmat<float16_t, gl_ScopeSubgroup, 8, 8, gl_MatrixUseAccumulator>(float16_t(0));
  coopMatStore(coopMatMulAdd(a, b, c), to, 0, 8, gl_CooperativeMatrixLayoutRowMajor);
#else
  coopvecNV<float16_t, 8> v, sums;
  coopVecLoadNV(v, from, 0);
  coopVecMatMulNV(sums, v, gl_ComponentTypeFloat16NV, from, 0, gl_ComponentTypeFloat16NV, 8, 8,
                  gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
  if (gl_LocalInvocationIndex == 0) coopVecStoreNV(sums, to, 0);
#endif
}

// A matrix in an opaque layout can be copied. Other uses of its bytes depend on the implementation. What a product reads from a buffer that
// the program writes to may have been uncertain before.
// RUN: spirv-run %s --buffer '0.0=float32:1,2,3,4' --buffer '0.1=float32:inferencing_optimal(2x4,1,2,3,4,10,20,30,40)' --buffer 'copy=undef(64)' --buffer 'results=undef(16)' --dump results | FileCheck %s
// CHECK: 0.3: float32[4] = 30 300? {{.*}}? undef
#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };
layout(std430, set = 0, binding = 1) buffer Converted { float converted[]; };
layout(std430, set = 0, binding = 2) buffer Copy { float copy[]; };
layout(std430, set = 0, binding = 3) buffer Results { float results[]; };

void main() {
  for (int i = 0; i < 16; ++i) copy[i] = converted[i];
  coopvecNV<float, 4> v;
  coopvecNV<float, 2> result, again;
  coopVecLoadNV(v, values, 0);
  coopVecMatMulNV(result, v, gl_ComponentTypeFloat32NV, converted, 0, gl_ComponentTypeFloat32NV, 2, 4,
                  gl_CooperativeVectorMatrixLayoutInferencingOptimalNV, false, 0);
  coopVecMatMulNV(again, v, gl_ComponentTypeFloat32NV, copy, 0, gl_ComponentTypeFloat32NV, 2, 4,
                  gl_CooperativeVectorMatrixLayoutInferencingOptimalNV, false, 0);
  results[0] = result[0];
  results[1] = again[1];
  results[2] = 2 * converted[1];
}

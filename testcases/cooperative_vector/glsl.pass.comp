// GL_NV_cooperative_vector from the front end: two layers of a small network.
// RUN: spirv-run %s --buffer 0.0=float32:1,2,3,4,1,1,1,1 --buffer '0.1=float32:1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1,1,1,1,1,2,2,2,2' --buffer 0.2=float32:0.5,0.5,0.5,0.5,10,20,0,0 --buffer 0.3=float32:0,0,9,9,0,0,9,9 | FileCheck %s
// CHECK: 0.3: float32[8] = 22 44 9 9 16 32 9 9
#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Values { float values[]; };
layout(std430, set = 0, binding = 1) buffer Matrices { float matrices[]; };
layout(std430, set = 0, binding = 2) buffer Biases { float biases[]; };
layout(std430, set = 0, binding = 3) buffer Results { float results[]; };

void main() {
  const uint i = gl_LocalInvocationIndex;
  coopvecNV<float, 4> v, hidden;
  coopvecNV<float, 2> result;
  coopVecLoadNV(v, values, 16 * i);
  coopVecMatMulAddNV(hidden, v, gl_ComponentTypeFloat32NV, matrices, 0, gl_ComponentTypeFloat32NV, biases, 0,
                     gl_ComponentTypeFloat32NV, 4, 4, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
  hidden = max(hidden, coopvecNV<float, 4>(0.0));
  coopVecMatMulAddNV(result, hidden, gl_ComponentTypeFloat32NV, matrices, 64, gl_ComponentTypeFloat32NV, biases, 16,
                     gl_ComponentTypeFloat32NV, 2, 4, gl_CooperativeVectorMatrixLayoutRowMajorNV, false, 16);
  coopVecStoreNV(result, results, 16 * i);
}

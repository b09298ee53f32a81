#version 450
#extension GL_NV_cooperative_vector : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Errors { float16_t errors[]; };
layout(std430, set = 0, binding = 1) buffer Inputs { float16_t inputs[]; };
layout(std430, set = 0, binding = 2) buffer Gradients { float gradients[]; };

void main() {
  const uint offset = 16 * gl_LocalInvocationIndex;
  coopvecNV<float16_t, 2> error;
  coopvecNV<float16_t, 3> v;
  coopVecLoadNV(error, errors, offset);
  coopVecLoadNV(v, inputs, offset);
  coopVecOuterProductAccumulateNV(error, v, gradients, 0, 0, gl_CooperativeVectorMatrixLayoutTrainingOptimalNV,
                                  gl_ComponentTypeFloat32NV);
}

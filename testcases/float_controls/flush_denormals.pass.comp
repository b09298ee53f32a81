// DenormFlushToZero also flushes values that are selected, negated or stored by an atomic, separately for
// each width. DenormPreserve (with -D KEEP) preserves all denormals.
//
// RUN: spirv-run %s -D TYPE=float -D WIDTH=32 --buffer '0.0=float32:1e-40,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=FLUSH
// RUN: spirv-run %s -D TYPE=double -D WIDTH=64 --buffer '0.0=float64:1e-310,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=FLUSH
// RUN: spirv-run %s -D TYPE=float16_t -D WIDTH=16 --buffer '0.0=float16:1e-6,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=FLUSH
// FLUSH: [24] = 0 -0 0 0 0 0 0 0 0 0 0 1 0 -0 0 0 0
//
// RUN: spirv-run %s -D TYPE=float -D WIDTH=32 -D KEEP --buffer '0.0=float32:1e-40,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=KEEP
// RUN: spirv-run %s -D TYPE=float16_t -D WIDTH=16 -D KEEP --buffer '0.0=float16:1e-6,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=KEEP16
// Modes of other widths have no effect.
// RUN: spirv-run %s -D TYPE=float -D WIDTH=16 --buffer '0.0=float32:1e-40,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=KEEP
// RUN: spirv-run %s -D TYPE=float16_t -D WIDTH=32 --buffer '0.0=float16:1e-6,fill(23,7)' --dump 0.0 --strict | FileCheck %s --check-prefix=KEEP16
// KEEP: 0: 1e-40 -1e-40 1.99999e-40 1e-40
// KEEP: 4: 1e-40 5e-41 1e-40 1e-40
// KEEP: 8: 1e-40 1e-40 1 0
// KEEP: 12: 1e-40 -1e-40 1e-40 1e-40
// KEEP: 16: 1e-40 7
// KEEP16: 0: 1e-06 -1e-06 2e-06 1e-06 1e-06 5e-07 1e-06 1e-06
// KEEP16: 8: 1e-06 1e-06 1 0 1e-06 -1e-06 1e-06 1e-06
// KEEP16: 16: 1e-06 7

#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
#ifdef KEEP
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, WIDTH);
#else
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, WIDTH);
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { TYPE values[24]; };

void main() {
  const TYPE denormal = values[0];
  const TYPE one = TYPE(1), point_five = TYPE(0.5);
  values[0] = denormal * one;
  values[1] = -denormal;
  values[2] = denormal + denormal;
  values[3] = min(denormal, one);
  values[4] = abs(denormal);
  values[5] = denormal * point_five;
  values[6] = subgroupMin(denormal);
  values[7] = subgroupMax(denormal);
  values[8] = subgroupInclusiveMin(denormal);
  values[9] = dot(TYPE(denormal), one);
  values[10] = denormal > TYPE(0) ? one : TYPE(0);
  values[11] = denormal == TYPE(0) ? one : TYPE(0);
  values[12] = max(denormal, TYPE(0));
  values[13] = clamp(-denormal, -one, TYPE(-0.0));
  values[14] = mix(denormal, denormal, point_five);
  values[15] = max(denormal, -one);
  values[16] = subgroupExclusiveMin(one) > one ? denormal + TYPE(0) : one;
}

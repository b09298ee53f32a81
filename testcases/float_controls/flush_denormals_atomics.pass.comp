// DenormFlushToZero in atomics flushes the original value, Value, and the stored value.
//
// RUN: spirv-run %s -D TYPE=float -D WIDTH=32 --buffer '0.0=float32:1e-40,1e-40,-1e-40,1e-40;undef(16)' --strict | FileCheck %s --check-prefix=FLUSH
// RUN: spirv-run %s -D TYPE=double -D WIDTH=64 --buffer '0.0=float64:1e-310,1e-310,-1e-310,1e-310;undef(32)' --strict | FileCheck %s --check-prefix=FLUSH
// RUN: spirv-run %s -D TYPE=float16_t -D WIDTH=16 --buffer '0.0=float16:1e-6,1e-6,-1e-6,1e-6;undef(8)' --strict | FileCheck %s --check-prefix=FLUSH
// FLUSH: [8] = 1 0 -0 0 0 0 -0 0
// RUN: spirv-run %s -D TYPE=float -D WIDTH=16 --buffer '0.0=float32:1e-40,1e-40,-1e-40,1e-40;undef(16)' --strict | FileCheck %s --check-prefix=KEEP
// KEEP: [8] = 1 1e-40 -1e-40 1.99999e-40 1e-40 1e-40 -1e-40 1e-40

#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_atomic_float : require
#extension GL_EXT_shader_atomic_float2 : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, WIDTH);
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Values { TYPE values[8]; };

void main() {
  const TYPE denormal = values[1];
  values[4] = atomicAdd(values[0], TYPE(1));
  values[5] = atomicMin(values[1], TYPE(1));
  values[6] = atomicMax(values[2], -denormal);
  values[7] = atomicAdd(values[3], denormal);
}

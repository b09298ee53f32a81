// DenormPreserve and DenormFlushToZero affect only floats of their width. A conversion from a width that preserves
// denormals to another width gives normal numbers, which nothing may flush.
//
// RUN: spirv-run %s -D FROM=float -D TO=double -D KEEP=32 --buffer '0.0=float32:1e-40,0' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// RUN: spirv-run %s -D FROM=float16_t -D TO=float -D KEEP=16 --buffer '0.0=float16:1e-6,0' --buffer '0.1=undef(4)' --check-arithmetic | FileCheck %s --check-prefix=SAME
// SAME: portability: 0 of
//
// RUN: spirv-run %s -D FROM=float -D TO=double -D KEEP=32 -D FLUSH=64 --buffer '0.0=float32:1e-40,0' --buffer '0.1=undef(8)' --dump 0.0:uint32 --dump 0.1:uint64 --strict | FileCheck %s --check-prefix=TO64
// TO64: 0.0: uint32[2] = 71362 71362
// TO64: 0.1: uint64[1] = 4008604028031205376
//
// 1e-6 is closest to 17 * 2^-24.
// RUN: spirv-run %s -D FROM=float16_t -D TO=float -D KEEP=16 -D FLUSH=32 --buffer '0.0=float16:1e-6,0' --buffer '0.1=undef(4)' --dump 0.0:uint16 --dump 0.1:uint32 --strict | FileCheck %s --check-prefix=TO32
// TO32: 0.0: uint16[2] = 17 17
// TO32: 0.1: uint32[1] = 898105344
//
// If only the wider floats preserve denormals, the narrower ones may be flushed, or must be.
//
// RUN: expect-status 3 spirv-run %s -D FROM=float -D TO=double -D KEEP=64 --buffer '0.0=float32:1e-40,0' --buffer '0.1=undef(8)' --check-arithmetic | FileCheck %s --check-prefix=OTHER
// OTHER: arithmetic flush-denormals: not the same [arithmetic.denormals]
// RUN: spirv-run %s -D FROM=float -D TO=double -D KEEP=64 -D FLUSH=32 --buffer '0.0=float32:1e-40,0' --buffer '0.1=undef(8)' --dump 0.0:uint32 --dump 0.1:uint64 | FileCheck %s --check-prefix=FLUSHED
// FLUSHED: 0.0: uint32[2] = 71362 0
// FLUSHED: 0.1: uint64[1] = 0

#version 460
#extension GL_EXT_spirv_intrinsics : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4464], 4459, KEEP);  // DenormPreserve
#ifdef FLUSH
spirv_execution_mode(extensions = ["SPV_KHR_float_controls"], capabilities = [4465], 4460, FLUSH);  // DenormFlushToZero
#endif
layout(local_size_x = 1) in;
layout(std430, set = 0, binding = 0) buffer Narrow { FROM source; FROM back; };
layout(std430, set = 0, binding = 1) writeonly buffer Wide { TO wide; };

void main() {
  wide = TO(source);
  back = FROM(TO(source));
}

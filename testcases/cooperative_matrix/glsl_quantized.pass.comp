// A product of quantized matrices as in language models: each block of 8 elements in a row is a scale and 8 numbers of 4 bits, which a
// function decodes. The rows of the product are normalized by their maxima. The last tile reaches beyond the matrix.
// RUN: spirv-run %s --buffer '0.0=uint8:iota(200)' --buffer '0.1=undef(1024)' --dump 0.1 | FileCheck %s
// RUN: spirv-run %s --buffer '0.0=uint8:iota(200)' --buffer '0.1=undef(1024)' --dump 0.1 --matrix-mapping blocks | FileCheck %s
// RUN: spirv-run %s --buffer '0.0=uint8:iota(200)' --buffer '0.1=undef(1024)' --dump 0.1 --subgroup-size 8 --matrix-mapping columns | FileCheck %s
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_NV_cooperative_matrix2 : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 32) in;

struct Block {
  uint8_t scale;
  uint8_t numbers[4];
};
layout(buffer_reference, std430, buffer_reference_align = 1) buffer BlockReference { Block block; };
layout(set = 0, binding = 0) readonly buffer Values { uint8_t values[]; };
layout(set = 0, binding = 1) buffer Results { float results[]; };

#define SCOPE gl_ScopeWorkgroup
#define MATRIX coopmat<float, SCOPE, 16, 16, gl_MatrixUseAccumulator>

float decoded(const in BlockReference reference, const in uint32_t block[2], const in uint32_t place[2]) {
  const uint number = reference.block.numbers[place[1] & 3];
  return float(reference.block.scale) * float(number >> (place[1] & 4) & 15) + block[0];
}
float greater(const in float x, const in float y) { return max(x, y); }
float above(const in uint32_t row, const in uint32_t column, const in float x, const in float least, const in float step) {
  return column > row ? least : x + step * row;
}

void main() {
  tensorLayoutNV<2, gl_CooperativeMatrixClampModeConstantNV> layout_ =
      createTensorLayoutNV(2, gl_CooperativeMatrixClampModeConstantNV);
  layout_ = setTensorLayoutBlockSizeNV(layout_, 1, 8);
  layout_ = setTensorLayoutDimensionNV(layout_, 20, 16);
  layout_ = setTensorLayoutClampValueNV(layout_, floatBitsToUint(-5.0));
  MATRIX matrix = MATRIX(0.0), maxima, mapped;
  for (uint first = 0; first < 20; first += 16)
    coopMatLoadTensorNV(matrix, values, 0, sliceTensorLayoutNV(layout_, first, 16, 0, 16), decoded);
  coopMatReduceNV(maxima, matrix, gl_CooperativeMatrixReduceRowNV, greater);
  coopMatPerElementNV(mapped, matrix, above, maxima, 100.0);

  tensorLayoutNV<2> to = createTensorLayoutNV(2);
  to = setTensorLayoutDimensionNV(to, 16, 16);
  coopMatStoreTensorNV(mapped, results, 0, sliceTensorLayoutNV(to, 0, 16, 0, 16));
}
// CHECK: 0: 176 1666 1666 1666 1666 1666 1666 1666 1666 1666 1666 1666 1666 1666 1666 1666
// CHECK-NEXT: 16: 1987 2157 2397 2397 2397 2397 2397 2397 2397 2397 2397 2397 2397 2397 2397 2397
// CHECK-NEXT: 32: 1118 1298 1478 2423 2423 2423 2423 2423 2423 2423 2423 2423 2423 2423 2423 2423
// CHECK-NEXT: 48: 3169 319 509 699 2869 2869 2869 2869 2869 2869 2869 2869 2869 2869 2869 2869
// CHECK-NEXT: 64: 395 395 395 395 395 -5 -5 -5 -5 -5 -5 -5 -5 -5 -5 -5

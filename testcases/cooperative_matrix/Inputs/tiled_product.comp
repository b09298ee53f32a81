#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
// The product of two matrices of 256 x 256. A workgroup of four subgroups computes a tile of 64 x 64, and each of its subgroups
// four matrices of 16 x 16, from parts of the operands in shared memory. With DOUBLE_BUFFERED, it copies the next parts while it
// multiplies.
#ifndef FACTOR
#define FACTOR float16_t
#define SUM float
#endif
layout(local_size_x = 128) in;
layout(set = 0, binding = 0) readonly buffer A { FACTOR a[]; };
layout(set = 0, binding = 1) readonly buffer B { FACTOR b[]; };
layout(set = 0, binding = 2) writeonly buffer C { SUM c[]; };

const uint size = 256, tile = 64, part = 16;
#ifdef DOUBLE_BUFFERED
const uint buffers = 2;
#else
const uint buffers = 1;
#endif
shared FACTOR rows[buffers * tile * part];
shared FACTOR columns[buffers * part * tile];

coopmat<SUM, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> sums[4];

// Copies the parts of the operands from column (or row) k on.
void stage(uint row, uint column, uint k, uint place) {
  for (uint i = gl_LocalInvocationIndex; i < tile * part; i += 128) {
    rows[place * tile * part + i] = a[(row + i / part) * size + k + i % part];
    columns[place * part * tile + i] = b[(k + i / tile) * size + column + i % tile];
  }
}

void multiply(uint place) {
  coopmat<FACTOR, gl_ScopeSubgroup, 16, 16, gl_MatrixUseA> x;
  coopMatLoad(x, rows, place * tile * part + gl_SubgroupID * 16 * part, part,
              gl_CooperativeMatrixLayoutRowMajor);
  for (int i = 0; i < 4; ++i) {
    coopmat<FACTOR, gl_ScopeSubgroup, 16, 16, gl_MatrixUseB> y;
    coopMatLoad(y, columns, place * part * tile + i * 16, tile, gl_CooperativeMatrixLayoutRowMajor);
    sums[i] = coopMatMulAdd(x, y, sums[i]);
  }
}

void main() {
  const uint row = gl_WorkGroupID.y * tile, column = gl_WorkGroupID.x * tile;
  for (int i = 0; i < 4; ++i)
    sums[i] = coopmat<SUM, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(SUM(0));
#ifdef DOUBLE_BUFFERED
  stage(row, column, 0, 0);
  barrier();
#endif
  for (uint k = 0; k < size; k += part) {
#ifdef DOUBLE_BUFFERED
    const uint place = k / part % 2;
    if (k + part < size) stage(row, column, k + part, 1 - place);
#else
    const uint place = 0;
    stage(row, column, k, place);
    barrier();
#endif
    multiply(place);
#ifndef WITHOUT_BARRIER
    barrier();
#endif
  }
  for (int i = 0; i < 4; ++i) {
    coopMatStore(sums[i], c, (row + gl_SubgroupID * 16) * size + column + i * 16, size,
                 gl_CooperativeMatrixLayoutRowMajor);
  }
}

// Results that depend on which components an invocation holds: --check-portability finds them, and gives a command that
// repeats the difference.
// COVERS: portability.matrix-mapping
// RUN: expect-status 3 spirv-run %s --buffer '0.0=undef(1024)' --check-portability --portability-sizes 32 | FileCheck %s
// RUN: spirv-run %s -D PORTABLE --buffer '0.0=undef(1024)' --check-portability --portability-sizes 32 | FileCheck %s --check-prefix=PORTABLE
#version 460
#extension GL_KHR_cooperative_matrix : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) writeonly buffer Results { float results[]; };

void main() {
  coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator> matrix =
      coopmat<float, gl_ScopeSubgroup, 16, 16, gl_MatrixUseAccumulator>(2.0);
  for (int i = 0; i < matrix.length(); ++i) {
#ifdef PORTABLE
    matrix[i] *= 3;
#else
    matrix[i] *= float(i);
#endif
  }
  coopMatStore(matrix, results, 0, 16, gl_CooperativeMatrixLayoutRowMajor);
}
// CHECK: matrix mapping blocks
// CHECK: --matrix-mapping blocks
// PORTABLE-NOT: differs

// A shared variable that nothing has written: a note says that it has no initial value. The twin writes it first.
// RUN: expect-status 0 spirv-run %s --buffer 0.0=uint32:1,2,3,4 2>&1 | FileCheck %s
// CHECK: undefined-output: element 0 of 0.0
// CHECK: note: nothing has written the bytes that this reads from 'total'
// CHECK: note: shared variables have no initial value: let invocations write this one first, with a barrier between the writes and this read
// RUN: spirv-run %s -D SET --buffer 0.0=uint32:1,2,3,4 2>&1 | FileCheck %s --check-prefix=SET --implicit-check-not=note
// SET: 0.0: uint32[4] = 10 2 3 4
#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer V { uint v[]; };
shared uint total;
void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef SET
  if (i == 0) total = 0;
  barrier();
#endif
  atomicAdd(total, v[i]);
  barrier();
  if (i == 0) v[0] = total;
}

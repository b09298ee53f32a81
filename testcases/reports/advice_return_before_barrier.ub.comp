// Some invocations return before a barrier, or leave its loop at different times: the advice says what to change.
// RUN: expect-status 3 spirv-run %s -D RETURN --buffer '0.0=uint32:fill(8,0)' 2>&1 | FileCheck %s --check-prefix=RETURN
// RETURN: [OpControlBarrier.not-all-arrive]
// RETURN: help: some invocations return at the branch at line [[# @LINE + 14]]: let them go on, and put only the work after it under the condition, without the barrier
// RUN: expect-status 3 spirv-run %s -D LOOP --buffer '0.0=uint32:fill(8,0)' 2>&1 | FileCheck %s --check-prefix=LOOP
// LOOP: help: invocations leave the loop at line [[# @LINE + 16]] at different times: let all execute the same iterations, and put only their work under a condition
//
// The advice followed, for both:
// RUN: spirv-run %s --buffer '0.0=uint32:fill(8,0)' --strict | FileCheck %s --check-prefix=PASS
// PASS: 0.0: uint32[8] = 7 8 8 8 8 8 0 0
#version 450
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer V { uint v[]; };
shared uint s[8];
void main() {
  const uint i = gl_LocalInvocationIndex;
#ifdef RETURN
  if (i > 5)
    return;
#endif
#ifdef LOOP
  for (uint k = 0; k < i; ++k) {
#else
  for (uint k = 0; k < 8; ++k) {
#endif
    if (i <= 5) s[i] = k;
    barrier();
  }
  if (i <= 5) v[i] = s[i] + min(i, 1);
}

// A race of two calls of one function: the report has the calls of both accesses. A race of an instruction with itself says so, and a function that is called at
// several places has one finding, with all calls.
// COVERS: memory.data-race
//
// RUN: expect-status 3 spirv-run %s -D CALLS --buffer '0.0=uint32:iota(8)' 2>&1 | FileCheck %s --check-prefix=CALLS
// CALLS: [[# @LINE + 29]]: undefined-behavior: data race: {{.*}} writes 'cache[{{[0-7]}}]', and {{.*}} reads it; {{.*}} [memory.data-race]
// CALLS: [[# @LINE + 30]]: note: read here by invocation
// CALLS: [[# @LINE + 36]]: note: the other access: called from %main: {{.*}} = OpFunctionCall
// CALLS: [[# @LINE + 36]]: note: this access: called from %main: {{.*}} = OpFunctionCall
//
// RUN: expect-status 3 spirv-run %s -D SAME --buffer '0.0=uint32:iota(8)' 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: data race: invocation ([[# ]],0,0) writes 'cache[0]', and invocation ([[# ]],0,0) writes it;
// SAME: note: both invocations are at this instruction; the other one is invocation ([[# ]],0,0), lane [[# ]] of subgroup 0{{$}}
// SAME-NOT: note:
//
// RUN: expect-status 3 spirv-run %s -D SITES --buffer '0.0=uint32:iota(8)' 2>&1 | FileCheck %s --check-prefix=SITES
// SITES: undefined-behavior: {{.*}} [OpAccessChain.index-out-of-bounds]
// SITES: ; 3 executions in all
// SITES: [[# @LINE + 33]]: note: called from %main: {{.*}} = OpFunctionCall
// SITES-NEXT: values[i] =
// SITES-NEXT: [[# @LINE + 31]]: note: likewise called from %main: {{.*}} = OpFunctionCall
// SITES-NEXT: values[i] =
// SITES-NEXT: [[# @LINE + 29]]: note: likewise called from %main: {{.*}} = OpFunctionCall
// SITES: 1 undefined-behavior, 1 undefined-output (kinds:
//
// RUN: spirv-run %s -D FINE --buffer '0.0=uint32:iota(8)' --strict 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=undefined
// FINE: 0.0: uint32[8] = 14 12 10 8 6 4 2 0
#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
shared uint cache[8];

uint turn(uint add) {
  const uint i = gl_LocalInvocationIndex;
  cache[i] = values[i] + add;
  barrier();
  return cache[7 - i];
}
uint at(uint i) { return cache[i]; }

void main() {
  const uint i = gl_LocalInvocationIndex;
#if defined(CALLS)
  const uint first = turn(0);
  const uint second = turn(1);
  values[i] = first + second;
#elif defined(SAME)
  cache[0] = i;
#elif defined(SITES)
  cache[i] = values[i];
  barrier();
  values[i] = at(i + 1) + at(i + 2) + at(i + 3);
#else
  const uint first = turn(0);
  barrier();
  values[i] = first + turn(0);
#endif
}

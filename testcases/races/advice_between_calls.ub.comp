// The race is between two calls of a function that has a barrier itself: the advice is to put one between the calls. Edits
// of the source come with it.
// RUN: expect-status 3 spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:iota(8)' 2>&1 | FileCheck %s
// CHECK: data race: invocation ([[#]],0,0) writes 'cache[[[#]]]'
// CHECK: help: put barrier() between line [[# @LINE + 26]] and line [[# @LINE + 27]], where all invocations execute it
//
// RUN: expect-status 3 spirv-run %s --subgroup-size 4 --buffer '0.0=uint32:iota(8)' --format json | FileCheck %s --check-prefix=JSON
// JSON: "advice": [
// JSON-NEXT: {
// JSON-NEXT: "kind": "insert",
// JSON-NEXT: "file": "{{.*}}advice_between_calls.ub.comp",
// JSON-NEXT: "line": [[# @LINE + 20]],
// JSON-NEXT: "column": 3,
// JSON-NEXT: "text": "barrier();\n  "
//
// RUN: apply-advice %s --subgroup-size 4 --buffer '0.0=uint32:iota(8)' | FileCheck %s --check-prefix=FOLLOWED
// FOLLOWED: 1 programs, advice followed 1 times, 0 problems
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

void main() {
  const uint first = turn(0);
  const uint second = turn(1);
  values[gl_LocalInvocationIndex] = first + second;
}

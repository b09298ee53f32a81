// The output has undefined bytes only in the padding of a structure, which no member covers.
// REQUIRES: opencl-c
// RUN: spirv-run %s --entry all_members --local-size 1 --arg '0=zero(12)' --strict 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: {a = 1, b = 2, c = 3}
// ALL-NOT: undef
// The twins: a member is undefined; or the padding is shown, because the output has another type.
// RUN: spirv-run %s --entry two_members --local-size 1 --arg '0=zero(12)' 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: {a = 1, b = undef, c = 3}
// TWO: undefined-output: {{.*}}b of arg.0 {{is|are}} undefined after the run
// RUN: spirv-run %s --entry all_members --local-size 1 --arg '0=zero(12)' --dump arg.0:uint8 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: arg.0: uint8[12] = 1 undef undef undef 2 0 0 0 3 undef undef undef
// BYTES: undefined-output: elements 1-3,9-11 of arg.0 (uint8) are undefined after the run

struct S {
  char a;
  int b;
  char c;
};

kernel void all_members(global struct S* out) {
  struct S s;
  s.a = 1;
  s.b = 2;
  s.c = 3;
  *out = s;
}

kernel void two_members(global struct S* out) {
  struct S s;
  s.a = 1;
  s.c = 3;
  *out = s;
}

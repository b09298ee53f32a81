// COVERS: OpenCL.std.printf.too-few-arguments, OpenCL.std.printf.invalid-conversion, OpenCL.std.printf.argument-type
// Formats of printf with undefined behavior. The nearest correct version of each line is in printf.pass.cl.
// REQUIRES: opencl-c
// RUN: expect-status 3 spirv-run %s --entry wrong --local-size 1 --build-option -w > %t.out 2>&1
// RUN: FileCheck %s --implicit-check-not=undefined-behavior: < %t.out
// RUN: spirv-run %s --entry right --local-size 1 --strict

// CHECK: undefined-behavior: the format has more conversion specifications than there are arguments: '%d' [OpenCL.std.printf.too-few-arguments]
// CHECK: undefined-behavior: a conversion specification is invalid: '%v4d': a vector specifier needs a length modifier [OpenCL.std.printf.invalid-conversion]
// CHECK: undefined-behavior: a conversion specification is invalid: '%lf': the length modifier does not apply to this conversion
// CHECK: undefined-behavior: a conversion specification is invalid: '%n': unknown conversion specifier
// CHECK: undefined-behavior: a conversion specification is invalid: '%*': unknown conversion specifier
// CHECK: undefined-behavior: a conversion specification is invalid: '%#d': the flag # does not apply to this conversion
// CHECK: undefined-behavior: a conversion specification is invalid: '%ll': unknown conversion specifier
// CHECK: undefined-behavior: the type of an argument does not match its conversion specification: '%f' is for a type other than that of its argument [OpenCL.std.printf.argument-type]
// CHECK: undefined-behavior: the type of an argument does not match its conversion specification: '%#v2hx' is for a type other
// CHECK: undefined-behavior: the type of an argument does not match its conversion specification: '%s' is not for a literal string
// CHECK: undefined-behavior: the type of an argument does not match its conversion specification: '%d' is for a type other
// An integer of another width prints all the same.
// RUN: FileCheck %s --check-prefix=WIDTH < %t.out
// WIDTH: size is 4294967297
kernel void wrong() {
  uint2 ui = (uint2)(0x12345678, 0x87654321);
  constant char* p = "text";
  printf("%d %d\n", 1);
  printf("%v4d %d\n", (int4)(1, 2, 3, 4), 5);  // one mistake, not two
  printf("%lf\n", 1.0);
  printf("%n\n");
  printf("%*d\n", 5, 1);
  printf("%#d\n", 1);
  printf("%lld\n", 1L);
  printf("%f\n", 1);
  printf("unsigned short value = (%#v2hx)\n", ui);
  printf("%s\n", p);
  printf("size is %d\n", 4294967297L);
}

kernel void right() {
  uint2 ui = (uint2)(0x12345678, 0x87654321);
  printf("%d %d\n", 1, 2);
  printf("%v4hld\n", (int4)(1, 2, 3, 4));
  printf("%f\n", 1.0);
  printf("%5d\n", 1);
  printf("%#x\n", 1);
  printf("%ld\n", 1L);
  printf("%f\n", 1.0f);
  printf("%#v2hlx\n", ui);
  printf("%s\n", "text");
  printf("size is %ld\n", 4294967297L);
}

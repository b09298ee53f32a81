#version 450
// With #line, two lines of this file have one number. A report shows the line of its statement, or none, but never another one.
// RUN: expect-status 3 spirv-run %s --buffer 0.0=uint32:0 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: line_directive.ub.comp:3: undefined-behavior: data race
// TWO-NOT: 3 | {{.*}}RUN
// TWO: OpStore
// RUN: sed -e 's/^#line 3/#line 300/' %s > %t.comp
// RUN: expect-status 3 spirv-run %t.comp --buffer 0.0=uint32:0 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: :300: undefined-behavior: data race
// ONE-NEXT: 300 | void main() { x = gl_LocalInvocationIndex; }
layout(local_size_x = 2) in;
layout(set = 0, binding = 0) buffer B { uint x; };
#line 3
void main() { x = gl_LocalInvocationIndex; }

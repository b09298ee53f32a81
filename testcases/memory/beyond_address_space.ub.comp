// Loads and stores through addresses just before null, and at the ends of the 64-bit addresses. None belongs to a buffer.
// COVERS: memory.null-pointer memory.out-of-bounds
//
// RUN: expect-status 3 spirv-run %s --push uint64:18446744073709551360 --buffer 0.0=uint32:7 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: undefined-behavior: access through a null pointer: 4-byte store at address -256 [memory.null-pointer]
// BEFORE: undefined-behavior: access through a null pointer: 4-byte load at address -256 [memory.null-pointer]
// RUN: expect-status 3 spirv-run %s --push uint64:18446744073709481984 --buffer 0.0=uint32:7 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: expect-status 3 spirv-run %s --push uint64:18446744039349813248 --buffer 0.0=uint32:7 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: expect-status 3 spirv-run %s --push uint64:9223372036854775808 --buffer 0.0=uint32:7 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: expect-status 3 spirv-run %s --push uint64:9223372036854775804 --buffer 0.0=uint32:7 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: undefined-behavior: out-of-bounds access: 4-byte store at an address that belongs to no object [memory.out-of-bounds]
// OUTSIDE: undefined-behavior: out-of-bounds access: 4-byte load at an address that belongs to no object [memory.out-of-bounds]
//
// The element before a null pointer, and its twin, which is in a buffer.
// RUN: expect-status 3 spirv-run %s -D MINUS=-1 --push uint64:0 --buffer 0.0=uint32:7 2>&1 | FileCheck %s --check-prefix=MINUS
// MINUS: undefined-behavior: access through a null pointer: 4-byte store at address -4 [memory.null-pointer]
// RUN: spirv-run %s -D MINUS=-1 --memory m=uint32:1,2 --push 'uint64:address(m+4)' --buffer 0.0=uint32:7 --strict | FileCheck %s --check-prefix=TWIN
// TWIN: 0.0: uint32[1] = 42

#version 450
#extension GL_EXT_buffer_reference2 : require
#ifndef MINUS
#define MINUS 0
#endif
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint x; };
layout(push_constant) uniform Push { Word word; };
layout(set = 0, binding = 0) buffer Result { uint result; };

void main() {
  word[MINUS].x = 42;
  result = word[MINUS].x;
}

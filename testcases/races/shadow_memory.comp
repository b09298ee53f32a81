// The memory of the race detector counts toward --max-memory: the buffer alone fits, and with the detector it does not.
//
// RUN: spirv-run %s --buffer '0.0=zero(1048576)' --max-memory 20M --check-races | FileCheck %s --check-prefix=PASS
// RUN: spirv-run %s --buffer '0.0=zero(1048576)' --max-memory 5M --no-check-races | FileCheck %s --check-prefix=PASS
// PASS: 0.0:
//
// RUN: expect-status 5 spirv-run %s --buffer '0.0=zero(1048576)' --max-memory 5M --check-races 2>&1 | FileCheck %s --check-prefix=LIMIT
// LIMIT: spirv-run: a limit was reached: the record of memory accesses for the data-race check does not fit into the rest of the 5242880 bytes; --no-check-races runs without the check
#version 450
layout(local_size_x = 64) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };

void main() {
  for (uint i = gl_LocalInvocationIndex; i < values.length(); i += 64) values[i] = 0;
}

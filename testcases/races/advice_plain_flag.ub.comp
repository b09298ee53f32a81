// A look-back that reads its flags without atomics: the advice is to read them with one.
// RUN: expect-status 3 spirv-run %s --groups 3 --buffer '0.0=uint32:iota(12)' --buffer '0.1=uint32:fill(12,0)' --buffer '0.2=uint32:0' --buffer '0.3=uint32:fill(3,0)' 2>&1 | FileCheck %s
// CHECK: data race between an atomic and a non-atomic access: {{.*}} [memory.atomic-and-plain-access]
// CHECK: help: make the read atomic as well, such as atomicOr(x, 0u)
// RUN: spirv-run %s -D ATOMIC --groups 3 --buffer '0.0=uint32:iota(12)' --buffer '0.1=uint32:fill(12,0)' --buffer '0.2=uint32:0' --buffer '0.3=uint32:fill(3,0)' 2>&1 | FileCheck %s --check-prefix=ATOMIC --implicit-check-not='data race'
// ATOMIC: 0.1: uint32[12]
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Input { uint source[]; };
layout(std430, set = 0, binding = 1) buffer Output { uint target[]; };
layout(std430, set = 0, binding = 2) coherent buffer Bump { uint bump; };
layout(std430, set = 0, binding = 3) coherent buffer Flags { uint flags[]; };
shared uint broadcast;
void main() {
  const uint i = gl_LocalInvocationIndex;
  if (i == 0) broadcast = atomicAdd(bump, 1);
  barrier();
  const uint part = broadcast;
  const uint mine = source[part];
  barrier();
  if (i == 0) atomicExchange(flags[part], (part == 0 ? 2 : 1) | mine << 2);
  if (part > 0 && i == 0) {
    uint before = 0, at = part - 1;
    while (true) {
#ifdef ATOMIC
      const uint flag = atomicOr(flags[at], 0u);
#else
      const uint flag = flags[at];
#endif
      if ((flag & 3) > 0) {
        before += flag >> 2;
        if ((flag & 3) == 2) { atomicExchange(flags[part], 2 | (before + mine) << 2); broadcast = before; break; }
        else --at;
      }
    }
  }
  barrier();
  target[4 * part + i] = broadcast + mine;
}

#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer F { uint flag; uint out_[4]; };
void main() {
  uint i = gl_LocalInvocationIndex;
  uint spins = 0;
  if (i != 0) {
    while (atomicOr(flag, 0u) == 0u) {
      ++spins;
    }
    out_[i] = spins;
  } else {
    atomicExchange(flag, 1u);
  }
}

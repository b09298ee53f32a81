#version 450
layout(local_size_x = 8) in;
layout(std430, set = 0, binding = 0) buffer Values { uint values[]; };
layout(std430, set = 0, binding = 1) readonly buffer Divisors { uint divisors[]; };
shared uint tile[8];
void main() {
  const uint i = gl_LocalInvocationIndex;
  tile[i] = values[i];
  barrier();
  if (i == 1)
    tile[0] = 7;
  // </script> <!-- a comment of the shader
  values[i] = tile[7 - i] / divisors[i];
}

// Each workgroup adds its numbers in workgroup memory, and then increments them. Constants add mistakes.
#version 450
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 32) in;
layout(constant_id = 0) const uint distance = 0;            // of the numbers that it adds to those that it increments
layout(constant_id = 1) const bool misses_barrier = false;  // before it adds
layout(constant_id = 2) const uint divisor = 1;
layout(std430, set = 0, binding = 0) buffer Numbers { uint numbers[]; };
layout(std430, set = 0, binding = 1) buffer Sums { uint8_t sums[]; };
layout(std430, set = 0, binding = 2) buffer Histogram { uint histogram[]; };
shared uint staged[gl_WorkGroupSize.x];

void main() {
  const uint i = gl_GlobalInvocationID.x;
  const uint lane = gl_LocalInvocationIndex;
  staged[lane] = numbers[(i + distance) % numbers.length()] / divisor;
  if (!misses_barrier) barrier();
  uint sum = 0;
  for (uint k = 0; k < gl_WorkGroupSize.x; ++k) sum += staged[k];
  if (lane == 0) sums[gl_WorkGroupID.x] = uint8_t(sum);
  ++numbers[i];
  atomicAdd(histogram[sum % 4], 1);
}

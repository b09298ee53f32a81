#version 450
layout(local_size_x = 2) in;
layout(std430, set = 0, binding = 0) buffer Inputs { float inputs[]; };
layout(std430, set = 0, binding = 1) buffer Outputs { float outputs[]; };

void main() {
  uint i = gl_LocalInvocationIndex;
  float exact = inputs[i] * 2.0;
  float power = i == 0 ? 4.0 : exp(inputs[i]);
  vec2 both = vec2(power, exact);
  uint steps = uint(power * 1e6);
  outputs[i] = both.x;
  outputs[i] += steps > 5 ? 0.0 : 1.0;
}

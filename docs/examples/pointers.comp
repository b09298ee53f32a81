#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Node;
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Node {
  uint value;
  Node next;
};
layout(std430, set = 0, binding = 0) buffer Result { uint sum; };
layout(push_constant) uniform Push { Node first; };

void main() {
  sum = 0;
  for (Node node = first; uint64_t(node) != 0ul; node = node.next) sum += node.value;
}

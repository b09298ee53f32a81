#version 450
#extension GL_EXT_demote_to_helper_invocation : require
layout(location = 0) out vec4 color;
layout(location = 1) out uint number;
layout(set = 0, binding = 0) buffer Count { uint count; };

// Pixels outside a disc are demoted: they are neither counted nor drawn.
void main() {
  const vec2 place = gl_FragCoord.xy;
  if (distance(place, vec2(4)) > 3) demote;
  color = vec4(place, dFdx(place.x), gl_FragCoord.z);
  number = uint(place.x) + 8 * uint(place.y);
  atomicAdd(count, 1);
}

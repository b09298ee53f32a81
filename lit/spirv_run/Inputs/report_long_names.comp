#version 450
layout(local_size_x = 128) in;
struct ParticleOfTheSimulation { vec4 positionInWorldSpace; uint identifier; };
layout(std430, set = 0, binding = 0) buffer Particles { ParticleOfTheSimulation particlesThatThisShaderReads[]; };
layout(std430, set = 0, binding = 1) buffer Identifiers { uint identifiersOfTheNeighborsOfEachParticle[]; };
shared uint identifiersInSharedMemoryThatTheOtherInvocationsOfTheWorkgroupAlsoAccess[128];

void main() {
  uint i = gl_GlobalInvocationID.x;
  identifiersInSharedMemoryThatTheOtherInvocationsOfTheWorkgroupAlsoAccess[i] = particlesThatThisShaderReads[i].identifier;
  uint neighbor = identifiersInSharedMemoryThatTheOtherInvocationsOfTheWorkgroupAlsoAccess[(i + 1) % 128];
  identifiersOfTheNeighborsOfEachParticle[i / 2] = neighbor * 1000003;
}

// Tickets, and what invocations append at their tickets. The macros select a variant.
#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Next { uint unused; uint next; };
layout(std430, set = 0, binding = 1) buffer Items { uint count; uint items[]; };
layout(std430, set = 0, binding = 2) readonly buffer Given { uint given[]; };
layout(std430, set = 0, binding = 3) buffer Other { uint other[]; };

#ifndef BODY
#define BODY TICKET
#endif
// The increment gives every invocation another ticket.
#define TICKET items[i] = atomicAdd(next, 1);
#define APPEND if (given[i] > 5) { uint t = atomicAdd(next, 1); items[t] = given[i] * 3; }
#define APPEND_LOOP for (uint k = 0; k < given[i] % 3; ++k) { uint t = atomicAdd(next, 1); items[t] = given[i] + k; }
// Something else depends on the ticket, or the ticket on something else.
#define DOUBLED items[i] = 2 * atomicAdd(next, 1);
#define BY_TWO items[i] = atomicAdd(next, 2);
#define TWICE uint t = atomicAdd(next, 1); items[i] = t; other[i] = t;
#define IN_LOOP for (uint k = 0; k < 2; ++k) items[i] = atomicAdd(next, 1);
#define READ items[i] = atomicAdd(next, 1); if (i == 9) other[0] = next;
#define BRANCH uint t = atomicAdd(next, 1); if (t < 100) items[t] = given[i];
#define UNCERTAIN_VALUE uint t = atomicAdd(next, 1); items[t] = atomicAdd(other[0], 1);
#define UNCERTAIN_PATH if (atomicAdd(other[0], 1) < 3) { items[atomicAdd(next, 1)] = given[i]; }
#define WRITTEN items[atomicAdd(next, 1)] = given[i]; if (i == 9) items[7] = 5;

void main() {
  const uint i = gl_GlobalInvocationID.x;
  BODY
}

#include <fmt/format.h>

#include "golden/suite/operands.h"
#include "golden/suite/shapes.h"

namespace spirv_oracle::golden {
namespace {

constexpr std::uint32_t workgroup_count = 3;

// `i` is the number of the invocation in its workgroup of N, and `g` that of the workgroup among G.
constexpr const char* memory_prologue = R"(#version 460
#extension GL_KHR_memory_scope_semantics : require
#extension GL_EXT_null_initializer : require
{subgroups}{model}
layout(local_size_x = N) in;
layout(std430, set = 0, binding = 0) writeonly buffer Results {{ uint results[]; }};
layout(std430, set = 0, binding = 1) {qualifier} buffer Memory {{ uint memory[]; }};
const int both = gl_SemanticsAcquireRelease{available}{visible};
const int releases = gl_SemanticsRelease{available};
const int acquires = gl_SemanticsAcquire{visible};
const int in_buffers = gl_StorageSemanticsBuffer, in_shared = gl_StorageSemanticsShared;
#define i gl_LocalInvocationIndex
#define g gl_WorkGroupID.x
#define RESULT(n) results[((n) * G + g) * N + i]
)";

// For a subgroup: `lane` and `at`, the number of the invocation by subgroup and lane.
constexpr const char* of_subgroups = R"(
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
)";

constexpr MemoryShape memory_shape_table[] = {
    {"barrier.shared",
     R"(
shared uint values[N];
void main() {
  uint sum = i * 7 + g;
  for (uint distance = 1; distance < 9; distance += 3) {
    values[i] = sum;
    barrier();
    sum = sum * 3 + values[(i + distance) % N];
    barrier();
  }
  RESULT(0) = sum;
}
)"},
    {"barrier.buffer",
     R"(
void main() {
  uint sum = i * 7 + g;
  for (uint distance = 1; distance < 9; distance += 3) {
    memory[g * N + i] = sum;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, in_buffers, both);
    sum = sum * 3 + memory[g * N + (i + distance) % N];
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, in_buffers, both);
  }
  RESULT(0) = sum;
}
)"},
    {"barrier.scan",
     R"(
shared uint values[2][N];
void main() {
  uint side = 0;
  values[side][i] = i + 1;
  barrier();
  for (uint distance = 1; distance < N; distance *= 2) {
    values[1 - side][i] = values[side][i] + (i >= distance ? values[side][i - distance] : 0);
    side = 1 - side;
    barrier();
  }
  RESULT(0) = values[side][i];
}
)"},
    {"barrier.uniform-branches",
     R"(
shared uint values[N];
uint exchanged(uint value, uint distance) {
  values[i] = value;
  barrier();
  const uint other = values[(i + distance) % N];
  barrier();
  return other;
}
void main() {
  uint sum = i;
  if (g == 1) sum += exchanged(sum, 1);
  switch (g) {
    case 0: sum += exchanged(sum * 2, 3); break;
    case 2: sum += exchanged(sum * 5, 2);
    default: sum += exchanged(sum * 3, 4);
  }
  for (uint k = 0; k <= g; ++k) {
    sum += exchanged(sum, k);
    if (k == 1) continue;
    sum ^= exchanged(sum, 5);
  }
  RESULT(0) = sum;
}
)"},
    {"barrier.divergent-between",
     R"(
shared uint values[N];
void main() {
  values[i] = 0;
  barrier();
  if (i % 3 == 0) values[i] = 5;
  else if (i % 3 == 1) values[i] = i;
  barrier();
  uint sum = 0;
  for (uint k = 0; k < i % 5; ++k) sum += values[(i + k) % N];
  barrier();
  values[N - 1 - i] = sum;
  barrier();
  RESULT(0) = values[i];
}
)"},
    {"barrier.fences-apart",
     R"(
shared uint values[N];
void main() {
  values[i] = i * i;
  memory[g * N + i] = i * 3;
  memoryBarrier(gl_ScopeWorkgroup, in_shared | in_buffers, both);
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, 0, 0);
  memoryBarrier(gl_ScopeWorkgroup, in_shared | in_buffers, both);
  RESULT(0) = values[(i + 1) % N];
  RESULT(1) = memory[g * N + (i + 1) % N];
}
)",
     2},
    {"zero-initialized.shared",
     R"(
shared uint values[N] = {};
shared uvec3 vector = {};
void main() {
  RESULT(0) = values[i] + vector.z;
  barrier();
  atomicAdd(values[i % 4], i + 1);
  barrier();
  RESULT(1) = values[i];
}
)",
     2},
    {"atomics.shared-counters",
     R"(
shared uint counters[4];
shared uint least, greatest;
void main() {
  if (i < 4) counters[i] = i;
  if (i == 0) { least = ~0; greatest = 0; }
  barrier();
  atomicAdd(counters[i % 4], i + 1);
  atomicMin(least, (i * 37 + 11) % 61);
  atomicMax(greatest, (i * 37 + 11) % 61);
  barrier();
  RESULT(0) = counters[(i + 1) % 4];
  RESULT(1) = least * 256 + greatest;
}
)",
     2},
    {"atomics.shared-phases",
     R"(
shared uint counter;
void main() {
  if (i == 0) counter = 0;
  barrier();
  uint sum = 0;
  for (uint k = 0; k < 4; ++k) {
    if (i % (k + 1) == 0) atomicAdd(counter, k + 1);
    barrier();
    sum = sum * 2 + counter;
    barrier();
    if (i == k) counter = sum & 0xFF;
    barrier();
  }
  RESULT(0) = sum;
}
)"},
    {"atomics.sums-of-workgroups",
     R"(
shared uint sum;
void main() {
  if (i == 0) sum = 0;
  barrier();
  atomicAdd(sum, i * i);
  barrier();
  if (i == 0) atomicAdd(memory[0], sum);
  atomicOr(memory[1], 1u << (i % 32));
  atomicMax(memory[2], i * 1000 + g);
  atomicXor(memory[3], i + g * 77);
  RESULT(0) = sum;
}
)"},
    {"message.atomic",
     R"(
void main() {
  if (g == 0) {
    memory[2 * i] = 42 + i;
    atomicStore(memory[2 * i + 1], 1u, gl_ScopeDevice, in_buffers, releases);
    RESULT(0) = 1;
  } else if (g == 1) {
    const uint flag = atomicLoad(memory[2 * i + 1], gl_ScopeDevice, in_buffers, acquires);
    uint right = 1;
    if (flag == 1) right = memory[2 * i] == 42 + i ? 1 : 0;
    RESULT(0) = right;
  }
}
)"},
    {"message.fences",
     R"(
void main() {
  if (g == 0) {
    memory[2 * i] = 42 + i;
    memoryBarrier(gl_ScopeDevice, in_buffers, releases);
    atomicStore(memory[2 * i + 1], 1u, gl_ScopeDevice, 0, 0);
    RESULT(0) = 1;
  } else if (g == 1) {
    const uint flag = atomicLoad(memory[2 * i + 1], gl_ScopeDevice, 0, 0);
    memoryBarrier(gl_ScopeDevice, in_buffers, acquires);
    uint right = 1;
    if (flag == 1) right = memory[2 * i] == 42 + i ? 1 : 0;
    RESULT(0) = right;
  }
}
)"},
    {"message.through-barriers",
     R"(
shared uint seen;
void main() {
  if (g == 0) {
    memory[8 + i] = 42 + i;
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, in_buffers, both);
    if (i == 0) atomicStore(memory[0], 1u, gl_ScopeDevice, in_buffers, releases);
    RESULT(0) = 1;
  } else {
    if (i == 0) seen = atomicLoad(memory[0], gl_ScopeDevice, in_buffers, acquires);
    controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, in_buffers | in_shared, both);
    uint right = 1;
    if (seen == 1) right = memory[8 + i] == 42 + i ? 1 : 0;
    RESULT(0) = right;
  }
}
)"},
    {"message.exchanged",
     R"(
void main() {
  if (g == 0) {
    memory[2 * i] = 7 * i;
    atomicExchange(memory[2 * i + 1], 9, gl_ScopeDevice, in_buffers, both);
    RESULT(0) = 1;
  } else if (g == 1) {
    const uint flag = atomicCompSwap(memory[2 * i + 1], 9, 10, gl_ScopeDevice, in_buffers, both, in_buffers, acquires);
    uint right = 1;
    if (flag == 9) right = memory[2 * i] == 7 * i ? 1 : 0;
    RESULT(0) = right;
  }
}
)"},
    {"own-accesses.in-order",
     R"(
void main() {
  const uint own = 8 + g * N + i;
  uint sum = 0;
  for (uint k = 1; k < 6; ++k) {
    atomicStore(memory[own], k * 3, gl_ScopeDevice, 0, 0);
    sum = sum * 5 + atomicLoad(memory[own], gl_ScopeDevice, 0, 0);
    sum = sum * 5 + atomicAdd(memory[own], k, gl_ScopeDevice, 0, 0);
    memory[own] += 1;
    sum = sum * 5 + memory[own];
  }
  RESULT(0) = sum;
}
)"},
    {"subgroup-barrier.shared",
     R"(
shared uint values[N];
void main() {
  const uint first = gl_SubgroupID * gl_SubgroupSize, lane = gl_SubgroupInvocationID;
  const uint lanes = subgroupBallotBitCount(subgroupBallot(true));
  uint sum = lane * 7 + gl_SubgroupID;
  for (uint distance = 1; distance < 9; distance += 3) {
    values[first + lane] = sum;
    subgroupBarrier();
    sum = sum * 3 + values[first + (lane + distance) % lanes];
    subgroupBarrier();
  }
  results[g * N + first + lane] = sum;
}
)",
     1, true},
    {"subgroup-barrier.buffer",
     R"(
void main() {
  const uint first = gl_SubgroupID * gl_SubgroupSize, lane = gl_SubgroupInvocationID;
  const uint lanes = subgroupBallotBitCount(subgroupBallot(true));
  uint sum = lane * 7 + gl_SubgroupID;
  for (uint distance = 1; distance < 9; distance += 3) {
    memory[g * N + first + lane] = sum;
    controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, in_buffers, both);
    sum = sum * 3 + memory[g * N + first + (lane + distance) % lanes];
    controlBarrier(gl_ScopeSubgroup, gl_ScopeSubgroup, in_buffers, both);
  }
  results[g * N + first + lane] = sum;
}
)",
     1, true},
    {"subgroup-sums.shared",
     R"(
shared uint sums[N];
void main() {
  const uint sum = subgroupAdd(i + 1);
  if (subgroupElect()) sums[gl_SubgroupID] = sum;
  barrier();
  uint total = 0;
  for (uint s = 0; s < gl_NumSubgroups; ++s) total += sums[s];
  RESULT(0) = total;
}
)",
     1, true},
};

}  // namespace

std::span<const MemoryShape> memory_shapes() { return memory_shape_table; }

SuiteModule make_memory_module(const SuiteShape& shape, const MemoryShape& memory,
                               bool is_vulkan_model) {
  using fmt::arg;
  SuiteModule module;
  module.instruction = "memory";
  module.name = fmt::format("memory.{}.{}", memory.name, is_vulkan_model ? "vulkan" : "glsl450");
  const std::uint32_t size = shape.invocations;
  std::string text = fmt::format(
      fmt::runtime(memory_prologue), arg("subgroups", memory.of_subgroups ? of_subgroups : ""),
      arg("model", is_vulkan_model ? "#pragma use_vulkan_memory_model" : ""),
      arg("qualifier", is_vulkan_model ? "nonprivate" : "coherent"),
      arg("available", is_vulkan_model ? " | gl_SemanticsMakeAvailable" : ""),
      arg("visible", is_vulkan_model ? " | gl_SemanticsMakeVisible" : ""));
  const std::size_t first_line = text.find('\n') + 1;
  text.insert(first_line, fmt::format("#define N {}\n#define G {}\n", size, workgroup_count));
  module.glsl = text + std::string(memory.text);
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.groups = {workgroup_count, 1, 1};
  dispatch.subgroup_size = shape.subgroup_size;
  dispatch.vulkan_environment = true;
  dispatch.check_races = true;
  const std::uint64_t bytes = std::uint64_t{4} * workgroup_count * size;
  dispatch.buffers[{0, 0, 0}] = untouched_buffer(memory.results * bytes);
  dispatch.buffers[{0, 1, 0}] = ShadowedBytes::zero(4 * (8 + 2 * workgroup_count * size));
  for (std::uint32_t k = 0; k < memory.results; ++k) {
    const std::string name = memory.results == 1 ? "results" : fmt::format("results {}", k + 1);
    module.cases.push_back({name, "0.0", k * bytes, bytes});
  }
  module.cases.push_back({"memory", "0.1", 0, dispatch.buffers[{0, 1, 0}].size()});
  return module;
}

}  // namespace spirv_oracle::golden

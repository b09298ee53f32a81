#include <fmt/format.h>

#include <array>

#include "golden/suite/operands.h"
#include "golden/suite/shapes.h"

namespace spirv_oracle::golden {
namespace {

// The data for the decisions of an invocation: single bits 0 to 15, then numbers from 0 to 3 from bit 16 on.
std::uint32_t decisions_of(std::uint32_t invocation) {
  return static_cast<std::uint32_t>(scrambled(invocation + 4242));
}

constexpr const char* flow_prologue = R"(
layout(local_size_x = N) in;
layout(std430, set = 0, binding = 0) readonly buffer Decisions {{ uint decisions[]; }};
layout(std430, set = 0, binding = 1) writeonly buffer Results {{ uint results[]; }};
uint self, first_place;
bool decides(uint k) {{ return (decisions[self] >> k & 1) != 0; }}
uint number(uint k) {{ return decisions[self] >> (16 + 2 * k) & 3; }}
{observer}
)";

struct Observer {
  std::string_view name;
  std::string_view extension;
  std::uint32_t words;
  std::string_view text;
};
constexpr std::array<Observer, 4> observers{
    {{"ballot", "GL_KHR_shader_subgroup_ballot", 4,
      R"(void OBSERVE(uint place) {
  const uvec4 here = subgroupBallot(true);
  const uint at = ((first_place + place) * N + self) * 4;
  results[at] = here.x;
  results[at + 1] = here.y;
  results[at + 2] = here.z;
  results[at + 3] = here.w;
})"},
     {"scan", "GL_KHR_shader_subgroup_arithmetic", 1,
      "void OBSERVE(uint place) { results[(first_place + place) * N + self] = "
      "subgroupInclusiveAdd(self * 3 + 1); }"},
     {"vote", "GL_KHR_shader_subgroup_vote", 1,
      R"(void OBSERVE(uint place) {
  uint votes = subgroupElect() ? 1 : 0;
  if (subgroupAll(decides(14) || decides(15))) votes |= 2;
  if (subgroupAny(decides(14) && decides(15))) votes |= 4;
  results[(first_place + place) * N + self] = votes;
})"},
     {"first", "GL_KHR_shader_subgroup_ballot", 1,
      "void OBSERVE(uint place) { results[(first_place + place) * N + self] = "
      "subgroupBroadcastFirst(self); }"}}};

constexpr FlowShape flow_shape_table[] = {
    {"selections in selections", R"(
void nested() {
  OBSERVE(0);
  if (decides(0)) {
    OBSERVE(1);
    if (decides(1)) {
      OBSERVE(2);
      if (decides(2)) OBSERVE(3); else OBSERVE(4);
      OBSERVE(5);
    } else {
      OBSERVE(6);
    }
    OBSERVE(7);
  }
  OBSERVE(8);
})",
     "nested", 9},
    {"chain of else if", R"(
void chain() {
  if (number(0) == 0) OBSERVE(0);
  else if (number(1) == 0) OBSERVE(1);
  else if (number(2) == 0) OBSERVE(2);
  else OBSERVE(3);
  OBSERVE(4);
})",
     "chain", 5},
    {"early return", R"(
void leaves_early() {
  OBSERVE(0);
  if (decides(0)) return;
  OBSERVE(1);
  if (decides(1)) {
    OBSERVE(2);
    return;
  }
  OBSERVE(3);
})",
     "leaves_early", 4},
    {"early return from a selection in a selection", R"(
void leaves_deep() {
  if (decides(0)) {
    if (decides(1)) {
      if (decides(2)) return;
      OBSERVE(0);
    }
    OBSERVE(1);
  }
  OBSERVE(2);
})",
     "leaves_deep", 3},
    {"return from a loop", R"(
void returns_from_loop() {
  for (uint k = 0; k < 4; ++k) {
    OBSERVE(k);
    if (k == number(0)) return;
    OBSERVE(4 + k);
  }
  OBSERVE(8);
})",
     "returns_from_loop", 9},
    {"return from a loop in a loop", R"(
uint found() {
  for (uint k = 0; k < 3; ++k) {
    for (uint j = 0; j < 3; ++j) {
      if (k == number(0) && j == number(1)) return 3 * k + j;
      OBSERVE(3 * k + j);
    }
    OBSERVE(9 + k);
  }
  return 9;
}
void returns_from_loops() {
  const uint place = found();
  OBSERVE(12);
  if (place < 5) OBSERVE(13);
  OBSERVE(14);
})",
     "returns_from_loops", 15},
    {"loop whose number of iterations differs between invocations", R"(
void own_rounds() {
  for (uint k = 0; k < number(0); ++k) OBSERVE(k);
  OBSERVE(3);
})",
     "own_rounds", 4},
    {"loop with continue", R"(
void continues() {
  for (uint k = 0; k < 4; ++k) {
    OBSERVE(k);
    if (k == number(0)) continue;
    OBSERVE(4 + k);
    if (decides(k)) {
      OBSERVE(8 + k);
      continue;
    }
    OBSERVE(12 + k);
  }
  OBSERVE(16);
})",
     "continues", 17},
    {"loop with two breaks", R"(
void breaks_twice() {
  uint k = 0;
  while (true) {
    OBSERVE(k);
    if (k == number(0)) break;
    OBSERVE(4 + k);
    if (decides(k)) {
      OBSERVE(8 + k);
      break;
    }
    OBSERVE(12 + k);
    ++k;
  }
  OBSERVE(16);
})",
     "breaks_twice", 17},
    {"loop that tests after its body", R"(
void tests_behind() {
  uint k = 0;
  do {
    OBSERVE(k);
    ++k;
    if (decides(5) && k == 2) continue;
    OBSERVE(4 + k);
  } while (k < 1 + number(1));
  OBSERVE(9);
})",
     "tests_behind", 10},
    {"loops in loops with break and continue", R"(
void loops() {
  for (uint k = 0; k < 3; ++k) {
    if (k == number(0)) continue;
    OBSERVE(k);
    for (uint j = 0; j < 3; ++j) {
      if (j == number(1)) break;
      OBSERVE(3 + 3 * k + j);
      if (decides(k + j)) continue;
      OBSERVE(12 + 3 * k + j);
    }
    OBSERVE(21 + k);
    if (decides(8 + k)) break;
    OBSERVE(24 + k);
  }
  OBSERVE(27);
})",
     "loops", 28},
    {"break out of two loops", R"(
void breaks_out() {
  bool done = false;
  for (uint k = 0; k < 3; ++k) {
    for (uint j = 0; j < 3; ++j) {
      done = k == number(2) && j >= number(3);
      if (done) break;
      OBSERVE(3 * k + j);
    }
    if (done) break;
    OBSERVE(9 + k);
  }
  OBSERVE(12);
})",
     "breaks_out", 13},
    {"switch", R"(
void switches() {
  switch (number(0)) {
    case 0: OBSERVE(0); break;
    case 1: OBSERVE(1); break;
    case 2: break;
    default: OBSERVE(2);
  }
  OBSERVE(3);
})",
     "switches", 4},
    {"switch that falls through", R"(
void falls_through() {
  switch (number(0)) {
    case 0: OBSERVE(0);
    case 1: OBSERVE(1);
      if (decides(3)) break;
      OBSERVE(2);
    default: OBSERVE(3);
  }
  OBSERVE(4);
})",
     "falls_through", 5},
    {"switch in a loop", R"(
void switches_in_loop() {
  for (uint k = 0; k < 3; ++k) {
    switch ((number(0) + k) % 4) {
      case 0: OBSERVE(k); continue;
      case 1: OBSERVE(3 + k); break;
      case 2: if (decides(k)) { OBSERVE(6 + k); break; }
      default: OBSERVE(9 + k);
    }
    OBSERVE(12 + k);
  }
  OBSERVE(15);
})",
     "switches_in_loop", 16},
    {"switch in a switch", R"(
void switches_twice() {
  switch (number(0)) {
    case 0:
    case 1:
      switch (number(1)) {
        case 0: OBSERVE(0); break;
        default: OBSERVE(1);
      }
      OBSERVE(2);
      break;
    default:
      OBSERVE(3);
  }
  OBSERVE(4);
})",
     "switches_twice", 5},
    {"return from a switch", R"(
uint chosen() {
  switch (number(0)) {
    case 0: OBSERVE(0); return 1;
    case 1: OBSERVE(1); break;
    case 2: if (decides(4)) return 2;
    default: OBSERVE(2);
  }
  OBSERVE(3);
  return 3;
}
void returns_from_switch() {
  const uint which = chosen();
  OBSERVE(3 + which);
  OBSERVE(7);
})",
     "returns_from_switch", 8},
    {"call under a condition", R"(
void helps(uint place) {
  OBSERVE(place);
  if (decides(6)) return;
  OBSERVE(place + 1);
}
void calls() {
  if (decides(7)) helps(0); else helps(2);
  OBSERVE(4);
  helps(5);
  OBSERVE(7);
})",
     "calls", 8},
    {"call in a loop", R"(
bool goes_on(uint k) {
  OBSERVE(k);
  if (k >= number(0)) return false;
  OBSERVE(4 + k);
  return true;
}
void calls_in_loop() {
  for (uint k = 0; goes_on(k); ++k) {
    OBSERVE(8 + k);
    if (decides(k)) continue;
    OBSERVE(12 + k);
  }
  OBSERVE(16);
})",
     "calls_in_loop", 17},
    {"short circuit", R"(
bool seen(uint place, uint k) {
  OBSERVE(place);
  return decides(k);
}
void short_circuits() {
  const bool both = decides(0) && seen(0, 1) && seen(1, 2);
  OBSERVE(2);
  const bool either = decides(3) || seen(3, 4);
  OBSERVE(4);
  if (both || either) OBSERVE(5);
  OBSERVE(6);
})",
     "short_circuits", 7},
    {"loop until no lane continues", R"(
void goes_together() {
  uint k = 0;
  bool wants = true;
  while (k < 4) {
    if (!wants) OBSERVE(4 + k);
    OBSERVE(k);
    ++k;
    wants = k <= number(0);
  }
  OBSERVE(8);
})",
     "goes_together", 9},
    {"value that is live after a loop", R"(
void lives_out() {
  uint last = 7;
  for (uint k = 0; k < 4; ++k) {
    last = 2 * k + 1;
    if (last > 2 * number(0)) break;
    last = last * 3;
    if (decides(k)) break;
    last += 5;
    if (decides(k + 4)) break;
  }
  OBSERVE(last % 8);
  OBSERVE(8);
})",
     "lives_out", 9},
};

}  // namespace

std::span<const FlowShape> flow_shapes() { return flow_shape_table; }

SuiteModule make_flow_module(const SuiteShape& shape, FlowObserver observer, FlowPromise promise) {
  const Observer& one = observers[static_cast<std::size_t>(observer)];
  struct Promise {
    std::string_view name, extension, attribute;
  };
  constexpr std::array<Promise, 3> promises{
      {{"maximal", "GL_EXT_maximal_reconvergence", "[[maximally_reconverges]]"},
       {"uniform", "GL_EXT_subgroup_uniform_control_flow", "[[subgroup_uniform_control_flow]]"},
       {"none", "", ""}}};
  const Promise& promised = promises[static_cast<std::size_t>(promise)];
  SuiteModule module;
  module.instruction = "reconvergence";
  module.name = fmt::format("reconvergence.{}.{}", promised.name, one.name);
  std::string text = "#version 460\n#extension GL_KHR_shader_subgroup_basic : require\n";
  text += fmt::format("#extension {} : require\n", one.extension);
  if (!promised.extension.empty())
    text += fmt::format("#extension {} : require\n", promised.extension);
  text += fmt::format("#define N {}\n", shape.invocations);
  text += fmt::format(fmt::runtime(flow_prologue), fmt::arg("observer", one.text));
  std::string calls;
  std::uint32_t place = 0;
  const std::uint64_t bytes = std::uint64_t{4} * one.words * shape.invocations;
  for (const FlowShape& flow : flow_shapes()) {
    text += flow.text;
    calls += fmt::format("  first_place = {};\n  {}();\n  OBSERVE({});\n", place, flow.function,
                         flow.places);
    // The last place is after the call.
    module.cases.push_back(
        {std::string(flow.name), "0.1", place * bytes, (flow.places + 1) * bytes});
    place += flow.places + 1;
  }
  // More is guaranteed for a subgroup that takes its own path than for the workgroup.
  const std::string_view run = promise == FlowPromise::uniform
                                   ? "if (gl_SubgroupID == 0) all_shapes(); else all_shapes();"
                                   : "all_shapes();";
  text += fmt::format(
      "\nvoid all_shapes() {{\n{}}}\nvoid main() {} {{\n"
      "  self = gl_SubgroupID * gl_SubgroupSize + gl_SubgroupInvocationID;\n  {}\n}}\n",
      calls, promised.attribute, run);
  module.glsl = text;
  Dispatch& dispatch = module.dispatch;
  dispatch.entry_point = "main";
  dispatch.subgroup_size = shape.subgroup_size;
  dispatch.vulkan_environment = true;
  dispatch.check_races = true;
  ShadowedBytes decisions = ShadowedBytes::zero(std::uint64_t{4} * shape.invocations);
  for (std::uint32_t i = 0; i < shape.invocations; ++i) {
    for (unsigned byte = 0; byte < 4; ++byte)
      decisions.bytes[4 * i + byte] = static_cast<std::byte>(decisions_of(i) >> (8 * byte) & 0xFF);
  }
  dispatch.buffers[{0, 0, 0}] = std::move(decisions);
  dispatch.buffers[{0, 1, 0}] = untouched_buffer(place * bytes);
  return module;
}

}  // namespace spirv_oracle::golden

// The speed of shaders in lane-instructions per second. Each is an instruction executed by one invocation.
// The shaders are in testcases/benchmark/. docs/performance.md explains their purpose.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <numeric>
#include <random>
#include <string>

#include "builtins/register_all.h"
#include "interpreter/dispatch.h"
#include "spirv_run/benchmark/shaders.h"

namespace spirv_oracle {
namespace {

constexpr std::size_t source_elements = 16384;  // a power of two: the shaders use them as a ring
constexpr std::size_t target_elements_per_invocation = 16;

// Each shader as the front end emits it, and after an optimizer has removed Function variables and
// line numbers.
constexpr const char* shaders[] = {
    "alu_float.comp",        "alu_float.optimized.spvasm",
    "alu_integer.comp",      "alu_integer.optimized.spvasm",
    "divergent.comp",        "divergent.optimized.spvasm",
    "gather_scatter.comp",   "gather_scatter.optimized.spvasm",
    "shared_memory.comp",    "shared_memory.optimized.spvasm",
    "group_operations.comp", "group_operations.optimized.spvasm",
};
constexpr std::uint32_t groups = 16;
constexpr std::size_t invocations = 256 * groups;

// A permutation of the numbers below source_elements with random bits above them.
ShadowedBytes source_contents() {
  std::vector<std::uint32_t> elements(source_elements);
  std::iota(elements.begin(), elements.end(), 0U);
  std::mt19937 random(1);
  std::shuffle(elements.begin(), elements.end(), random);
  for (std::uint32_t& element : elements) element |= random() & ~(source_elements - 1);
  ShadowedBytes contents = ShadowedBytes::zero(4 * elements.size());
  std::memcpy(contents.bytes.data(), elements.data(), contents.size());
  return contents;
}

Dispatch make_dispatch(std::uint32_t subgroup_size) {
  Dispatch dispatch;
  dispatch.groups = {groups, 1, 1};
  dispatch.subgroup_size = subgroup_size;
  dispatch.buffers[{0, 0, 0}] = source_contents();
  dispatch.buffers[{0, 1, 0}] =
      ShadowedBytes::zero(4 * target_elements_per_invocation * invocations);
  return dispatch;
}

void run_shader(benchmark::State& state, const char* shader) {
  const auto module = load_module(benchmark_shader(shader));
  if (!module) return state.SkipWithError(module.error().message.c_str());
  const Dispatch dispatch = make_dispatch(static_cast<std::uint32_t>(state.range(0)));
  std::uint64_t lane_instructions = 0;
  for (auto _ : state) {
    const auto result = run(**module, default_registry(), dispatch);
    if (!result) return state.SkipWithError(result.error().message.c_str());
    if (result->status != Status::ok || !result->findings.empty()) {
      return state.SkipWithError("the shader must run without findings");
    }
    lane_instructions += result->lane_instructions;
  }
  state.counters["lane_instructions"] =
      benchmark::Counter(static_cast<double>(lane_instructions), benchmark::Counter::kIsRate);
}

const int shaders_registered = [] {
  for (const char* shader : shaders) {
    const std::string name = std::filesystem::path(shader).stem().string();
    benchmark::RegisterBenchmark(name.c_str(), run_shader, shader)
        ->ArgName("subgroup_size")
        ->Arg(8)
        ->Arg(32)
        ->Arg(64)
        ->Unit(benchmark::kMillisecond);
  }
  return 0;
}();

}  // namespace
}  // namespace spirv_oracle

// Patterns of control flow and of communication, as GLSL: what barriers order, and which
// invocations execute an instruction together.
#pragma once

#include <span>
#include <string_view>

#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {

// Invocations that communicate through memory, with barriers, fences and atomics.
struct MemoryShape {
  std::string_view name;      // of the module: "barrier.shared"
  std::string_view text;      // declarations and main(), which defines what it computes
  std::uint32_t results = 1;  // of each invocation
  bool of_subgroups = false;  // whether it uses subgroup instructions
};
std::span<const MemoryShape> memory_shapes();

// With the Vulkan memory model, or with GLSL450.
SuiteModule make_memory_module(const SuiteShape& shape, const MemoryShape& memory,
                               bool is_vulkan_model);

// Divergent control flow. OBSERVE(n) records which invocations are there.
struct FlowShape {
  std::string_view name;  // of the case
  std::string_view text;  // functions, one of them `void NAME()` with NAME = function
  std::string_view function;
  std::uint32_t places = 1;  // how many numbers OBSERVE takes
};
std::span<const FlowShape> flow_shapes();

// What invocations record, and what the entry point declares about reconvergence.
enum class FlowObserver : std::uint8_t { ballot, scan, vote, first };
enum class FlowPromise : std::uint8_t { maximal, uniform, none };

SuiteModule make_flow_module(const SuiteShape& shape, FlowObserver observer, FlowPromise promise);

}  // namespace spirv_oracle::golden

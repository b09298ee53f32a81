// What passes between the stages of a pipeline: scalars of invocations that are not in workgroups, such as vertices and
// fragments.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "interpreter/kernels/lane_mask.h"

namespace spirv_oracle {

// One scalar of the interface of a stage (Vulkan, "Shader Interfaces").
struct InterfaceComponent {
  enum class Kind : std::uint8_t { location, built_in };

  Kind kind = Kind::location;
  std::uint32_t number = 0;  // the Location, or the spv::BuiltIn
  std::uint32_t component =
      0;  // a Component, in units of 32 bits; an element or component of a built-in
  std::uint32_t index = 0;   // of an output of fragments: Index
  std::uint32_t vertex = 0;  // the element of an interface that has one for each vertex
  bool per_patch = false;

  friend auto operator<=>(const InterfaceComponent&, const InterfaceComponent&) = default;
};

// A scalar in all invocations. Invocation number i of a launch is lane i % SubgroupSize of subgroup i / SubgroupSize.
struct StageValues {
  std::vector<std::uint64_t> bits;                 // by invocation; a Boolean is 0 or 1
  std::vector<LaneMask> undefined;                 // by subgroup; empty: none
  std::vector<LaneMask> implementation_dependent;  // likewise
};

// The invocations of a launch, in subgroups. An input of the entry point that is not among `inputs` is undefined.
struct StageInvocations {
  std::vector<LaneMask> existing;  // by subgroup: the lanes that have an invocation
  std::vector<LaneMask> helpers;   // by subgroup: helper invocations from the start; empty: none
  std::map<InterfaceComponent, StageValues> inputs;
};

// What the invocations of a launch left.
struct StageOutputs {
  std::map<InterfaceComponent, StageValues> values;  // undefined where nothing was stored
  // By subgroup: the lanes that ended neither in OpKill nor in OpTerminateInvocation.
  std::vector<LaneMask> returned;
  std::vector<LaneMask>
      helpers;  // by subgroup: the lanes that were helper invocations at their end
};

}  // namespace spirv_oracle

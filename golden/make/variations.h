// Runs other executions that the specifications permit, and compares them with the acceptance of a
// bundle.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/bundle/bundle.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

// Of the random mappings of invocations to subgroups that are tried.
inline constexpr std::uint64_t mapping_seeds[] = {1, 2, 3};

struct VariationSettings {
  bool mappings = true;  // other mappings of invocations to subgroups
  bool others = true;    // reconvergence policies, orders of execution, arithmetic choices
};

// Runs the dispatch under variations. If a variation of policy, order or arithmetic produces a
// value that is not accepted, the component becomes `any`, with the variation as its reason. If
// another mapping changes a component, the outputs record that. The bundle must have the outputs of
// the dispatch; `known` is its undefined behavior. Returns the undefined behavior of variations of
// policy, order or arithmetic.
std::vector<Finding> try_variations(const Module& module, const InstructionRegistry& registry,
                                    const Dispatch& dispatch, const VariationSettings& settings,
                                    const std::vector<Finding>& known, Bundle& bundle);

}  // namespace spirv_oracle::golden

// Other executions that the specifications allow, held against what a bundle accepts.
#pragma once

#include <string>
#include <vector>

#include "golden/bundle.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

struct VariationSettings {
  bool mappings = true;  // other mappings of invocations to subgroups
  bool others = true;    // policies of reconvergence, orders of execution, choices of arithmetic
};

// Runs the dispatch under variations. What a variation of policy, order or arithmetic leaves outside of the acceptance
// becomes `any`, with the variation as its reason; what another mapping changes is noted in the outputs. The
// bundle's outputs are those of the dispatch, and `known` is its undefined behavior. Returns the undefined behavior of variations of policy, order or arithmetic.
std::vector<Finding> try_variations(const Module& module, const InstructionRegistry& registry,
                                    const Dispatch& dispatch, const VariationSettings& settings,
                                    const std::vector<Finding>& known, Bundle& bundle);

}  // namespace spirv_oracle::golden

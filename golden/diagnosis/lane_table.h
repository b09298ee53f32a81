// A table of the values that the lanes of a subgroup stored in the oracle's run and on a device.
#pragma once

#include <span>
#include <string>

#include "golden/bundle/comparison.h"
#include "golden/diagnosis/output_writers.h"

namespace spirv_oracle::golden {

// The lines for all lanes of the subgroup that stores the first difference: whether the lane
// executed the group instruction that its value comes from (or, without one, the store), and the
// values stored by that instruction in both runs. "" if no invocation stores the component.
std::string lane_table(const OutputWriters& writers, const Module& module,
                       const BundleResource& resource, const OutputComparison& comparison,
                       std::span<const std::byte> actual);

}  // namespace spirv_oracle::golden

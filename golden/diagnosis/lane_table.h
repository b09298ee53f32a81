// What the lanes of a subgroup stored, beside what a device left there.
#pragma once

#include <span>
#include <string>

#include "golden/comparison.h"
#include "golden/diagnosis/output_writers.h"

namespace spirv_oracle::golden {

// All lanes of the subgroup that stores the first difference: which of them executed the group instruction that its value comes
// from (or, without one, the store), and what they stored by the same instruction, here and on the device. Lines; "" where no
// invocation stores it.
std::string lane_table(const OutputWriters& writers, const Module& module,
                       const BundleResource& resource, const OutputComparison& comparison,
                       std::span<const std::byte> actual);

}  // namespace spirv_oracle::golden

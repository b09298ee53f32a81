// What differences look like.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "golden/comparison.h"

namespace spirv_oracle::golden {

// Sentences about patterns that all differences of an output have in common; empty where they have none. `instructions` are those
// that the wrong values come through; where they are not known, all of the bundle may be the cause.
std::vector<std::string> likely_causes(const Bundle& bundle, const BundleResource& resource,
                                       const OutputComparison& comparison,
                                       std::span<const std::byte> actual,
                                       const std::vector<std::string>& instructions);

}  // namespace spirv_oracle::golden

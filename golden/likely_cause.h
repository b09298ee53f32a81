// What differences look like.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "golden/comparison.h"

namespace spirv_oracle::golden {

// Sentences about patterns that all differences of an output have in common; empty where they have none.
std::vector<std::string> likely_causes(const Bundle& bundle, const BundleResource& resource,
                                       const OutputComparison& comparison,
                                       std::span<const std::byte> actual);

}  // namespace spirv_oracle::golden

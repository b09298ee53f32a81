// Recognizes patterns in differences.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "golden/bundle/comparison.h"

namespace spirv_oracle::golden {

// Sentences about patterns that all differences of an output share; empty if there are none.
// `instructions` are those through which the wrong values passed; if unknown, those of the whole
// bundle.
std::vector<std::string> likely_causes(const Bundle& bundle, const BundleResource& resource,
                                       const OutputComparison& comparison,
                                       std::span<const std::byte> actual,
                                       const std::vector<std::string>& instructions);

}  // namespace spirv_oracle::golden

// What each optional feature of Vulkan changes. Validation, lowering and bundles read this table.
#pragma once

#include <span>
#include <string_view>

#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.hpp11>

#include "interpreter/features.h"

namespace spirv_oracle {

struct FeatureInfo {
  Feature feature{};
  std::string_view name;        // in Vulkan
  unsigned required_since = 0;  // every device of Vulkan 1.N has it; 0: optional in all versions
  // The option with which the validator accepts what the feature permits.
  void (*allow)(spv_validator_options options, bool value) = nullptr;
  std::span<const spv::Op> defines;  // instructions with more defined results
};

// By Feature.
std::span<const FeatureInfo> feature_table();

// Whether one of the features defines results of the instruction that Vulkan leaves undefined without it.
bool defines(FeatureSet features, spv::Op opcode);

}  // namespace spirv_oracle

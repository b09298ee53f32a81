// The device features that a module needs in addition to those that its capabilities name.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace spirv_oracle::golden {

// Vulkan features by name: "shaderSharedInt64Atomics", "shaderSubgroupExtendedTypes",
// "shaderZeroInitializeWorkgroupMemory", and cooperative matrices (matrix_support.h). One capability covers atomics of every storage class, but
// Vulkan has a feature for each.
std::set<std::string> module_features(const std::vector<std::uint32_t>& words);

}  // namespace spirv_oracle::golden

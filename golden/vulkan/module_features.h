// The device features that a module takes beside those that its capabilities name.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace spirv_oracle::golden {

// Features of Vulkan by their names: "shaderSharedInt64Atomics", "shaderSubgroupExtendedTypes",
// "shaderZeroInitializeWorkgroupMemory". One capability covers atomics of every storage class, where Vulkan has a
// feature for each.
std::set<std::string> module_features(const std::vector<std::uint32_t>& words);

}  // namespace spirv_oracle::golden

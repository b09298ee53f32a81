// A module of the suite: many cases of one instruction and type.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/bundle.h"
#include "golden/suite/recipe.h"

namespace spirv_oracle::golden {

struct SuiteModule {
  std::string name;  // of its bundle, without the size
  std::string instruction;
  std::string assembly;
  std::string glsl;  // where there is no assembly
  bool is_vulkan = true;
  std::vector<BundleCase> cases;
  Dispatch dispatch;
};

// The module in SPIR-V.
Result<std::vector<std::uint32_t>> words_of(const SuiteModule& module);

// A buffer full of what no result is likely to be: shows where nothing was stored.
ShadowedBytes untouched_buffer(std::uint64_t size);

SuiteModule make_suite_module(const SuiteShape& shape, const Recipe& recipe, ValueType type);

}  // namespace spirv_oracle::golden

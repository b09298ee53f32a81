// A random module with its inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

struct FuzzSettings {
  std::uint32_t subgroup_size = 32;
  std::uint64_t statements = 20;
  // Whether a device has a requirement, as has_requirement() says. Null: everything.
  std::function<bool(std::string_view)> has = nullptr;
  // What a device lacks to run a bundle, as missing_feature() says. Null: nothing.
  std::function<std::string(const Bundle&)> missing = nullptr;
};

struct FuzzModule {
  std::string assembly;
  std::vector<BundleCase> cases;
  Dispatch dispatch;
};

// A seed and settings give the same module on every machine. The module should be valid and
// without undefined behavior, but only the validator and the oracle can confirm that.
FuzzModule make_fuzz_module(std::uint64_t seed, const FuzzSettings& settings);

}  // namespace spirv_oracle::golden

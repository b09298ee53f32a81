// From a seed to the bundle of a random module.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "golden/bundle.h"
#include "golden/fuzz/fuzz_module.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

struct FuzzedBundle {
  std::optional<Bundle> bundle;  // none where `is_known` knew it
  std::string name;
  std::uint32_t dropped = 0;  // modules before it, since their behavior was undefined
};

// The bundle number `index` of a seed. Modules with undefined behavior are dropped for others. `is_known` says whether there
// is a bundle with this name and request already. Errors: bad_input for a module that is not valid, which is a
// fault of this program; limit where all of many modules had to be dropped.
Result<FuzzedBundle> make_fuzzed_bundle(
    std::uint64_t seed, std::uint64_t index, const FuzzSettings& settings,
    const InstructionRegistry& registry,
    const std::function<bool(const std::string& name, const std::string& request)>& is_known);

}  // namespace spirv_oracle::golden

// From a seed to the bundle of a random module.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "golden/bundle/bundle.h"
#include "golden/fuzz/fuzz_module.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

struct FuzzedBundle {
  std::optional<Bundle> bundle;  // none if `is_known` knows it
  std::string name;
  std::uint32_t dropped =
      0;  // number of modules that were dropped before it, because their behavior was undefined
};

// The bundle number `index` of a seed. Replaces modules with undefined behavior by others.
// `is_known` says whether a bundle with this name and request exists already. Errors: bad_input if
// a module is not valid, which is a bug of this program; limit if many modules in a row had
// undefined behavior.
Result<FuzzedBundle> make_fuzzed_bundle(
    std::uint64_t seed, std::uint64_t index, const FuzzSettings& settings,
    const InstructionRegistry& registry,
    const std::function<bool(const std::string& name, const std::string& request)>& is_known);

}  // namespace spirv_oracle::golden

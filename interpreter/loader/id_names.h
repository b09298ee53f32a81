// Loading a module whose ids have names in the text that it was assembled from.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// By the ids of the binary.
using IdNames = std::map<std::uint32_t, std::string>;

// As load_module() without names; ids that have one are called by it, rather than by their OpName.
Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options,
                                                  const IdNames& id_names);

}  // namespace spirv_oracle

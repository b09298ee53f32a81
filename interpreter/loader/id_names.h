// Loads a module whose ids have names in the assembly text.
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

// Like load_module() without names, but these names replace the OpName of ids.
Result<std::shared_ptr<const Module>> load_module(std::span<const std::uint32_t> words,
                                                  const LoadOptions& options,
                                                  const IdNames& id_names);

}  // namespace spirv_oracle

// The rules that the interpreter checks.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// By the ids of their rules.
using ClausesById = std::map<std::string_view, const Clause*>;

ClausesById all_rules(const InstructionRegistry& registry);

// Those of `kinds` that no finding has, also of the Vulkan device.
std::vector<std::string> unknown_kinds(const std::vector<std::string>& kinds,
                                       const InstructionRegistry& registry);

}  // namespace spirv_oracle

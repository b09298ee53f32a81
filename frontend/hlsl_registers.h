// The bindings of HLSL registers.
//
// Registers of different types are different resources even if they have the same number. Like other compilers, we take the
// number of a register as the binding, plus a shift for its type, and the space as the descriptor set.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/module_options.h"
#include "support/command_line.h"

namespace spirv_oracle {

// The options -fvk-b-shift and so on. They set `module`, which must outlive them.
void add_register_rows(std::string_view group, ModuleOptions& module, std::vector<OptionRow>& rows);

// Adds these shifts to the bindings. Without any, and if registers of different types share a binding, adds default shifts: 0
// for u, 1000 for t, 2000 for b and 3000 for s. Errors: bad_input if the words are not a module.
Result<std::vector<std::uint32_t>> with_register_shifts(std::span<const std::uint32_t> words,
                                                        const std::vector<RegisterShift>& shifts);

// Records shifts that the bindings contain, for find_named_descriptor.
std::vector<std::uint32_t> with_recorded_shifts(std::span<const std::uint32_t> words,
                                                const std::vector<RegisterShift>& shifts);

}  // namespace spirv_oracle

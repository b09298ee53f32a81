// Names of the resources of a shader, other than set and binding: those of variables and blocks, and registers of HLSL.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/dispatch.h"
#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// The binding of a register is its number plus the shift of its type, and its space is the descriptor set.
struct RegisterShift {
  char type = 'u';  // b, t, s or u
  std::uint32_t shift = 0;
  std::optional<std::uint32_t> space;  // none: all
};

// As an option of DXC: "-fvk-t-shift 1000 all".
std::string register_shift_text(const RegisterShift& shift);
// The reverse; none if the text is not of this form.
std::optional<RegisterShift> parse_register_shift(std::string_view text);

// The type of the HLSL register for a variable: b for uniform buffers, t for resources that are read only, s for samplers, u
// for resources that can be written. None: it is not a descriptor.
std::optional<char> register_type(const Module& module, const Instruction& variable);

// A descriptor, or all elements of an array of descriptors.
struct NamedDescriptor {
  std::uint32_t set = 0, binding = 0;
  std::optional<std::uint32_t> element;
};

// Finds NAME or NAME[I]. NAME is, in this order, the name of a variable, of its block, of the only member of its block, or,
// in modules from HLSL, a register: u0, or u0,space1. The module contains the shifts of its registers as strings of
// register_shift_text. Only the resources of `entry` have names; null: those of the module. Errors: bad_input.
Result<NamedDescriptor> find_named_descriptor(const Module& module, const EntryPointInfo* entry,
                                              std::string_view name);

}  // namespace spirv_oracle

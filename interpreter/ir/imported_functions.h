// Functions that modules import by their names (LinkageAttributes with Import) and that a vendor's extension of OpenCL C
// gives a meaning. They are registered as an extended set with the name of the extension, cl_*
// (InstructionRegistry::add_extended); an OpFunctionCall of one is lowered by its definition.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// The operand of OpFunctionCall with which the arguments begin.
inline constexpr unsigned first_argument = 3;

// Whether the definitions of an extended set are functions.
bool has_functions(std::string_view set);

// The name under which a function is imported; "" if it is not.
std::string imported_name(const Module& module, Id function);

// By the name in the module, which may be mangled as C++ does. Null if no extension supplies it.
const InstructionDefinition* find_function(const InstructionRegistry& registry,
                                           std::string_view linkage_name);

// What an instruction means: by its opcode, by its number in an extended set, or by the name of the imported function
// that it calls. Null: it is not supported.
const InstructionDefinition* definition_of(const InstructionRegistry& registry,
                                           const Module& module, const Instruction& instruction);

}  // namespace spirv_oracle

// Functions that modules import by name (LinkageAttributes with Import), and that a vendor
// extension of OpenCL C defines. They are registered as an extended set with the name of the
// extension, cl_* (InstructionRegistry::add_extended). Their definition lowers an OpFunctionCall.
#pragma once

#include <string>
#include <string_view>

#include "interpreter/ir/registry.h"

namespace spirv_oracle {

// The operand of OpFunctionCall that is the first argument.
inline constexpr unsigned first_argument = 3;

// Whether the definitions of an extended set are functions.
bool has_functions(std::string_view set);

// The name under which a function is imported; "" if it is not imported.
std::string imported_name(const Module& module, Id function);

// The name of a function without its parameters: `_Z3fooi` is foo. Other names stay as they are.
std::string_view unmangled(std::string_view name);

// Finds a function by its name in the module, which may be mangled as in C++. Null if no extension
// defines it.
const InstructionDefinition* find_function(const InstructionRegistry& registry,
                                           std::string_view linkage_name);

// The name of a function that the module calls and imports, and that no extension defines; "" if there is none.
std::string undefined_reference(const InstructionRegistry& registry, const Module& module);

// The definition of an instruction: by its opcode, by its number in an extended set, or by the name
// of the imported function that it calls. Null: it is not supported.
const InstructionDefinition* definition_of(const InstructionRegistry& registry,
                                           const Module& module, const Instruction& instruction);

}  // namespace spirv_oracle

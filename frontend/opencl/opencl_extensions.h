// Functions of OpenCL C extensions that compilers do not support or do not translate. The front end declares them in its own
// headers, and replaces the calls by SPIR-V instructions.
#pragma once

#include <cstdint>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

// A family of functions: one row for all types of their arguments.
struct OpenClFunction {
  std::string_view name;       // in the module; may differ from that in OpenCL C
  std::string_view extension;  // of OpenCL
  spv::Op integer;             // the instruction, for integers
  spv::Op floating;            // the same for floats
  // The operands of the instruction, in order: '0' to '9' an argument; 'd', 'w' and 's' the scope of the device, a
  // work-group or a subgroup; 'r', 'i', 'e' the group operations Reduce, InclusiveScan, ExclusiveScan; 'p' the Packed
  // Vector Format; 'm' and 'f' the memory scope and the semantics of a barrier; 'a' and 'o' those of an atomic function,
  // from arguments 3 and 2. A '-' at the end negates the last operand.
  std::string_view operands;
};
std::span<const OpenClFunction> opencl_functions();

// Replaces the calls of such functions by instructions, except for calls with an argument that must be a constant and is
// not.
std::vector<std::uint32_t> with_extension_functions(std::span<const std::uint32_t> words);

// The extensions that the text or the compiler options of a program mention. The functions of others are not declared, because
// the program may declare functions with these names.
struct ExtensionHeaders {
  std::string text;  // all headers
  std::vector<std::string> clang_options;
};
ExtensionHeaders headers_for(std::string_view text, const std::vector<std::string>& options);

}  // namespace spirv_oracle

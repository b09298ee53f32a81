// Functions of OpenCL C extensions that compilers do not know or do not translate. The front end declares them in a
// header of its own and puts the SPIR-V instructions in place of the calls.
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
  std::string_view name;       // in the module, which may be another than in OpenCL C
  std::string_view extension;  // of OpenCL
  spv::Op integer;             // the instruction, for integers
  spv::Op floating;            // the same for floats
  // What the instruction takes, in order: '0' to '9' an argument; 'w' and 's' the scope of a work-group or subgroup;
  // 'r', 'i', 'e' the group operations Reduce, InclusiveScan, ExclusiveScan; 'p' the Packed Vector Format; 'm' and 'f'
  // the memory scope and the semantics of a barrier.
  std::string_view operands;
};
std::span<const OpenClFunction> opencl_functions();

// Puts instructions in place of the calls of such functions. Leaves a call alone whose arguments must be constants and
// are not.
std::vector<std::uint32_t> with_extension_functions(std::span<const std::uint32_t> words);

// The headers that a program with this text and these compiler options may need, one behind the other: those of the
// extensions that it mentions. What it does not mention, it may declare itself.
std::string headers_for(std::string_view text, const std::vector<std::string>& options);

}  // namespace spirv_oracle

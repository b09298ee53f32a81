// Repairs the modules that llvm-spirv makes of OpenCL C, without changing their meaning.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spirv_oracle {

// Moves functions without a body before the others, as "Logical Layout of a Module" requires.
// Translators put them where they are first called.
std::vector<std::uint32_t> with_declarations_first(std::span<const std::uint32_t> words);

// OpEntryPoint with all variables of the module as its interface, for SPIR-V 1.4 and later. Translators omit variables
// that are used only in initializers.
std::vector<std::uint32_t> with_interfaces(std::span<const std::uint32_t> words);

// OpAtomicCompareExchange instead of OpAtomicCompareExchangeWeak, which SPIR-V 1.4 and later lack. Translators write it all the
// same. The weak instruction may fail in addition, but need not.
std::vector<std::uint32_t> with_strong_exchanges(std::span<const std::uint32_t> words);

// Constants that are addresses in variables, as the specification requires them: parts of composites are constants, where
// translators put variables; and an OpPtrAccessChain without indices starts from a pointer of its own type, where llvm-spirv
// takes the variable's and so counts whole variables instead of bytes.
std::vector<std::uint32_t> with_constant_addresses(std::span<const std::uint32_t> words);

// The names of files in a temporary folder without it, and `file_name` for the main file there, `source`. Like this, a module
// is the same each time that it is compiled.
std::vector<std::uint32_t> without_temporary_names(std::span<const std::uint32_t> words,
                                                   const std::string& source,
                                                   const std::string& file_name);

// Adds the source, including included files, and names files as the user does.
std::vector<std::uint32_t> with_source(std::span<const std::uint32_t> words,
                                       const std::string& file_name, const std::string& text);

}  // namespace spirv_oracle

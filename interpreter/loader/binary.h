// Words and operands of a SPIR-V binary, as the parser of SPIRV-Tools finds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <spirv-tools/libspirv.h>

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// An instruction of the binary with its own ids. Both ranges index the vectors of ModuleBinary.
struct BinaryInstruction {
  std::uint16_t opcode = 0;
  std::uint32_t type = 0, result = 0;  // 0: none
  std::uint32_t first_word = 0, word_count = 0;
  std::uint32_t first_operand = 0, operand_count = 0;
};

// The words before the first instruction.
inline constexpr std::size_t header_words = 5;

struct ModuleBinary {
  std::uint32_t version = 0;         // as in the header
  std::vector<std::uint32_t> words;  // in the byte order of this machine
  std::vector<Operand> operands;     // first_word counts from the instruction's own first word
  std::vector<BinaryInstruction> instructions;
};

// The words in the byte order of this machine, whatever byte order the magic number indicates. See
// "Physical Layout of a SPIR-V Module and Instruction".
std::vector<std::uint32_t> native_words(std::span<const std::uint32_t> words);

// Whether an OpCapability at the beginning of the module declares it. The words are in the byte order of this machine.
bool declares(std::span<const std::uint32_t> words, spv::Capability capability);

// Errors: unsupported, with the names of capabilities and instructions that are newer than SPIRV-Tools; bad_input,
// with the number of the word.
Result<ModuleBinary> read_binary(std::span<const std::uint32_t> words);

// A context that supports every instruction. It never changes, so all threads may use it.
spv_const_context universal_context();

}  // namespace spirv_oracle

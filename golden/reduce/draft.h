// A module as a list of instructions that reduction steps can change.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "interpreter/result.h"

namespace spirv_oracle::golden {

struct DraftInstruction {
  spv::Op opcode = spv::Op::OpNop;
  std::uint32_t type = 0, result = 0;  // 0: none
  std::vector<std::uint32_t> words;    // including the first one
  std::vector<std::size_t>
      ids;  // indices of words that are ids, except for the result and its type

  std::uint32_t id(std::size_t index) const { return words[ids[index]]; }
  void set_id(std::size_t index, std::uint32_t id) { words[ids[index]] = id; }
};

using Code = std::vector<DraftInstruction>;

constexpr bool is_merge(spv::Op opcode) {
  return opcode == spv::Op::OpSelectionMerge || opcode == spv::Op::OpLoopMerge;
}

class Draft {
 public:
  // Errors: bad_input.
  static Result<Draft> parse(std::span<const std::uint32_t> words);
  std::vector<std::uint32_t> words() const;
  std::size_t instruction_count() const { return globals.size() + code.size(); }

  // A constant of the type, OpConstantNull or one with all components 1 (or true). Creates it if
  // necessary. None for types without such a constant.
  std::optional<std::uint32_t> null_of(std::uint32_t type);
  std::optional<std::uint32_t> one_of(std::uint32_t type);
  // A 32-bit integer type; 0 if there is none.
  std::uint32_t integer_type() const;
  std::uint32_t fresh() { return header_[bound_word]++; }

  const DraftInstruction* definition(std::uint32_t id) const;
  void replace_uses(std::uint32_t id, std::uint32_t with);

  Code globals;  // everything before the functions
  Code code;     // the functions

 private:
  static constexpr std::size_t bound_word = 3;
  // The constant with these words after the result. Creates it if necessary.
  std::uint32_t constant(spv::Op opcode, std::uint32_t type, std::vector<std::uint32_t> operands,
                         bool operands_are_ids);

  std::array<std::uint32_t, 5> header_{};
};

// An instruction without a result and type.
DraftInstruction instruction(spv::Op opcode, const std::vector<std::uint32_t>& ids,
                             const std::vector<std::uint32_t>& literals = {});

// The target labels of a terminator, as indices for DraftInstruction::id().
std::vector<std::size_t> successors(const DraftInstruction& terminator);

}  // namespace spirv_oracle::golden

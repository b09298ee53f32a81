// The instructions of a binary as words, for code that changes a module before it is loaded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <spirv/unified1/spirv.hpp11>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/loader/binary.h"

namespace spirv_oracle::spirv_words {

using Words = std::vector<std::uint32_t>;
using InstructionWords = std::span<const std::uint32_t>;

using spirv_oracle::header_words;

inline spv::Op opcode_of(InstructionWords instruction) {
  return static_cast<spv::Op>(instruction[0] & 0xFFFF);
}

// Calls action(instruction) for each instruction; each has at least one word. Stops if the words
// are not instructions; the loader reports the error.
template <class Action>
void for_each_instruction(std::span<const std::uint32_t> words, Action action) {
  for (std::size_t at = header_words; at < words.size();) {
    const std::size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return;
    action(words.subspan(at, count));
    at += count;
  }
}

// The literal string at a word of an instruction; "" if there is none.
inline std::string text_at(InstructionWords instruction, std::size_t word) {
  if (word >= instruction.size()) return "";
  const auto* characters = reinterpret_cast<const char*>(instruction.data() + word);
  return {characters, strnlen(characters, (instruction.size() - word) * sizeof(std::uint32_t))};
}

inline Words string_words(std::string_view text) {
  Words words(text.size() / 4 + 1);
  std::memcpy(words.data(), text.data(), text.size());
  return words;
}

// Appends an instruction with these operands, followed by a literal string.
inline void append(spv::Op opcode, std::initializer_list<std::uint32_t> operands, const Words& text,
                   Words& words) {
  const auto count = static_cast<std::uint32_t>(1 + operands.size() + text.size());
  words.push_back(static_cast<std::uint32_t>(opcode) | count << 16);
  words.insert(words.end(), operands.begin(), operands.end());
  words.insert(words.end(), text.begin(), text.end());
}

inline void append(InstructionWords instruction, Words& words) {
  words.insert(words.end(), instruction.begin(), instruction.end());
}

}  // namespace spirv_oracle::spirv_words

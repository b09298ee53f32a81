// SPIR-V assembly: to words and back, and where in the text each instruction is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interpreter/findings/finding.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// Assembles `text`; `name` is its file, for messages. Numeric ids stay as written.
// target_env "": SPIR-V 1.6.
Result<std::vector<std::uint32_t>> assemble(std::string_view text, const std::string& name,
                                            const std::string& target_env);

// Readable assembly, with ids named after what they are.
Result<std::string> disassemble(std::span<const std::uint32_t> words);

// What a binary has lost of the assembly that it was made from: places and names.
class AssemblyMap {
 public:
  AssemblyMap() = default;
  AssemblyMap(std::span<const std::uint32_t> words, std::string_view text, const std::string& name);

  // The place of the instruction at this word of the binary.
  std::optional<SourceLocation> at(std::uint32_t word_offset) const;
  const std::string& text() const { return text_; }
  const std::string& file() const { return file_; }
  // The names that the text has for ids of the binary, without those that are numbers.
  const IdNames& id_names() const { return id_names_; }

 private:
  std::map<std::uint32_t, SourceLocation> locations_;
  IdNames id_names_;
  std::string text_;
  std::string file_;
};

// Gives a finding of a module without debug information its place in the assembly.
void place_in_assembly(Finding& finding, const AssemblyMap& assembly);

}  // namespace spirv_oracle

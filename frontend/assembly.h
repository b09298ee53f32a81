// Assembles and disassembles SPIR-V, and maps instructions to places in the text.
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

// Assembles `text`; `name` is its file, for messages. Numeric ids do not change. target_env "":
// SPIR-V 1.6.
Result<std::vector<std::uint32_t>> assemble(std::string_view text, const std::string& name,
                                            const std::string& target_env);

// The version of SPIR-V that a comment before the first instruction declares, `; Version: 1.3`, as in the header of a
// module. Disassemblers write such a comment. None: there is none.
std::optional<std::uint32_t> declared_version(std::string_view text);

// Readable assembly, with descriptive names of ids.
Result<std::string> disassemble(std::span<const std::uint32_t> words);

// Information about the source assembly that the binary lacks: places and names.
class AssemblyMap {
 public:
  AssemblyMap() = default;
  AssemblyMap(std::span<const std::uint32_t> words, std::string_view text, const std::string& name);

  // The place of the instruction at this word of the binary.
  std::optional<SourceLocation> at(std::uint32_t word_offset) const;
  const std::string& text() const { return text_; }
  const std::string& file() const { return file_; }
  // The names of ids in the text, except for those that are numbers.
  const IdNames& id_names() const { return id_names_; }

 private:
  std::map<std::uint32_t, SourceLocation> locations_;
  IdNames id_names_;
  std::string text_;
  std::string file_;
};

// Sets the source location of a finding to the assembly, if the module has no debug information.
void place_in_assembly(Finding& finding, const AssemblyMap& assembly);

}  // namespace spirv_oracle

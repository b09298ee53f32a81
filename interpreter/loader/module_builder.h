// Builds a Module from a binary.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "interpreter/loader/binary.h"
#include "interpreter/loader/id_names.h"
#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// One builder per module. The order of the calls in build() matters: each uses the results of those
// before.
class ModuleBuilder {
 public:
  // The names must outlive the builder.
  explicit ModuleBuilder(const IdNames& id_names) : id_names_(id_names) {}

  Result<std::shared_ptr<Module>> build(std::span<const std::uint32_t> words);

 private:
  // --- module_builder.cpp: ids, functions, entry points ---
  Result<void> number_ids(ModuleBinary& binary);
  void link_instructions(const ModuleBinary& binary);
  Result<void> build_functions();
  Result<void> visit_function_level(std::uint32_t index);
  Result<void> begin_function(const Instruction& instruction);
  Result<void> end_function(const Instruction& instruction);
  Result<void> begin_block(const Instruction& instruction, std::uint32_t index);
  Result<void> visit_block_level(const Instruction& instruction, std::uint32_t index);
  Result<void> build_entry_points();
  tl::unexpected<Error> misplaced(const Instruction& instruction, const std::string& what) const;

  // --- module_annotations.cpp: names, decorations, declarations of the module ---
  Result<void> build_annotations();
  void annotate(const Instruction& instruction);
  Result<void> apply_decoration_groups();
  void choose_displayed_names();

  // --- module_sources.cpp: source files and lines ---
  Result<void> build_source_lines();
  void add_sources();
  void add_source_text(std::uint32_t file, const std::string& text, bool append);
  std::uint32_t file_of_string(Id string);
  std::uint32_t file_of_debug_source(Id debug_source);
  Result<std::uint32_t> line_of(const Instruction& instruction);
  std::uint32_t add_line(LineInfo info);
  bool is_debug_instruction(const Instruction& instruction, std::uint32_t number) const;
  std::uint32_t constant_word(Id id) const;

  const IdNames& id_names_;
  std::shared_ptr<Module> module_;
  // The function and the block being built.
  bool in_function_ = false;
  bool in_block_ = false;
  std::vector<std::uint32_t> group_decorations_;  // OpGroupDecorate, OpGroupMemberDecorate
  std::unordered_map<Id, std::uint32_t> file_of_string_;
  std::unordered_map<Id, std::uint32_t> file_of_debug_source_;
  std::size_t text_budget_ = 0;  // bytes of source text that may still be stored
};

}  // namespace spirv_oracle

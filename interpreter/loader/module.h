// A parsed SPIR-V module: instructions with their operands, names, decorations, functions. Nothing
// here executes, and nothing depends on specialization.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <spirv/unified1/spirv.hpp11>

#include "interpreter/dispatch.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// A result id, renumbered densely in the order of definition, so that the ids of a function are
// consecutive. Undefined ids come last. 0 is not an id.
using Id = std::uint32_t;

enum class OperandClass : std::uint8_t { id, literal, string };

struct Operand {
  std::uint32_t first_word = 0;  // index into the words of the instruction
  std::uint16_t word_count = 0;
  OperandClass operand_class = OperandClass::literal;
};

struct LineInfo {
  std::uint32_t file = 0;  // index into Module::files
  std::uint32_t line = 0, column = 0;
};

// One instruction. Operand indices are those of the grammar: they begin with result type and result
// id, if the instruction has them.
struct Instruction {
  spv::Op opcode = spv::Op::OpNop;
  Id type = 0;
  Id result = 0;
  std::uint32_t line = 0;  // index into Module::lines, 0: unknown
  std::uint32_t word_offset = 0;
  std::span<const Operand> operands;
  std::span<const std::uint32_t> words;  // with ids renumbered

  unsigned operand_count() const { return static_cast<unsigned>(operands.size()); }
  bool has(unsigned index) const { return index < operands.size(); }
  Id id(unsigned index) const { return literal(index); }
  // The first word of an operand that is a number, an enumerant or an id; 0 if it is absent.
  std::uint32_t literal(unsigned index) const {
    return has(index) ? words[operands[index].first_word] : 0;
  }
  // A literal number of one or two words.
  std::uint64_t number(unsigned index) const;
  std::string string(unsigned index) const;
};

struct Block {
  Id label = 0;
  std::uint32_t first = 0, last = 0;  // instruction indices: after the label .. the terminator
};

struct Function {
  Id id = 0;
  Id type = 0;  // the function type
  std::vector<Id> parameters;
  std::vector<Block> blocks;           // in the order of the module
  Id first_local = 0, last_local = 0;  // the ids defined by the function: first .. last - 1
};

struct EntryPoint {
  std::string name;
  spv::ExecutionModel model{};
  Id function = 0;
  std::vector<Id> interface;
  std::vector<const Instruction*> modes;  // OpExecutionMode and OpExecutionModeId
};

// Decorations of an id, or of a member of it.
struct Decoration {
  spv::Decoration kind{};
  std::vector<std::uint32_t> literals;  // words after the decoration
};

struct SourceFile {
  std::string name;
  std::string text;                        // empty if the module does not contain its source
  std::vector<std::uint32_t> line_starts;  // offsets into text
  std::string_view line(std::uint32_t number) const;  // 1-based; "" if the line does not exist
};

// Whether the instructions of an extended set do not affect execution.
bool is_without_semantics(std::string_view extended_set);

class Module {
 public:
  static Result<std::shared_ptr<const Module>> parse(std::span<const std::uint32_t> words);

  std::uint32_t version() const { return version_; }
  std::size_t id_count() const { return original_ids_.size(); }
  std::uint32_t original_id(Id id) const { return id < id_count() ? original_ids_[id] : 0; }

  // All instructions, including OpLine and similar. [0] is a placeholder.
  std::span<const Instruction> instructions() const { return instructions_; }
  const Instruction& instruction(std::uint32_t index) const { return instructions_[index]; }
  // The defining instruction; null when there is none (possible only without validation).
  const Instruction* definition(Id id) const {
    const std::uint32_t index = id < definitions_.size() ? definitions_[id] : 0;
    return index == 0 ? nullptr : &instructions_[index];
  }
  std::span<const Function> functions() const { return functions_; }
  const Function* function(Id id) const;
  std::span<const EntryPoint> entry_points() const { return entry_points_; }

  // The name of an id in the assembly that was loaded, or else its OpName; "" without either.
  std::string_view name(Id id) const;
  std::string_view member_name(Id type, std::uint32_t member) const;
  // "%name" if that is an identifier and unique, otherwise "%42".
  std::string display(Id id) const;
  // The name of the imported extended instruction set; "" if `id` is not an import.
  std::string_view extended_set(Id id) const;

  std::span<const Decoration> decorations(Id id) const;
  std::span<const Decoration> member_decorations(Id type, std::uint32_t member) const;
  // The literal of a decoration with one operand.
  std::optional<std::uint32_t> decoration(Id id, spv::Decoration kind) const;
  std::optional<std::uint32_t> member_decoration(Id type, std::uint32_t member,
                                                 spv::Decoration kind) const;
  bool has_decoration(Id id, spv::Decoration kind) const {
    return decoration(id, kind).has_value();
  }

  const LineInfo& line(std::uint32_t index) const { return lines_[index]; }
  std::span<const SourceFile> files() const { return files_; }  // [0] is a placeholder
  SourceLocation source(std::uint32_t line_index) const;
  // The text of an OpString.
  std::string text(Id id) const;

  spv::AddressingModel addressing_model() const { return addressing_model_; }
  spv::MemoryModel memory_model() const { return memory_model_; }
  std::span<const spv::Capability> capabilities() const { return capabilities_; }
  std::span<const std::string> extensions() const { return extensions_; }
  // The optional features of Vulkan that are enabled for the module: see LoadOptions.
  FeatureSet features() const { return features_; }
  void set_features(FeatureSet features) { features_ = features; }

  // One instruction as assembly text, with ids as in display().
  std::string disassemble(const Instruction& instruction) const;

 private:
  friend class ModuleBuilder;

  std::uint32_t version_ = 0;
  std::vector<std::uint32_t> words_;  // as parsed, ids renumbered
  std::vector<Operand> operands_;
  std::vector<Instruction> instructions_;  // [0] is a placeholder
  std::vector<std::uint32_t> original_ids_;
  std::vector<std::uint32_t> definitions_;
  std::vector<Function> functions_;
  std::unordered_map<Id, std::uint32_t> function_index_;
  std::vector<EntryPoint> entry_points_;
  std::unordered_map<Id, std::string> names_;
  std::unordered_set<Id> displayed_by_name_;
  std::map<std::pair<Id, std::uint32_t>, std::string> member_names_;
  std::unordered_map<Id, std::string> extended_sets_;
  std::unordered_map<Id, std::vector<Decoration>> decorations_;
  std::map<std::pair<Id, std::uint32_t>, std::vector<Decoration>> member_decorations_;
  std::vector<LineInfo> lines_;
  std::vector<SourceFile> files_;
  std::unordered_map<Id, std::string> strings_;
  std::vector<spv::Capability> capabilities_;
  std::vector<std::string> extensions_;
  spv::AddressingModel addressing_model_{};
  spv::MemoryModel memory_model_{};
  FeatureSet features_;
};

}  // namespace spirv_oracle

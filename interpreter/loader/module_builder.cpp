#include "interpreter/loader/module_builder.h"
#include "interpreter/loader/opcode_classes.h"

#include <algorithm>
#include <utility>

namespace spirv_oracle {
namespace {

// Maps the ids of the binary to new ones. Ids may be any 32-bit number, so the table is a sorted list.
class IdTable {
 public:
  // Numbers the given ids from `first` on.
  void add(std::span<const std::uint32_t> ids, Id first) {
    for (const std::uint32_t id : ids) entries_.emplace_back(id, first++);
    std::ranges::sort(entries_);
  }
  // The first id that was added twice, or 0.
  std::uint32_t duplicate() const {
    const auto found = std::ranges::adjacent_find(
        entries_, [](const auto& a, const auto& b) { return a.first == b.first; });
    return found == entries_.end() ? 0 : found->first;
  }
  // 0 if `id` was not added.
  Id find(std::uint32_t id) const {
    const auto found = std::ranges::lower_bound(entries_, id, {}, &Entry::first);
    return found != entries_.end() && found->first == id ? found->second : 0;
  }

 private:
  using Entry = std::pair<std::uint32_t, Id>;
  std::vector<Entry> entries_;
};

// Calls action(word) for every word that is an id.
template <class Action>
void for_each_id_word(ModuleBinary& binary, Action action) {
  for (const BinaryInstruction& instruction : binary.instructions) {
    for (std::uint32_t k = 0; k < instruction.operand_count; ++k) {
      const Operand& operand = binary.operands[instruction.first_operand + k];
      if (operand.operand_class == OperandClass::id) {
        action(binary.words[instruction.first_word + operand.first_word]);
      }
    }
  }
}

}  // namespace

Result<std::shared_ptr<Module>> ModuleBuilder::build(std::span<const std::uint32_t> words) {
  Result<ModuleBinary> binary = read_binary(words);
  if (!binary) return tl::unexpected(binary.error());
  module_ = std::make_shared<Module>();
  module_->version_ = binary->version;
  text_budget_ = binary->words.size() * 16;
  if (auto done = number_ids(*binary); !done) return tl::unexpected(done.error());
  link_instructions(*binary);
  if (auto done = build_annotations(); !done) return tl::unexpected(done.error());
  if (auto done = build_functions(); !done) return tl::unexpected(done.error());
  if (auto done = build_source_lines(); !done) return tl::unexpected(done.error());
  if (auto done = build_entry_points(); !done) return tl::unexpected(done.error());
  return std::move(module_);
}

Result<void> ModuleBuilder::number_ids(ModuleBinary& binary) {
  std::vector<std::uint32_t>& ids = module_->original_ids_;
  ids.push_back(0);
  for (const BinaryInstruction& instruction : binary.instructions) {
    if (instruction.result != 0) ids.push_back(instruction.result);
  }
  IdTable table;
  table.add(std::span(ids).subspan(1), 1);
  if (const std::uint32_t twice = table.duplicate(); twice != 0) {
    return bad_input("id %" + std::to_string(twice) + " is defined more than once");
  }
  std::vector<std::uint32_t> undefined;
  for_each_id_word(binary, [&](std::uint32_t word) {
    if (word != 0 && table.find(word) == 0) undefined.push_back(word);
  });
  std::ranges::sort(undefined);
  undefined.erase(std::unique(undefined.begin(), undefined.end()), undefined.end());
  const Id first_undefined = static_cast<Id>(ids.size());
  ids.insert(ids.end(), undefined.begin(), undefined.end());
  table.add(undefined, first_undefined);
  for_each_id_word(binary, [&](std::uint32_t& word) { word = table.find(word); });
  for (BinaryInstruction& instruction : binary.instructions) {
    instruction.type = table.find(instruction.type);
    instruction.result = table.find(instruction.result);
  }
  return {};
}

void ModuleBuilder::link_instructions(const ModuleBinary& binary) {
  Module& module = *module_;
  module.words_ = binary.words;
  module.operands_ = binary.operands;
  module.definitions_.assign(module.original_ids_.size(), 0);
  module.instructions_.reserve(binary.instructions.size() + 1);
  module.instructions_.emplace_back();
  for (const BinaryInstruction& source : binary.instructions) {
    Instruction instruction;
    instruction.opcode = static_cast<spv::Op>(source.opcode);
    // Differs from OpExtInst in that operands may be defined later. All ids are known here.
    if (instruction.opcode == spv::Op::OpExtInstWithForwardRefsKHR)
      instruction.opcode = spv::Op::OpExtInst;
    instruction.type = source.type;
    instruction.result = source.result;
    instruction.word_offset = source.first_word;
    instruction.words = std::span(module.words_).subspan(source.first_word, source.word_count);
    instruction.operands =
        std::span(module.operands_).subspan(source.first_operand, source.operand_count);
    if (source.result != 0) {
      module.definitions_[source.result] = static_cast<std::uint32_t>(module.instructions_.size());
    }
    module.instructions_.push_back(instruction);
  }
}

tl::unexpected<Error> ModuleBuilder::misplaced(const Instruction& instruction,
                                               const std::string& what) const {
  return bad_input(std::string("Op") +
                   spvOpcodeString(static_cast<std::uint32_t>(instruction.opcode)) + " at word " +
                   std::to_string(instruction.word_offset) + ": " + what);
}

// See "Logical Layout of a Module", the parts about functions.
Result<void> ModuleBuilder::build_functions() {
  for (std::uint32_t index = 1; index < module_->instructions_.size(); ++index) {
    if (auto done = visit_function_level(index); !done) return done;
  }
  if (in_function_) {
    return bad_input("function " + module_->display(module_->functions_.back().id) +
                     " has no OpFunctionEnd");
  }
  return {};
}

Result<void> ModuleBuilder::visit_function_level(std::uint32_t index) {
  const Instruction& instruction = module_->instructions_[index];
  switch (instruction.opcode) {
    case spv::Op::OpFunction:
      return begin_function(instruction);
    case spv::Op::OpFunctionEnd:
      return end_function(instruction);
    case spv::Op::OpLabel:
      return begin_block(instruction, index);
    case spv::Op::OpFunctionParameter:
      if (!in_function_ || !module_->functions_.back().blocks.empty()) {
        return misplaced(instruction, "a parameter must follow its function");
      }
      module_->functions_.back().parameters.push_back(instruction.result);
      return {};
    case spv::Op::OpLine:
    case spv::Op::OpNoLine:
      return {};
    default:
      return visit_block_level(instruction, index);
  }
}

Result<void> ModuleBuilder::begin_function(const Instruction& instruction) {
  if (in_function_) return misplaced(instruction, "the function before it has no OpFunctionEnd");
  const Id function_type = instruction.id(3);
  const Instruction* type = module_->definition(function_type);
  if (type == nullptr || type->opcode != spv::Op::OpTypeFunction) {
    return misplaced(instruction, module_->display(function_type) + " is not a function type");
  }
  Function function;
  function.id = instruction.result;
  function.type = function_type;
  function.first_local = function.last_local = instruction.result + 1;
  module_->function_index_[function.id] = static_cast<std::uint32_t>(module_->functions_.size());
  module_->functions_.push_back(std::move(function));
  in_function_ = true;
  in_block_ = false;
  return {};
}

Result<void> ModuleBuilder::end_function(const Instruction& instruction) {
  if (!in_function_) return misplaced(instruction, "it does not end a function");
  if (in_block_) return misplaced(instruction, "the last block has no terminator");
  const Function& function = module_->functions_.back();
  const Instruction* type = module_->definition(function.type);
  if (type->operand_count() != function.parameters.size() + 2) {
    return misplaced(instruction, "function " + module_->display(function.id) +
                                      " does not have the parameters of its type");
  }
  in_function_ = false;
  return {};
}

Result<void> ModuleBuilder::begin_block(const Instruction& instruction, std::uint32_t index) {
  if (!in_function_) return misplaced(instruction, "a block must be inside a function");
  if (in_block_) return misplaced(instruction, "the block before it has no terminator");
  module_->functions_.back().blocks.push_back({instruction.result, index + 1, index + 1});
  in_block_ = true;
  return {};
}

Result<void> ModuleBuilder::visit_block_level(const Instruction& instruction, std::uint32_t index) {
  if (!in_function_) {
    if (!is_block_termination(instruction.opcode)) return {};
    return misplaced(instruction, "it must be inside a function");
  }
  if (!in_block_) {
    // spirv-opt ends the last scope after the last block.
    const bool is_without_effect = instruction.opcode == spv::Op::OpExtInst &&
                                   is_without_semantics(module_->extended_set(instruction.id(2)));
    if (is_without_effect) return {};
    return misplaced(instruction, "it must be inside a block");
  }
  if (is_block_termination(instruction.opcode)) {
    module_->functions_.back().blocks.back().last = index;
    in_block_ = false;
  }
  return {};
}

// Entry points with their execution modes, and the range of ids of each function.
Result<void> ModuleBuilder::build_entry_points() {
  Module& module = *module_;
  for (std::size_t f = 0; f < module.functions_.size(); ++f) {
    Function& function = module.functions_[f];
    // A function's ids end where the next result outside it begins.
    function.last_local = function.first_local + static_cast<Id>(function.parameters.size());
    for (const Block& block : function.blocks) {
      function.last_local = std::max(function.last_local, block.label + 1);
      for (std::uint32_t i = block.first; i <= block.last; ++i) {
        function.last_local = std::max(function.last_local, module.instructions_[i].result + 1);
      }
    }
  }
  std::unordered_map<Id, std::vector<const Instruction*>> modes;
  for (const Instruction& instruction : module.instructions_) {
    if (instruction.opcode == spv::Op::OpExecutionMode ||
        instruction.opcode == spv::Op::OpExecutionModeId) {
      modes[instruction.id(0)].push_back(&instruction);
    }
  }
  for (const Instruction& instruction : module.instructions_) {
    if (instruction.opcode != spv::Op::OpEntryPoint) continue;
    EntryPoint entry;
    entry.model = static_cast<spv::ExecutionModel>(instruction.literal(0));
    entry.function = instruction.id(1);
    entry.name = instruction.string(2);
    for (unsigned i = 3; i < instruction.operand_count(); ++i) {
      entry.interface.push_back(instruction.id(i));
    }
    const Function* function = module.function(entry.function);
    if (function == nullptr || function->blocks.empty()) {
      return misplaced(instruction, "entry point " + module.display(entry.function) +
                                        " is not a function with a body");
    }
    if (const auto found = modes.find(entry.function); found != modes.end()) {
      entry.modes = found->second;
    }
    module.entry_points_.push_back(std::move(entry));
  }
  return {};
}

}  // namespace spirv_oracle

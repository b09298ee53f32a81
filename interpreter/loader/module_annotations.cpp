// Names, decorations, and other declarations of the module.
#include <algorithm>
#include <string_view>
#include <utility>

#include "interpreter/loader/module_builder.h"

namespace spirv_oracle {
namespace {

// The limit for the decorations that result from groups. Protects from hostile modules.
constexpr std::size_t max_group_decorations = std::size_t{1} << 20;

bool is_identifier(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return !name.empty() && is_letter(name[0]) &&
         std::ranges::all_of(name, [&](char c) { return is_letter(c) || is_digit(c); });
}

// The decoration whose kind is operand number `index`; its literals are all words after that.
Decoration read_decoration(const Instruction& instruction, unsigned index) {
  Decoration decoration;
  if (!instruction.has(index)) return decoration;
  decoration.kind = static_cast<spv::Decoration>(instruction.literal(index));
  const auto rest = instruction.words.subspan(instruction.operands[index].first_word + 1);
  decoration.literals.assign(rest.begin(), rest.end());
  return decoration;
}

}  // namespace

Result<void> ModuleBuilder::build_annotations() {
  for (std::uint32_t index = 1; index < module_->instructions_.size(); ++index) {
    const Instruction& instruction = module_->instructions_[index];
    if (instruction.opcode == spv::Op::OpGroupDecorate ||
        instruction.opcode == spv::Op::OpGroupMemberDecorate) {
      group_decorations_.push_back(index);
    } else {
      annotate(instruction);
    }
  }
  choose_displayed_names();
  return apply_decoration_groups();
}

void ModuleBuilder::annotate(const Instruction& instruction) {
  Module& module = *module_;
  switch (instruction.opcode) {
    case spv::Op::OpCapability:
      module.capabilities_.push_back(static_cast<spv::Capability>(instruction.literal(0)));
      break;
    case spv::Op::OpExtension:
      module.extensions_.push_back(instruction.string(0));
      break;
    case spv::Op::OpExtInstImport:
      module.extended_sets_.emplace(instruction.result, instruction.string(1));
      break;
    case spv::Op::OpMemoryModel:
      module.addressing_model_ = static_cast<spv::AddressingModel>(instruction.literal(0));
      module.memory_model_ = static_cast<spv::MemoryModel>(instruction.literal(1));
      break;
    case spv::Op::OpString:
      module.strings_.emplace(instruction.result, instruction.string(1));
      break;
    case spv::Op::OpName:
      module.names_.emplace(instruction.id(0), instruction.string(1));
      break;
    case spv::Op::OpMemberName:
      module.member_names_.emplace(std::pair(instruction.id(0), instruction.literal(1)),
                                   instruction.string(2));
      break;
    case spv::Op::OpDecorate:
    case spv::Op::OpDecorateId:
    case spv::Op::OpDecorateString:
      module.decorations_[instruction.id(0)].push_back(read_decoration(instruction, 1));
      break;
    case spv::Op::OpMemberDecorate:
    case spv::Op::OpMemberDecorateIdEXT:
    case spv::Op::OpMemberDecorateString:
      module.member_decorations_[{instruction.id(0), instruction.literal(1)}].push_back(
          read_decoration(instruction, 2));
      break;
    default:
      break;
  }
}

// See OpDecorationGroup, OpGroupDecorate and OpGroupMemberDecorate under "Annotation Instructions".
Result<void> ModuleBuilder::apply_decoration_groups() {
  std::size_t total = 0;
  for (const std::uint32_t index : group_decorations_) {
    const Instruction& instruction = module_->instructions_[index];
    const auto group = module_->decorations_.find(instruction.id(0));
    if (group == module_->decorations_.end()) continue;
    const std::vector<Decoration> decorations = group->second;
    const bool members = instruction.opcode == spv::Op::OpGroupMemberDecorate;
    for (unsigned i = 1; i < instruction.operand_count(); i += members ? 2 : 1) {
      for (const Decoration& decoration : decorations) {
        total += 1 + decoration.literals.size();
      }
      if (total > max_group_decorations) {
        return misplaced(instruction, "decoration groups expand to too many decorations");
      }
      std::vector<Decoration>& target =
          members ? module_->member_decorations_[{instruction.id(i), instruction.literal(i + 1)}]
                  : module_->decorations_[instruction.id(i)];
      target.insert(target.end(), decorations.begin(), decorations.end());
    }
  }
  return {};
}

// A name from the text replaces an OpName: it is in the user's file, and it is unique.
void ModuleBuilder::choose_displayed_names() {
  for (Id id = 1; id < module_->id_count(); ++id) {
    const auto named = id_names_.find(module_->original_id(id));
    if (named != id_names_.end()) module_->names_[id] = named->second;
  }
  std::unordered_map<std::string_view, unsigned> uses;
  for (const auto& [id, name] : module_->names_) ++uses[name];
  for (const auto& [id, name] : module_->names_) {
    const bool is_of_text = id_names_.contains(module_->original_id(id));
    if (is_of_text || (uses[name] == 1 && is_identifier(name)))
      module_->displayed_by_name_.insert(id);
  }
}

}  // namespace spirv_oracle

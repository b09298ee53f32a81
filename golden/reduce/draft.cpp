#include "golden/reduce/draft.h"

#include <algorithm>

#include "interpreter/loader/binary.h"

namespace spirv_oracle::golden {
namespace {

DraftInstruction from_binary(const ModuleBinary& binary, const BinaryInstruction& source) {
  DraftInstruction one;
  one.opcode = static_cast<spv::Op>(source.opcode);
  one.type = source.type;
  one.result = source.result;
  const auto first = binary.words.begin() + source.first_word;
  one.words.assign(first, first + source.word_count);
  // The type and the result come first.
  const std::size_t own = (source.type != 0 ? 1u : 0u) + (source.result != 0 ? 1u : 0u);
  for (std::size_t i = own; i < source.operand_count; ++i) {
    const Operand& operand = binary.operands[source.first_operand + i];
    if (operand.operand_class == OperandClass::id) one.ids.push_back(operand.first_word);
  }
  return one;
}

std::uint32_t first_word(spv::Op opcode, std::size_t count) {
  return static_cast<std::uint32_t>(count) << 16 | static_cast<std::uint32_t>(opcode);
}

}  // namespace

Result<Draft> Draft::parse(std::span<const std::uint32_t> words) {
  const auto binary = read_binary(words);
  if (!binary) return tl::unexpected(binary.error());
  Draft draft;
  std::copy_n(binary->words.begin(), draft.header_.size(), draft.header_.begin());
  for (const BinaryInstruction& source : binary->instructions) {
    DraftInstruction one = from_binary(*binary, source);
    const bool in_code = !draft.code.empty() || one.opcode == spv::Op::OpFunction;
    (in_code ? draft.code : draft.globals).push_back(std::move(one));
  }
  return draft;
}

std::vector<std::uint32_t> Draft::words() const {
  std::vector<std::uint32_t> all(header_.begin(), header_.end());
  for (const Code* part : {&globals, &code}) {
    for (const DraftInstruction& one : *part) {
      all.push_back(first_word(one.opcode, one.words.size()));
      all.insert(all.end(), one.words.begin() + 1, one.words.end());
    }
  }
  return all;
}

const DraftInstruction* Draft::definition(std::uint32_t id) const {
  for (const Code* part : {&globals, &code}) {
    const auto found = std::ranges::find(*part, id, &DraftInstruction::result);
    if (id != 0 && found != part->end()) return &*found;
  }
  return nullptr;
}

void Draft::replace_uses(std::uint32_t id, std::uint32_t with) {
  for (DraftInstruction& one : code) {
    for (const std::size_t at : one.ids) {
      if (one.words[at] == id) one.words[at] = with;
    }
  }
}

std::uint32_t Draft::constant(spv::Op opcode, std::uint32_t type,
                              std::vector<std::uint32_t> operands, bool operands_are_ids) {
  for (const DraftInstruction& one : globals) {
    if (one.opcode == opcode && one.type == type &&
        std::equal(one.words.begin() + 3, one.words.end(), operands.begin(), operands.end()))
      return one.result;
  }
  DraftInstruction made;
  made.opcode = opcode;
  made.type = type;
  made.result = fresh();
  made.words = {0, type, made.result};
  for (const std::uint32_t operand : operands) {
    if (operands_are_ids) made.ids.push_back(made.words.size());
    made.words.push_back(operand);
  }
  globals.push_back(std::move(made));
  return globals.back().result;
}

std::optional<std::uint32_t> Draft::null_of(std::uint32_t type) {
  const DraftInstruction* definition = this->definition(type);
  if (definition == nullptr) return std::nullopt;
  switch (definition->opcode) {
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeVectorIdEXT:
    case spv::Op::OpTypeMatrix:
    case spv::Op::OpTypeArray:
    case spv::Op::OpTypeStruct:
      return constant(spv::Op::OpConstantNull, type, {}, false);
    default:
      return std::nullopt;
  }
}

std::optional<std::uint32_t> Draft::one_of(std::uint32_t type) {
  const DraftInstruction* definition = this->definition(type);
  if (definition == nullptr) return std::nullopt;
  const auto literal = [&](std::uint32_t low) {
    return constant(spv::Op::OpConstant, type, {low}, false);
  };
  switch (definition->opcode) {
    case spv::Op::OpTypeBool:
      return constant(spv::Op::OpConstantTrue, type, {}, false);
    case spv::Op::OpTypeInt:
      if (definition->words[2] <= 32) return literal(1);
      return constant(spv::Op::OpConstant, type, {1, 0}, false);
    case spv::Op::OpTypeFloat:
      if (definition->words[2] == 16) return literal(0x3C00);
      if (definition->words[2] == 32) return literal(0x3F800000);
      return constant(spv::Op::OpConstant, type, {0, 0x3FF00000}, false);
    case spv::Op::OpTypeVector: {
      const std::uint32_t count = definition->words[3];
      const auto part = one_of(definition->words[2]);
      if (!part) return std::nullopt;
      return constant(spv::Op::OpConstantComposite, type, std::vector<std::uint32_t>(count, *part),
                      true);
    }
    default:
      return std::nullopt;
  }
}

std::uint32_t Draft::integer_type() const {
  const auto found = std::ranges::find_if(globals, [](const DraftInstruction& one) {
    return one.opcode == spv::Op::OpTypeInt && one.words[2] == 32;
  });
  return found == globals.end() ? 0 : found->result;
}

DraftInstruction instruction(spv::Op opcode, const std::vector<std::uint32_t>& ids,
                             const std::vector<std::uint32_t>& literals) {
  DraftInstruction made;
  made.opcode = opcode;
  made.words = {0};
  for (const std::uint32_t id : ids) {
    made.ids.push_back(made.words.size());
    made.words.push_back(id);
  }
  made.words.insert(made.words.end(), literals.begin(), literals.end());
  return made;
}

std::vector<std::size_t> successors(const DraftInstruction& terminator) {
  const std::size_t first = terminator.opcode == spv::Op::OpBranch ? 0 : 1;
  const bool branches = first == 0 || terminator.opcode == spv::Op::OpBranchConditional ||
                        terminator.opcode == spv::Op::OpSwitch;
  std::vector<std::size_t> labels;
  for (std::size_t i = first; branches && i < terminator.ids.size(); ++i) labels.push_back(i);
  return labels;
}

}  // namespace spirv_oracle::golden

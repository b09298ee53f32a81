// Disassembles one instruction. SPIRV-Tools only disassembles modules, so the instruction becomes part of
// a small one, together with the definitions that its operands require.
#include <cctype>
#include <string>
#include <vector>

#include "interpreter/loader/binary.h"
#include "interpreter/loader/module.h"

namespace spirv_oracle {
namespace {

void append(std::vector<std::uint32_t>& words, const Instruction* instruction) {
  if (instruction == nullptr) return;
  words.insert(words.end(), instruction->words.begin(), instruction->words.end());
}

// Adds the definitions that determine how the words of `instruction` are split into operands.
void append_context(std::vector<std::uint32_t>& words, const Module& module,
                    const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpConstant:
    case spv::Op::OpSpecConstant:
      append(words, module.definition(instruction.type));
      break;
    case spv::Op::OpExtInst:
      append(words, module.definition(instruction.id(2)));
      break;
    case spv::Op::OpSwitch: {
      const Instruction* selector = module.definition(instruction.id(0));
      if (selector == nullptr || selector->type == 0) break;
      append(words, module.definition(selector->type));
      words.push_back(3u << 16 | static_cast<std::uint32_t>(spv::Op::OpUndef));
      words.push_back(selector->type);
      words.push_back(selector->result);
      break;
    }
    default:
      break;
  }
}

// The last line of a disassembly.
std::string last_line(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  // A line break inside a string literal does not end the instruction: count quotes from the left.
  std::size_t start = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && quoted) {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == '\n' && !quoted) {
      start = i + 1;
    }
  }
  return text.substr(start);
}

// Replaces %N, outside strings, by what display() says.
std::string with_display_names(const Module& module, const std::string& line) {
  std::string result;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && quoted && i + 1 < line.size()) {
      result += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == '%' && !quoted) {
      Id id = 0;
      while (i + 1 < line.size() && line[i + 1] >= '0' && line[i + 1] <= '9') {
        id = id * 10 + static_cast<Id>(line[++i] - '0');
      }
      result += module.display(id);
      continue;
    }
    result += line[i];
  }
  return result;
}

// For instructions that SPIRV-Tools rejects: the name, and the operands as numbers.
std::string plain_text(const Module& module, const Instruction& instruction) {
  std::string text;
  if (instruction.result != 0) text = module.display(instruction.result) + " = ";
  text += "Op";
  text += spvOpcodeString(static_cast<std::uint32_t>(instruction.opcode));
  for (unsigned i = 0; i < instruction.operand_count(); ++i) {
    const Operand& operand = instruction.operands[i];
    const bool is_id = operand.operand_class == OperandClass::id;
    if (is_id && instruction.id(i) == instruction.result && i < 2) continue;
    text += ' ';
    if (is_id) {
      text += module.display(instruction.id(i));
    } else if (operand.operand_class == OperandClass::string) {
      text += '"' + instruction.string(i) + '"';
    } else {
      text += std::to_string(instruction.number(i));
    }
  }
  return text;
}

}  // namespace

std::string Module::disassemble(const Instruction& instruction) const {
  const auto bound = static_cast<std::uint32_t>(id_count());
  std::vector<std::uint32_t> words = {spv::MagicNumber, version_, 0, bound, 0};
  append_context(words, *this, instruction);
  append(words, &instruction);
  spv_text text = nullptr;
  const spv_result_t status = spvBinaryToText(universal_context(), words.data(), words.size(),
                                              SPV_BINARY_TO_TEXT_OPTION_NO_HEADER, &text, nullptr);
  const std::unique_ptr<spv_text_t, decltype(&spvTextDestroy)> owned(text, &spvTextDestroy);
  if (status != SPV_SUCCESS || text == nullptr) return plain_text(*this, instruction);
  return with_display_names(*this, last_line(std::string(text->str, text->length)));
}

}  // namespace spirv_oracle

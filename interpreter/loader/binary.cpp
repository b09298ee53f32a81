#include "interpreter/loader/binary.h"

#include "interpreter/loader/newer_names.h"

#include <limits>
#include <memory>
#include <string>

namespace spirv_oracle {
namespace {

std::uint32_t swap_bytes(std::uint32_t word) {
  return word >> 24 | (word >> 8 & 0xFF00) | (word << 8 & 0xFF0000) | word << 24;
}

OperandClass operand_class(spv_operand_type_t type) {
  switch (type) {
    case SPV_OPERAND_TYPE_ID:
    case SPV_OPERAND_TYPE_TYPE_ID:
    case SPV_OPERAND_TYPE_RESULT_ID:
    case SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID:
    case SPV_OPERAND_TYPE_SCOPE_ID:
      return OperandClass::id;
    case SPV_OPERAND_TYPE_LITERAL_STRING:
      return OperandClass::string;
    default:
      return OperandClass::literal;
  }
}

spv_result_t add_instruction(void* user_data, const spv_parsed_instruction_t* parsed) {
  ModuleBinary& binary = *static_cast<ModuleBinary*>(user_data);
  BinaryInstruction instruction;
  instruction.opcode = parsed->opcode;
  instruction.type = parsed->type_id;
  instruction.result = parsed->result_id;
  if (binary.instructions.empty()) {
    instruction.first_word = header_words;
  } else {
    const BinaryInstruction& previous = binary.instructions.back();
    instruction.first_word = previous.first_word + previous.word_count;
  }
  instruction.word_count = parsed->num_words;
  instruction.first_operand = static_cast<std::uint32_t>(binary.operands.size());
  instruction.operand_count = parsed->num_operands;
  for (unsigned i = 0; i < parsed->num_operands; ++i) {
    const spv_parsed_operand_t& operand = parsed->operands[i];
    binary.operands.push_back({operand.offset, operand.num_words, operand_class(operand.type)});
  }
  binary.instructions.push_back(instruction);
  return SPV_SUCCESS;
}

}  // namespace

spv_const_context universal_context() {
  static const std::unique_ptr<spv_context_t, decltype(&spvContextDestroy)> context(
      spvContextCreate(SPV_ENV_UNIVERSAL_1_6), &spvContextDestroy);
  return context.get();
}

std::vector<std::uint32_t> native_words(std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t> native(words.begin(), words.end());
  if (!native.empty() && native[0] == swap_bytes(spv::MagicNumber)) {
    for (std::uint32_t& word : native) word = swap_bytes(word);
  }
  return native;
}

bool declares(std::span<const std::uint32_t> words, spv::Capability capability) {
  constexpr auto opcode = static_cast<std::uint32_t>(spv::Op::OpCapability);
  for (std::size_t at = header_words; at + 1 < words.size() && words[at] == (2u << 16 | opcode);
       at += 2) {
    if (words[at + 1] == static_cast<std::uint32_t>(capability)) return true;
  }
  return false;
}

Result<ModuleBinary> read_binary(std::span<const std::uint32_t> words) {
  if (words.size() > std::numeric_limits<std::uint32_t>::max()) {
    return bad_input("the module is too large");
  }
  ModuleBinary binary;
  binary.words = native_words(words);
  spv_diagnostic diagnostic = nullptr;
  const spv_result_t status =
      spvBinaryParse(universal_context(), &binary, binary.words.data(), binary.words.size(),
                     nullptr, &add_instruction, &diagnostic);
  const std::unique_ptr<spv_diagnostic_t, decltype(&spvDiagnosticDestroy)> owned(
      diagnostic, &spvDiagnosticDestroy);
  if (status != SPV_SUCCESS) {
    if (const std::string newer = newer_features(binary.words); !newer.empty())
      return newer_than_tools(newer);
    const std::string where = diagnostic != nullptr
                                  ? "word " + std::to_string(diagnostic->position.index)
                                  : "unknown word";
    const std::string what = diagnostic != nullptr && diagnostic->error != nullptr
                                 ? diagnostic->error
                                 : "the binary cannot be parsed";
    if (what.ends_with("operand: 4506")) {  // the number of SubgroupSizeQCOM
      return unsupported(
          "the module requires features that are not supported: capability SubgroupSizeQCOM, which "
          "the SPIRV-Tools of this build do not support");
    }
    return bad_input("not a SPIR-V module (" + where + "): " + what);
  }
  binary.version = binary.words[1];
  return binary;
}

}  // namespace spirv_oracle

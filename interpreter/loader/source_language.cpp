#include "interpreter/loader/source_language.h"

namespace spirv_oracle {
namespace {

// The language operand of DebugCompilationUnit of NonSemantic.Shader.DebugInfo, a constant.
std::uint32_t language_of_debug_info(const Module& module, const Instruction& instruction) {
  constexpr std::uint32_t debug_compilation_unit = 1;
  constexpr unsigned language = 7;
  if (!module.extended_set(instruction.id(2)).starts_with("NonSemantic.Shader.DebugInfo.") ||
      instruction.literal(3) != debug_compilation_unit || !instruction.has(language)) {
    return 0;
  }
  const Instruction* constant = module.definition(instruction.id(language));
  const bool is_number = constant != nullptr && constant->opcode == spv::Op::OpConstant;
  return is_number ? constant->literal(2) : 0;
}

}  // namespace

std::optional<spv::SourceLanguage> declared_source_language(const Module& module) {
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) break;
    std::uint32_t language = 0;
    if (instruction.opcode == spv::Op::OpSource) language = instruction.literal(0);
    if (instruction.opcode == spv::Op::OpExtInst)
      language = language_of_debug_info(module, instruction);
    if (language != 0) return static_cast<spv::SourceLanguage>(language);
  }
  return std::nullopt;
}

}  // namespace spirv_oracle

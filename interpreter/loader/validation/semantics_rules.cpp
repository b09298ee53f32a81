#include "interpreter/loader/validation/semantics_rules.h"

#include <optional>

#include "interpreter/loader/operand_names.h"
#include "interpreter/loader/source_language.h"

namespace spirv_oracle {
namespace {

using SemanticsMask = spv::MemorySemanticsMask;

constexpr std::uint32_t order_bits = static_cast<std::uint32_t>(
    SemanticsMask::Acquire | SemanticsMask::Release | SemanticsMask::AcquireRelease |
    SemanticsMask::SequentiallyConsistent);
constexpr std::uint32_t storage_bits =
    static_cast<std::uint32_t>(SemanticsMask::UniformMemory | SemanticsMask::WorkgroupMemory |
                               SemanticsMask::ImageMemory | SemanticsMask::OutputMemory);

constexpr bool has(std::uint32_t semantics, SemanticsMask bit) {
  return (semantics & static_cast<std::uint32_t>(bit)) != 0;
}

std::optional<std::uint32_t> constant(const Module& module, Id id) {
  const Instruction* definition = module.definition(id);
  if (definition == nullptr || definition->opcode != spv::Op::OpConstant) return std::nullopt;
  return definition->literal(2);
}

BrokenRule relaxed_with_storage(const Module& module) {
  // glslang emits what the source says.
  const bool is_glsl = declared_source_language(module) == spv::SourceLanguage::GLSL;
  return {"VUID-StandaloneSpirv-MemorySemantics-10871",
          std::string("semantics of a storage class need a memory order other than Relaxed") +
              (is_glsl ? ": pass 0 as the storage semantics of gl_SemanticsRelaxed" : "")};
}

BrokenRule broken_by(const Module& module, std::uint32_t semantics,
                     std::optional<std::uint32_t> scope) {
  const bool is_ordered = (semantics & order_bits) != 0;
  if (has(semantics, SemanticsMask::SequentiallyConsistent)) {
    return {"VUID-StandaloneSpirv-MemorySemantics-10866",
            "Vulkan does not have the memory order SequentiallyConsistent"};
  }
  if (is_ordered && scope == static_cast<std::uint32_t>(spv::Scope::Invocation)) {
    return {"VUID-StandaloneSpirv-None-04641",
            "with the memory scope Invocation, the memory order must be Relaxed"};
  }
  if (is_ordered && (semantics & storage_bits) == 0) {
    return {"VUID-StandaloneSpirv-MemorySemantics-10870",
            "a memory order other than Relaxed needs the semantics of a storage class: "
            "UniformMemory, WorkgroupMemory, ImageMemory or OutputMemory"};
  }
  if (!is_ordered && (semantics & storage_bits) != 0) return relaxed_with_storage(module);
  return {};
}

// Of an OpAtomicCompareExchange.
BrokenRule broken_by_unequal(std::uint32_t equal, std::uint32_t unequal) {
  if ((unequal & order_bits) != 0 && (equal & order_bits) == 0) {
    return {"VUID-StandaloneSpirv-UnequalMemorySemantics-10876",
            "the memory order of Unequal is stronger than that of Equal"};
  }
  if ((unequal & storage_bits & ~equal) != 0) {
    return {"VUID-StandaloneSpirv-UnequalMemorySemantics-10877",
            "Unequal has the semantics of a storage class that Equal lacks"};
  }
  if (has(unequal, SemanticsMask::MakeVisible) && !has(equal, SemanticsMask::MakeVisible)) {
    return {"VUID-StandaloneSpirv-UnequalMemorySemantics-10878",
            "Unequal has MakeVisible, and Equal does not"};
  }
  return {};
}

}  // namespace

BrokenRule broken_semantics_rule(const Module& module, const Instruction& instruction) {
  const auto memory = operand_named(module, instruction, "Memory");
  if (!memory) return {};
  const auto scope = constant(module, instruction.id(*memory));
  // "Semantics", or "Equal", which "Unequal" follows.
  const auto semantics = constant(module, instruction.id(*memory + 1));
  if (!semantics) return {};
  BrokenRule broken = broken_by(module, *semantics, scope);
  if (!broken.rule.empty() || !operand_named(module, instruction, "Unequal")) return broken;
  const auto unequal = constant(module, instruction.id(*memory + 2));
  if (!unequal) return {};
  broken = broken_by_unequal(*semantics, *unequal);
  return broken.rule.empty() ? broken_by(module, *unequal, scope) : broken;
}

}  // namespace spirv_oracle

#include "interpreter/loader/validation/semantics_rules.h"

#include <optional>

namespace spirv_oracle {
namespace {

using Semantics = spv::MemorySemanticsMask;

constexpr std::uint32_t order_bits =
    static_cast<std::uint32_t>(Semantics::Acquire | Semantics::Release | Semantics::AcquireRelease |
                               Semantics::SequentiallyConsistent);
constexpr std::uint32_t storage_bits =
    static_cast<std::uint32_t>(Semantics::UniformMemory | Semantics::WorkgroupMemory |
                               Semantics::ImageMemory | Semantics::OutputMemory);

constexpr bool has(std::uint32_t semantics, Semantics bit) {
  return (semantics & static_cast<std::uint32_t>(bit)) != 0;
}

// The operands Memory and Semantics; the second one of two semantics follows. 0: the instruction has none.
struct Places {
  unsigned scope = 0, semantics = 0;
  bool has_unequal = false;
};

Places places_of(spv::Op opcode) {
  using enum spv::Op;
  switch (opcode) {
    case OpMemoryBarrier:
      return {0, 1};
    case OpControlBarrier:
    case OpControlBarrierArriveEXT:
    case OpControlBarrierWaitEXT:
    case OpAtomicStore:
    case OpAtomicFlagClear:
      return {1, 2};
    case OpAtomicCompareExchange:
      return {3, 4, true};
    case OpAtomicLoad:
    case OpAtomicExchange:
    case OpAtomicIIncrement:
    case OpAtomicIDecrement:
    case OpAtomicIAdd:
    case OpAtomicISub:
    case OpAtomicSMin:
    case OpAtomicUMin:
    case OpAtomicSMax:
    case OpAtomicUMax:
    case OpAtomicAnd:
    case OpAtomicOr:
    case OpAtomicXor:
    case OpAtomicFAddEXT:
    case OpAtomicFMinEXT:
    case OpAtomicFMaxEXT:
      return {3, 4};
    default:
      return {};
  }
}

std::optional<std::uint32_t> constant(const Module& module, Id id) {
  const Instruction* definition = module.definition(id);
  if (definition == nullptr || definition->opcode != spv::Op::OpConstant) return std::nullopt;
  return definition->literal(2);
}

BrokenRule broken_by(std::uint32_t semantics, std::optional<std::uint32_t> scope) {
  const bool is_ordered = (semantics & order_bits) != 0;
  if (has(semantics, Semantics::SequentiallyConsistent)) {
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
  if (!is_ordered && (semantics & storage_bits) != 0) {
    return {"VUID-StandaloneSpirv-MemorySemantics-10871",
            "semantics of a storage class need a memory order other than Relaxed"};
  }
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
  if (has(unequal, Semantics::MakeVisible) && !has(equal, Semantics::MakeVisible)) {
    return {"VUID-StandaloneSpirv-UnequalMemorySemantics-10878",
            "Unequal has MakeVisible, and Equal does not"};
  }
  return {};
}

}  // namespace

BrokenRule broken_semantics_rule(const Module& module, const Instruction& instruction) {
  const Places places = places_of(instruction.opcode);
  if (places.semantics == 0) return {};
  const auto scope = constant(module, instruction.id(places.scope));
  const auto semantics = constant(module, instruction.id(places.semantics));
  if (!semantics) return {};
  BrokenRule broken = broken_by(*semantics, scope);
  if (!broken.rule.empty() || !places.has_unequal) return broken;
  const auto unequal = constant(module, instruction.id(places.semantics + 1));
  if (!unequal) return {};
  broken = broken_by_unequal(*semantics, *unequal);
  return broken.rule.empty() ? broken_by(*unequal, scope) : broken;
}

}  // namespace spirv_oracle

#include "interpreter/lowering/memory_access_operands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {
namespace {

using AccessMask = spv::MemoryAccessMask;

constexpr std::array<std::pair<AccessMask, const char*>, 8> memory_operand_names = {
    {{AccessMask::Volatile, "Volatile"},
     {AccessMask::Aligned, "Aligned"},
     {AccessMask::Nontemporal, "Nontemporal"},
     {AccessMask::MakePointerAvailable, "MakePointerAvailable"},
     {AccessMask::MakePointerVisible, "MakePointerVisible"},
     {AccessMask::NonPrivatePointer, "NonPrivatePointer"},
     {AccessMask::AliasScopeINTELMask, "AliasScopeINTELMask"},
     {AccessMask::NoAliasINTELMask, "NoAliasINTELMask"}}};

std::string name_of_memory_operand(std::uint32_t bits) {
  for (const auto& [bit, name] : memory_operand_names) {
    if ((bits & static_cast<std::uint32_t>(bit)) != 0) return name;
  }
  return "bits " + std::to_string(bits);
}

// Those that a literal or an id follows.
constexpr auto bits_with_operand = static_cast<std::uint32_t>(
    AccessMask::Aligned | AccessMask::MakePointerAvailable | AccessMask::MakePointerVisible |
    AccessMask::AliasScopeINTELMask | AccessMask::NoAliasINTELMask);

}  // namespace

MemoryAccessOperands::MemoryAccessOperands(const Instruction& instruction, unsigned first)
    : is_present_(instruction.has(first)), end_(first) {
  if (!is_present_) return;
  mask_ = instruction.literal(first);
  end_ = first + 1 + static_cast<unsigned>(std::popcount(mask_ & bits_with_operand));
  unsigned next = first + 1;
  const auto read = [&](Mask bit, std::uint32_t& word) {
    const bool has_bit = (mask_ & static_cast<std::uint32_t>(bit)) != 0;
    if (has_bit && next < instruction.operand_count()) word = instruction.literal(next++);
  };
  read(Mask::Aligned, alignment_);
  read(Mask::MakePointerAvailable, available_scope_);
  read(Mask::MakePointerVisible, visible_scope_);
}

bool MemoryAccessOperands::is_taken(Mask bit) const {
  taken_ |= static_cast<std::uint32_t>(bit);
  return (mask_ & static_cast<std::uint32_t>(bit)) != 0;
}

std::optional<std::uint32_t> MemoryAccessOperands::alignment() const {
  if (!is_taken(Mask::Aligned)) return std::nullopt;
  return std::max(1u, alignment_);
}

MemoryModelOperands MemoryAccessOperands::memory_model() const {
  is_taken(Mask::Nontemporal);  // a hint
  return {is_taken(Mask::Volatile), is_taken(Mask::NonPrivatePointer),
          is_taken(Mask::MakePointerAvailable) ? available_scope_ : 0,
          is_taken(Mask::MakePointerVisible) ? visible_scope_ : 0};
}

void MemoryAccessOperands::take_for_registers() const {
  alignment();
  memory_model();
}

void MemoryAccessOperands::refuse_others(const Lowering& lowering) const {
  const std::uint32_t others = mask_ & ~taken_;
  if (others != 0)
    lowering.fail_unsupported("the memory operand " + name_of_memory_operand(others) +
                              " of this instruction");
}

}  // namespace spirv_oracle

#include "interpreter/instructions/memory/lifetime.h"

#include <algorithm>

#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/lowered_function.h"

namespace spirv_oracle {
namespace {

// The last byte of the gap after a copy tells whether its lifetime has ended. Programs cannot access it.
std::byte& end_mark(const ObjectEntry& object, std::uint64_t begin) {
  return object.bytes[begin + object.allocation->copies.pitch - 1];
}

// operand 0: the addresses of the lanes' copies.
template <bool ended>
const Record* mark_copies(Subgroup& subgroup, const Record* record) {
  const std::uint64_t* address = subgroup.values<std::uint64_t>(record->operand[0]);
  subgroup.active.for_each([&](unsigned lane) {
    end_mark(subgroup.memory->find(address[lane]), AddressSpace::offset(address[lane])) =
        std::byte{ended};
  });
  return record + 1;
}

// Whether a pointer, or one derived from it, is stored, passed on or otherwise used as a value.
bool is_used_as_value(Lowering& lowering, Id pointer, unsigned depth) {
  const auto is_value = [&](const Use& use) {
    const Instruction& user = lowering.module().instruction(use.instruction);
    switch (user.opcode) {
      case spv::Op::OpLoad:
      case spv::Op::OpCopyMemory:
      case spv::Op::OpCopyMemorySized:
      case spv::Op::OpExtInst:
      case spv::Op::OpLifetimeStart:
      case spv::Op::OpLifetimeStop:
        return false;
      case spv::Op::OpStore:
        return use.operand != 0;
      case spv::Op::OpAccessChain:
      case spv::Op::OpInBoundsAccessChain:
      case spv::Op::OpUntypedAccessChainKHR:
      case spv::Op::OpUntypedInBoundsAccessChainKHR:
      case spv::Op::OpPtrAccessChain:
      case spv::Op::OpInBoundsPtrAccessChain:
      case spv::Op::OpUntypedPtrAccessChainKHR:
      case spv::Op::OpUntypedInBoundsPtrAccessChainKHR:
      case spv::Op::OpBitcast:
      case spv::Op::OpCopyObject:
      case spv::Op::OpPtrCastToGeneric:
        return depth == 0 || is_used_as_value(lowering, user.result, depth - 1);
      default:
        return true;
    }
  };
  return std::ranges::any_of(lowering.analysis().uses(pointer), is_value);
}

// The variables of an entry point live as long as its invocations.
bool may_outlive_call(Lowering& lowering, const Instruction& variable, const Value& value) {
  constexpr unsigned max_derivations = 16;
  return lowering.program().is_kernel() && !Lowering::in_planes(value) &&
         lowering.function() != nullptr && lowering.function()->calls().size() > 1 &&
         is_used_as_value(lowering, variable.result, max_derivations);
}

}  // namespace

void begin_lifetime(Lowering& lowering, const Instruction& variable, const Value& value) {
  if (may_outlive_call(lowering, variable, value))
    lowering.emit(&mark_copies<false>, no_slot, {value.slots[0]});
}

void end_lifetimes(Lowering& lowering, const Function& callee) {
  if (!lowering.program().is_kernel()) return;
  const Block& entry = callee.blocks.front();
  for (std::uint32_t i = entry.first; i <= entry.last; ++i) {
    const Instruction& variable = lowering.module().instruction(i);
    if (!is_variable(variable.opcode)) continue;
    const Value& value = lowering.value(variable.result);
    if (may_outlive_call(lowering, variable, value))
      lowering.emit(&mark_copies<true>, no_slot, {value.slots[0]});
  }
}

bool has_ended(const ObjectEntry& object, std::uint64_t begin) {
  return end_mark(object, begin) != std::byte{0};
}

}  // namespace spirv_oracle

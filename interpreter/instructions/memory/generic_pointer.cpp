// Conversion and Memory Instructions: pointers to the Generic storage class

#include "grammar/core.h"
#include "interpreter/checks/pointer_storage.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/common/lists.h"

namespace spirv_oracle {
namespace {

// The address does not change.
template <class G>
struct PointerCast : Arrangement<G> {
  static constexpr auto enclosure = &enclosures::bits;
  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Id pointer = instruction.id(G::pointer);
    Value result;
    result.slots = {lowering.slot(pointer, 0, ScalarType::pointer())};
    result.pointer.origins = lowering.value(pointer).pointer.origins;
    lowering.bind(instruction.result, std::move(result));
  }
};
struct OpPtrCastToGeneric : PointerCast<grammar::OpPtrCastToGeneric> {};
struct OpGenericCastToPtr : PointerCast<grammar::OpGenericCastToPtr> {};

// Null unless Pointer points into Storage. extra: Storage.
struct OpGenericCastToPtrExplicit : Arrangement<grammar::OpGenericCastToPtrExplicit> {
  static constexpr auto enclosure = &enclosures::bits;
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    combine_headers(subgroup, record->result, record->operand[0]);
    const std::uint64_t* pointer = subgroup.values<std::uint64_t>(record->operand[0]);
    subgroup.active.for_each([&](unsigned lane) {
      const bool fits = storage_class_at(*subgroup.memory, pointer[lane]) ==
                        static_cast<spv::StorageClass>(record->extra);
      subgroup.values<std::uint64_t>(record->result)[lane] = fits ? pointer[lane] : 0;
    });
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, ScalarType::pointer().bytes);
    lowering.emit(&execute, result,
                  {lowering.slot(instruction.id(Grammar::pointer), 0, ScalarType::pointer())},
                  instruction.literal(Grammar::storage));
  }
};

// The bits of Memory Semantics for the storage class of the pointer's target.
struct OpGenericPtrMemSemantics : Arrangement<grammar::OpGenericPtrMemSemantics> {
  static const Record* execute(Subgroup& subgroup, const Record* record) {
    using Mask = spv::MemorySemanticsMask;
    combine_headers(subgroup, record->result, record->operand[0]);
    const std::uint64_t* pointer = subgroup.values<std::uint64_t>(record->operand[0]);
    subgroup.active.for_each([&](unsigned lane) {
      const spv::StorageClass storage = storage_class_at(*subgroup.memory, pointer[lane]);
      const Mask semantics = storage == spv::StorageClass::Workgroup ? Mask::WorkgroupMemory
                             : storage == spv::StorageClass::CrossWorkgroup
                                 ? Mask::CrossWorkgroupMemory
                                 : Mask::MaskNone;
      subgroup.values<std::uint32_t>(record->result)[lane] = static_cast<std::uint32_t>(semantics);
    });
    return record + 1;
  }

  static void arrange(Lowering& lowering, const Instruction& instruction) {
    const Slot result = lowering.define(instruction).slots[0];
    lowering.check_width(result, 4);
    lowering.emit(&execute, result,
                  {lowering.slot(instruction.id(Grammar::pointer), 0, ScalarType::pointer())});
  }
};

}  // namespace

std::span<const InstructionDefinition> generic_pointer_instructions() {
  return InstructionList<OpPtrCastToGeneric, OpGenericCastToPtr, OpGenericCastToPtrExplicit,
                         OpGenericPtrMemSemantics>::definitions;
}

}  // namespace spirv_oracle

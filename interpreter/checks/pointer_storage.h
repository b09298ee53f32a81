// Checks whether pointers point into the storage classes that their types and uses require.
#pragma once

#include "interpreter/findings/clause.h"
#include "interpreter/lowering/lowering.h"
#include "memory/address_space.h"

namespace spirv_oracle {

struct PointerStorage {
  static constexpr Clause converted{"pointer.converted-storage-class", "wrong-storage-class",
                                    Effect::undefined_behavior,
                                    "an integer is converted to a pointer to a storage class other "
                                    "than that of the original pointer",
                                    ArithmeticPoison::result_is_poison};
  static constexpr Clause compared{"pointer.compared-storage-classes", "wrong-storage-class",
                                   Effect::undefined_behavior,
                                   "pointers to the Generic storage class are compared although "
                                   "they point to different storage classes"};
  static constexpr Clause function_atomic{
      "atomic.function-storage-class", "wrong-storage-class", Effect::undefined_behavior,
      "an atomic instruction accesses memory in the Function storage class"};
  static constexpr auto clauses = clause_list(converted, compared, function_atomic);
};

// The storage class of the object at an address, in a kernel; Generic if the
// address is in none.
spv::StorageClass storage_class_at(const AddressSpace& memory, std::uint64_t address);

// For the current instruction: the plane of a pointer of its type, converted from the number in
// `number`. A record checks whether the number is an address in the storage class of the type.
Slot pointer_from_number(Lowering& lowering, const Instruction& instruction, Slot number);

// Must follow the lowering of each instruction. Emits checks of pointers that it compares, or
// accesses atomically.
void check_pointer_storage(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle

// Whether pointers lead into the storage classes that their types and their uses ask for.
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

// The storage class of what lies at an address, as a kernel sees it; Generic where nothing does.
spv::StorageClass storage_class_at(const AddressSpace& memory, std::uint64_t address);

// The plane of a pointer of the type that was made of the number in `number`: a copy that looks whether
// the number is the address of something in the type's storage class. For the instruction at hand.
Slot pointer_from_number(Lowering& lowering, const Instruction& instruction, Slot number);

// Behind an instruction: emits what looks at the pointers that it compares, or that it is atomic on.
void check_pointer_storage(Lowering& lowering, const Instruction& instruction);

}  // namespace spirv_oracle

// The interface of a graphics stage: which Location or built-in each scalar of an Input or Output variable is.
#pragma once

#include <vector>

#include "interpreter/loader/types/types.h"
#include "interpreter/stage.h"

namespace spirv_oracle {

// A scalar of such a variable; `number` is its place among the components of the variable's type.
struct InterfaceScalar {
  InterfaceComponent component;
  InterfaceVariable declared;
  ScalarType type;
  std::uint32_t number = 0;
};

// The scalars of an OpVariable, in order (Vulkan, "Location and Component Assignment"), without the members of blocks of
// built-ins that no instruction accesses. Empty if the type has no such scalars, or too many. An array whose elements are
// those of vertices has the same Locations in each element.
std::vector<InterfaceScalar> interface_scalars(const SpecializedModule& types,
                                               spv::ExecutionModel model,
                                               const Instruction& variable);

// Those of all variables of a storage class in the interface of an entry point.
std::vector<InterfaceScalar> interface_scalars(const SpecializedModule& types,
                                               const EntryPoint& entry,
                                               spv::StorageClass storage_class);

}  // namespace spirv_oracle

// The types of descriptors at bindings. Vulkan, "DescriptorSet and Binding Assignment": the variables at one binding that an
// entry point uses need one type of descriptor that supports all of them.
#pragma once

#include "interpreter/descriptor_type.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The type of the descriptors that values of an opaque type are.
DescriptorType descriptor_type_of(const Type& type);

// Notes that the entry point uses a resource variable. Fails with bad_input if no descriptor supports both this variable and
// another one at the same binding.
void note_descriptor_type(Lowering& lowering, const Instruction& variable);

}  // namespace spirv_oracle

// Variables of the storage class UniformConstant: texel buffers, images and samplers. Their values are
// descriptors, which are the addresses of their objects.
#pragma once

#include "interpreter/images/texel_format.h"
#include "interpreter/ir/lowering.h"
#include "interpreter/ir/resources.h"

namespace spirv_oracle {

// The type of a variable's descriptors, below any arrays.
const Type& descriptor_type(Lowering& lowering, const Instruction& variable);

// The value of such a variable. Errors: bad_input where nothing that fits is bound.
Value lower_descriptor_variable(Lowering& lowering, const Instruction& variable);

// The object bound at `key`, 0 for none; checks that it fits the variable, and makes its layout and
// sampler known to the program.
std::uint32_t bound_descriptor(Lowering& lowering, const Instruction& variable,
                               const ResourceObjects& objects, const BindingKey& key);

// The format of the texels behind an image or sampled image; null after a failure.
const TexelFormat* texel_format_of(Lowering& lowering, Id image);

}  // namespace spirv_oracle

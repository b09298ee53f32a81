// Images and samplers that are arguments of a kernel, and literal samplers.
#pragma once

#include <vector>

#include "interpreter/lowering/image_resources.h"

namespace spirv_oracle {

// The value of parameter number `number` of the kernel, an image or a sampler. `name` is for messages.
Value lower_descriptor_argument(Lowering& lowering, Id parameter, std::uint32_t number,
                                const std::string& name);

// The value of an OpConstantSampler.
Value lower_literal_sampler(Lowering& lowering, const Instruction& constant);

// The texel formats of an image or a sampled image; none after a failure.
std::vector<ImagesOfFormat> texel_formats_of_argument(Lowering& lowering, Id image);

// Checks that an instruction of a kernel may read from its image, or write to it ("Access Qualifier").
void check_access_qualifier(Lowering& lowering, Id image, bool writes);

// Whether the texel type of a kernel's instruction fits a format: floats for floats, integers for integers.
bool fits_texel_type(const TexelFormat& format, ScalarType texel);

// Stores whether the current instruction fits the format of its image, if the argument is known.
void note_image_use(Lowering& lowering, Id image, bool fits);

// To be called after the kernel is lowered. Errors: bad_input if the format of an argument fits none of the
// instructions that use the argument.
Result<void> check_image_uses(Lowering& lowering);

}  // namespace spirv_oracle

// Images and samplers that are arguments of a kernel, and samplers that it has as literals.
#pragma once

#include <vector>

#include "interpreter/lowering/image_resources.h"

namespace spirv_oracle {

// The value of parameter number `number` of the kernel, an image or a sampler. `name` is for messages.
Value lower_descriptor_argument(Lowering& lowering, Id parameter, std::uint32_t number,
                                const std::string& name);

// The value of an OpConstantSampler.
Value lower_literal_sampler(Lowering& lowering, const Instruction& constant);

// The formats of the texels behind an image or a sampled image; none after a failure.
std::vector<ImagesOfFormat> texel_formats_of_argument(Lowering& lowering, Id image);

// Checks that an instruction of a kernel may read from its image, or write to it ("Access Qualifier").
void check_access_qualifier(Lowering& lowering, Id image, bool writes);

// Whether the texels that a kernel's instruction takes or gives fit a format: floats for floats, integers for integers.
bool fits_texel_type(const TexelFormat& format, ScalarType texel);

// Remembers whether the instruction at hand fits the format of its image, if it is known which argument that is.
void note_image_use(Lowering& lowering, Id image, bool fits);

// After the kernel is lowered: an argument with whose format none of its instructions can do anything.
// Errors: bad_input.
Result<void> check_image_uses(Lowering& lowering);

}  // namespace spirv_oracle

// The types of the texels that a kernel reads from its images and writes to them. The types of images do not say so,
// because their Sampled Type is OpTypeVoid.
#pragma once

#include <optional>

#include "interpreter/dispatch.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// int32, uint32 or float32, according to the first instruction that accesses the image in this parameter of a kernel;
// none if it is not found.
std::optional<ScalarKind> texel_type_of_parameter(const SpecializedModule& types, Id parameter);

}  // namespace spirv_oracle

// Instructions about images whose format depends on the lane: arrays of descriptors with images of
// different formats.
#pragma once

#include <functional>
#include <vector>

#include "interpreter/images/texel_format.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Calls `lower` for each format that `image` may have, and returns what it returns: planes for a value of
// `type`. Where there are several formats, the records of each are for the lanes whose image has it;
// what other lanes get is undefined. Without values where the lowering has failed.
std::vector<Slot> for_each_texel_format(
    Lowering& lowering, Id image, std::span<const ScalarType> type,
    const std::function<std::vector<Slot>(const TexelFormat&)>& lower);

}  // namespace spirv_oracle

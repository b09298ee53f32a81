// Instructions on images whose format depends on the lane: arrays of descriptors with images of
// different formats.
#pragma once

#include <functional>
#include <vector>

#include "interpreter/images/texel_format.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// Calls `lower` for each possible format of `image`, and returns its result: planes for a value of
// `type`. If there are several formats, the records of each are for the lanes whose image has it;
// the other lanes get undefined values.
std::vector<Slot> for_each_texel_format(
    Lowering& lowering, Id image, std::span<const ScalarType> type,
    const std::function<std::vector<Slot>(const TexelFormat&)>& lower);

}  // namespace spirv_oracle

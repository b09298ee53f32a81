// Options of an OpenCL program that leave arithmetic more open, or less.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// What the options say that no module does.
KernelMath kernel_math_of(const std::vector<std::string>& build_options);

// Writes into the module what the options say of its float instructions: the decoration FPFastMathMode, and where sums of
// products may be contracted, no ContractionOff. Translators do so for a few of the options only.
std::vector<std::uint32_t> with_math_options(std::span<const std::uint32_t> words,
                                             const std::vector<std::string>& build_options);

}  // namespace spirv_oracle

// Options of an OpenCL program that permit more or fewer results of float arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle {

// The effects that cannot be expressed in a module.
KernelMath kernel_math_of(const std::vector<std::string>& build_options);

// Returns the module with the effects of the options on its float instructions: adds the decoration FPFastMathMode, and
// removes ContractionOff if contraction is permitted. Translators do so only for a few of the options.
std::vector<std::uint32_t> with_math_options(std::span<const std::uint32_t> words,
                                             const std::vector<std::string>& build_options);

}  // namespace spirv_oracle

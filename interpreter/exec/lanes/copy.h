// Handlers that do not belong to an instruction: copies between planes, and float modes.
#pragma once

#include "interpreter/ir/record.h"

namespace spirv_oracle {

// result = operand[0] in all lanes, for components of `bytes` bytes (0: Booleans).
Handler copy_handler(unsigned bytes);
// result = operand[0] in the active lanes.
Handler masked_copy_handler(unsigned bytes);
// Marks the result undefined in the active lanes.
Handler undefine_handler();

// Sets the rounding and denormal mode of the host to `extra`, a set of the following bits; 0 resets
// it.
inline constexpr std::uint32_t float_mode_toward_zero = 1;
inline constexpr std::uint32_t float_mode_flush_denormals = 2;
Handler set_float_mode_handler();
void set_host_float_mode(std::uint32_t mode);

}  // namespace spirv_oracle

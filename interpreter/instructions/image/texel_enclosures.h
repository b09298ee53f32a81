// The values that an implementation may read from or store in a texel, for enclosures. Shaders: Vulkan, "Fixed-Point Data
// Conversions" and "Floating-Point Format Conversions". Kernels: OpenCL, "Conversion Rules".
#pragma once

#include "interpreter/images/texel_format.h"
#include "interpreter/ir/enclosed_program.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

// The rule for the number that a component with these bits represents, and for the bits that represent a number. Null: the
// conversion is exact. Floats of 32 bits are exact in shaders, which need no rule. Operand 1 of a normalized component is the
// number that represents 1.
Enclose enclosure_of_read(const TexelComponent& component);
Enclose enclosure_of_write(const TexelComponent& component);

// The numbers that a shader may read from a component, if this program reads `number`.
Interval numbers_of_texel(const TexelComponent& component, double number);

// A coordinate that a sample divides by the last one.
Computed enclosed_projection(const EnclosedOperands& in);

// Emits the record that encloses a result that an instruction computes by the rule `enclose` from one or two planes (no_slot:
// none).
void emit_enclosed_step(Lowering& lowering, Enclose enclose, const EnclosedPlane& result,
                        const EnclosedPlane& operand, const EnclosedPlane& second);

// Emits the record that encloses a packed texel, a 32-bit word, after the bits of a component were inserted into it. `place`:
// the plane with the first bit of the component, plus 256 times the number of its bits.
void emit_enclosed_field(Lowering& lowering, Slot result, Slot word, const EnclosedPlane& bits,
                         Slot place);

}  // namespace spirv_oracle

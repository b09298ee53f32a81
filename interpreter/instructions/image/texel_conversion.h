// Converts between texels in memory and the values of image instructions.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/images/texel_format.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

inline constexpr ScalarType float_type{ScalarType::Class::floating, 4, false};

namespace texel_clauses {
extern const Clause rounded;
extern const Clause small_float_rounded;  // 10 or 11 bits
extern const Clause not_a_number;
extern const Clause not_representable;
extern const Clause half_rounded;  // in kernels
extern const Clause denormal;      // likewise
}  // namespace texel_clauses

// How Image Operands define the conversion of integers; by default, the format does.
enum class TexelExtension : std::uint8_t { by_format, sign, zero };

// A memory access while it is emitted: `count` components of `bytes` bytes, at a distance of
// `stride` bytes.
struct TexelAccess {
  Slot address = no_slot;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 4;
  std::uint32_t count = 1;
  std::uint32_t stride = 4;
};
// Called before each access, with the values that it stores.
using BeforeTexelAccess = std::function<void(const TexelAccess&, std::span<const Slot> stored)>;

// The first `count` components of the texels at `address`, as values of `type`. Components that the
// format lacks are 0, and alpha is 1.
std::vector<Slot> load_texel(Lowering& lowering, Slot address, const TexelFormat& format,
                             ScalarType type, unsigned count, TexelExtension extension,
                             const BeforeTexelAccess& before);

// Stores values of `type`. Components that the value lacks become undefined.
void store_texel(Lowering& lowering, Slot address, const TexelFormat& format, ScalarType type,
                 std::span<const Slot> components, const BeforeTexelAccess& before);

}  // namespace spirv_oracle

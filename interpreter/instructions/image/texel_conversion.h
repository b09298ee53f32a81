// Texels in memory and the values that image instructions read and write.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/images/texel_format.h"
#include "interpreter/lowering/lowering.h"

namespace spirv_oracle {

namespace texel_clauses {
extern const Clause rounded;
extern const Clause not_a_number;
extern const Clause not_representable;
extern const Clause half_rounded;  // in kernels
extern const Clause denormal;      // likewise
}  // namespace texel_clauses

// What Image Operands say of the conversion of integers; by default it follows the format.
enum class TexelExtension : std::uint8_t { by_format, sign, zero };

// An access to memory as it is emitted: `count` components of `bytes` bytes, each `stride` bytes behind
// the one before it.
struct TexelAccess {
  Slot address = no_slot;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 4;
  std::uint32_t count = 1;
  std::uint32_t stride = 4;
};
// Called before each access, with what it stores.
using BeforeTexelAccess = std::function<void(const TexelAccess&, std::span<const Slot> stored)>;

// The first `count` components of the texels at `address`, as values of `type`. Those that the format
// has not are 0, and 1 for alpha.
std::vector<Slot> load_texel(Lowering& lowering, Slot address, const TexelFormat& format,
                             ScalarType type, unsigned count, TexelExtension extension,
                             const BeforeTexelAccess& before);

// Stores values of `type`; those that are missing for the format are undefined.
void store_texel(Lowering& lowering, Slot address, const TexelFormat& format, ScalarType type,
                 std::span<const Slot> components, const BeforeTexelAccess& before);

}  // namespace spirv_oracle

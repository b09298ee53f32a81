#include "interpreter/observe/enclosed_component.h"

#include <cmath>
#include <cstring>

#include "interpreter/exec/lanes/kernel.h"

namespace spirv_oracle::internal {

Real number_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  const Slot slot = plane.slot;
  if (plane.type.bytes == 0) return subgroup.truth(slot).test(lane) ? 1 : 0;
  if (plane.type.is_float()) {
    switch (plane.type.bytes) {
      case 2:
        return static_cast<Real>(to_float(subgroup.values<Float16>(slot)[lane]));
      case 4:
        return static_cast<Real>(subgroup.values<float>(slot)[lane]);
      default:
        return static_cast<Real>(subgroup.values<double>(slot)[lane]);
    }
  }
  const auto of = [&]<class Signed, class Unsigned>(Signed, Unsigned) {
    return plane.type.is_signed ? static_cast<Real>(subgroup.values<Signed>(slot)[lane])
                                : static_cast<Real>(subgroup.values<Unsigned>(slot)[lane]);
  };
  switch (plane.type.bytes) {
    case 1:
      return of(std::int8_t{}, std::uint8_t{});
    case 2:
      return of(std::int16_t{}, std::uint16_t{});
    case 4:
      return of(std::int32_t{}, std::uint32_t{});
    default:
      return of(std::int64_t{}, std::uint64_t{});
  }
}

std::uint64_t bits_of(const Subgroup& subgroup, const EnclosedPlane& plane, unsigned lane) {
  if (plane.type.bytes == 0) return subgroup.truth(plane.slot).test(lane) ? 1 : 0;
  std::uint64_t bits = 0;
  std::memcpy(&bits, subgroup.values<std::byte>(plane.slot) + std::size_t{lane} * plane.type.bytes,
              plane.type.bytes);
  return bits;
}

Interval representable(ScalarType type) {
  if (type.bytes == 0) return {0, 1, false};
  const int bits = 8 * type.bytes;
  if (type.is_signed)
    return {-std::ldexp(Real{1}, bits - 1), std::ldexp(Real{1}, bits - 1) - 1, false};
  return {0, std::ldexp(Real{1}, bits) - 1, false};
}

Interval as_integers(const Interval& x, ScalarType type) {
  const Interval all = representable(type);
  const Real count = all.high - all.low + 1;
  for (const Real shift : {Real{0}, -count, count}) {
    if (x.low + shift >= all.low && x.high + shift <= all.high)
      return {x.low + shift, x.high + shift, x.nan};
  }
  return Interval::everything();
}

}  // namespace spirv_oracle::internal

#include <cstring>
#include <sstream>
#include <string_view>

#include "interpreter/exec/report/report.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"
#include "interpreter/kernels/float16.h"
#include "interpreter/kernels/float_text.h"

namespace spirv_oracle {
namespace {

std::string floating(const Subgroup& subgroup, const Plane& plane, unsigned lane) {
  switch (plane.type.bytes) {
    case 2:
      return encoded_text(float16_format, subgroup.values<Float16>(plane.slot)[lane].bits);
    case 4:
      return float_text(subgroup.values<float>(plane.slot)[lane]);
    default:
      return float_text(subgroup.values<double>(plane.slot)[lane]);
  }
}

template <class Signed, class Unsigned>
std::string integer(const Subgroup& subgroup, const Plane& plane, unsigned lane) {
  const Unsigned bits = subgroup.values<Unsigned>(plane.slot)[lane];
  const auto as_signed = static_cast<Signed>(bits);
  if (plane.type.is_signed) return std::to_string(as_signed);
  std::string text = std::to_string(bits);
  if (as_signed < 0) text += " (" + std::to_string(as_signed) + " signed)";
  return text;
}

// The digits of `bits`, with ? for each digit that is indeterminate in part.
std::string partly_undefined(std::uint64_t bits, std::uint64_t indeterminate, unsigned bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text = "0x";
  for (unsigned digit = 2 * bytes; digit-- > 0;) {
    const bool is_indeterminate = (indeterminate >> (4 * digit) & 0xF) != 0;
    text += is_indeterminate ? '?' : digits[bits >> (4 * digit) & 0xF];
  }
  return text + " (?: undefined bits)";
}

std::string undefined_component(const Subgroup& subgroup, const Plane& plane, unsigned lane) {
  const std::uint64_t indeterminate = subgroup.indeterminate_bits.of(plane.slot, lane);
  if (indeterminate == IndeterminateBits::all || plane.type.bytes == 0) return "undefined";
  std::uint64_t bits = 0;
  std::memcpy(&bits, subgroup.values<std::byte>(plane.slot) + lane * plane.type.bytes,
              plane.type.bytes);
  return partly_undefined(bits, indeterminate, plane.type.bytes);
}

}  // namespace

std::string format_component(const Subgroup& subgroup, const Plane& plane, unsigned lane) {
  if (subgroup.header(plane.slot).undefined.test(lane))
    return undefined_component(subgroup, plane, lane);
  switch (plane.type.scalar_class) {
    case ScalarType::Class::boolean:
      return subgroup.truth(plane.slot).test(lane) ? "true" : "false";
    case ScalarType::Class::floating:
      return floating(subgroup, plane, lane);
    case ScalarType::Class::encoded_floating: {
      const auto bits =
          static_cast<std::uint32_t>(component_bits(subgroup, plane.slot, plane.type.bytes, lane));
      return encoded_text(format_of(plane.type.encoding), bits);
    }
    case ScalarType::Class::pointer: {
      std::ostringstream text;
      text << "0x" << std::hex << subgroup.values<std::uint64_t>(plane.slot)[lane];
      return text.str();
    }
    case ScalarType::Class::integer:
      break;
  }
  switch (plane.type.bytes) {
    case 1:
      return integer<std::int8_t, std::uint8_t>(subgroup, plane, lane);
    case 2:
      return integer<std::int16_t, std::uint16_t>(subgroup, plane, lane);
    case 4:
      return integer<std::int32_t, std::uint32_t>(subgroup, plane, lane);
    default:
      return integer<std::int64_t, std::uint64_t>(subgroup, plane, lane);
  }
}

}  // namespace spirv_oracle

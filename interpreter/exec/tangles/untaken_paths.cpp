#include "interpreter/exec/tangles/untaken_paths.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

#include "interpreter/kernels/for_width.h"

namespace spirv_oracle {

std::uint64_t lane_bits(const std::byte* registers, const Plane& plane, unsigned lane) {
  const std::byte* values = registers + std::size_t{plane.slot} * slot_unit + sizeof(PlaneHeader);
  if (plane.type.bytes == 0) {
    LaneMask truth;
    std::memcpy(&truth, values, sizeof truth);
    return truth.test(lane) ? 1 : 0;
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, values + std::size_t{lane} * plane.type.bytes, plane.type.bytes);
  return bits;
}

void choose(Subgroup& shadow, const Record& record, unsigned selector_bytes,
            const UntakenPath& path, const LaneMask& lanes) {
  const Slot slot = record.operand[0];
  for_width(selector_bytes, [&]<class T>() {
    if constexpr (!std::is_same_v<T, bool>) {
      lanes.for_each(
          [&](unsigned lane) { shadow.values<T>(slot)[lane] = static_cast<T>(path.value); });
    }
  });
  if (path.is_certain) shadow.header(slot).implementation_dependent &= ~lanes;
}

void flip(Subgroup& shadow, const Record& record, const LaneMask& lanes) {
  const Slot slot = record.operand[0];
  shadow.truth(slot) = shadow.truth(slot) ^ lanes;
  shadow.header(slot).implementation_dependent &= ~lanes;
}

std::vector<UntakenPath> untaken_paths(const std::uint32_t* table, unsigned bytes) {
  const std::uint32_t count = table[0];
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
  std::vector<UntakenPath> paths;
  std::vector<std::uint64_t> literals;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t* entry = table + 3 + 3 * i;
    literals.push_back((entry[0] | std::uint64_t{entry[1]} << 32) & mask);
    const auto known = std::ranges::find(paths, entry[2], &UntakenPath::target);
    if (known == paths.end()) {
      paths.push_back({entry[2], literals.back()});
    } else {
      known->is_certain = false;
    }
  }
  std::ranges::sort(literals);
  std::uint64_t other = 0;
  for (const std::uint64_t literal : literals) other += literal == other ? 1 : 0;
  if (other > mask) return paths;  // no selector is left for the default
  const auto known = std::ranges::find(paths, table[2], &UntakenPath::target);
  if (known == paths.end()) {
    paths.push_back({table[2], other, false});
  } else {
    known->is_certain = false;
  }
  return paths;
}

// Whether all values that differ from `value` only in the indeterminate bits lead to one target.
static bool has_one_target(const std::uint32_t* table, unsigned bytes, std::uint64_t value,
                           std::uint64_t indeterminate) {
  const std::uint64_t mask = bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << 8 * bytes) - 1;
  const std::uint64_t known = mask & ~indeterminate;
  std::uint64_t literals = 0;  // that the selector may be
  std::uint32_t target = 0;
  for (std::uint32_t i = 0; i < table[0]; ++i) {
    const std::uint32_t* entry = table + 3 + 3 * i;
    const std::uint64_t literal = entry[0] | std::uint64_t{entry[1]} << 32;
    if ((literal & known) != (value & known)) continue;
    if (literals++ != 0 && entry[2] != target) return false;
    target = entry[2];
  }
  const int bits = std::popcount(mask & indeterminate);
  const bool are_all_values = bits < 32 && literals == std::uint64_t{1} << bits;
  return literals == 0 || are_all_values || target == table[2];
}

LaneMask lanes_with_one_target(const Subgroup& subgroup, const Record& record, unsigned bytes,
                               const LaneMask& lanes) {
  const Slot slot = record.operand[0];
  const Plane plane{slot, ScalarType::unsigned_integer(bytes)};
  const std::uint32_t* table = subgroup.data + record.operand[1];
  LaneMask found;
  lanes.for_each([&](unsigned lane) {
    const std::uint64_t value = lane_bits(subgroup.registers, plane, lane);
    if (has_one_target(table, bytes, value, subgroup.indeterminate_bits.of(slot, lane)))
      found.set(lane);
  });
  return found;
}

LaneMask lanes_to_other_targets(const Subgroup& subgroup, const Record& record,
                                const std::uint32_t* table, unsigned bytes, std::uint32_t target,
                                const LaneMask& lanes) {
  LaneMask elsewhere;
  const Plane plane{record.operand[0], ScalarType::unsigned_integer(bytes)};
  lanes.for_each([&](unsigned lane) {
    const std::uint64_t value = lane_bits(subgroup.registers, plane, lane);
    std::uint32_t taken = table[2];
    for (std::uint32_t i = 0; i < table[0]; ++i) {
      const std::uint32_t* entry = table + 3 + 3 * i;
      const std::uint64_t literal = entry[0] | std::uint64_t{entry[1]} << 32;
      const unsigned unused = 64 - 8 * bytes;
      if (literal << unused == value << unused) taken = entry[2];
    }
    if (taken != target) elsewhere.set(lane);
  });
  return elsewhere;
}

}  // namespace spirv_oracle

#include "interpreter/exec/lanes/helper_invocations.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "interpreter/ir/program.h"

namespace spirv_oracle {

const Record* exclude_helpers(Subgroup& subgroup, const Record* record) {
  subgroup.excluded = subgroup.active & subgroup.helpers;
  subgroup.active &= ~subgroup.excluded;
  if (subgroup.active.none()) return subgroup.code + record->operand[0];
  return record + 1;
}

const Record* include_helpers(Subgroup& subgroup, const Record* record) {
  const std::uint32_t* slots = subgroup.data + record->extra;
  for (std::uint32_t i = 1; i <= slots[0]; ++i)
    subgroup.header(slots[i]).undefined |= subgroup.excluded;
  subgroup.active |= subgroup.excluded;
  subgroup.excluded = {};
  return record + 1;
}

namespace {

void execute(Subgroup& subgroup, const Record* record, const Record* end) {
  while (record != end) {
    record->handler(subgroup, record);
    ++record;
  }
}

unsigned width_of(const Program& program, Slot slot) {
  const auto plane = std::ranges::lower_bound(program.registers.planes, slot, {}, &Plane::slot);
  return plane->type.bytes;
}

// A plane as it was after the records ran without helper invocations.
struct KeptPlane {
  Slot slot = no_slot;
  unsigned bytes = 0;  // of a component; 0: Booleans
  PlaneHeader header;
  std::vector<std::byte> values;
};

// Whether a lane's value is the same in both. `bytes`: the width of a component; 0: a Boolean.
bool is_same(const std::byte* a, const std::byte* b, unsigned bytes, unsigned lane) {
  if (bytes != 0) return std::memcmp(a + bytes * lane, b + bytes * lane, bytes) == 0;
  const auto truth = [&](const std::byte* values) {
    LaneMask mask;
    std::memcpy(&mask, values, sizeof mask);
    return mask.test(lane);
  };
  return truth(a) == truth(b);
}

}  // namespace

const Record* compare_without_helpers(Subgroup& subgroup, const Record* record) {
  const LaneMask all = subgroup.active;
  const LaneMask others = all & ~subgroup.helpers;
  if (others == all || others.none()) [[likely]]
    return record + 1;
  const Record* first = record + 1;
  const Record* end = subgroup.code + record->operand[0];
  subgroup.active = others;
  execute(subgroup, first, end);
  const std::uint32_t* results = subgroup.data + record->operand[1];
  std::vector<KeptPlane> kept(results[0]);
  for (KeptPlane& plane : kept) {
    plane.slot = *++results;
    plane.bytes = width_of(*subgroup.program, plane.slot);
    plane.header = subgroup.header(plane.slot);
    const auto* values = subgroup.values<std::byte>(plane.slot);
    plane.values.assign(
        values,
        values + std::max<std::size_t>(sizeof(LaneMask), plane.bytes * subgroup.padded_lanes));
  }
  subgroup.active = all;
  execute(subgroup, first, end);
  for (const KeptPlane& plane : kept) {
    PlaneHeader& header = subgroup.header(plane.slot);
    others.for_each([&](unsigned lane) {
      if (!is_same(plane.values.data(), subgroup.values<std::byte>(plane.slot), plane.bytes, lane))
        header.implementation_dependent.set(lane);
    });
    header.undefined |= plane.header.undefined & others;
    header.implementation_dependent |=
        (plane.header.implementation_dependent & others) | (all & subgroup.helpers);
  }
  return end;
}

const Record* demote_to_helpers(Subgroup& subgroup, const Record* record) {
  const LaneMask demoted = subgroup.active & ~subgroup.helpers;
  subgroup.helpers |= demoted;
  if (record->result == no_slot) return record + 1;
  if (record->extra != 0) {
    subgroup.truth(record->result) |= demoted;
  } else {
    subgroup.header(record->result).undefined |= demoted;
  }
  return record + 1;
}

const Record* is_helper(Subgroup& subgroup, const Record* record) {
  subgroup.truth(record->result) = subgroup.helpers;
  subgroup.header(record->result) = {};
  return record + 1;
}

}  // namespace spirv_oracle

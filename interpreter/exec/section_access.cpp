#include "interpreter/exec/section_access.h"

#include "interpreter/exec/orders/order_proof.h"
#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/tangles/uncertain_branches.h"
#include "interpreter/exec/workgroup.h"

namespace spirv_oracle {

std::optional<ReversibleRaces::Location> shared_location(const Subgroup& subgroup, RaceWatch& races,
                                                         std::uint64_t address) {
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr || object.allocation->kind == MemoryKind::lane_private)
    return std::nullopt;
  const RaceWatch::Bytes& bytes =
      races.bytes_of(*subgroup.memory, address >> AddressSpace::offset_bits);
  if (!bytes.may_race) return std::nullopt;
  const bool is_own = object.allocation->kind == MemoryKind::workgroup;
  return ReversibleRaces::Location{static_cast<std::uint32_t>(bytes.object),
                                   (bytes.begin + AddressSpace::offset(address)) / 4,
                                   is_own ? subgroup.workgroup_index + 1 : 0};
}

bool is_in_section(const Subgroup& subgroup, const RaceWatch& races) {
  const OrderProof* proof = races.order_proof();
  return proof != nullptr && proof->is_inside(subgroup);
}

void note_in_section(const Subgroup& subgroup, RaceWatch& races, const Record& record,
                     const SectionAccess& access) {
  OrderProof& proof = *races.order_proof();
  const PlaneHeader& header = subgroup.header(record.operand[0]);
  const LaneMask lanes = subgroup.active & ~header.undefined;
  // Another execution may access another place, or none.
  const bool is_uncertain = (header.implementation_dependent & lanes).any() ||
                            (subgroup.uncertain != nullptr && subgroup.uncertain->is_inside());
  if (is_uncertain || !races.is_looking()) return proof.fail();
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  lanes.for_each([&](unsigned lane) {
    for (std::uint32_t c = 0; c < access.count; ++c) {
      const std::uint64_t begin = addresses[lane] + access.offset + c * access.stride;
      auto location = shared_location(subgroup, races, begin);
      if (!location) continue;
      const std::uint64_t last = location->word + (begin % 4 + access.bytes - 1) / 4;
      for (; location->word <= last; ++location->word)
        proof.access_inside(subgroup, *location, access.writes, record.origin);
    }
  });
}

bool follows_look_back(const RaceWatch& races) {
  const OrderProof* proof = races.order_proof();
  return proof != nullptr && proof->knows_look_back() && proof->look_backs().any();
}

void note_in_look_back(const Subgroup& subgroup, RaceWatch& races, const Record& record,
                       const SectionAccess& access) {
  LookBacks& look_backs = races.order_proof()->look_backs();
  if (!access.writes && !look_backs.is_any_inside()) return;
  const auto workgroup = static_cast<std::uint32_t>(subgroup.workgroup_index);
  const PlaneHeader& header = subgroup.header(record.operand[0]);
  const LaneMask lanes = subgroup.active & ~header.undefined;
  const bool is_uncertain = subgroup.uncertain != nullptr && subgroup.uncertain->is_inside();
  if ((header.implementation_dependent & lanes).any()) return races.order_proof()->fail();
  const auto* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  lanes.for_each([&](unsigned lane) {
    const LookBacks::Invocation invocation{workgroup, races.invocation(subgroup, lane)};
    if (!access.writes && !look_backs.is_inside(invocation)) return;
    for (std::uint32_t c = 0; c < access.count; ++c) {
      const std::uint64_t begin = addresses[lane] + access.offset + c * access.stride;
      auto location = shared_location(subgroup, races, begin);
      if (!location) continue;
      const std::uint64_t last = location->word + (begin % 4 + access.bytes - 1) / 4;
      for (; location->word <= last; ++location->word) {
        if (is_uncertain && look_backs.is_loaded(*location)) races.order_proof()->fail();
        if (access.writes) {
          look_backs.store_plain(workgroup, *location);
        } else {
          look_backs.load_plain(invocation, *location);
        }
      }
    }
  });
}

void note_unknown_in_section(const Subgroup& subgroup, const RaceWatch& races) {
  if (is_in_section(subgroup, races)) races.order_proof()->fail();
}

}  // namespace spirv_oracle

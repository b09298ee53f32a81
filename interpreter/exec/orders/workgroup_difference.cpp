#include "interpreter/exec/orders/workgroup_difference.h"

#include <algorithm>
#include <cstring>

#include "interpreter/exec/workgroup.h"
#include "interpreter/ir/program.h"

namespace spirv_oracle {
namespace {

std::size_t bytes_of_registers(const Program& program) {
  return std::size_t{program.registers.units} * slot_unit;
}

// The lanes in which two planes have different values, or only one has an undefined value.
LaneMask differing_lanes(const std::byte* first, const std::byte* second, unsigned bytes,
                         unsigned lanes) {
  PlaneHeader a, b;
  std::memcpy(&a, first, sizeof(a));
  std::memcpy(&b, second, sizeof(b));
  LaneMask differing;
  const std::byte* values = first + sizeof(PlaneHeader);
  const std::byte* others = second + sizeof(PlaneHeader);
  if (bytes == 0) {
    LaneMask truth, other;
    std::memcpy(&truth, values, sizeof(truth));
    std::memcpy(&other, others, sizeof(other));
    differing = (truth & ~other) | (other & ~truth);
  } else if (std::memcmp(values, others, std::size_t{bytes} * lanes) != 0) {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (std::memcmp(values + lane * bytes, others + lane * bytes, bytes) != 0)
        differing.set(lane);
    }
  }
  const LaneMask both_undefined = a.undefined & b.undefined;
  return (differing | a.undefined | b.undefined) & ~both_undefined;
}

}  // namespace

// The objects of which each workgroup, or each of its invocations, has its own.
std::vector<std::uint32_t> WorkgroupDifference::own_objects(const Workgroup& workgroup) {
  std::vector<std::uint32_t> objects;
  for (const WorkgroupVariable& variable : workgroup.program().workgroup_variables)
    objects.push_back(variable.object);
  for (const LaneAddressPlane& plane : workgroup.program().registers.lane_addresses)
    objects.push_back(static_cast<std::uint32_t>(plane.base >> AddressSpace::offset_bits));
  return objects;
}

WorkgroupDifference::WorkgroupDifference(Workgroup& workgroup) {
  for (const Plane& plane : workgroup.program().registers.planes) planes_.push_back(plane.slot);
  planes_differ_.resize(planes_.size() * workgroup.subgroups().size());
  for (Subgroup& subgroup : workgroup.subgroups()) {
    workgroup.subgroups().prepare_to_run(subgroup);
    registers_.emplace_back(subgroup.registers,
                            subgroup.registers + bytes_of_registers(workgroup.program()));
  }
  for (const std::uint32_t id : own_objects(workgroup)) {
    const ObjectEntry& object = workgroup.memory().object(id);
    objects_[id] = {{object.bytes, object.bytes + object.size},
                    {object.shadow, object.shadow + object.size},
                    std::vector<bool>(object.size)};
  }
}

void WorkgroupDifference::compare(Workgroup& workgroup, const Except& except) {
  auto differs = planes_differ_.begin();
  for (Subgroup& subgroup : workgroup.subgroups()) {
    workgroup.subgroups().prepare_to_run(subgroup);
    for (const Plane& plane : workgroup.program().registers.planes) {
      LaneMask& known = *differs++;
      LaneMask open = subgroup.existing & ~known;
      if (except.subgroup == subgroup.id && except.slot == plane.slot) open &= ~except.lanes;
      if (open.none()) continue;
      const std::size_t at = std::size_t{plane.slot} * slot_unit;
      known |= open & differing_lanes(registers_[subgroup.id].data() + at, subgroup.registers + at,
                                      plane.type.bytes, subgroup.size);
    }
  }
  for (auto& [id, first] : objects_) compare_bytes(first, workgroup.memory().object(id));
}

void WorkgroupDifference::compare_bytes(Bytes& first, const ObjectEntry& object) {
  const bool are_equal = std::equal(first.values.begin(), first.values.end(), object.bytes) &&
                         std::equal(first.shadow.begin(), first.shadow.end(), object.shadow);
  for (std::uint64_t i = 0; i < object.size && !are_equal; ++i) {
    if (first.values[i] != object.bytes[i] || first.shadow[i] != object.shadow[i])
      first.differs[i] = true;
  }
}

void WorkgroupDifference::add(const WorkgroupDifference& other) {
  // Workgroups may have different numbers of subgroups.
  planes_differ_.resize(std::max(planes_differ_.size(), other.planes_differ_.size()));
  for (std::size_t i = 0; i < other.planes_differ_.size(); ++i)
    planes_differ_[i] |= other.planes_differ_[i];
  for (auto& [id, bytes] : objects_) {
    const std::vector<bool>& differs = other.objects_.at(id).differs;
    for (std::size_t i = 0; i < differs.size(); ++i) {
      if (differs[i]) bytes.differs[i] = true;
    }
  }
}

bool WorkgroupDifference::differs(std::uint32_t subgroup, Slot slot, const LaneMask& lanes) const {
  const auto plane = std::ranges::find(planes_, slot);
  const std::size_t number =
      subgroup * planes_.size() + static_cast<std::size_t>(plane - planes_.begin());
  return plane != planes_.end() && number < planes_differ_.size() &&
         (planes_differ_[number] & lanes).any();
}

void WorkgroupDifference::mark(Workgroup& workgroup, const Except& except) const {
  for (std::size_t i = 0; i < planes_differ_.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(i / planes_.size());
    if (planes_differ_[i].none() || id >= workgroup.subgroups().size()) continue;
    const Slot slot = planes_[i % planes_.size()];
    Subgroup& subgroup = workgroup.subgroups()[id];
    workgroup.subgroups().prepare_to_run(subgroup);
    PlaneHeader& header = subgroup.header(slot);
    LaneMask marked = planes_differ_[i] & ~header.undefined;
    if (except.subgroup == id && except.slot == slot) marked &= ~except.lanes;
    header.implementation_dependent |= marked;
    marked.for_each([&](unsigned lane) { subgroup.indeterminate_bits.set_all(slot, lane); });
  }
  for (const auto& [id, bytes] : objects_) {
    const ObjectEntry& object = workgroup.memory().object(id);
    for (std::uint64_t i = 0; i < object.size; ++i) {
      if (bytes.differs[i] && object.shadow[i] == Definedness::defined)
        object.shadow[i] = Definedness::implementation_dependent;
    }
  }
}

std::uint64_t WorkgroupDifference::memory() const {
  std::uint64_t bytes = 0;
  for (const auto& registers : registers_) bytes += registers.size();
  for (const auto& [id, object] : objects_) bytes += 2 * object.values.size();
  return bytes;
}

}  // namespace spirv_oracle

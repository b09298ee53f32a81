#include "interpreter/semantics/race_access.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/semantics/for_width.h"

namespace spirv_oracle {
namespace {

// The memory of an object, if it can be shared: its number and shadow.
struct SharedObject {
  std::uint64_t object = 0;
  std::uint64_t size = 0;  // 0: not shared
  RaceShadow* shadow = nullptr;
  std::uint64_t begin = 0;  // of the object's bytes in the shadow
};

// `storage`: of the site; a generic pointer has one for each storage class that it may point into.
SharedObject shared_object(const Subgroup& subgroup, RaceWatch& races, std::uint64_t address,
                           StorageSemantics storage) {
  const ObjectEntry& entry = subgroup.memory->find(address);
  const std::uint64_t object = address >> AddressSpace::offset_bits;
  if (entry.allocation == nullptr) return {object, 0, nullptr};
  const bool in_workgroup = entry.allocation->kind == MemoryKind::workgroup;
  if (in_workgroup != (storage == StorageSemantics::workgroup_memory)) return {object, 0, nullptr};
  const RaceWatch::Bytes& bytes = races.bytes_of(*subgroup.memory, object);
  const bool is_own = bytes.object == object;
  if ((is_own && !entry.allocation->writable) || !bytes.written) return {object, 0, nullptr};
  switch (entry.allocation->kind) {
    case MemoryKind::buffer:
    case MemoryKind::physical:
    case MemoryKind::workgroup:
      return {object, entry.size, &races.shadow(*subgroup.memory, bytes.object), bytes.begin};
    default:
      return {object, 0, nullptr};
  }
}

// Races of one instruction: the lanes, and the first race of the lowest of them.
struct FoundRaces {
  LaneMask lanes;
  Race first;
  std::uint64_t object = 0;
  std::uint16_t site = 0;

  void add(unsigned lane, const SharedObject& shared, std::uint16_t of_site, const Race& race) {
    if (lanes.none() || lane < lanes.lowest()) {
      first = race;
      first.offset -= shared.begin;
      object = shared.object;
      site = of_site;
    }
    lanes.set(lane);
  }
  void report(Subgroup& subgroup, const Op& op, const RaceWatch& races) const {
    if (lanes.any()) races.report(subgroup, op, site, lanes, lanes.lowest(), object, first);
  }
};

// Lets the subgroup stop soon, for Workgroup to see why.
void end_where_memory_does(Subgroup& subgroup, const RaceWatch& races) {
  if (races.is_out_of_memory()) [[unlikely]]
    subgroup.step_limit = subgroup.steps;
}

// The accesses of one record by the lanes of a tangle.
template <bool Store>
class AccessCheck {
 public:
  AccessCheck(Subgroup& subgroup, RaceWatch& races, std::uint16_t site)
      : subgroup_(subgroup),
        races_(races),
        detector_(races.detector()),
        site_(site),
        execution_(detector_.begin(site)) {}

  // So many bytes at each address, `distance` further on. What is only partly inside of an object is
  // another matter.
  template <unsigned Bytes>
  void each(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance) {
    if (Bytes < 4 && neighbours(lanes, addresses, distance, Bytes)) return;
    const auto access = [&](unsigned lane) __attribute__((always_inline)) {
      const std::uint64_t address = addresses[lane] + distance;
      const std::uint64_t at = AddressSpace::offset(address);
      if (address >> AddressSpace::offset_bits != object_.object) [[unlikely]]
        find_object(address, Bytes);
      if (at >= offsets_) return;
      const std::uint64_t offset = object_.begin + at;
      const std::uint32_t slot = races_.slot(subgroup_, lane);
      RaceShadow& shadow = *object_.shadow;
      bool race = false;
      if (Bytes != 4 || offset % 4 != 0) {
        race = Store ? detector_.store(shadow, offset, Bytes, execution_, slot)
                     : detector_.load(shadow, offset, Bytes, execution_, slot);
      } else {
        race = Store ? detector_.store_word(shadow, offset, execution_, slot)
                     : detector_.load_word(shadow, offset, execution_, slot);
      }
      if (race) [[unlikely]]
        found_.add(lane, object_, site_, detector_.race());
    };
    if (lanes == LaneMask::first(subgroup_.padded_lanes)) {
      for (unsigned lane = 0; lane < subgroup_.padded_lanes; ++lane) access(lane);
    } else {
      lanes.for_each(access);
    }
  }

  // The same for any number of bytes.
  void bytes(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance,
             unsigned count) {
    if (count == 1) return each<1>(lanes, addresses, distance);
    if (count == 2) return each<2>(lanes, addresses, distance);
    if (count == 3) return each<3>(lanes, addresses, distance);
    each<4>(lanes, addresses, distance);
    if (count > 4) bytes(lanes, addresses, distance + 4, count - 4);
  }

  void report(const Op& op) const { found_.report(subgroup_, op, races_); }

 private:
  void find_object(std::uint64_t address, unsigned bytes) {
    object_ = shared_object(subgroup_, races_, address, detector_.site(site_).storage);
    offsets_ = object_.size - std::min<std::uint64_t>(object_.size, bytes - 1);
  }

  // The lanes, all of them, access bytes side by side that fill cells; false where they do not.
  bool neighbours(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance,
                  unsigned count) {
    const unsigned lane_count = subgroup_.padded_lanes;
    if (lanes != LaneMask::first(lane_count)) return false;
    if (count == 3) return false;
    const std::uint64_t first = addresses[0] + distance;
    if (first >> AddressSpace::offset_bits != object_.object) find_object(first, count);
    const std::uint64_t at = AddressSpace::offset(first);
    const std::uint64_t begin = object_.begin + at;
    if (begin % 4 != 0 || at >= object_.size || lane_count * count > object_.size - at)
      return false;
    std::uint64_t apart = 0;
    for (std::size_t lane = 0; lane < lane_count; ++lane)
      apart |= addresses[lane] - addresses[0] - lane * count;
    if (apart != 0) return false;
    const unsigned lanes_of_cell = 4 / count;
    for (unsigned lane = 0; lane < lane_count; lane += lanes_of_cell) {
      const std::uint64_t offset = begin + lane * count;
      const std::uint32_t slot = races_.slot(subgroup_, lane);
      RaceShadow& shadow = *object_.shadow;
      const bool race = Store
                            ? detector_.store_by_neighbours(shadow, offset, count, execution_, slot)
                            : detector_.load_by_neighbours(shadow, offset, count, execution_, slot);
      if (!race) [[likely]]
        continue;
      const Race& found = detector_.race();
      const auto of_lane = static_cast<unsigned>((found.offset - begin) / count);
      found_.add(of_lane, object_, site_, found);
    }
    return true;
  }

  Subgroup& subgroup_;
  RaceWatch& races_;
  RaceDetector& detector_;
  std::uint16_t site_;
  RaceDetector::Execution execution_;
  SharedObject object_{~std::uint64_t{0}, 0, nullptr};
  std::uint64_t offsets_ = 0;  // of the object: at so many begin bytes that are inside
  FoundRaces found_;
};

}  // namespace

template <bool Store>
const Op* check_access(Subgroup& subgroup, const Op* op) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races == nullptr) return op + 1;
  const std::uint32_t* words = subgroup.data + op->extra;
  const unsigned bytes = words[1];
  const std::uint64_t offset = words[2] | std::uint64_t{words[3]} << 32;
  const std::uint64_t stride = words[4] | std::uint64_t{words[5]} << 32;
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(op->operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(op->operand[0]).undefined;
  AccessCheck<Store> check(subgroup, *races, static_cast<std::uint16_t>(words[0]));
  for (std::uint32_t c = 0; c < words[6]; ++c)
    check.bytes(lanes, addresses, offset + c * stride, bytes);
  check.report(*op);
  end_where_memory_does(subgroup, *races);
  return op + 1;
}

template const Op* check_access<false>(Subgroup& subgroup, const Op* op);
template const Op* check_access<true>(Subgroup& subgroup, const Op* op);

template <bool Store>
void check_copied(Subgroup& subgroup, const Op& op, const CopiedElements& elements) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races == nullptr) return;
  const unsigned lane = subgroup.active.lowest();
  LaneMask only;
  only.set(lane);
  std::vector<std::uint64_t> addresses(subgroup.padded_lanes);
  AccessCheck<Store> check(subgroup, *races, static_cast<std::uint16_t>(elements.site));
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    addresses[lane] = elements.address + i * elements.stride;
    check.bytes(only, addresses.data(), 0, elements.bytes);
  }
  check.report(op);
  end_where_memory_does(subgroup, *races);
}

template void check_copied<false>(Subgroup&, const Op&, const CopiedElements&);
template void check_copied<true>(Subgroup&, const Op&, const CopiedElements&);

void settle_copied(Subgroup& subgroup, const CopiedElements& elements) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races == nullptr) return;
  RaceDetector& detector = races->detector();
  const auto site = static_cast<std::uint16_t>(elements.site);
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    const std::uint64_t address = elements.address + i * elements.stride;
    const SharedObject object =
        shared_object(subgroup, *races, address, detector.site(site).storage);
    const std::uint64_t at = AddressSpace::offset(address);
    if (at >= object.size || elements.bytes > object.size - at) continue;
    detector.settle(*object.shadow, object.begin + at, elements.bytes, site);
  }
}

const Op* check_atomic(Subgroup& subgroup, const Op* op) {
  RaceWatch* races = subgroup.workgroup->races();
  if (races == nullptr) return op + 1;
  const std::uint32_t* words = subgroup.data + op->extra;
  const unsigned bytes = words[2];
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(op->operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(op->operand[0]).undefined;
  const bool may_fail = op->operand[2] != no_slot;
  const auto fails = [&](unsigned lane) {
    return for_width(bytes, [&]<class T>() {
      if constexpr (std::is_same_v<T, bool>) {
        return false;
      } else {
        return subgroup.values<T>(op->operand[1])[lane] != subgroup.values<T>(op->operand[2])[lane];
      }
    });
  };
  RaceDetector& detector = races->detector();
  const StorageSemantics storage = detector.site(words[0]).storage;
  const RaceDetector::Execution execution = detector.begin(static_cast<std::uint16_t>(words[0]));
  const RaceDetector::Execution failing = detector.begin(static_cast<std::uint16_t>(words[1]));
  const MemorySemantics* semantics = subgroup.program->memory_semantics.data();
  SharedObject object{~std::uint64_t{0}, 0, nullptr};
  FoundRaces found;
  lanes.for_each([&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    if (address >> AddressSpace::offset_bits != object.object) [[unlikely]]
      object = shared_object(subgroup, *races, address, storage);
    const std::uint64_t at = AddressSpace::offset(address);
    if (bytes > object.size || at > object.size - bytes || at % bytes != 0) return;
    const bool failed = may_fail && fails(lane);
    const RaceDetector::Execution& executed = failed ? failing : execution;
    if (detector.atomic(*object.shadow, object.begin + at, executed, races->slot(subgroup, lane),
                        words[3] != 0, words[4] != 0 && !failed, semantics[words[failed ? 6 : 5]]))
        [[unlikely]] {
      found.add(lane, object, executed.site, detector.race());
    }
  });
  found.report(subgroup, *op, *races);
  end_where_memory_does(subgroup, *races);
  return op + 1;
}

}  // namespace spirv_oracle

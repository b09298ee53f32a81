#include "interpreter/checks/race_access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "interpreter/exec/race_watch.h"
#include "interpreter/exec/section_access.h"
#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/exec/workgroup.h"
#include "interpreter/kernels/for_width.h"
#include "interpreter/kernels/host_vectors.h"
#include "memory/race_vectors.h"

namespace spirv_oracle {
namespace {

// An object whose memory can be shared: its number and shadow.
struct SharedObject {
  std::uint64_t object = 0;
  std::uint64_t size = 0;  // 0: not shared
  RaceShadow* shadow = nullptr;
  std::uint64_t begin = 0;  // of the object's first byte in the shadow
  std::size_t owner = 0;    // the object to which the shadow belongs
  const ObjectEntry* entry = nullptr;
};

// `storage`: that of the site. A generic pointer has one site for each storage class of its possible targets.
SharedObject shared_object(const Subgroup& subgroup, RaceWatch& races, std::uint64_t address,
                           StorageSemantics storage) {
  const ObjectEntry& entry = subgroup.memory->find(address);
  const std::uint64_t object = address >> AddressSpace::offset_bits;
  if (entry.allocation == nullptr) return {object, 0, nullptr};
  const bool in_workgroup = entry.allocation->kind == MemoryKind::workgroup;
  if (in_workgroup != (storage == StorageSemantics::workgroup_memory)) return {object, 0, nullptr};
  const RaceWatch::Bytes& bytes = races.bytes_of(*subgroup.memory, object);
  const bool is_own = bytes.object == object;
  if ((is_own && !entry.allocation->writable) || !bytes.may_race) return {object, 0, nullptr};
  const MemoryKind kind = entry.allocation->kind;
  if (kind != MemoryKind::buffer && kind != MemoryKind::physical && kind != MemoryKind::workgroup &&
      !is_pipe(entry))
    return {object, 0, nullptr};
  return {object,      entry.size,   &races.shadow(*subgroup.memory, bytes.object),
          bytes.begin, bytes.object, &entry};
}

// The cells of a part of an object: those of accesses at `size` addresses.
struct CellWindow {
  std::uint64_t address = 0, size = 0;
  std::uint64_t offset = 0;  // of the first byte in the shadow
  RaceCell* cells = nullptr;
  unsigned cell_shift = 0;  // a cell covers 2^cell_shift bytes

  // Accesses at `distance` from the addresses.
  NeighborAccesses neighbors(const std::uint64_t* addresses, std::uint64_t distance,
                             const std::uint64_t* tags) const {
    return {addresses, address - distance, size, cells, cell_shift, tags};
  }
};

// The cells around an access to an object. None, if none of them have exactly its bytes.
CellWindow cells_around(const SharedObject& object, std::uint64_t address, unsigned bytes,
                        unsigned cell_bytes) {
  const std::uint64_t at = AddressSpace::offset(address);
  if (bytes > object.size || at > object.size - bytes) return {};
  const std::uint64_t offset = object.begin + at;
  const std::uint64_t chunk_begin = offset - offset % RaceChunk::bytes;
  const std::uint64_t begin = std::max(chunk_begin, object.begin);
  const std::uint64_t end = std::min(chunk_begin + RaceChunk::bytes, object.begin + object.size);
  if (offset % cell_bytes != 0 || begin % cell_bytes != 0 || bytes > end - offset) return {};
  const std::uint32_t cell_shift = cell_bytes == 1 ? 0 : RaceShadow::word_shift;
  const RaceChunk& chunk = object.shadow->chunk(offset, cell_shift);
  if (chunk.cell_shift != cell_shift) return {};
  return {address - (offset - begin), end - begin - (bytes - 1), begin,
          chunk.cells.get() + chunk.index(begin), cell_shift};
}

// Races of one instruction: the lanes, and the first race of the lowest lane.
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
  void report(Subgroup& subgroup, const Record& record, const RaceWatch& races,
              bool same_value) const {
    if (lanes.any())
      races.report(subgroup, record, site, lanes, lanes.lowest(), object, first, same_value);
  }
};

RaceJournal::SharedByte journal_place(const SharedObject& object, std::uint64_t at,
                                      StorageSemantics storage) {
  return {object.owner, object.begin + at, object.entry->bytes + at, object.entry->shadow + at,
          storage};
}

// Makes the subgroup stop soon, so that Workgroup finds out why.
void end_where_memory_does(Subgroup& subgroup, const RaceWatch& races) {
  if (races.is_out_of_memory()) [[unlikely]]
    subgroup.step_limit = subgroup.steps;
}

// The values that a record stores, by component; empty if they are not known.
struct StoredValues {
  const Slot* slots = nullptr;
  unsigned bytes = 0;  // of a component; 0: a Boolean
  std::uint64_t offset = 0;
  std::uint64_t stride = 0;

  // The byte that a lane stores at `distance` bytes from its address; none if its value is undefined.
  std::optional<std::uint8_t> byte(const Subgroup& subgroup, unsigned lane,
                                   std::uint64_t distance) const {
    if (slots == nullptr) return std::nullopt;
    const Slot slot = slots[(distance - offset) / stride];
    const PlaneHeader& header = subgroup.header(slot);
    if (header.undefined.test(lane) || header.implementation_dependent.test(lane))
      return std::nullopt;
    if (bytes == 0) return subgroup.truth(slot).test(lane) ? 1 : 0;
    return subgroup.values<std::uint8_t>(
        slot)[std::size_t{lane} * bytes + (distance - offset) % stride];
  }
};

// Whether lanes can be checked eight at a time (memory/race_vectors.h).
bool uses_race_vectors() {
#if defined(__x86_64__)
  return host_has_avx2();
#else
  return false;
#endif
}

// Calls `together(first, count)` for each run of `count` times eight adjacent lanes of the mask, and `alone(lane)` for the
// other lanes, in ascending order. `together` returns how many eights it has done; it is not called again for the next one.
template <class Together, class Alone>
[[gnu::always_inline]] inline void for_each_eight(const LaneMask& lanes, unsigned padded_lanes,
                                                  Together together, Alone alone) {
  const unsigned chunks = padded_lanes / 8;
  for (unsigned chunk = 0; chunk < chunks;) {
    unsigned end = chunk;
    while (end < chunks && lanes.byte(end) == 0xFF) ++end;
    if (end != chunk) chunk += together(8 * chunk, end - chunk);
    if (chunk == chunks) return;
    for (unsigned rest = lanes.byte(chunk); rest != 0; rest &= rest - 1)
      alone(8 * chunk + static_cast<unsigned>(std::countr_zero(rest)));
    ++chunk;
  }
}

// The accesses of one record by the lanes of a tangle.
template <bool Store>
class RaceAccessCheck {
 public:
  RaceAccessCheck(Subgroup& subgroup, RaceWatch& races, std::uint16_t site,
                  const StoredValues& stored = {})
      : subgroup_(subgroup),
        races_(races),
        detector_(races.detector()),
        journal_(races.journal()),
        stored_(stored),
        site_(site),
        first_invocation_(races.invocation(subgroup, 0)),
        execution_(detector_.begin(site)) {
    goes_together_ = uses_race_vectors() && execution_.simple && journal_ == nullptr;
    is_noted_ = journal_ != nullptr && journal_->is_racing(site);
    if (is_noted_) loops_ = loops_around(subgroup);
  }

  // An access to `Bytes` bytes at `distance` from each address. Lanes whose bytes are only partly inside an
  // object are left out, because other checks report them.
  template <unsigned Bytes>
  void each(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance) {
    constexpr unsigned cell_bytes = Bytes == 4 ? 4 : 1;
    window_ = {};
    const auto access = [&](unsigned lane) __attribute__((always_inline)) {
      const std::uint64_t address = addresses[lane] + distance;
      const std::uint32_t invocation = first_invocation_ + lane;
      std::uint64_t at = address - window_.address;
      bool race = false;
      if (at >= window_.size || at % cell_bytes != 0) [[unlikely]] {
        const bool is_not_shared =
            object_.size == 0 && address >> AddressSpace::offset_bits == object_.object;
        if (is_not_shared || !find_object(address, Bytes)) return;
        if (!find_window(address, Bytes, cell_bytes)) {
          race = access_slowly(address, Bytes, invocation);
          return finish(lane, address, distance, Bytes, race);
        }
        at = address - window_.address;
      }
      RaceCell* cell = window_.cells + at / cell_bytes;
      for (unsigned byte = 0; byte < Bytes; byte += cell_bytes, ++cell) {
        const std::uint64_t offset = window_.offset + at + byte;
        const bool here =
            Store ? detector_.store_cell(*object_.shadow, *cell, offset, execution_, invocation)
                  : detector_.load_cell(*object_.shadow, *cell, offset, execution_, invocation);
        if (!here) continue;
        if (!race) race_ = detector_.race();
        race = true;
      }
      if (race || journal_ != nullptr) [[unlikely]]
        finish(lane, address, distance, Bytes, race);
    };
    if (goes_together_) {
      const auto together = [&](unsigned first, unsigned eights) {
        return access_together<Bytes>(addresses, distance, first, eights);
      };
      for_each_eight(lanes, subgroup_.padded_lanes, together, access);
    } else if (lanes == LaneMask::first(subgroup_.padded_lanes)) {
      for (unsigned lane = 0; lane < subgroup_.padded_lanes; ++lane) access(lane);
    } else {
      lanes.for_each(access);
    }
  }

  // Checks accesses of any number of bytes.
  void bytes(const LaneMask& lanes, const std::uint64_t* addresses, std::uint64_t distance,
             unsigned count) {
    for (; count >= 4; count -= 4, distance += 4) each<4>(lanes, addresses, distance);
    if (count == 3) each<3>(lanes, addresses, distance);
    if (count == 2) each<2>(lanes, addresses, distance);
    if (count == 1) each<1>(lanes, addresses, distance);
  }

  void report(const Record& record) const {
    for (const bool same_value : {false, true})
      found_[same_value ? 1 : 0].report(subgroup_, record, races_, same_value);
  }

 private:
  // Finds the object of an access. False if it is not inside an object that invocations share.
  bool find_object(std::uint64_t address, unsigned bytes) {
    if (address >> AddressSpace::offset_bits != object_.object) {
      window_ = {};
      object_ = shared_object(subgroup_, races_, address, detector_.site(site_).storage);
      const bool is_shared = object_.size != 0;
      const std::uint16_t site =
          is_shared ? races_.site_for(*subgroup_.memory, site_, object_.object) : site_;
      if (site != execution_.site) execution_ = detector_.begin(site);
    }
    return bytes <= object_.size && AddressSpace::offset(address) <= object_.size - bytes;
  }

  // Finds the cells around an access inside `object_`. False if none of them have exactly its bytes.
  bool find_window(std::uint64_t address, unsigned bytes, unsigned cell_bytes) {
    window_ = cells_around(object_, address, bytes, cell_bytes);
    return window_.size != 0;
  }

  // How many eights of lanes access the last object, from the first one on.
  unsigned eights_in_object(const std::uint64_t* addresses, std::uint64_t distance,
                            unsigned eights) const {
    for (unsigned done = 0; done < eights; ++done) {
      std::uint64_t difference = 0;
      for (unsigned i = 8 * done; i < 8 * done + 8; ++i)
        difference |= ((addresses[i] + distance) >> AddressSpace::offset_bits) ^ object_.object;
      if (difference != 0) return done;
    }
    return eights;
  }

  // The same accesses as each(), of eights of lanes. Returns how many have been checked without a race.
  template <unsigned Bytes>
  unsigned access_together(const std::uint64_t* addresses, std::uint64_t distance, unsigned first,
                           unsigned eights) {
    constexpr unsigned cell_bytes = Bytes == 4 ? 4 : 1;
    const std::uint64_t address = addresses[first] + distance;
    const bool has_window =
        address - window_.address < window_.size ||
        (find_object(address, Bytes) && find_window(address, Bytes, cell_bytes));
    if (!has_window)
      return object_.size == 0 ? eights_in_object(addresses + first, distance, eights) : 0;
    return access_by_eights<Store, Bytes / cell_bytes>(
        window_.neighbors(addresses + first, distance,
                          detector_.order().tags(first_invocation_ + first)),
        eights, execution_);
  }

  bool access_slowly(std::uint64_t address, unsigned bytes, std::uint32_t invocation) {
    const std::uint64_t offset = object_.begin + AddressSpace::offset(address);
    const bool race = Store
                          ? detector_.store(*object_.shadow, offset, bytes, execution_, invocation)
                          : detector_.load(*object_.shadow, offset, bytes, execution_, invocation);
    if (race) race_ = detector_.race();
    return race;
  }

  // Follows an access that races, or that the journal notes.
  [[gnu::cold, gnu::noinline]] void finish(unsigned lane, std::uint64_t address,
                                           std::uint64_t distance, unsigned bytes, bool race) {
    if (race) races_.note_race(execution_.site);
    const bool same_value =
        journal_ != nullptr && note(lane, AddressSpace::offset(address), distance, bytes);
    if (race) found_[same_value ? 1 : 0].add(lane, object_, execution_.site, race_);
  }

  // For the journal: whether a race of the lane leaves the value of the bytes unchanged.
  bool note(unsigned lane, std::uint64_t at, std::uint64_t distance, unsigned bytes) {
    const std::uint32_t invocation = races_.invocation(subgroup_, lane);
    bool same_value = true;
    for (unsigned byte = 0; byte < bytes; ++byte) {
      const RaceJournal::SharedByte place =
          journal_place(object_, at + byte, detector_.site(site_).storage);
      const bool is_same =
          Store ? journal_->store(place, stored_.byte(subgroup_, lane, distance + byte),
                                  execution_.site, invocation)
                : journal_->load(place, execution_.site, invocation);
      same_value = same_value && is_same;
      if (is_noted_)
        journal_->note_access(place.object, place.offset, execution_.site, invocation, loops_,
                              races_.flag_epoch(invocation));
    }
    return same_value;
  }

  Subgroup& subgroup_;
  RaceWatch& races_;
  RaceDetector& detector_;
  RaceJournal* journal_;
  StoredValues stored_;
  std::uint16_t site_;  // of the record
  std::uint32_t first_invocation_;
  RaceDetector::Execution execution_;
  SharedObject object_{~std::uint64_t{0}, 0, nullptr};
  CellWindow window_;
  Race race_;                   // of the current access
  bool goes_together_ = false;  // eight lanes at a time
  bool is_noted_ = false;       // in the journal, with the loops around it
  std::vector<EnclosingLoop> loops_;
  std::array<FoundRaces, 2> found_;  // the second: races that leave the value unchanged
};

}  // namespace

namespace {

// Precedes a load. Marks the bytes that, according to earlier runs, depend on the order of accesses. With `keeps`, also
// marks bytes whose final contents are certain.
[[gnu::cold, gnu::noinline]] void mark_general_races(const Subgroup& subgroup, RaceWatch& races,
                                                     std::uint64_t address, unsigned bytes,
                                                     bool keeps) {
  const ObjectEntry& entry = subgroup.memory->find(address);
  const std::uint64_t at = AddressSpace::offset(address);
  if (entry.allocation == nullptr || bytes > entry.size || at > entry.size - bytes) return;
  const RaceWatch::Bytes& owner =
      races.bytes_of(*subgroup.memory, address >> AddressSpace::offset_bits);
  // In a proof, only the order of critical sections is not known.
  const bool is_ordered = races.order_proof() != nullptr && !is_in_section(subgroup, races);
  for (unsigned i = 0; i < bytes; ++i) {
    Definedness& state = entry.shadow[at + i];
    const std::optional<GeneralRace> kind = races.known_general_race(owner, at + i, 1);
    if (!kind || (is_ordered && kind != GeneralRace::between_writes)) continue;
    if (keeps || kind == GeneralRace::between_writes) {
      state = std::max(state, Definedness::implementation_dependent);
    } else {
      races.mark_for_load(state);
    }
  }
}

// Whether the lanes access one object in which nothing races.
bool cannot_race(const Subgroup& subgroup, RaceWatch& races, const LaneMask& lanes,
                 const std::uint64_t* addresses) {
  if (lanes.none()) return true;
  const std::uint64_t address = addresses[lanes.lowest()];
  const std::uint64_t object = address >> AddressSpace::offset_bits;
  if (subgroup.memory->find(address).allocation == nullptr ||
      races.bytes_of(*subgroup.memory, object).may_race)
    return false;
  std::uint64_t difference = 0;
  const auto compare = [&](unsigned lane) { difference |= addresses[lane] ^ address; };
  if (lanes == LaneMask::first(subgroup.padded_lanes)) {
    for (unsigned lane = 0; lane < subgroup.padded_lanes; ++lane) compare(lane);
  } else {
    lanes.for_each(compare);
  }
  return difference >> AddressSpace::offset_bits == 0;
}

}  // namespace

template <bool Store>
const Record* check_access(Subgroup& subgroup, const Record* record) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races == nullptr) return record + 1;
  if (!Store && !races->known_general_races().empty()) [[unlikely]] {
    const std::uint32_t* words = subgroup.data + record->extra;
    const std::uint64_t first = words[2] | std::uint64_t{words[3]} << 32;
    const std::uint64_t apart = words[4] | std::uint64_t{words[5]} << 32;
    const LaneMask lanes = subgroup.active & ~subgroup.header(record->operand[0]).undefined;
    lanes.for_each([&](unsigned lane) {
      const std::uint64_t address =
          subgroup.values<std::uint64_t>(record->operand[0])[lane] + first;
      for (std::uint32_t c = 0; c < words[6]; ++c)
        mark_general_races(subgroup, *races, address + c * apart, std::max(1u, words[1]), false);
    });
  }
  const std::uint32_t* words = subgroup.data + record->extra;
  const unsigned bytes = std::max(1u, words[1]);  // a Boolean takes one byte
  const std::uint64_t offset = words[2] | std::uint64_t{words[3]} << 32;
  const std::uint64_t stride = words[4] | std::uint64_t{words[5]} << 32;
  const std::uint32_t count = words[6];
  if (is_in_section(subgroup, *races)) [[unlikely]]
    note_in_section(subgroup, *races, *record, {offset, stride, count, bytes, Store});
  if (follows_look_back(*races)) [[unlikely]]
    note_in_look_back(subgroup, *races, *record, {offset, stride, count, bytes, Store});
  if (!races->is_looking()) return record + 1;
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(record->operand[0]);
  // Loads of helper invocations, which nothing observes outside of their quad, do not race (docs/decisions.md).
  const LaneMask lanes =
      subgroup.active & ~subgroup.header(record->operand[0]).undefined & ~subgroup.helpers;
  if (cannot_race(subgroup, *races, lanes, addresses)) return record + 1;
  const Slot* slots = words[7] != 0 ? words + 8 : nullptr;
  RaceAccessCheck<Store> check(subgroup, *races, static_cast<std::uint16_t>(words[0]),
                               {slots, words[1], offset, stride});
  const bool fill_cells_together = bytes < 4 && stride == bytes;
  if (fill_cells_together) {
    check.bytes(lanes, addresses, offset, bytes * count);
  } else {
    for (std::uint32_t c = 0; c < count; ++c)
      check.bytes(lanes, addresses, offset + c * stride, bytes);
  }
  check.report(*record);
  end_where_memory_does(subgroup, *races);
  return record + 1;
}

const Record* end_load_check(Subgroup& subgroup, const Record* record) {
  if (RaceWatch* races = subgroup.workgroup->observers().races) races->take_back_marks();
  return record + 1;
}

template const Record* check_access<false>(Subgroup& subgroup, const Record* record);
template const Record* check_access<true>(Subgroup& subgroup, const Record* record);

namespace {

// The bytes that a lane accesses, given their number; 0 if they are not all inside an object.
std::uint32_t size_inside(const Subgroup& subgroup, std::uint64_t address, std::uint64_t size) {
  const ObjectEntry& entry = subgroup.memory->find(address);
  const std::uint64_t at = AddressSpace::offset(address);
  const bool is_inside = entry.allocation != nullptr && size <= entry.size &&
                         at <= entry.size - size && size <= 0xFFFFFFFF;
  return is_inside ? static_cast<std::uint32_t>(size) : 0;
}

template <bool Store>
void check_sized(Subgroup& subgroup, RaceWatch& races, const Record& record) {
  const std::uint32_t* words = subgroup.data + record.extra;
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(record.operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(record.operand[0]).undefined &
                         ~subgroup.header(record.operand[1]).undefined;
  const auto size_of = [&](unsigned lane) {
    const std::uint64_t size = for_width(words[1], [&]<class T>() {
      return static_cast<std::uint64_t>(subgroup.values<T>(record.operand[1])[lane]);
    });
    return size_inside(subgroup, addresses[lane], size);
  };
  if (!Store && !races.known_general_races().empty()) [[unlikely]] {
    lanes.for_each([&](unsigned lane) {
      mark_general_races(subgroup, races, addresses[lane], size_of(lane), false);
    });
  }
  if (!races.is_looking()) return;
  RaceAccessCheck<Store> check(subgroup, races, static_cast<std::uint16_t>(words[0]));
  lanes.for_each([&](unsigned lane) {
    LaneMask only;
    only.set(lane);
    check.bytes(only, addresses, 0, size_of(lane));
  });
  check.report(record);
  end_where_memory_does(subgroup, races);
}

}  // namespace

template <bool Store>
const Record* check_sized_access(Subgroup& subgroup, const Record* record) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races != nullptr) {
    note_unknown_in_section(subgroup, *races);
    check_sized<Store>(subgroup, *races, *record);
  }
  return record + 1;
}

template const Record* check_sized_access<false>(Subgroup& subgroup, const Record* record);
template const Record* check_sized_access<true>(Subgroup& subgroup, const Record* record);

template <bool Store>
void check_copied(Subgroup& subgroup, const Record& record, const CopiedElements& elements) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races == nullptr) return;
  note_unknown_in_section(subgroup, *races);
  if (!Store && !races->known_general_races().empty()) [[unlikely]] {
    for (std::uint64_t i = 0; i < elements.count; ++i)
      mark_general_races(subgroup, *races, elements.address + i * elements.stride, elements.bytes,
                         true);
  }
  if (!races->is_looking()) return;
  const unsigned lane = subgroup.active.lowest();
  LaneMask only;
  only.set(lane);
  std::vector<std::uint64_t> addresses(subgroup.padded_lanes);
  RaceAccessCheck<Store> check(subgroup, *races, static_cast<std::uint16_t>(elements.site));
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    addresses[lane] = elements.address + i * elements.stride;
    check.bytes(only, addresses.data(), 0, elements.bytes);
  }
  check.report(record);
  end_where_memory_does(subgroup, *races);
}

template void check_copied<false>(Subgroup&, const Record&, const CopiedElements&);
template void check_copied<true>(Subgroup&, const Record&, const CopiedElements&);

std::uint32_t begin_copy(std::span<Subgroup* const> arrived) {
  RaceWatch* races = arrived.front()->workgroup->observers().races;
  if (races == nullptr || !races->is_looking()) return 0;
  std::vector<std::uint32_t> invocations;
  for (const Subgroup* subgroup : arrived)
    subgroup->active.for_each(
        [&](unsigned lane) { invocations.push_back(races->invocation(*subgroup, lane)); });
  return races->detector().order().begin_epoch(invocations);
}

namespace {

void report_accesses_since(Subgroup& subgroup, RaceWatch& races, const CopiedElements& elements,
                           std::uint32_t begun, bool only_writes) {
  RaceDetector& detector = races.detector();
  const std::uint32_t copier = races.invocation(subgroup, subgroup.active.lowest());
  std::map<std::pair<std::uint32_t, std::uint16_t>, FoundRaces> found;  // by subgroup and site
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    const std::uint64_t address = elements.address + i * elements.stride;
    const auto declared = static_cast<std::uint16_t>(elements.site);
    const SharedObject object =
        shared_object(subgroup, races, address, detector.site(declared).storage);
    const std::uint64_t at = AddressSpace::offset(address);
    if (elements.bytes > object.size || at > object.size - elements.bytes) continue;
    const std::uint16_t site = races.site_for(*subgroup.memory, declared, object.object);
    detector.each_access_since(
        *object.shadow, object.begin + at, elements.bytes, begun, only_writes,
        [&](RaceRecord earlier, const Race& race) {
          races.note_race(earlier.site(), race);
          found[{earlier.invocation() / subgroup.size, earlier.site()}].add(
              earlier.invocation() % subgroup.size, object, earlier.site(), race);
        },
        detector.record(site, copier));
  }
  for (const auto& [place, races_of_site] : found) {
    const auto& [id, site] = place;
    Record accessing;
    accessing.origin = detector.site(site).origin;
    races_of_site.report(subgroup.workgroup->subgroups()[id], accessing, races, false);
  }
}

}  // namespace

template <bool Store>
void check_unfinished(Subgroup& subgroup, const CopiedElements& elements, std::uint32_t begun) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races != nullptr && races->is_looking())
    report_accesses_since(subgroup, *races, elements, begun, !Store);
}

template void check_unfinished<false>(Subgroup&, const CopiedElements&, std::uint32_t);
template void check_unfinished<true>(Subgroup&, const CopiedElements&, std::uint32_t);

void mark_copy_ordered(Subgroup& subgroup, const CopiedElements& elements) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races == nullptr || !races->is_looking()) return;
  RaceDetector& detector = races->detector();
  const auto site = static_cast<std::uint16_t>(elements.site);
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    const std::uint64_t address = elements.address + i * elements.stride;
    const SharedObject object =
        shared_object(subgroup, *races, address, detector.site(site).storage);
    const std::uint64_t at = AddressSpace::offset(address);
    if (at >= object.size || elements.bytes > object.size - at) continue;
    detector.mark_ordered(*object.shadow, object.begin + at, elements.bytes, site);
  }
}

namespace {

// Follows an atomic.
[[gnu::cold, gnu::noinline]] void note_atomic(RaceWatch& races, const Subgroup& subgroup,
                                              const SharedObject& object, std::uint64_t at,
                                              unsigned bytes, std::uint16_t site,
                                              std::uint32_t invocation, bool reads, bool writes) {
  RaceJournal& journal = *races.journal();
  const StorageSemantics storage = races.detector().site(site).storage;
  for (unsigned byte = 0; byte < bytes; ++byte) {
    const RaceJournal::SharedByte place = journal_place(object, at + byte, storage);
    if (writes) journal.overwrite(place, site, invocation);
    if (journal.is_racing(site))
      journal.note_access(place.object, place.offset, site, invocation, loops_around(subgroup),
                          races.flag_epoch(invocation));
  }
  races.note_flag(object.owner, object.begin + at, site, invocation, reads, writes);
}

// Whether a compare-exchange finds another value than its Comparator.
bool comparison_fails(const Subgroup& subgroup, const Record& record, unsigned bytes,
                      unsigned lane) {
  return for_width(bytes, [&]<class T>() {
    if constexpr (std::is_same_v<T, bool>) {
      return false;
    } else {
      return subgroup.values<T>(record.operand[1])[lane] !=
             subgroup.values<T>(record.operand[2])[lane];
    }
  });
}

}  // namespace

const Record* check_atomic(Subgroup& subgroup, const Record* record) {
  RaceWatch* races = subgroup.workgroup->observers().races;
  if (races == nullptr || !races->is_looking()) return record + 1;
  const std::uint32_t* words = subgroup.data + record->extra;
  const unsigned bytes = words[2];
  const std::uint64_t* addresses = subgroup.values<std::uint64_t>(record->operand[0]);
  const LaneMask lanes = subgroup.active & ~subgroup.header(record->operand[0]).undefined;
  const bool may_fail = record->operand[2] != no_slot;
  RaceDetector& detector = races->detector();
  RaceDetector::Execution execution, failing;
  const MemorySemantics* semantics = subgroup.program->races.memory_semantics.data();
  SharedObject object{~std::uint64_t{0}, 0, nullptr};
  FoundRaces found;
  const auto find_object = [&](std::uint64_t address) {
    if (address >> AddressSpace::offset_bits == object.object) [[likely]]
      return;
    object = shared_object(subgroup, *races, address, detector.site(words[0]).storage);
    const auto executed = [&](std::uint32_t word) {
      const auto site = static_cast<std::uint16_t>(words[word]);
      return detector.begin(
          object.size != 0 ? races->site_for(*subgroup.memory, site, object.object) : site);
    };
    execution = executed(0);
    failing = executed(1);
  };
  const auto alone = [&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    find_object(address);
    const std::uint64_t at = AddressSpace::offset(address);
    if (bytes > object.size || at > object.size - bytes || (at & (bytes - 1)) != 0) return;
    const bool failed = may_fail && comparison_fails(subgroup, *record, bytes, lane);
    const RaceDetector::Execution& executed = failed ? failing : execution;
    const std::uint32_t invocation = races->invocation(subgroup, lane);
    const bool writes = words[4] != 0 && !failed;
    if (detector.atomic(*object.shadow, object.begin + at, executed, invocation, words[3] != 0,
                        writes, semantics[words[failed ? 6 : 5]])) [[unlikely]] {
      races->note_race(executed.site);
      found.add(lane, object, executed.site, detector.race());
    }
    if (races->journal() != nullptr) [[unlikely]]
      note_atomic(*races, subgroup, object, at, bytes, executed.site, invocation, words[3] != 0,
                  writes);
  };
  const auto together = [&](unsigned first, unsigned eights) -> unsigned {
    find_object(addresses[first]);
    const CellWindow window = cells_around(object, addresses[first], 4, 4);
    if (window.size == 0) return 0;
    const std::uint32_t invocation = races->invocation(subgroup, first);
    return atomics_by_eights(
        window.neighbors(addresses + first, 0, detector.order().tags(invocation)), eights,
        execution);
  };
  if (bytes == 4 && !may_fail && races->journal() == nullptr && uses_race_vectors()) {
    for_each_eight(lanes, subgroup.padded_lanes, together, alone);
  } else {
    lanes.for_each(alone);
  }
  found.report(subgroup, *record, *races, false);
  end_where_memory_does(subgroup, *races);
  return record + 1;
}

}  // namespace spirv_oracle

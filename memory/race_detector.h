// Finds data races as the Vulkan memory model defines them (appendix "Memory Model", section "Data
// Race"). It is independent of instructions: its caller reports accesses, and the synchronization of
// invocations (RaceOrder).
//
// Happens-before is tracked with vector clocks (Mattern, "Virtual Time and Global States of Distributed Systems", 1989). The
// memory of accesses is that of FastTrack (Flanagan and Freund, "FastTrack: Efficient and Precise Dynamic Race Detection",
// PLDI 2009). Its words here, and where we deviate:
//
// - An *epoch* of FastTrack, c@t, is a RaceRecord: the stamp c, the invocation t, and the site in the program.
//   *Invocations* are numbered within the workgroup that runs, *agents* within the dispatch.
// - A *stamp* is a component of a clock. No two workgroups share one, so stamps also tell workgroups apart, and clocks of
//   finished workgroups need no entries.
// - FastTrack keeps the last write of a variable and either the last read or a vector of reads. A RaceCell keeps the last write
//   and up to two reads, which represent all concurrent reads of their epoch; the vector is the RaceSide (*side*).
// - The rules for the same epoch, which need no clock, are is_same_epoch() and Execution::is_by_same().
// - Lanes and workgroups synchronize together, so clocks are compressed as in BARRACUDA (Eizenberg et al., "BARRACUDA:
//   Binary-level Analysis of Runtime RAces in CUDA programs", PLDI 2017): neighbors with equal stamps share an entry, and the
//   *watermark* is the stamp up to which all invocations of a workgroup have synchronized. An access
//   with an epoch up to the watermark is ordered before everything that follows.
// - A *general race* (Netzer and Miller, "What Are Race Conditions?", LOPLAS 1992) is one of conflicting accesses that are
//   ordered, but only by atomics, as under a lock: another run may order them the other way around.
// - Atomics synchronize only if they read from each other, so release sequences are kept by location (race_atomics.cpp).
// - The Vulkan memory model distinguishes storage classes, scopes, availability and visibility. There is one set of clocks for
//   each storage class; the rest is in RaceSide.
//
// Where things are:
//
//   memory/race_*.h            the detector: clocks, shadow memory, order of synchronization; independent of SPIR-V
//   memory/atomic_*.h          whether results depend on the order of atomics
//   memory/flag_order.h        the order that atomics would establish with memory barriers, for advice
//   interpreter/checks/race_*  the records that the compiler adds at accesses, atomics and barriers
//   interpreter/exec/race_*    RaceWatch: from these records to the detector, and from races to findings
//   interpreter/exec/report/race_*  the words of findings, and advice
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "memory/race_order.h"
#include "memory/race_record.h"
#include "memory/race_shadow.h"
#include "memory/race_site.h"

namespace spirv_oracle {

// Why two accesses race.
enum class MissingEdge : std::uint8_t {
  synchronization,  // invocations of one workgroup have neither a barrier nor atomics between the accesses
  subgroup_barrier,  // invocations of different subgroups have only subgroup barriers between the accesses
  other_workgroup,  // no atomics order accesses of different workgroups
  barrier_storage,  // a barrier separates the accesses, but does not name the storage class
  barrier_order,    // ... but is not both release and acquire
  barrier_scope,    // ... but its memory scope does not include the other invocation
  barrier_acquire,  // a memory barrier released before the control barrier, but none acquired after it
  atomic_acquire,  // the same for atomics: no memory barrier followed the one that read the value
  atomic_scope,    // both are atomic, but not in each other's scope
  atomic_size,     // both are atomic, but access different sets of bytes
  private_access,  // the accesses are ordered, but this one is not NonPrivatePointer
  other_private_access,  // ... but the earlier one is not
  availability,          // the accesses are ordered, but the earlier write is not made available
  visibility,            // ... but not made visible to this read
  reference,             // the accesses are ordered, but use different references
  atomic_reference,      // both are atomic, but use different references
};

struct Race {
  RaceOrder::Access other;   // the earlier access
  std::uint64_t offset = 0;  // of the first byte that both accesses touch
  MissingEdge missing = MissingEdge::synchronization;
  std::uint32_t barrier = 0;  // origin of the barrier that `missing` concerns
};

class RaceDetector {
 public:
  // Counts its allocations, except for shadows, in `memory`, if that is not null.
  explicit RaceDetector(RaceShape shape, RaceMemory* memory = nullptr)
      : order_(std::move(shape), memory) {}

  // All accesses from now on belong to another workgroup.
  void start_workgroup(std::uint64_t index) { order_.start_workgroup(index); }

  // The caller reports synchronization to this object.
  RaceOrder& order() { return order_; }
  const RaceOrder& order() const { return order_; }

  std::uint16_t add_site(const RaceSite& site);  // at most max_sites
  static constexpr std::size_t max_sites = (std::size_t{1} << RaceRecord::site_bits) - 1;
  const RaceSite& site(std::uint16_t number) const { return sites_[number]; }
  std::span<const RaceSite> sites() const { return sites_; }

  // --- accesses; the functions return whether there is a race, which race() describes ---

  // What all accesses of an executing instruction have in common, until the next synchronization.
  struct Execution {
    std::uint16_t site = 0;
    // Every ordered write is also available and visible, and memory has one reference.
    bool simple = false;
    // Accesses with a stamp in [first_ordered, first_ordered + ordered) are ordered before this one.
    Stamp first_ordered = 0;
    Stamp ordered = 0;
    // A relaxed atomic that takes the place of a reader; see RaceCell::of_atomics.
    bool stands_as_reader = false;
    Stamp start = 0;  // of the workgroup, or of its turn

    bool is_ordered(RaceRecord record) const { return record.epoch() - first_ordered < ordered; }
    // Whether the invocation of `access` has made an earlier one. May return false for earlier turns.
    bool is_by_same(RaceRecord earlier, RaceRecord access) const {
      return simple && earlier.same_invocation(access) && earlier.epoch() >= start;
    }
  };
  Execution begin(std::uint16_t site) const;

  // Accesses any bytes.
  bool load(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, const Execution& execution,
            std::uint32_t invocation);
  bool store(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, const Execution& execution,
             std::uint32_t invocation);
  // Accesses all bytes of a cell of the shadow, the first of which has that offset.
  [[gnu::always_inline]] bool load_cell(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                                        const Execution& execution, std::uint32_t invocation);
  [[gnu::always_inline]] bool store_cell(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                                         const Execution& execution, std::uint32_t invocation);
  // An atomic that has executed. `reads` is false for an atomic store. `writes` is false for a
  // compare-exchange that failed.
  bool atomic(RaceShadow& shadow, std::uint64_t offset, const Execution& execution,
              std::uint32_t invocation, bool reads, bool writes, const MemorySemantics& semantics) {
    const bool is_word = sites_[execution.site].bytes == 4 && offset % 4 == 0;
    if (RaceCell* cell = is_word ? shadow.word(offset) : nullptr) {
      if (is_same_epoch(*cell, execution, invocation)) return false;
      if (is_first_atomic(*cell, execution)) {
        cell->writer = cell->writer.with_flags(RaceCell::of_atomics);
        cell->reader = record(execution.site, invocation);
        return false;
      }
      if (replaces_atomics(shadow, *cell, offset, execution, invocation)) return false;
    }
    return atomic_slowly(shadow, offset, execution.site, invocation, reads, writes, semantics);
  }
  // Declares that the accesses of the site to these bytes are ordered before everything that the
  // workgroup does from now on.
  void mark_ordered(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, std::uint16_t site);
  // Calls `found(record, race)` for the remembered accesses of the workgroup to these bytes with stamps from `since`
  // on, or only for writes. The race is with the earlier access `other`.
  template <class Function>
  void each_access_since(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, Stamp since,
                         bool only_writes, Function found, RaceRecord other);
  const Race& race() const { return race_; }
  // The record of an access of `invocation` now.
  RaceRecord record(std::uint16_t site, std::uint32_t invocation) const {
    return {order_.tag(invocation), site};
  }
  // Whether an earlier access races with one of `invocation` now, if both access the same memory.
  bool races_with(RaceRecord earlier, std::uint16_t site, std::uint32_t invocation) const {
    return race_between(earlier, site, invocation).has_value();
  }
  // The number of accesses that were forgotten because a cell had too many unordered ones. Races of
  // later accesses with them are not found.
  std::uint64_t forgotten() const { return forgotten_; }

 private:
  using Access = RaceOrder::Access;

  struct ShadowCell {
    RaceShadow& shadow;
    RaceCell& cell;
    std::uint64_t offset;

    RaceRecord& other_reader() { return shadow.other_reader(offset); }
    RaceSide& side() { return shadow.side(offset); }
    // The records in the places of readers.
    RaceRecord first() const { return cell.reader.with_flags(0); }
    RaceRecord second() const {
      return cell.reader.flags() != 0 ? shadow.other_reader(offset) : RaceRecord{};
    }
  };

  // Whether all remembered readers of the cell have the epoch of this one.
  static bool has_all_readers(RaceRecord reader) {
    return reader.flags() == 0 || reader.flags() == RaceCell::in_one_epoch;
  }

  bool atomic_slowly(RaceShadow& shadow, std::uint64_t offset, std::uint16_t site,
                     std::uint32_t invocation, bool reads, bool writes,
                     const MemorySemantics& semantics);
  // Calls `access` for the cells of these bytes. Returns whether it finds a race; the first one
  // counts.
  template <class Function>
  bool each_cell(RaceShadow& shadow, std::uint64_t offset, unsigned bytes, Function access);
  // Whether the cell already contains all facts about this atomic.
  bool is_same_epoch(const RaceCell& cell, const Execution& execution,
                     std::uint32_t invocation) const;

  // Whether an atomic can take the place of the reader of a cell that has none.
  bool is_first_atomic(const RaceCell& cell, const Execution& execution) const {
    return execution.stands_as_reader && cell.reader.blank() && !cell.has_side() &&
           (cell.writer.empty() || execution.is_ordered(cell.writer));
  }

  // These functions access one cell.
  bool load_place(ShadowCell place, std::uint16_t site, std::uint32_t invocation);
  bool store_place(ShadowCell place, std::uint16_t site, std::uint32_t invocation);
  bool atomic_place(ShadowCell place, const RaceOrder::Atomic& atomic, std::uint16_t site,
                    bool first);
  bool replaces_atomics(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                        const Execution& execution, std::uint32_t invocation) const;
  // Puts an atomic into the place of a reader. Returns nothing, and does nothing, if that is
  // impossible.
  std::optional<bool> add_atomic_as_reader(ShadowCell place, std::uint16_t site,
                                           std::uint32_t invocation);
  struct Pair;
  std::optional<Pair> with_atomic(RaceRecord first, RaceRecord second, RaceRecord access) const;
  bool replaces_atomic(RaceRecord later, RaceRecord earlier) const;
  void put_atomics_aside(ShadowCell place, StorageSemantics storage);

  void add_reader(ShadowCell place, RaceRecord access);
  void set_readers(ShadowCell place, RaceRecord reader, RaceRecord other) const;
  unsigned reader_flags(RaceRecord reader, RaceRecord other) const;
  // Whether a later reader makes an earlier one unnecessary.
  bool replaces(RaceRecord later, RaceRecord reader) const;
  void replace_by_write(ShadowCell place, RaceRecord access);
  void add_atomic(RaceSide& side, RaceRecord access);
  bool races_like(RaceRecord later, RaceRecord earlier) const;
  // The detector remembers at least this number of concurrent accesses to a cell.
  static constexpr std::size_t max_records = 4096;
  void compact(RaceSide& side, RaceSide::Records& records, RaceRecord latest);
  // Forgets an atomic of another invocation, because the later one in `invocation` represents it.
  void supersede(RaceSide& side, RaceRecord atomic, std::uint32_t invocation) const;
  RaceSide& fresh_side(ShadowCell place, StorageSemantics storage);

  bool is_own(RaceRecord record) const { return order_.is_own_stamp(record.epoch()); }
  bool is_stale(StorageSemantics storage, RaceRecord record) const {
    return record.empty() || (storage == StorageSemantics::workgroup_memory && !is_own(record));
  }
  // Whether it is ordered before everything that the workgroup does from now on.
  bool is_ordered(StorageSemantics storage, RaceRecord record) const {
    return is_stale(storage, record) ||
           (is_own(record) && record.epoch() <= order_.watermark(storage));
  }
  // Whether the record must be kept: in the Vulkan memory model, a private access races with all
  // accesses of others.
  bool stays(RaceRecord record) const {
    if (record.empty()) return false;
    const RaceSite& site = sites_[record.site()];
    return !site.non_private && !is_stale(site.storage, record);
  }
  // Whether two readers suffice to find all races that a third one would have.
  bool keeps_two_readers() const {
    return !order_.shape().fine_synchronization && !order_.shape().vulkan_memory_model;
  }
  bool has_wide_atomics(StorageSemantics storage) const {
    return order_.shape().has_wide_atomics[static_cast<std::size_t>(storage)];
  }
  // The race between an earlier access and one of `invocation`, if any. `side` belongs to its cell.
  std::optional<Race> race_between(RaceRecord other, std::uint16_t site, std::uint32_t invocation,
                                   const RaceSide* side = nullptr) const;
  // Whether there is a race between an earlier access and one of `invocation`. Remembers the race.
  bool check(RaceRecord other, std::uint16_t site, std::uint32_t invocation,
             const RaceSide* side = nullptr) {
    const std::optional<Race> race = race_between(other, site, invocation, side);
    if (!race) return false;
    const std::uint64_t offset = race_.offset;
    race_ = *race;
    race_.offset = offset;
    return true;
  }
  bool same_reference(std::uint16_t site, RaceRecord record) const {
    return sites_[site].reference == sites_[record.site()].reference;
  }
  bool is_shown(const Access& write, const RaceSite& site, std::uint32_t invocation,
                const RaceSide* side) const;
  void note_shown(ShadowCell place, std::uint16_t site, std::uint32_t invocation);
  // Whether the writing invocation has overwritten the value with an atomic, which then represents
  // the write.
  bool is_overwritten(RaceRecord write, const RaceSide& side) const;
  // Whether only atomics order an earlier access of another invocation before the next access of
  // `invocation`.
  bool is_ordered_by_atomics(RaceRecord before, StorageSemantics storage,
                             std::uint32_t invocation) const;
  // If so, notes the place, because under another schedule this access may be the earlier one.
  // Called for accesses that do not race, if at least one of them writes.
  void note_general_race(RaceShadow& shadow, std::uint64_t offset, RaceRecord before,
                         std::uint16_t site, std::uint32_t invocation) const;
  // Call note_general_race() for all remembered accesses that conflict with this one. The first function handles
  // writes and, before a plain access, atomics. The second one handles reads.
  void note_general_races_with_writes_and_atomics(ShadowCell place, std::uint16_t site,
                                                  std::uint32_t invocation) const;
  void note_general_races_with_reads(ShadowCell place, std::uint16_t site,
                                     std::uint32_t invocation) const;
  bool check_side(const RaceSide& side, std::uint16_t site, std::uint32_t invocation);
  std::optional<Race> missing_edge(const Access& other, const RaceSite& site,
                                   std::uint32_t invocation) const;
  // Determines the kind of race, and the barrier that it concerns.
  Race why_unordered(const Access& other, const RaceSite& site, std::uint32_t invocation) const;

  RaceOrder order_;
  std::vector<RaceSite> sites_;
  Race race_;
  std::uint64_t forgotten_ = 0;
};

template <class Function>
bool RaceDetector::each_cell(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                             Function access) {
  const std::uint32_t cell_shift = (offset | bytes) % 4 == 0 ? RaceShadow::word_shift : 0;
  bool race = false;
  Race first;
  for (std::uint64_t at = offset; at < offset + bytes;) {
    const RaceChunk& chunk = shadow.chunk(at, cell_shift);
    if (access(chunk.cells[chunk.index(at)], at) && !race) {
      race = true;
      first = race_;
    }
    at += std::uint64_t{1} << chunk.cell_shift;
  }
  if (race) race_ = first;
  return race;
}

template <class Function>
void RaceDetector::each_access_since(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                     Stamp since, bool only_writes, Function found,
                                     RaceRecord other) {
  if (order_.has_ended()) return;
  each_cell(shadow, offset, bytes, [&](RaceCell& cell, std::uint64_t at) {
    ShadowCell place{shadow, cell, at};
    const Race race{order_.access(other), at, MissingEdge::synchronization, 0};
    const auto look_at = [&](RaceRecord record) {
      const bool counts = !record.empty() && is_own(record) && record.epoch() >= since &&
                          (!only_writes || sites_[record.site()].writes);
      if (counts) found(record, race);
    };
    for (const RaceRecord record : {cell.writer, place.first(), place.second()}) look_at(record);
    if (!cell.has_side()) return false;
    for (const RaceRecord record : place.side().readers) look_at(record);
    for (const RaceRecord record : place.side().atomics) look_at(record);
    return false;
  });
}

// --- the fast paths of accesses ---

inline RaceDetector::Execution RaceDetector::begin(std::uint16_t site) const {
  if (!order_.shape().follows_de_facto_order()) return {site};
  const StorageSemantics storage = sites_[site].storage;
  // Workgroup memory starts empty in each workgroup, and other workgroups do not access it.
  const bool of_workgroup = storage == StorageSemantics::workgroup_memory;
  const Stamp first = of_workgroup ? 0 : order_.start();
  const Stamp begin = of_workgroup ? order_.first_stamp() : first;
  const Stamp end = std::max(order_.watermark(storage) + 1, begin);
  const bool stands_as_reader =
      sites_[site].atomic && keeps_two_readers() && has_wide_atomics(storage);
  return {site, true, first, end - first, stands_as_reader, order_.start()};
}

inline bool RaceDetector::load_cell(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                                    const Execution& execution, std::uint32_t invocation) {
  const RaceRecord access = record(execution.site, invocation);
  const RaceRecord writer = cell.writer;
  const RaceRecord reader = cell.reader;
  const bool follows_own_write = writer.flags() == 0 && writer.same_epoch(access);
  // What races with the read races with the write as well.
  if (follows_own_write && execution.simple) return false;
  const bool is_ordered = writer.blank() ||
                          (writer.flags() == 0 && (execution.is_ordered(writer) ||
                                                   execution.is_by_same(writer, access))) ||
                          (follows_own_write && same_reference(execution.site, writer));
  if (!is_ordered) [[unlikely]]
    return load_place({shadow, cell, offset}, execution.site, invocation);
  const bool is_replaced = (has_all_readers(reader) && execution.is_ordered(reader)) ||
                           (reader.flags() == 0 && execution.is_by_same(reader, access));
  if (reader.blank() || is_replaced) {
    cell.reader = access;
    return false;
  }
  const bool is_same_epoch =
      (reader.flags() & RaceCell::representative) != 0 && reader.epoch() == access.epoch();
  if (is_same_epoch || reader.same_access(access)) return false;
  if (execution.simple && reader.flags() == 0 && reader.epoch() == access.epoch() &&
      keeps_two_readers()) {
    cell.reader = reader.with_flags(RaceCell::in_one_epoch);
    shadow.other_reader(offset) = access;
    return false;
  }
  return load_place({shadow, cell, offset}, execution.site, invocation);
}

inline bool RaceDetector::store_cell(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                                     const Execution& execution, std::uint32_t invocation) {
  const RaceRecord access = record(execution.site, invocation);
  const RaceRecord writer = cell.writer;
  const RaceRecord reader = cell.reader;
  const bool follows_write =
      !cell.has_side() && (writer.empty() || writer.same_access(access) ||
                           execution.is_ordered(writer) || execution.is_by_same(writer, access));
  const bool follows_reads = reader.blank() ||
                             (has_all_readers(reader) && execution.is_ordered(reader)) ||
                             (reader.flags() == 0 && execution.is_by_same(reader, access));
  if (!follows_write || !follows_reads) [[unlikely]]
    return store_place({shadow, cell, offset}, execution.site, invocation);
  cell.writer = access;
  cell.reader = {};
  return false;
}

inline bool RaceDetector::is_same_epoch(const RaceCell& cell, const Execution& execution,
                                        std::uint32_t invocation) const {
  const RaceRecord access = record(execution.site, invocation);
  const RaceRecord writer = cell.writer;
  const RaceRecord atomic = cell.reader;
  const bool is_ordered =
      writer.flags() == RaceCell::of_atomics && (writer.empty() || execution.is_ordered(writer));
  const bool same_kind = atomic.epoch() == access.epoch() && atomic.site() == access.site();
  return is_ordered && same_kind &&
         ((atomic.flags() & RaceCell::representative) != 0 || atomic.invocation() == invocation);
}

}  // namespace spirv_oracle

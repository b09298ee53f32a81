// Which cells an access goes to, and what they remember where it is smaller than a cell: as long as
// possible one record for its four bytes, otherwise a cell for each.
#include <bit>

#include "memory/race_detector.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t slot_mask = RaceShape::max_slots - 1;
constexpr unsigned bits_of_part = 6;

}  // namespace

struct RaceDetector::Parts {
  static constexpr unsigned writer = 0, reader = 1, other_reader = 2;
  struct Entry {
    RaceRecord record;
    RacePart part{0, RacePart::one_invocation};

    RaceRecord of_byte(unsigned byte) const {
      if ((part.mask >> byte & 1) == 0) return {};
      return record.with_slot(record.slot() + (byte >> part.shift));
    }
    void set(RaceRecord access, unsigned mask) {
      record = access;
      part = {mask, RacePart::one_invocation};
    }
    void remove(unsigned mask) {
      part.mask &= ~mask;
      if (part.mask == 0) *this = {};
    }
    bool merge(RaceRecord access, unsigned mask);
  };
  std::array<Entry, 3> entries;

  Parts(const RaceCell& cell, const RaceBeside* beside) {
    entries[writer].record = cell.writer.with_flags(0);
    entries[reader].record = cell.reader.with_flags(0);
    if (cell.reader.flags() != 0) entries[other_reader].record = beside->other_reader;
    const bool has_parts = cell.is_special() && beside->parts != 0;
    for (unsigned i = 0; i < entries.size(); ++i) {
      if (entries[i].record.empty()) continue;
      const unsigned bits = has_parts ? beside->parts >> (bits_of_part * i) : ~0u;
      entries[i].part = has_parts ? RacePart{bits & 0xF, bits >> 4 & 3} : RacePart{};
    }
  }
  void remove_readers(unsigned mask) {
    entries[reader].remove(mask);
    entries[other_reader].remove(mask);
  }
  // The first reader is there if any is.
  void arrange_readers() {
    if (entries[reader].part.mask == 0) std::swap(entries[reader], entries[other_reader]);
  }
  bool are_whole() const {
    for (const Entry& entry : entries) {
      if (entry.part.mask != 0 && !entry.part.is_whole()) return false;
    }
    return true;
  }
  std::uint32_t packed() const {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < entries.size(); ++i)
      bits |= (entries[i].part.mask | entries[i].part.shift << 4) << (bits_of_part * i);
    return bits;
  }
};

// Makes the record one of these bytes too, if a single one can be that.
bool RaceDetector::Parts::Entry::merge(RaceRecord access, unsigned mask) {
  if (!record.with_slot(0).same_access(access.with_slot(0))) return false;
  const auto lowest = static_cast<unsigned>(std::countr_zero(mask));
  for (unsigned shift = 0; shift <= RacePart::one_invocation; ++shift) {
    const std::uint32_t first = access.slot() - (lowest >> shift);
    bool fits = true;
    for (unsigned byte = 0; byte < 4; ++byte) {
      const std::uint32_t slot = first + (byte >> shift);
      const bool is_here = (mask >> byte & 1) != 0;
      const bool is_there = (part.mask >> byte & 1) != 0;
      fits = fits && (!is_here || ((slot ^ access.slot()) & slot_mask) == 0);
      fits = fits && (!is_there || ((slot ^ of_byte(byte).slot()) & slot_mask) == 0);
    }
    if (!fits) continue;
    record = record.with_slot(first);
    part = {part.mask | mask, shift};
    return true;
  }
  return false;
}

// --- where accesses go ---

bool RaceDetector::load_slowly(RaceShadow& shadow, std::uint64_t offset, const Execution& execution,
                               std::uint32_t slot) {
  RaceCell& cell = shadow.cell(offset);
  if (cell.is_special() && !shadow.beside(offset).has_side())
    return access_bytes(shadow, offset, RacePart::all, execution.site, slot, false);
  const bool race = load_place({shadow, cell, offset}, execution.site, slot);
  if (race) race_.offset = offset;
  return race;
}

bool RaceDetector::store_slowly(RaceShadow& shadow, std::uint64_t offset,
                                const Execution& execution, std::uint32_t slot) {
  RaceCell& cell = shadow.cell(offset);
  if (cell.is_special() && !shadow.beside(offset).has_side())
    return access_bytes(shadow, offset, RacePart::all, execution.site, slot, true);
  const bool race = store_place({shadow, cell, offset}, execution.site, slot);
  if (race) race_.offset = offset;
  return race;
}

// Calls `action(offset of a cell, which of its bytes)`; the first race is the one that counts.
template <class Action>
bool RaceDetector::for_each_cell(std::uint64_t offset, unsigned bytes, Action action) {
  bool race = false;
  Race first;
  for (std::uint64_t at = offset; at < offset + bytes;) {
    const std::uint64_t cell = at & ~std::uint64_t{3};
    const std::uint64_t end = std::min(offset + bytes, cell + 4);
    const bool here = action(cell, ((1u << (end - at)) - 1) << (at - cell));
    if (here && !race) first = race_;
    race = race || here;
    at = end;
  }
  if (race) race_ = first;
  return race;
}

bool RaceDetector::load(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                        const Execution& execution, std::uint32_t slot) {
  return for_each_cell(offset, bytes, [&](std::uint64_t cell, unsigned mask) {
    return mask == RacePart::all ? load_cell(shadow, cell, execution, slot)
                                 : access_bytes(shadow, cell, mask, execution.site, slot, false);
  });
}

bool RaceDetector::store(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                         const Execution& execution, std::uint32_t slot) {
  return for_each_cell(offset, bytes, [&](std::uint64_t cell, unsigned mask) {
    return mask == RacePart::all ? store_cell(shadow, cell, execution, slot)
                                 : access_bytes(shadow, cell, mask, execution.site, slot, true);
  });
}

bool RaceDetector::load_by_neighbours(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                      const Execution& execution, std::uint32_t first_slot) {
  return access_by_neighbours(shadow, offset, bytes, execution, first_slot, false);
}

bool RaceDetector::store_by_neighbours(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                       const Execution& execution, std::uint32_t first_slot) {
  return access_by_neighbours(shadow, offset, bytes, execution, first_slot, true);
}

// --- some bytes of a cell ---

// Private accesses in the Vulkan memory model have rules of their own.
bool RaceDetector::may_have_parts(const Parts& parts, std::uint16_t site) const {
  return sites_[site].non_private && std::ranges::none_of(parts.entries, [this](const auto& entry) {
           return stays(entry.record);
         });
}

void RaceDetector::forget_stale(Parts& parts, StorageSemantics storage) const {
  for (Parts::Entry& entry : parts.entries) {
    if (is_stale(storage, entry.record)) entry = {};
  }
}

void RaceDetector::keep(const Place& place, Parts& parts) const {
  parts.arrange_readers();
  const auto& [writer, reader, other] = parts.entries;
  if (parts.are_whole()) {
    if (place.cell.is_special()) place.beside().parts = 0;
    place.cell.writer = writer.record.with_flags(0);
    return set_readers(place, reader.record, other.record);
  }
  RaceBeside& beside = place.beside();
  beside.parts = parts.packed();
  beside.index = 0;
  beside.other_reader = other.record.with_flags(0);
  place.cell.writer = writer.record.with_flags(RaceCell::special);
  place.cell.reader = reader.record.with_flags(other.record.empty() ? 0 : RaceCell::accompanied);
}

bool RaceDetector::access_bytes(RaceShadow& shadow, std::uint64_t offset, unsigned mask,
                                std::uint16_t site, std::uint32_t slot, bool store) {
  RaceCell& cell = shadow.cell(offset);
  const bool is_special = cell.is_special();
  const bool needs_beside = is_special || cell.reader.flags() != 0;
  RaceBeside* beside = needs_beside ? &shadow.beside(offset) : nullptr;
  if (is_special && beside->has_bytes())
    return access_split(shadow, offset, mask, site, slot, store);
  Parts parts(cell, beside);
  forget_stale(parts, sites_[site].storage);
  const bool has_side = is_special && beside->has_side();
  if (has_side || !may_have_parts(parts, site)) {
    split(shadow, offset);
    return access_split(shadow, offset, mask, site, slot, store);
  }
  const std::size_t checked = store ? parts.entries.size() : 1;
  bool race = false;
  for (unsigned byte = 0; byte < 4; ++byte) {
    if ((mask >> byte & 1) == 0) continue;
    for (std::size_t i = 0; i < checked && !race; ++i) {
      race = check(parts.entries[i].of_byte(byte), site, slot);
      if (race) race_.offset = offset + byte;
    }
  }
  const RaceRecord access = record(site, slot);
  if (store ? add_write(parts, access, mask) : add_read(parts, access, mask)) {
    keep({shadow, cell, offset}, parts);
    return race;
  }
  split(shadow, offset);
  return access_split(shadow, offset, mask, site, slot, store);
}

// False where one record is not enough for the bytes.
bool RaceDetector::add_write(Parts& parts, RaceRecord access, unsigned mask) const {
  parts.remove_readers(mask);
  Parts::Entry& writer = parts.entries[Parts::writer];
  if ((writer.part.mask & ~mask) != 0) return writer.merge(access, mask);
  writer.set(access, mask);
  return true;
}

// What add_reader does, for all of these bytes at once; false where that is not possible.
bool RaceDetector::add_read(Parts& parts, RaceRecord access, unsigned mask) const {
  Parts::Entry& reader = parts.entries[Parts::reader];
  Parts::Entry& other = parts.entries[Parts::other_reader];
  const auto is_inside = [](unsigned inner, unsigned outer) { return (inner & ~outer) == 0; };
  const auto is_replaced = [&](const Parts::Entry& entry) {
    for (unsigned byte = 0; byte < 4; ++byte) {
      if (!replaces(access, entry.of_byte(byte))) return false;
    }
    return true;
  };
  for (Parts::Entry* entry : {&reader, &other}) {
    if (is_inside(entry->part.mask, mask) && is_replaced(*entry)) {
      entry->set(access, mask);
      return true;
    }
    if (entry->merge(access, mask)) return true;
  }
  if (!keeps_two_readers()) return false;
  const bool other_stays = !is_own(other.record);
  if (other_stays) {
    if (!is_inside(reader.part.mask, mask) || !is_inside(reader.part.mask, other.part.mask))
      return false;
  } else {
    if (!is_inside(other.part.mask, reader.part.mask) || !is_inside(reader.part.mask, mask))
      return false;
    other = reader;
  }
  reader.set(access, mask);
  return true;
}

// --- neighbours ---

bool RaceDetector::access_by_neighbours(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                        const Execution& execution, std::uint32_t first_slot,
                                        bool store) {
  RaceCell& cell = shadow.cell(offset);
  RaceBeside& beside = shadow.beside(offset);
  const unsigned shift = bytes - 1;
  const RaceRecord access = record(execution.site, first_slot);
  const auto is_ordered = [&](const Parts::Entry& entry) {
    if (entry.record.empty() || execution.is_settled(entry.record)) return true;
    return entry.record.same_epoch(access) && entry.part.shift == shift;
  };
  bool is_usual = execution.simple && (!cell.is_special() || beside.index == 0);
  for (unsigned i = 1; i < 4 / bytes; ++i)
    is_usual = is_usual && order_.epoch(first_slot + i) == access.epoch();
  if (is_usual) {
    Parts parts(cell, &beside);
    forget_stale(parts, sites_[execution.site].storage);
    auto& [writer, reader, other] = parts.entries;
    is_usual = is_ordered(writer);
    if (store) {
      is_usual = is_usual && is_ordered(reader) && is_ordered(other);
      parts.remove_readers(RacePart::all);
    }
    Parts::Entry* into = nullptr;
    if (store) {
      into = &writer;
    } else if (is_ordered(reader)) {
      into = &reader;
    } else if (is_ordered(other)) {
      into = &other;
    } else if (keeps_two_readers() && is_own(other.record) && reader.part.mask == RacePart::all) {
      other = reader;
      into = &reader;
    }
    if (is_usual && into != nullptr) {
      *into = {access, {RacePart::all, shift}};
      keep({shadow, cell, offset}, parts);
      return false;
    }
  }
  bool race = false;
  Race first;
  for (unsigned byte = 0; byte < 4; byte += bytes) {
    const unsigned mask = ((1u << bytes) - 1) << byte;
    const bool here =
        access_bytes(shadow, offset, mask, execution.site, first_slot + byte / bytes, store);
    if (here && !race) first = race_;
    race = race || here;
  }
  if (race) race_ = first;
  return race;
}

// --- a cell for each byte ---

void RaceDetector::split(RaceShadow& shadow, std::uint64_t offset) {
  RaceCell& cell = shadow.cell(offset);
  RaceBeside& beside = shadow.beside(offset);
  const Parts parts(cell, &beside);
  const bool has_side = cell.is_special() && beside.has_side();
  RaceBeside split;
  split.index = shadow.new_bytes();
  RaceBytes& bytes = shadow.bytes(split);
  for (unsigned byte = 0; byte < 4; ++byte) {
    const Place place{shadow, bytes.cells[byte], offset + byte, &bytes.beside[byte]};
    place.cell.writer = parts.entries[Parts::writer].of_byte(byte);
    set_readers(place, parts.entries[Parts::reader].of_byte(byte),
                parts.entries[Parts::other_reader].of_byte(byte));
    if (!has_side) continue;
    place.cell.writer = place.cell.writer.with_flags(RaceCell::special);
    place.beside().index = shadow.new_side();
    shadow.side(place.beside()) = shadow.side(beside);
  }
  cell.writer = RaceRecord().with_flags(RaceCell::special);
  cell.reader = {};
  beside = split;
}

bool RaceDetector::access_split(RaceShadow& shadow, std::uint64_t offset, unsigned mask,
                                std::uint16_t site, std::uint32_t slot, bool store) {
  RaceBytes& bytes = shadow.bytes(shadow.beside(offset));
  bool race = false;
  Race first;
  bool any_side = false;
  for (unsigned byte = 0; byte < 4; ++byte) {
    const Place place{shadow, bytes.cells[byte], offset + byte, &bytes.beside[byte]};
    any_side = any_side || place.cell.is_special();
    if ((mask >> byte & 1) == 0) continue;
    const bool here = store ? store_place(place, site, slot) : load_place(place, site, slot);
    race_.offset = offset + byte;
    if (here && !race) first = race_;
    race = race || here;
  }
  if (race) race_ = first;
  if (store && mask == RacePart::all && !any_side && !order_.shape().vulkan_memory_model)
    join(shadow, offset, record(site, slot));
  return race;
}

// After a write of all bytes one cell is enough again.
void RaceDetector::join(RaceShadow& shadow, std::uint64_t offset, RaceRecord write) {
  RaceBeside& beside = shadow.beside(offset);
  shadow.free_bytes(beside.index);
  beside = {};
  shadow.cell(offset) = {write, {}};
}

}  // namespace spirv_oracle

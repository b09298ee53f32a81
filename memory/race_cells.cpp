// Which cells an access goes to, and what they remember where it is smaller than a cell: as long as
// possible one record for its four bytes, otherwise smaller cells.
#include <bit>

#include "memory/race_detector.h"

namespace spirv_oracle {
namespace {

constexpr std::uint32_t slot_mask = RaceShape::max_slots - 1;
constexpr unsigned bits_of_part = 6;

bool is_of_halves(unsigned mask) { return mask == 0x3 || mask == 0xC || mask == RacePart::all; }

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

  // `other`: the other reader, if flags of `cell` say that there is one; `packed`: of RaceBeside, 0 where
  // all records are about all bytes.
  Parts(const RaceCell& cell, RaceRecord other, std::uint32_t packed) {
    entries[writer].record = cell.writer.with_flags(0);
    entries[reader].record = cell.reader.with_flags(0);
    entries[other_reader].record = other;
    for (unsigned i = 0; i < entries.size(); ++i) {
      if (entries[i].record.empty()) continue;
      const unsigned bits = packed >> (bits_of_part * i);
      entries[i].part = packed != 0 ? RacePart{bits & 0xF, bits >> 4 & 3} : RacePart{};
    }
  }
  explicit Parts(const Place& place)
      : Parts(place.cell, place.second(), place.cell.is_special() ? place.beside().parts : 0) {}
  // Whether the records are about cells of so many bytes.
  bool fit(unsigned cell_shift) const {
    for (const Entry& entry : entries) {
      for (unsigned byte = 0; byte < 4; ++byte) {
        const unsigned first = byte >> cell_shift << cell_shift;
        if (entry.of_byte(byte).same_access(entry.of_byte(first))) continue;
        return false;
      }
    }
    return true;
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

bool RaceDetector::load_slowly(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                               const Execution& execution, std::uint32_t slot) {
  const Place place{shadow, cell, offset};
  if (place.has_parts()) return access_cells(shadow, offset, 4, execution, slot, false);
  const bool race = load_place(place, execution.site, slot);
  if (race) race_.offset = offset;
  return race;
}

bool RaceDetector::store_slowly(RaceShadow& shadow, RaceCell& cell, std::uint64_t offset,
                                const Execution& execution, std::uint32_t slot) {
  const Place place{shadow, cell, offset};
  if (place.has_parts()) return access_cells(shadow, offset, 4, execution, slot, true);
  const bool race = store_place(place, execution.site, slot);
  if (race) race_.offset = offset;
  return race;
}

// The first race is the one that counts.
bool RaceDetector::access_cells(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                const Execution& execution, std::uint32_t slot, bool store) {
  bool race = false;
  Race first;
  const std::uint64_t end = offset + bytes;
  for (std::uint64_t at = offset; at < end;) {
    const unsigned shift = shadow.chunk(at).cell_shift;
    const unsigned cell_bytes = 1u << shift;
    const std::uint64_t begin = at >> shift << shift;
    const std::uint64_t next = std::min(end, begin + cell_bytes);
    open(shadow, begin);
    const Place place{shadow, shadow.cell(begin), begin};
    const bool is_word = shift == RaceShadow::word_shift;
    std::optional<bool> here;
    if (next - at == cell_bytes && !(is_word && place.has_parts())) {
      here = store ? store_cell(shadow, place.cell, begin, execution, slot)
                   : load_cell(shadow, place.cell, begin, execution, slot);
      close(shadow, begin);
      if (shift == 1 && shadow.is_worth_compacting(begin)) compact(shadow, begin);
    } else if (is_word) {
      const unsigned mask = ((1u << (next - at)) - 1) << (at - begin);
      RaceChunk& chunk = shadow.chunk(at);
      if (is_of_halves(mask) && mask != RacePart::all && !chunk.has_bytes) {
        divide(shadow, at, 1);  // which takes no more memory than to remember parts
        continue;
      }
      chunk.has_bytes = chunk.has_bytes || !is_of_halves(mask);
      here = access_bytes(shadow, begin, mask, execution.site, slot, store);
    } else {
      divide(shadow, at, 0);
    }
    if (!here) continue;  // the cells are smaller now
    if (*here && !race) first = race_;
    race = race || *here;
    at = next;
  }
  if (race) race_ = first;
  return race;
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
    place.cell.writer = writer.record.with_flags(0);
    return set_readers(place, reader.record, other.record);
  }
  place.beside() = {parts.packed(), 0};
  place.cell.writer = writer.record.with_flags(RaceCell::special);
  place.cell.reader = reader.record.with_flags(other.record.empty() ? 0 : RaceCell::accompanied);
  if (!other.record.empty()) place.other_reader() = other.record.with_flags(0);
}

std::optional<bool> RaceDetector::access_bytes(RaceShadow& shadow, std::uint64_t offset,
                                               unsigned mask, std::uint16_t site,
                                               std::uint32_t slot, bool store) {
  const Place place{shadow, shadow.cell(offset), offset};
  if (place.cell.has_atomics()) put_atomics_aside(place, sites_[site].storage);
  if (!place.has_side()) {
    Parts parts(place);
    forget_stale(parts, sites_[site].storage);
    const Parts before = parts;
    const RaceRecord access = record(site, slot);
    const bool is_enough = may_have_parts(parts, site) &&
                           (store ? add_write(parts, access, mask) : add_read(parts, access, mask));
    if (is_enough) {
      const std::size_t checked = store ? before.entries.size() : 1;
      bool race = false;
      for (unsigned byte = 0; byte < 4; ++byte) {
        if ((mask >> byte & 1) == 0) continue;
        for (std::size_t i = 0; i < checked && !race; ++i) {
          race = check(before.entries[i].of_byte(byte), site, slot);
          if (race) race_.offset = offset + byte;
        }
        for (std::size_t i = 0; i < checked && !race; ++i)
          note_hand_over(shadow, offset, before.entries[i].of_byte(byte), site, slot);
      }
      keep(place, parts);
      return race;
    }
  }
  divide(shadow, offset, is_of_halves(mask) ? 1 : 0);
  return std::nullopt;
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
    // Of each byte, the two are of different invocations.
    for (unsigned byte = 0; byte < 4; ++byte) {
      const RaceRecord of_byte = reader.of_byte(byte);
      if (!of_byte.empty() && replaces(access, of_byte)) return false;
    }
    other = reader;
  }
  reader.set(access, mask);
  return true;
}

void RaceDetector::settle(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                          std::uint16_t site) {
  const auto settled = [&](RaceRecord record) {
    const bool is_meant = !record.empty() && record.site() == site && is_own(record);
    return is_meant ? record.with_epoch(order_.first_stamp()) : record;
  };
  for (std::uint64_t at = offset; at < offset + bytes;) {
    const unsigned shift = shadow.chunk(at).cell_shift;
    const std::uint64_t begin = at >> shift << shift;
    open(shadow, begin);
    const Place place{shadow, shadow.cell(begin), begin};
    const RaceRecord second = settled(place.second());
    place.cell.writer = settled(place.cell.writer);
    if (place.has_parts()) {
      place.cell.reader = settled(place.cell.reader);
      if (!second.empty()) place.other_reader() = second;
    } else {
      set_readers(place, settled(place.first()), second);
    }
    if (place.has_side()) {
      for (RaceRecord& reader : place.side().readers) reader = settled(reader);
    }
    close(shadow, begin);
    at = begin + (std::uint64_t{1} << shift);
  }
}

// --- neighbours ---

// The usual case: all that the cell remembers is ordered before the access, or of the same neighbours.
bool RaceDetector::add_neighbours(RaceShadow& shadow, std::uint64_t offset, unsigned part,
                                  const Execution& execution, RaceRecord access, bool store) const {
  RaceChunk& chunk = shadow.chunk(offset);
  if (chunk.words == nullptr) return false;
  chunk.has_bytes = chunk.has_bytes || part >> 4 == 0;
  if (chunk.beside == nullptr) shadow.beside(offset);
  const std::size_t index = chunk.index(offset);
  RaceCell& cell = chunk.words[index];
  RaceBeside& beside = chunk.beside[index];
  if (cell.has_atomics() || (cell.is_special() && beside.has_side())) return false;
  constexpr unsigned mask = (1u << bits_of_part) - 1;
  const std::uint32_t parts = cell.is_special() ? beside.parts : 0;
  const auto is_ordered = [&](RaceRecord record, unsigned entry) {
    return record.empty() || execution.is_settled(record) ||
           (record.same_epoch(access) && (parts >> (bits_of_part * entry) & mask) == part);
  };
  if (!is_ordered(cell.writer, Parts::writer) || !is_ordered(cell.reader, Parts::reader))
    return false;
  if (cell.reader.flags() != 0 && !is_ordered(chunk.other_readers[index], Parts::other_reader))
    return false;
  if (store) {
    cell = {access.with_flags(RaceCell::special), {}};
    beside.parts = part;
    return true;
  }
  constexpr unsigned whole = RacePart::all | RacePart::one_invocation << 4;
  beside.parts = (cell.is_special() ? parts & mask : whole) | part << bits_of_part;
  cell.writer = cell.writer.with_flags(RaceCell::special);
  cell.reader = access;
  return true;
}

bool RaceDetector::access_by_neighbours(RaceShadow& shadow, std::uint64_t offset, unsigned bytes,
                                        const Execution& execution, std::uint32_t first_slot,
                                        bool store) {
  const unsigned shift = bytes - 1;
  const RaceRecord access = record(execution.site, first_slot);
  bool is_usual = execution.simple;
  for (unsigned i = 1; i < 4 / bytes; ++i)
    is_usual = is_usual && order_.epoch(first_slot + i) == access.epoch();
  if (is_usual &&
      add_neighbours(shadow, offset, RacePart::all | shift << 4, execution, access, store))
    return false;
  bool race = false;
  Race first;
  for (unsigned byte = 0; byte < 4; byte += bytes) {
    const std::uint32_t slot = first_slot + byte / bytes;
    const bool here = store ? this->store(shadow, offset + byte, bytes, execution, slot)
                            : load(shadow, offset + byte, bytes, execution, slot);
    if (here && !race) first = race_;
    race = race || here;
  }
  if (race) race_ = first;
  return race;
}

// --- smaller cells ---

// Gives all bytes of a chunk smaller cells: of so many bytes, or fewer where what the cells remember is
// about fewer.
void RaceDetector::divide(RaceShadow& shadow, std::uint64_t offset, unsigned cell_shift) {
  const std::uint64_t begin = offset >> RaceChunk::bytes_shift << RaceChunk::bytes_shift;
  const RaceChunk& chunk = shadow.chunk(offset);
  const unsigned old_shift = chunk.cell_shift;
  const std::uint64_t end = begin + (chunk.count << old_shift);
  for (std::uint64_t at = begin; cell_shift != 0 && old_shift == RaceShadow::word_shift && at < end;
       at += 4) {
    const Place place{shadow, chunk.cells[chunk.index(at)], at};
    if (place.has_parts() && !Parts(place).fit(cell_shift)) cell_shift = 0;
  }
  const bool compact =
      keeps_two_readers() && (cell_shift == 0 || shadow.is_worth_compacting(offset));
  const unsigned slot_bits = compact ? order_.slot_bits() : 0;
  const RaceChunk old = shadow.replace(offset, cell_shift, slot_bits);
  for (std::size_t i = 0; i < old.count; ++i) {
    const std::uint64_t first = begin + (i << old_shift);
    const std::uint64_t after = first + (std::uint64_t{1} << old_shift);
    if (old.compact != nullptr) {
      const RaceCompactCells::Records records = old.compact->get(i);
      for (std::uint64_t at = first; at < after; at += std::uint64_t{1} << cell_shift) {
        put_into(shadow, at, records);
        close(shadow, at);
      }
      continue;
    }
    const RaceCell& cell = old.cells[i];
    if (cell.writer.blank() && cell.reader.blank()) continue;
    const RaceBeside beside = cell.is_special() ? old.beside[i] : RaceBeside{};
    const Parts parts(cell, cell.reader.flags() != 0 ? old.other_readers[i] : RaceRecord{},
                      beside.parts);
    for (std::uint64_t at = first; at < after; at += std::uint64_t{1} << cell_shift) {
      const auto byte = static_cast<unsigned>(at - first);
      const RaceCompactCells::Records records{
          parts.entries[Parts::writer].of_byte(byte), parts.entries[Parts::reader].of_byte(byte),
          parts.entries[Parts::other_reader].of_byte(byte), cell.has_atomics()};
      put_into(shadow, at, records);
      if (!beside.has_side()) {
        close(shadow, at);
        continue;
      }
      if (shadow.chunk(at).compact != nullptr) widen(shadow, at);
      const Place place{shadow, shadow.cell(at), at};
      place.cell.writer = place.cell.writer.with_flags(cell.writer.flags());
      place.beside().index = byte == 0 ? beside.index : shadow.new_side();
      if (byte != 0) place.side() = shadow.side(beside);
    }
  }
}

}  // namespace spirv_oracle

// Accesses to compact cells: the usual ones as they are, others by opening a cell.
#include "memory/race_detector.h"

namespace spirv_oracle {

// --- opened cells ---

// Of a cell that has no parts.
void RaceDetector::put_into(RaceShadow& shadow, std::uint64_t offset,
                            const RaceCompactCells::Records& records) const {
  const Place place{shadow, shadow.cell(offset), offset};
  const auto& [writer, reader, other, of_atomics] = records;
  place.cell.writer = writer.with_flags(of_atomics ? RaceCell::of_atomics : 0);
  // What two reads of one invocation were, of different bytes, is one of the byte that both have.
  if (!of_atomics && keeps_two_readers() && is_own(reader) && is_own(other) &&
      reader.slot() == other.slot())
    return set_readers(place, reader.epoch() > other.epoch() ? reader : other, {});
  set_readers(place, reader, other);
}

void RaceDetector::compact(RaceShadow& shadow, std::uint64_t offset) {
  if (keeps_two_readers()) divide(shadow, offset, 1);
}

void RaceDetector::open(RaceShadow& shadow, std::uint64_t offset) const {
  const RaceChunk& chunk = shadow.chunk(offset);
  if (chunk.compact != nullptr) put_into(shadow, offset, chunk.compact->get(chunk.index(offset)));
}

void RaceDetector::close(RaceShadow& shadow, std::uint64_t offset) {
  const RaceChunk& chunk = shadow.chunk(offset);
  if (chunk.compact == nullptr) return;
  const Place place{shadow, shadow.cell(offset), offset};
  const bool fits =
      !place.cell.is_special() &&
      chunk.compact->set(chunk.index(offset), {place.cell.writer.with_flags(0), place.first(),
                                               place.second(), place.cell.has_atomics()});
  if (!fits) widen(shadow, offset);
}

// Puts cells that have room for everything in place of compact ones; the opened one takes its place among them.
void RaceDetector::widen(RaceShadow& shadow, std::uint64_t offset) {
  const std::uint64_t begin = offset >> RaceChunk::bytes_shift << RaceChunk::bytes_shift;
  const RaceShadow::Opened opened = shadow.opened();
  const unsigned shift = shadow.chunk(offset).cell_shift;
  const RaceChunk compact = shadow.replace(offset, shift, 0);
  for (std::size_t i = 0; i < compact.count; ++i)
    put_into(shadow, begin + (i << shift), compact.compact->get(i));
  shadow.chunk(offset).stays_wide = true;
  const Place place{shadow, shadow.cell(offset), offset};
  place.cell = opened.cell;
  if (opened.cell.reader.flags() != 0) place.other_reader() = opened.other_reader;
  if (opened.cell.is_special()) place.beside() = opened.beside;
}

namespace {

// Whether all earlier accesses of a record are ordered before one; 0 is no record.
inline bool is_ordered(const RaceCompactCells& cells, RaceCompactCells::Packed earlier,
                       RaceCompactCells::Packed access, Stamp epoch,
                       const RaceDetector::Execution& execution) {
  const Stamp of_earlier = cells.epoch(earlier);
  return earlier == 0 || of_earlier - execution.first_settled < execution.settled ||
         (of_earlier == epoch && cells.same_slot(earlier, access));
}

// An access and the cell that it finds.
struct CompactAccess {
  Stamp epoch;
  RaceCompactCells::Packed access;
  std::size_t index;
  std::uint64_t raw;
  bool is_usual;
  const RaceCompactCells& cells;
  const RaceDetector::Execution& execution;

  CompactAccess(RaceCompactCells& its_cells, std::uint64_t offset, unsigned bytes, Stamp its_epoch,
                const RaceDetector::Execution& its_execution, std::uint32_t slot)
      : epoch(its_epoch),
        access(its_cells.pack(epoch, its_execution.site, slot)),
        index(RaceChunk::index(offset, bytes >> 1)),
        raw(its_cells.raw(index)),
        is_usual(its_execution.simple && (raw & 1) == 0 && access != 0),
        cells(its_cells),
        execution(its_execution) {}

  bool follows(RaceCompactCells::Packed earlier) const {
    return is_ordered(cells, earlier, access, epoch, execution);
  }
};

}  // namespace

// What is usual there; everything else is done with cells as others are.
bool RaceDetector::load_compact(RaceShadow& shadow, RaceCompactCells& cells, std::uint64_t offset,
                                unsigned bytes, const Execution& execution, std::uint32_t slot) {
  using Cells = RaceCompactCells;
  const CompactAccess its(cells, offset, bytes, order_.epoch(slot), execution, slot);
  const Cells::Packed writer = Cells::writer(its.raw);
  if (!its.is_usual || !its.follows(writer))
    return access_cells(shadow, offset, bytes, execution, slot, false);
  const Cells::Packed reader = Cells::reader(its.raw), other = Cells::other(its.raw);
  if (other == 0 && its.follows(reader)) {
    cells.set_raw(its.index, Cells::raw_of(writer, its.access));
    return false;
  }
  // Two readers in one epoch stand for all.
  const Stamp of_reader = cells.epoch(reader);
  const bool is_known = of_reader == its.epoch && (other == 0 || cells.epoch(other) == its.epoch);
  if (!is_known) return access_cells(shadow, offset, bytes, execution, slot, false);
  if (other == 0) cells.set_raw(its.index, Cells::raw_of(writer, reader, its.access));
  return false;
}

bool RaceDetector::store_compact(RaceShadow& shadow, RaceCompactCells& cells, std::uint64_t offset,
                                 unsigned bytes, const Execution& execution, std::uint32_t slot) {
  using Cells = RaceCompactCells;
  const CompactAccess its(cells, offset, bytes, order_.epoch(slot), execution, slot);
  if (its.is_usual && its.follows(Cells::writer(its.raw)) && its.follows(Cells::reader(its.raw)) &&
      its.follows(Cells::other(its.raw))) {
    cells.set_raw(its.index, Cells::raw_of(its.access, 0));
    return false;
  }
  return access_cells(shadow, offset, bytes, execution, slot, true);
}

}  // namespace spirv_oracle

// Accesses to compact cells: the usual ones as they are, others by opening a cell.
#include "memory/race_detector.h"

namespace spirv_oracle {

// --- opened cells ---

// Of a cell that has no parts.
void RaceDetector::put_into(RaceShadow& shadow, std::uint64_t offset,
                            const RaceCompactCells::Records& records) const {
  const Place place{shadow, shadow.cell(offset), offset};
  place.cell.writer = records.writer.with_flags(records.of_atomics ? RaceCell::of_atomics : 0);
  set_readers(place, records.reader, records.other);
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

}  // namespace

// What is usual there; everything else is done with cells as others are.
bool RaceDetector::load_compact(RaceShadow& shadow, RaceCompactCells& cells, std::uint64_t offset,
                                unsigned bytes, const Execution& execution, std::uint32_t slot) {
  using Cells = RaceCompactCells;
  const Stamp epoch = order_.epoch(slot);
  const Cells::Packed access = cells.pack(epoch, execution.site, slot);
  const std::size_t index = RaceChunk::index(offset, bytes >> 1);
  const std::uint64_t raw = cells.raw(index);
  const Cells::Packed writer = Cells::writer(raw);
  const bool is_usual = execution.simple && (raw & 1) == 0 && access != 0;
  if (!is_usual || !is_ordered(cells, writer, access, epoch, execution))
    return access_cells(shadow, offset, bytes, execution, slot, false);
  const Cells::Packed reader = Cells::reader(raw), other = Cells::other(raw);
  if (other == 0 && is_ordered(cells, reader, access, epoch, execution)) {
    cells.set_raw(index, Cells::raw_of(writer, access));
    return false;
  }
  // Two readers in one epoch stand for all.
  const Stamp of_reader = cells.epoch(reader);
  const bool is_known = of_reader == epoch && (other == 0 || cells.epoch(other) == epoch);
  if (!is_known) return access_cells(shadow, offset, bytes, execution, slot, false);
  if (other == 0) cells.set_raw(index, Cells::raw_of(writer, reader, access));
  return false;
}

bool RaceDetector::store_compact(RaceShadow& shadow, RaceCompactCells& cells, std::uint64_t offset,
                                 unsigned bytes, const Execution& execution, std::uint32_t slot) {
  using Cells = RaceCompactCells;
  const Stamp epoch = order_.epoch(slot);
  const Cells::Packed access = cells.pack(epoch, execution.site, slot);
  const std::size_t index = RaceChunk::index(offset, bytes >> 1);
  const std::uint64_t raw = cells.raw(index);
  const auto follows = [&](Cells::Packed earlier) {
    return is_ordered(cells, earlier, access, epoch, execution);
  };
  const bool is_usual = execution.simple && (raw & 1) == 0 && access != 0;
  if (is_usual && follows(Cells::writer(raw)) && follows(Cells::reader(raw)) &&
      follows(Cells::other(raw))) {
    cells.set_raw(index, Cells::raw_of(access, 0));
    return false;
  }
  return access_cells(shadow, offset, bytes, execution, slot, true);
}

}  // namespace spirv_oracle

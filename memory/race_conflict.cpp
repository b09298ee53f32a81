#include "memory/race_conflict.h"

#include <algorithm>
#include <cstddef>

namespace spirv_oracle {
namespace {

// The accesses to a cell.
struct CellAccesses {
  bool any = false;
  bool may_write = false;
  const RaceSite* atomic = nullptr;  // all of them are mutually ordered atomics like this one
};

CellAccesses accesses_to(const RaceChunk& chunk, std::size_t index,
                         std::span<const RaceSite> sites) {
  const RaceCell& cell = chunk.cells[index];
  CellAccesses found;
  found.may_write = !cell.writer.empty() || cell.has_side() || cell.has_atomics();
  found.any = found.may_write || !cell.reader.empty();
  if (!cell.has_atomics() || cell.has_side() || !cell.writer.empty()) return found;
  const RaceSite& site = sites[cell.reader.site()];
  const bool has_other = cell.reader.flags() != 0;
  const RaceSite& other = has_other ? sites[chunk.other_readers[index].site()] : site;
  const bool is_mutual = std::min(site.scope, other.scope) >= widest_scope(site.storage) &&
                         site.bytes == other.bytes && site.reference == other.reference;
  if (is_mutual) found.atomic = &site;
  return found;
}

bool may_conflict(const CellAccesses& first, const CellAccesses& second) {
  if (!first.any || !second.any || (!first.may_write && !second.may_write)) return false;
  return first.atomic == nullptr || second.atomic == nullptr ||
         first.atomic->bytes != second.atomic->bytes ||
         first.atomic->reference != second.atomic->reference;
}

bool may_conflict(const RaceChunk& first, std::span<const RaceSite> sites, const RaceChunk& second,
                  std::span<const RaceSite> other_sites) {
  if (first.packed != nullptr) return may_conflict(first.unpacked(), sites, second, other_sites);
  if (second.packed != nullptr) return may_conflict(first, sites, second.unpacked(), other_sites);
  if (first.cells == nullptr || second.cells == nullptr) return false;
  if (first.cell_shift > second.cell_shift) return may_conflict(second, other_sites, first, sites);
  const std::uint32_t shift = second.cell_shift - first.cell_shift;
  for (std::size_t i = 0; i < first.count; ++i) {
    if (may_conflict(accesses_to(first, i, sites), accesses_to(second, i >> shift, other_sites)))
      return true;
  }
  return false;
}

}  // namespace

bool may_conflict(const RecordedAccesses& first, const RecordedAccesses& second) {
  const std::size_t common = std::min(first.shadow.chunks().size(), second.shadow.chunks().size());
  for (std::size_t i = 0; i < common; ++i) {
    if (may_conflict(first.shadow.chunks()[i], first.sites, second.shadow.chunks()[i],
                     second.sites))
      return true;
  }
  return false;
}

}  // namespace spirv_oracle

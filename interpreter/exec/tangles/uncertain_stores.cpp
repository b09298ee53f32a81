// Which bytes a write with an uncertain address may change.
#include <algorithm>

#include "interpreter/exec/tangles/reached_bytes.h"

namespace spirv_oracle {
namespace {

// The object at the address, or the invocation's copy of the variable.
ReachedBytes object_around(const Subgroup& subgroup, std::uint64_t address) {
  const ObjectEntry& object = subgroup.memory->find(address);
  if (object.allocation == nullptr) return {};
  const std::uint64_t offset = AddressSpace::offset(address);
  const LaneCopies& copies = object.allocation->copies;
  if (copies.pitch == 0) return {address - offset, object.size};
  return {address - offset % copies.pitch, copies.size};
}

}  // namespace

ReachedBytes reached_bytes(const Subgroup& subgroup, const WriteNote& note, unsigned lane) {
  const std::uint64_t root = subgroup.values<std::uint64_t>(note.reach.root)[lane];
  const ReachedBytes object = object_around(subgroup, root);
  const std::uint64_t first = root + note.reach.begin;
  const std::uint64_t end = note.reach.end != 0
                                ? std::min(root + note.reach.end, object.address + object.size)
                                : object.address + object.size;
  return {first, first < end ? end - first : 0, static_cast<std::uint8_t>(lane)};
}

// What the shadow run loads from there depends on the implementation as well.
void UncertainBranches::mark_in_shadow(Subgroup& subgroup, const ReachedBytes& reached) {
  constexpr std::uint64_t most = 1u << 12;
  const ObjectEntry& object = subgroup.memory->find(reached.address);
  const std::uint64_t begin = AddressSpace::offset(reached.address);
  if (object.allocation == nullptr || !object.allocation->writable || begin >= object.size) return;
  const std::uint64_t size = std::min(reached.size, object.size - begin);
  if (size > most) {
    is_incomplete_ = true;
    return;
  }
  for (std::uint64_t i = begin; i < begin + size; ++i) {
    SavedByte saved;
    saved.value = object.bytes[i];
    saved.state = object.shadow[i];
    saved.shadow = object.shadow + i;
    saved.address = reached.address + (i - begin);
    saved.lane = reached.lane;
    saved.is_reached_only = true;
    written_.try_emplace(object.bytes + i, saved);
    object.shadow[i] =
        std::max(value_state(object.shadow[i]), Definedness::implementation_dependent);
  }
}

void UncertainStores::mark(const AddressSpace& memory, const ReachedBytes& reached) {
  const ObjectEntry& object = memory.find(reached.address);
  const std::uint64_t begin = AddressSpace::offset(reached.address);
  if (object.allocation == nullptr || !object.allocation->writable || begin >= object.size) return;
  const std::uint64_t end = begin + std::min(reached.size, object.size - begin);
  object.allocation->written.store(true, std::memory_order_relaxed);
  const auto mark_range = [&](const Range& range) {
    for (std::uint64_t i = range.first; i < range.second; ++i)
      object.shadow[i] =
          std::max(value_state(object.shadow[i]), Definedness::implementation_dependent);
  };
  Marked& marked = marked_[object.allocation];
  const bool is_known = marked.range.first <= begin && end <= marked.range.second;
  if (is_known) {
    for (const Range& range : marked.certain_since)
      mark_range({std::max(range.first, begin), std::min(range.second, end)});
    std::erase_if(marked.certain_since,
                  [&](const Range& range) { return begin <= range.first && range.second <= end; });
    return;
  }
  mark_range({begin, end});
  marked = {{begin, end}, {}};
}

void UncertainStores::note_certain(const AddressSpace& memory, std::uint64_t address,
                                   std::uint64_t size) {
  const auto found = marked_.find(memory.find(address).allocation);
  if (found == marked_.end()) return;
  Marked& marked = found->second;
  const std::uint64_t begin = AddressSpace::offset(address);
  if (begin >= marked.range.second || begin + size <= marked.range.first) return;
  constexpr std::size_t most = 1u << 16;
  // With too many, the next uncertain store marks everything again.
  if (marked.certain_since.size() == most) {
    marked_.erase(found);
  } else if (!marked.certain_since.empty() && marked.certain_since.back().second == begin) {
    marked.certain_since.back().second += size;
  } else {
    marked.certain_since.emplace_back(begin, begin + size);
  }
}

}  // namespace spirv_oracle

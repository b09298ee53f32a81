// What an observer of values knows about components: in registers, for each plane and invocation of a workgroup, and in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "interpreter/exec/state/subgroup.h"
#include "interpreter/ir/program.h"
#include "memory/address_space.h"

namespace spirv_oracle {

// Whether each workgroup has its own memory there, or each of its invocations.
inline bool is_own_memory(const Allocation* allocation) {
  return allocation != nullptr && (allocation->kind == MemoryKind::workgroup ||
                                   allocation->kind == MemoryKind::lane_private);
}

// The numbers and the types of planes, by the slots of a program.
class PlaneNumbers {
 public:
  explicit PlaneNumbers(const Program& program)
      : program_(&program), number_(program.registers.units) {
    for (std::size_t i = 0; i < program.registers.planes.size(); ++i)
      number_[program.registers.planes[i].slot] = static_cast<std::uint32_t>(i);
  }
  std::uint32_t operator[](Slot slot) const { return number_[slot]; }
  ScalarType type_of(Slot slot) const { return program_->registers.planes[number_[slot]].type; }
  unsigned bytes_of(Slot slot) const { return static_cast<unsigned>(type_of(slot).memory_bytes()); }

 private:
  const Program* program_;
  std::vector<std::uint32_t> number_;
};

// One Content for each plane and invocation of the workgroup.
template <class Content>
class ShadowPlanes {
 public:
  // Whether the contents are at most `max_contents`, and need less than `max_memory` bytes.
  static bool is_affordable(const Program& program, std::uint64_t max_contents,
                            std::uint64_t max_memory) {
    const std::uint64_t contents = count(program) * program.layout.subgroup_count;
    return contents <= max_contents && contents * sizeof(Content) < max_memory;
  }

  explicit ShadowPlanes(const Program& program)
      : lanes_(program.subgroup_size),
        contents_(program.layout.subgroup_count, std::vector<Content>(count(program))) {}

  // `plane`: its number.
  Content& at(const Subgroup& subgroup, std::uint32_t plane, unsigned lane) {
    return contents_[subgroup.id][std::size_t{plane} * lanes_ + lane];
  }
  const Content& at(const Subgroup& subgroup, std::uint32_t plane, unsigned lane) const {
    return contents_[subgroup.id][std::size_t{plane} * lanes_ + lane];
  }
  void forget_all() {
    for (auto& of_subgroup : contents_) std::ranges::fill(of_subgroup, Content{});
  }
  std::uint64_t bytes_used() const {
    return contents_.empty() ? 0 : contents_.size() * contents_[0].size() * sizeof(Content);
  }

 private:
  // Of one subgroup.
  static std::uint64_t count(const Program& program) {
    return std::uint64_t{program.registers.planes.size()} * program.subgroup_size;
  }

  std::size_t lanes_;
  std::vector<std::vector<Content>> contents_;  // by subgroup; by plane and lane
};

// Components in memory, in the order of their addresses. The observer says how it numbers bytes. Components may overlap if
// they begin at different addresses, unless the observer erases those below.
template <class Content>
class ShadowMemory {
 public:
  using Address = std::uint64_t;
  struct Component {
    unsigned bytes = 0;
    Content content{};
  };
  using Entry = std::pair<const Address, Component>;

  bool empty() const { return components_.empty(); }
  std::size_t size() const { return components_.size(); }
  // `of_copy`: the bytes of what the observer makes of each component in the end.
  std::uint64_t bytes_used(std::size_t of_copy) const {
    constexpr std::uint64_t of_tree_node = 4 * sizeof(void*);
    return components_.size() * (sizeof(Component) + of_tree_node + of_copy);
  }

  // Replaces a component that begins there, and no others.
  void put(Address begin, unsigned bytes, Content content) {
    components_.insert_or_assign(begin, Component{bytes, std::move(content)});
  }
  // The component that begins there; null: none.
  const Component* find(Address begin) const {
    const auto found = components_.find(begin);
    return found == components_.end() ? nullptr : &found->second;
  }
  // The last component that overlaps these bytes, if the one that begins last before their end does; otherwise null.
  const Entry* last_in(Address begin, std::uint64_t bytes) const {
    const auto behind = components_.lower_bound(begin + bytes);
    if (behind == components_.begin()) return nullptr;
    const Entry& last = *std::prev(behind);
    return last.first + last.second.bytes > begin ? &last : nullptr;
  }
  // Calls `action` with each entry that begins there.
  template <class Action>
  void for_each_from(Address begin, std::uint64_t bytes, Action action) const {
    for (auto entry = components_.lower_bound(begin);
         entry != components_.end() && entry->first - begin < bytes; ++entry)
      action(*entry);
  }
  // Calls `action` with each entry that overlaps these bytes, of components that do not overlap each other.
  template <class Action>
  void for_each_in(Address begin, std::uint64_t bytes, Action action) const {
    for (auto entry = first_in(components_, begin);
         entry != components_.end() && entry->first < begin + bytes; ++entry)
      action(*entry);
  }

  // Erases these bytes, of components that do not overlap each other. `keeps_rest` is called with the content of each component
  // that overlaps them; if it returns true, the other bytes of the component remain with that content.
  template <class KeepsRest>
  void erase(Address begin, std::uint64_t bytes, KeepsRest keeps_rest) {
    const Address end = begin + bytes;
    auto entry = first_in(components_, begin);
    while (entry != components_.end() && entry->first < end) {
      const Address first = entry->first, last = first + entry->second.bytes;
      Content rest = std::move(entry->second.content);
      entry = components_.erase(entry);
      if ((first >= begin && last <= end) || !keeps_rest(rest)) continue;
      if (first < begin) put(first, static_cast<unsigned>(begin - first), rest);
      if (last > end) put(end, static_cast<unsigned>(last - end), rest);
    }
  }
  // Erases the components that begin there or later.
  void erase_from(Address begin) {
    components_.erase(components_.lower_bound(begin), components_.end());
  }
  void clear() { components_.clear(); }

 private:
  // The first entry that overlaps the bytes from this one on.
  template <class Components>
  static auto first_in(Components& components, Address begin) {
    auto entry = components.lower_bound(begin);
    const bool overlaps = entry != components.begin() &&
                          std::prev(entry)->first + std::prev(entry)->second.bytes > begin;
    return overlaps ? std::prev(entry) : entry;
  }

  std::map<Address, Component> components_;
};

}  // namespace spirv_oracle

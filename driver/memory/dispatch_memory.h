// The memory of a dispatch as bindings of the interpreter, what a run changed in it, and what a run depends on.
#pragma once

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/memory/device_bytes.h"
#include "driver/policy.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle {

// A part of a memory of a driver.
template <class Memory>
struct PartOf {
  std::shared_ptr<Memory> memory;
  std::uint64_t offset = 0;  // bytes
  std::uint64_t size = 0;

  ByteSpan span() const { return {offset, offset + size}; }
};

// Makes bytes undefined. `contents` begin with byte `begin` of the memory whose bytes these are.
void mark_undefined(const ByteSpans& spans, std::uint64_t begin, ShadowedBytes& contents);
// Whether the probing run, which got `marked`, stored undefined values that the usual run, which got the same bytes, did not
// store.
bool stores_more_undefined(const ShadowedBytes& marked, const ShadowedBytes& usual,
                           const ShadowedBytes& probed);
bool has_more_faults(const DispatchResult& usual, const DispatchResult& probed);
// The bytes that the results take, with their definedness.
std::uint64_t memory_of_results(const DispatchResult& result);

// Parts that overlap, as resources may alias, are one memory of the bindings.
template <class Memory>
class DispatchMemory {
 public:
  using Part = PartOf<Memory>;
  struct Resource {
    BindingKey key;
    std::vector<Part> parts;  // several: an image whose levels or layers are apart
    std::size_t group = 0;    // of those with one part
  };

  // A memory that the dispatch accesses through addresses: its slot in the bindings gives it its address. They come first.
  void add_addressed(std::size_t slot, const std::shared_ptr<Memory>& memory, std::uint64_t size) {
    addressed_ = std::max(addressed_, slot + 1);
    groups_.push_back({{memory, 0, size}, slot});
  }
  void add(const BindingKey& key, std::vector<Part> parts) {
    resources_.push_back({key, std::move(parts)});
  }
  // Reads all of it into the bindings. `name_of(index, part)`: of a memory of the bindings. `read_part(part, contents)`. If
  // `source_of(part)` has a value, the bindings refer to it instead, until fetch().
  template <class NameOf, class ReadPart, class SourceOf>
  void read(NameOf name_of, ReadPart read_part, SourceOf source_of);
  template <class NameOf, class ReadPart>
  void read(NameOf name_of, ReadPart read_part) {
    read(name_of, read_part, [](const Part& /*part*/) { return std::optional<ContentsSource>(); });
  }
  // Reads what the bindings refer to, before it changes.
  void fetch() { fetch(bindings); }
  // The bytes that the contents take after fetch(), with their definedness.
  std::uint64_t size() const;

  // Whoever adds resources adds what has no memory, such as samplers.
  Bindings bindings;
  const std::vector<Resource>& resources() const { return resources_; }
  // The memories that are accessed through addresses.
  std::vector<Part> addressed() const;
  // The bindings, but with undefined values in these bytes.
  Bindings with_undefined(const std::vector<Part>& parts) const;
  // Whether a run with such bindings stored undefined values, or broke rules, that the usual run did not.
  bool depends_on_undefined(const Bindings& marked, const DispatchResult& usual,
                            const DispatchResult& probed) const;

  // What a run changed in one memory.
  struct Change {
    Part part;
    const ShadowedBytes* before;   // null: in `source`
    const ContentsSource* source;  // null: in `before`
    const ShadowedBytes* after;
    const std::vector<IndeterminateComponent>* indeterminate;  // of `after`
    std::vector<BindingKey> resources;  // that stored; none: through an address
    std::optional<std::size_t> memory;  // of the bindings; none: one resource

    // Calls `visit(begin, before, after)` for views of the pieces that begin at this byte of the part. Pieces end at multiples
    // of piece_size in the memory.
    template <class Visit>
    void each_piece(Visit visit) const;
    static constexpr std::uint64_t piece_size = 3 << 18;  // a multiple of the sizes of texels
  };
  std::vector<Change> changes(const DispatchResult& result);  // valid until the next call

 private:
  struct Group {
    Part part;
    std::optional<std::size_t> memory;  // of the bindings; none: the group is one resource
  };
  void find_groups();
  static void fetch(Bindings& bindings);
  const Group* group_of(const Resource& resource) const {
    return resource.parts.size() == 1 ? &groups_[resource.group] : nullptr;
  }
  // Calls `visit(part, at)` for each part of a resource whose contents are its own, which begin at byte `at` of these.
  template <class Visit>
  void each_own_part(const Resource& resource, Visit visit) const;

  std::vector<Resource> resources_;
  std::vector<Group> groups_;
  std::size_t addressed_ = 0;         // slots of the bindings
  std::deque<ShadowedBytes> pieces_;  // of resources with several parts, for changes()
};

// The bytes that a dispatch may read. Which of them it reads is found out when that matters.
template <class Memory>
class PossibleReads {
 public:
  PossibleReads() = default;
  PossibleReads(const PossibleReads&) = delete;
  PossibleReads& operator=(const PossibleReads&) = delete;
  virtual ~PossibleReads() = default;
  // Whether what the dispatch does depends on these bytes.
  virtual bool includes(const std::vector<PartOf<Memory>>& parts) const = 0;
  virtual std::uint64_t size() const = 0;  // the memory that this object takes, in bytes
};

// Those of a dispatch that was executed: it runs again.
template <class Memory>
class DispatchReads final : public PossibleReads<Memory> {
 public:
  DispatchReads(std::shared_ptr<const Pipeline> pipeline, const Launch& launch,
                std::shared_ptr<const DispatchMemory<Memory>> memory,
                std::shared_ptr<const DispatchResult> result)
      : pipeline_(std::move(pipeline)),
        launch_(launch),
        memory_(std::move(memory)),
        result_(std::move(result)) {}

  bool includes(const std::vector<PartOf<Memory>>& parts) const override {
    const Bindings marked = memory_->with_undefined(parts);
    const auto probed = run(*pipeline_, launch_, marked, probing_policy());
    return probed && memory_->depends_on_undefined(marked, *result_, *probed);
  }
  std::uint64_t size() const override { return memory_->size() + memory_of_results(*result_); }

 private:
  std::shared_ptr<const Pipeline> pipeline_;
  Launch launch_;
  std::shared_ptr<const DispatchMemory<Memory>> memory_;
  std::shared_ptr<const DispatchResult> result_;
};

template <class Memory>
void DispatchMemory<Memory>::find_groups() {
  std::vector<Resource*> order;
  for (Resource& resource : resources_) {
    if (resource.parts.size() != 1) continue;
    const auto group = std::ranges::find_if(
        groups_, [&](const Group& one) { return one.part.memory == resource.parts[0].memory; });
    if (group == groups_.end()) {
      order.push_back(&resource);
    } else {
      resource.group = static_cast<std::size_t>(group - groups_.begin());
    }
  }
  std::ranges::sort(order, {}, [](const Resource* resource) {
    return std::pair(resource->parts[0].memory.get(), resource->parts[0].offset);
  });
  const std::size_t whole = groups_.size();
  std::size_t next = addressed_;
  for (Resource* resource : order) {
    const Part& part = resource->parts[0];
    Group* const last = groups_.size() > whole ? &groups_.back() : nullptr;
    if (last != nullptr && last->part.memory == part.memory &&
        last->part.span().overlaps(part.span())) {
      last->part.size = std::max(last->part.size, part.offset + part.size - last->part.offset);
      if (!last->memory) last->memory = next++;
    } else {
      groups_.push_back({part, std::nullopt});
    }
    resource->group = groups_.size() - 1;
  }
  bindings.memories.resize(next);
}

template <class Memory>
template <class NameOf, class ReadPart, class SourceOf>
void DispatchMemory<Memory>::read(NameOf name_of, ReadPart read_part, SourceOf source_of) {
  find_groups();
  for (const Group& group : groups_) {
    if (!group.memory) continue;
    NamedMemory& memory = bindings.memories[*group.memory];
    memory.name = name_of(*group.memory, group.part);
    memory.source = source_of(group.part);
    if (!memory.source) read_part(group.part, memory.contents);
  }
  for (const Resource& resource : resources_) {
    if (const Group* group = group_of(resource); group != nullptr && group->memory) {
      const Part& part = resource.parts[0];
      bindings.memory_buffers[resource.key] = {*group->memory, part.offset - group->part.offset,
                                               part.size};
      continue;
    }
    if (resource.parts.size() == 1) {
      if (auto source = source_of(resource.parts[0])) {
        bindings.buffer_sources[resource.key] = *std::move(source);
        continue;
      }
    }
    ShadowedBytes& contents = bindings.buffers[resource.key];
    if (resource.parts.size() == 1) {
      read_part(resource.parts[0], contents);
      continue;
    }
    for (const Part& part : resource.parts) {
      ShadowedBytes bytes;
      read_part(part, bytes);
      contents.bytes.insert(contents.bytes.end(), bytes.bytes.begin(), bytes.bytes.end());
      contents.shadow.insert(contents.shadow.end(), bytes.shadow.begin(), bytes.shadow.end());
    }
  }
}

template <class Memory>
void DispatchMemory<Memory>::fetch(Bindings& bindings) {
  for (NamedMemory& memory : bindings.memories) {
    if (!memory.source) continue;
    memory.contents = memory.source->read_all();
    memory.source.reset();
  }
  for (const auto& [key, source] : bindings.buffer_sources)
    bindings.buffers[key] = source.read_all();
  bindings.buffer_sources.clear();
}

template <class Memory>
std::uint64_t DispatchMemory<Memory>::size() const {
  std::uint64_t size = 0;
  for (const NamedMemory& memory : bindings.memories) size += memory.source ? memory.size() : 0;
  for (const auto& [key, source] : bindings.buffer_sources) size += source.size;
  return memory_of_contents(bindings) + 2 * size;
}

template <class Memory>
template <class Visit>
void DispatchMemory<Memory>::Change::each_piece(Visit visit) const {
  if (source == nullptr)
    return visit(std::uint64_t{0}, ShadowedView(*before), ShadowedView(*after));
  for (std::uint64_t begin = 0; begin < part.size;) {
    const std::uint64_t rest = piece_size - (part.offset + begin) % piece_size;
    const std::uint64_t end = std::min(part.size, begin + rest);
    const ShadowedBytes piece = source->read(begin, end);
    visit(begin, ShadowedView(piece), ShadowedView(*after).part({begin, end}));
    begin = end;
  }
}

template <class Memory>
template <class Visit>
void DispatchMemory<Memory>::each_own_part(const Resource& resource, Visit visit) const {
  if (const Group* group = group_of(resource); group != nullptr && group->memory) return;
  std::uint64_t at = 0;
  for (const Part& part : resource.parts) {
    visit(part, at);
    at += part.size;
  }
}

template <class Memory>
std::vector<PartOf<Memory>> DispatchMemory<Memory>::addressed() const {
  std::vector<Part> parts;
  for (const Group& group : groups_) {
    if (group.memory && *group.memory < addressed_) parts.push_back(group.part);
  }
  return parts;
}

template <class Memory>
Bindings DispatchMemory<Memory>::with_undefined(const std::vector<Part>& parts) const {
  Bindings marked = bindings;
  fetch(marked);
  const auto mark = [&](const Part& part, std::uint64_t at, ShadowedBytes& contents) {
    for (const Part& one : parts) {
      if (one.memory == part.memory)
        mark_undefined(common({one.span()}, {part.span()}), part.offset - at, contents);
    }
  };
  for (const Resource& resource : resources_) {
    each_own_part(resource, [&](const Part& part, std::uint64_t at) {
      mark(part, at, marked.buffers.at(resource.key));
    });
  }
  for (const Group& group : groups_) {
    if (group.memory) mark(group.part, 0, marked.memories[*group.memory].contents);
  }
  return marked;
}

template <class Memory>
bool DispatchMemory<Memory>::depends_on_undefined(const Bindings& marked,
                                                  const DispatchResult& usual,
                                                  const DispatchResult& probed) const {
  for (const auto& [key, given] : marked.buffers) {
    const auto one = usual.buffers.find(key), other = probed.buffers.find(key);
    if (one != usual.buffers.end() && other != probed.buffers.end() &&
        stores_more_undefined(given, one->second.contents, other->second.contents))
      return true;
  }
  for (std::size_t m = 0; m < bindings.memories.size(); ++m) {
    if (stores_more_undefined(marked.memories[m].contents, usual.memories[m].contents,
                              probed.memories[m].contents))
      return true;
  }
  return has_more_faults(usual, probed);
}

template <class Memory>
std::vector<typename DispatchMemory<Memory>::Change> DispatchMemory<Memory>::changes(
    const DispatchResult& result) {
  static const std::vector<IndeterminateComponent> unknown;
  std::vector<Change> changes;
  pieces_.clear();
  std::vector<std::vector<BindingKey>> writers(bindings.memories.size());
  for (const Resource& resource : resources_) {
    const auto found = result.buffers.find(resource.key);
    if (found == result.buffers.end() || !found->second.written) continue;
    const Group* const group = group_of(resource);
    if (group != nullptr && group->memory) writers[*group->memory].push_back(resource.key);
    const auto source = bindings.buffer_sources.find(resource.key);
    if (source != bindings.buffer_sources.end()) {
      changes.push_back({resource.parts[0],
                         nullptr,
                         &source->second,
                         &found->second.contents,
                         &found->second.indeterminate,
                         {resource.key},
                         std::nullopt});
      continue;
    }
    each_own_part(resource, [&](const Part& part, std::uint64_t at) {
      const ShadowedBytes* before = &bindings.buffers.at(resource.key);
      const ShadowedBytes* after = &found->second.contents;
      if (group == nullptr) {
        before = &pieces_.emplace_back(part_of(*before, {at, at + part.size}));
        after = &pieces_.emplace_back(part_of(*after, {at, at + part.size}));
      }
      changes.push_back({part,
                         before,
                         nullptr,
                         after,
                         group == nullptr ? &unknown : &found->second.indeterminate,
                         {resource.key},
                         std::nullopt});
    });
  }
  for (const Group& group : groups_) {
    if (!group.memory) continue;
    const std::size_t m = *group.memory;
    if (!result.memories[m].written && writers[m].empty()) continue;
    const NamedMemory& before = bindings.memories[m];
    changes.push_back({group.part, before.source ? nullptr : &before.contents,
                       before.source ? &*before.source : nullptr, &result.memories[m].contents,
                       &result.memories[m].indeterminate, std::move(writers[m]), m});
  }
  // Those that are read again come before the others, which may overlap them and are then stored.
  std::stable_partition(changes.begin(), changes.end(),
                        [](const Change& one) { return one.source != nullptr; });
  return changes;
}

}  // namespace spirv_oracle

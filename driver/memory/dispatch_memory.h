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
// Whether the probing run, which got `marked`, stored undefined values that the usual run, which got `given`, did not store.
bool stores_more_undefined(const ShadowedBytes& given, const ShadowedBytes& marked,
                           const ShadowedBytes& usual, const ShadowedBytes& probed);
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
  // Reads all of it into the bindings. `name_of(index, part)`: of a memory of the bindings. `read_part(part, contents)`.
  template <class NameOf, class ReadPart>
  void read(NameOf name_of, ReadPart read_part);

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
    const ShadowedBytes* before;
    const ShadowedBytes* after;
    const std::vector<IndeterminateComponent>* indeterminate;  // of `after`
    std::vector<BindingKey> resources;  // that stored; none: through an address
    std::optional<std::size_t> memory;  // of the bindings; none: one resource
  };
  std::vector<Change> changes(const DispatchResult& result);  // valid until the next call

 private:
  struct Group {
    Part part;
    std::optional<std::size_t> memory;  // of the bindings; none: the group is one resource
  };
  void find_groups();
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
  std::uint64_t size() const override {
    return memory_of_contents(memory_->bindings) + memory_of_results(*result_);
  }

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
template <class NameOf, class ReadPart>
void DispatchMemory<Memory>::read(NameOf name_of, ReadPart read_part) {
  find_groups();
  for (const Group& group : groups_) {
    if (!group.memory) continue;
    NamedMemory& memory = bindings.memories[*group.memory];
    memory.name = name_of(*group.memory, group.part);
    read_part(group.part, memory.contents);
  }
  for (const Resource& resource : resources_) {
    if (const Group* group = group_of(resource); group != nullptr && group->memory) {
      const Part& part = resource.parts[0];
      bindings.memory_buffers[resource.key] = {*group->memory, part.offset - group->part.offset,
                                               part.size};
      continue;
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
  for (const auto& [key, given] : bindings.buffers) {
    const auto one = usual.buffers.find(key), other = probed.buffers.find(key);
    if (one != usual.buffers.end() && other != probed.buffers.end() &&
        stores_more_undefined(given, marked.buffers.at(key), one->second.contents,
                              other->second.contents))
      return true;
  }
  for (std::size_t m = 0; m < bindings.memories.size(); ++m) {
    if (stores_more_undefined(bindings.memories[m].contents, marked.memories[m].contents,
                              usual.memories[m].contents, probed.memories[m].contents))
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
    each_own_part(resource, [&](const Part& part, std::uint64_t at) {
      const ShadowedBytes* before = &bindings.buffers.at(resource.key);
      const ShadowedBytes* after = &found->second.contents;
      if (group == nullptr) {
        before = &pieces_.emplace_back(part_of(*before, {at, at + part.size}));
        after = &pieces_.emplace_back(part_of(*after, {at, at + part.size}));
      }
      changes.push_back({part,
                         before,
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
    changes.push_back({group.part, &bindings.memories[m].contents, &result.memories[m].contents,
                       &result.memories[m].indeterminate, std::move(writers[m]), m});
  }
  return changes;
}

}  // namespace spirv_oracle

// What a dispatch reads: for commands that write the same bytes, although nothing orders them.

#include <algorithm>

#include "vulkan/commands/dispatch_bindings.h"

namespace spirv_oracle::vulkan {

std::vector<ReadablePart> DispatchBindings::readable_parts() const {
  std::vector<ReadablePart> parts;
  const auto add = [&](const MemoryPart& part, Accesses access) {
    parts.push_back({part, {VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT, access}});
  };
  for (const Bound& bound : bound_) add(bound.part, bound.access);
  for (const Scattered& scattered : scattered_) {
    for (const MemoryPart& part : scattered.parts) add(part, scattered.access);
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (memory_of_group_[g] && *memory_of_group_[g] < addressed_)
      add(groups_[g], VK_ACCESS_2_SHADER_STORAGE_READ_BIT);
  }
  return parts;
}

std::vector<DispatchBindings::UnorderedWrite> DispatchBindings::unordered_writes(
    Hazards& hazards) const {
  std::vector<UnorderedWrite> writes;
  for (const auto& [part, kind] : readable_parts()) {
    for (const Hazards::Unordered& found : hazards.unordered_writes(part, kind)) {
      auto write = std::ranges::find_if(writes, [&](const UnorderedWrite& one) {
        return one.writer == found.place && one.missing == found.missing;
      });
      if (write == writes.end())
        write = writes.insert(write, {found.place, found.rule, found.missing, {}});
      write->parts.push_back({part.memory, found.begin, found.end - found.begin});
    }
  }
  return writes;
}

namespace {

// Makes the bytes of a part of a memory undefined that are among `writes`. The contents of the part begin at `at`.
void mark(const MemoryPart& part, const std::vector<MemoryPart>& writes, std::uint64_t at,
          ShadowedBytes& contents) {
  for (const MemoryPart& write : writes) {
    if (write.memory != part.memory) continue;
    const std::uint64_t begin = std::max(write.offset, part.offset);
    const std::uint64_t end = std::min(write.offset + write.size, part.offset + part.size);
    for (std::uint64_t byte = begin; byte < end; ++byte)
      contents.shadow[at + byte - part.offset] = Definedness::undefined;
  }
}

}  // namespace

Bindings DispatchBindings::with_undefined(const std::vector<MemoryPart>& parts) const {
  Bindings marked = bindings_;
  for (const Bound& bound : bound_) {
    if (!memory_of_group_[bound.group]) mark(bound.part, parts, 0, marked.buffers.at(bound.key));
  }
  for (const Scattered& scattered : scattered_) {
    std::uint64_t at = 0;
    for (const MemoryPart& part : scattered.parts) {
      mark(part, parts, at, marked.buffers.at(scattered.key));
      at += part.size;
    }
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    if (memory_of_group_[g])
      mark(groups_[g], parts, 0, marked.memories[*memory_of_group_[g]].contents);
  }
  return marked;
}

bool DispatchBindings::depends_on_undefined(const DispatchResult& usual,
                                            const DispatchResult& probed) const {
  // Bytes that the usual run changed, or that differ from what was given to the probing run, were stored.
  const auto stores_more = [](const ShadowedBytes& given, const BufferResult& one,
                              const BufferResult& other) {
    if (!one.written || !other.written || one.contents.size() != other.contents.size())
      return false;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const bool is_stored = one.contents.bytes[i] != given.bytes[i];
      if (is_stored && other.contents.shadow[i] == Definedness::undefined &&
          one.contents.shadow[i] != Definedness::undefined)
        return true;
    }
    return false;
  };
  const auto buffer_stores_more = [&](const BindingKey& key) {
    return stores_more(bindings_.buffers.at(key), usual.buffers.at(key), probed.buffers.at(key));
  };
  for (const Bound& bound : bound_) {
    if (!memory_of_group_[bound.group] && buffer_stores_more(bound.key)) return true;
  }
  for (const Scattered& scattered : scattered_) {
    if (buffer_stores_more(scattered.key)) return true;
  }
  for (std::size_t m = 0; m < bindings_.memories.size(); ++m) {
    const ShadowedBytes& given = bindings_.memories[m].contents;
    BufferResult one = usual.memories[m], other = probed.memories[m];
    one.written = other.written = true;
    if (one.contents.size() == given.size() && stores_more(given, one, other)) return true;
  }
  const auto faults = [](const DispatchResult& of) {
    return std::ranges::count(of.findings, Severity::undefined_behavior, &Finding::severity);
  };
  return faults(probed) > faults(usual);
}

}  // namespace spirv_oracle::vulkan

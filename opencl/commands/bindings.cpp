#include "opencl/commands/bindings.h"

#include <fmt/format.h>

#include <algorithm>

#include "interpreter/pipe_argument.h"

namespace spirv_oracle::opencl {
namespace {

ShadowedBytes bytes_of_pointer(std::uint64_t address) {
  ShadowedBytes bytes = ShadowedBytes::zero(sizeof address);
  for (std::size_t i = 0; i < sizeof address; ++i)
    bytes.bytes[i] = static_cast<std::byte>(address >> (8 * i));
  return bytes;
}

// Makes bytes undefined. The contents begin at `begin` of the store.
void mark(const std::vector<Range>& ranges, std::uint64_t begin, ShadowedBytes& contents) {
  for (const Range& range : ranges) {
    const std::uint64_t end = std::min(range.end, begin + contents.size());
    for (std::uint64_t i = std::max(range.begin, begin); i < end; ++i)
      contents.shadow[i - begin] = Definedness::undefined;
  }
}

// Whether the probing run, which got `marked`, stored undefined values that the usual run, which got `given`, did not store.
bool stores_more(const ShadowedBytes& given, const ShadowedBytes& marked,
                 const ShadowedBytes& usual, const ShadowedBytes& probed) {
  if (usual.size() != given.size() || probed.size() != given.size()) return false;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool is_stored =
        usual.bytes[i] != given.bytes[i] || marked.shadow[i] != Definedness::undefined;
    if (is_stored && probed.shadow[i] == Definedness::undefined &&
        usual.shadow[i] != Definedness::undefined)
      return true;
  }
  return false;
}

}  // namespace

KernelBindings::KernelBindings(const Kernel& kernel, const std::vector<Argument>& arguments,
                               bool uses_svm) {
  if (uses_svm) add_svm(*kernel.program->context);
  for (const ResourceInfo& resource : kernel.entry.resources) {
    if (is_argument(resource.kind)) add_argument(kernel, resource, arguments[resource.binding]);
  }
  add_memories();
}

// The slot of an allocation gives it its address.
void KernelBindings::add_svm(const Context& context) {
  svm_ = svm_allocations(context);
  for (const auto& one : svm_) {
    if (bindings_.memories.size() <= one->slot) bindings_.memories.resize(one->slot + 1);
    bindings_.memories[one->slot] = {one->text(), one->store->contents()};
    Part part{one->store, {0, one->size}, one->text(), one->text(), false, std::nullopt};
    part.memory = one->slot;
    parts_.push_back(std::move(part));
  }
}

void KernelBindings::add_argument(const Kernel& kernel, const ResourceInfo& resource,
                                  const Argument& argument) {
  const std::uint32_t number = resource.binding;
  const BindingKey key{BindingKey::kernel_arguments, number, 0};
  if (argument.sampler) {
    bindings_.samplers[key] = argument.sampler->state;
  } else if (argument.local_size != 0) {
    bindings_.local_arguments[number] = argument.local_size;
  } else if (argument.svm) {
    bindings_.argument_values[number] = bytes_of_pointer(*argument.svm);
  } else if (!argument.value.empty()) {
    bindings_.argument_values[number] = {
        argument.value, std::vector<Definedness>(argument.value.size(), Definedness::defined)};
  } else if (!argument.memory) {
    bindings_.argument_values[number] = bytes_of_pointer(0);
  } else if (is_pipe(resource)) {
    bindings_.argument_values[number] =
        bytes_of(PipeArgument{argument.memory->packet_size, argument.memory->max_packets});
    bindings_.buffers[key] = argument.memory->packets;
  } else {
    const Memory& memory = *argument.memory;
    if (memory.image) bindings_.images[key] = memory.image->shape;
    Part part{memory.store,
              memory.range(),
              memory.text(),
              kernel.text_of_argument(number),
              memory.parent != nullptr,
              key};
    part.is_readable = !memory.image || !resource.writable;
    parts_.push_back(std::move(part));
  }
}

// Parts of the same store share a memory of the bindings; a part by itself is a buffer.
void KernelBindings::add_memories() {
  for (Part& part : parts_) {
    if (!part.key) continue;
    const auto shares = [&](const Part& other) {
      return &other != &part && other.store == part.store;
    };
    if (std::ranges::none_of(parts_, shares)) {
      bindings_.buffers[*part.key] = part.store->read(part.range);
      continue;
    }
    const auto known = std::ranges::find_if(
        parts_, [&](const Part& other) { return shares(other) && other.memory; });
    if (known != parts_.end()) {
      part.memory = known->memory;
    } else {
      part.memory = bindings_.memories.size();
      bindings_.memories.push_back({part.object, part.store->contents()});
    }
    bindings_.memory_buffers[*part.key] = {*part.memory, part.range.begin,
                                           part.range.end - part.range.begin};
  }
}

std::vector<KernelBindings::Change> KernelBindings::changes(const DispatchResult& result) const {
  std::vector<Change> changes;
  std::vector<const Part*> writers(bindings_.memories.size());  // of each memory that is written
  for (const Part& part : parts_) {
    const auto found = part.key ? result.buffers.find(*part.key) : result.buffers.end();
    const bool is_written = part.key ? found != result.buffers.end() && found->second.written
                                     : result.memories[*part.memory].written;
    if (!is_written) continue;
    if (part.memory) {
      writers[*part.memory] = &part;
    } else {
      changes.push_back({&part, part.range.begin, &bindings_.buffers.at(*part.key),
                         &found->second.contents, &found->second.indeterminate});
    }
  }
  for (std::size_t m = 0; m < writers.size(); ++m) {
    if (writers[m] != nullptr)
      changes.push_back({writers[m], 0, &bindings_.memories[m].contents,
                         &result.memories[m].contents, &result.memories[m].indeterminate});
  }
  return changes;
}

Bindings KernelBindings::with_undefined(const Store& store,
                                        const std::vector<Range>& ranges) const {
  Bindings marked = bindings_;
  for (const Part& part : parts_) {
    if (part.store.get() != &store) continue;
    if (part.memory) {
      mark(ranges, 0, marked.memories[*part.memory].contents);
    } else {
      mark(ranges, part.range.begin, marked.buffers.at(*part.key));
    }
  }
  return marked;
}

bool KernelBindings::depends_on_undefined(const Bindings& marked, const DispatchResult& usual,
                                          const DispatchResult& probed) const {
  for (const Part& part : parts_) {
    if (part.memory || !usual.buffers.contains(*part.key) || !probed.buffers.contains(*part.key))
      continue;
    if (stores_more(bindings_.buffers.at(*part.key), marked.buffers.at(*part.key),
                    usual.buffers.at(*part.key).contents, probed.buffers.at(*part.key).contents))
      return true;
  }
  for (std::size_t m = 0; m < bindings_.memories.size(); ++m) {
    if (stores_more(bindings_.memories[m].contents, marked.memories[m].contents,
                    usual.memories[m].contents, probed.memories[m].contents))
      return true;
  }
  const auto faults = [](const DispatchResult& of) {
    return std::ranges::count(of.findings, Severity::undefined_behavior, &Finding::severity);
  };
  return faults(probed) > faults(usual);
}

}  // namespace spirv_oracle::opencl

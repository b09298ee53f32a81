#include "opencl/commands/bindings.h"

#include <algorithm>
#include <new>

#include "interpreter/pipe_argument.h"

namespace spirv_oracle::opencl {
namespace {

ShadowedBytes bytes_of_pointer(std::uint64_t address) {
  ShadowedBytes bytes = ShadowedBytes::zero(sizeof address);
  for (std::size_t i = 0; i < sizeof address; ++i)
    bytes.bytes[i] = static_cast<std::byte>(address >> (8 * i));
  return bytes;
}

}  // namespace

KernelBindings::KernelBindings(const Kernel& kernel, const std::vector<Argument>& arguments,
                               bool uses_svm, bool lends) {
  if (uses_svm) add_svm(*kernel.program->context);
  for (const ResourceInfo& resource : kernel.entry.resources) {
    if (is_argument(resource.kind)) add_argument(kernel, resource, arguments[resource.binding]);
  }
  const auto name_of = [&](std::size_t /*index*/, const MemoryPart& part) {
    return std::ranges::find(accesses_, part.memory,
                             [](const Access& one) { return one.part.memory; })
        ->object;
  };
  const auto read_part = [&](const MemoryPart& part, ShadowedBytes& contents) {
    Store& store = *part.memory;
    if (lends && part.size == store.size()) {
      lent_.emplace(&store, &contents);
      contents = store.lend();
    } else {
      contents = store.read(part.offset, part.size);
    }
  };
  try {
    memory_->read(name_of, read_part);
  } catch (const std::bad_alloc&) {
    give_back();
    throw;
  }
}

std::span<const Definedness> KernelBindings::states_of(const Access& access) const {
  const Bindings& bindings = memory_->bindings;
  if (!access.key) {
    const auto allocation = std::ranges::find(svm_, access.part.memory, &SvmAllocation::store);
    return bindings.memories[(*allocation)->slot].contents.shadow;
  }
  const auto range = bindings.memory_buffers.find(*access.key);
  if (range == bindings.memory_buffers.end()) return bindings.buffers.at(*access.key).shadow;
  return std::span(bindings.memories[range->second.memory].contents.shadow)
      .subspan(range->second.begin, range->second.size);
}

void KernelBindings::keep_changes(const DispatchResult& result) {
  for (const auto& change : memory_->changes(result)) {
    const auto lent = lent_.find(change.part.memory.get());
    each_change(*change.before, *change.after, [&](const ByteSpan& span) {
      if (lent == lent_.end())
        return change.part.memory->write(change.part.offset + span.begin,
                                         part_of(*change.after, span));
      std::copy_n(change.after->bytes.data() + span.begin, span.size(),
                  lent->second->bytes.data() + span.begin);
      std::copy_n(change.after->shadow.data() + span.begin, span.size(),
                  lent->second->shadow.data() + span.begin);
    });
  }
}

void KernelBindings::give_back() {
  for (const auto& [store, contents] : lent_) store->give_back(std::move(*contents));
  lent_.clear();
}

// The slot of an allocation gives it its address.
void KernelBindings::add_svm(const Context& context) {
  svm_ = svm_allocations(context);
  for (const auto& one : svm_) {
    memory_->add_addressed(one->slot, one->store, one->size);
    accesses_.push_back({{one->store, 0, one->size}, one->text(), one->text()});
  }
}

void KernelBindings::add_argument(const Kernel& kernel, const ResourceInfo& resource,
                                  const Argument& argument) {
  Bindings& bindings = memory_->bindings;
  const std::uint32_t number = resource.binding;
  const BindingKey key{BindingKey::kernel_arguments, number, 0};
  if (argument.sampler) {
    bindings.samplers[key] = argument.sampler->state;
  } else if (argument.local_size != 0) {
    bindings.local_arguments[number] = argument.local_size;
  } else if (argument.svm) {
    bindings.argument_values[number] = bytes_of_pointer(*argument.svm);
  } else if (!argument.value.empty()) {
    bindings.argument_values[number] = {
        argument.value, std::vector<Definedness>(argument.value.size(), Definedness::defined)};
  } else if (!argument.memory) {
    bindings.argument_values[number] = bytes_of_pointer(0);
  } else if (is_pipe(resource)) {
    bindings.argument_values[number] =
        bytes_of(PipeArgument{argument.memory->packet_size, argument.memory->max_packets});
    bindings.buffers[key] = argument.memory->packets;
  } else {
    const Memory& memory = *argument.memory;
    if (memory.image) bindings.images[key] = memory.image->shape;
    memory_->add(key, {memory.part()});
    accesses_.push_back({memory.part(), memory.text(), kernel.text_of_argument(number),
                         memory.parent != nullptr, !memory.image || !resource.writable, key});
  }
}

const KernelBindings::Access& KernelBindings::access_of(
    const DispatchMemory<Store>::Change& change) const {
  return *std::ranges::find_if(accesses_, [&](const Access& one) {
    return change.resources.empty() ? one.part.memory == change.part.memory
                                    : one.key == change.resources.back();
  });
}

}  // namespace spirv_oracle::opencl

// The memory that a dispatch works on, and its other resources. It belongs to the caller.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "interpreter/descriptor_type.h"
#include "interpreter/images/image_shape.h"
#include "memory/definedness.h"
#include "rays/acceleration_structure.h"

namespace spirv_oracle {

// One descriptor: an element of the array at (set, binding), or element 0 of a descriptor that is not an array. The
// buffer of argument N of a kernel has the set kernel_arguments and the binding N, and the descriptor in slot N of a heap
// (interpreter/descriptor_heap_sizes.h) has the set of the heap and the binding N.
struct BindingKey {
  static constexpr std::uint32_t kernel_arguments = 0xFFFFFFFF;
  static constexpr std::uint32_t resource_heap = 0xFFFFFFFE;
  static constexpr std::uint32_t sampler_heap = 0xFFFFFFFD;

  bool is_in_heap() const { return set == resource_heap || set == sampler_heap; }

  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  std::uint32_t element = 0;
  friend auto operator<=>(const BindingKey&, const BindingKey&) = default;
};

// Contents that are elsewhere: each run reads them, so that no copy is kept. They must not change as long as they may be read.
struct ContentsSource {
  std::uint64_t size = 0;
  // Gives the bytes from `begin` up to `end`, which is not part of them.
  std::function<ShadowedBytes(std::uint64_t begin, std::uint64_t end)> read;

  ShadowedBytes read_all() const { return read(0, size); }
};

struct NamedMemory {
  std::string name;
  ShadowedBytes contents;
  std::optional<ContentsSource> source = {};  // instead of the contents

  std::uint64_t size() const { return source ? source->size : contents.size(); }
};

// A part of a memory that is bound as a buffer.
struct MemoryRange {
  std::size_t memory = 0;   // index into Bindings::memories
  std::uint64_t begin = 0;  // bytes
  std::uint64_t size = 0;   // bytes; the range must be inside the memory

  bool operator==(const MemoryRange&) const = default;
};

// Resources of one dispatch. A run reads them and does not change them: keep_memory() in interpreter/pipeline.h moves what
// it wrote into them, with its definedness, so that the next dispatch continues with it.
struct Bindings {
  ShadowedBytes push_constants;
  std::map<BindingKey, ShadowedBytes> buffers;          // including texel buffers and images
  std::map<BindingKey, ContentsSource> buffer_sources;  // further buffers
  std::map<BindingKey, ImageShape>
      images;  // the shapes of such buffers; optional for texel buffers
  std::map<BindingKey, SamplerState> samplers;
  std::map<BindingKey, std::shared_ptr<const AccelerationStructure>>
      acceleration_structures;  // top-level ones; never null
  // Buffers and images that are bound to nothing (VK_EXT_robustness2, nullDescriptor): loads give zeros, stores and atomics
  // have no effect, and sizes are 0. They have no contents.
  std::set<BindingKey> null_descriptors;
  // The types of descriptors in the resource heap. By default, it is the one that the module reads; storage, if it reads
  // both that the resource may have.
  std::map<BindingKey, DescriptorType> heap_types;
  std::vector<NamedMemory>
      memories;  // accessed through addresses, or through buffers that share them
  std::map<BindingKey, MemoryRange>
      memory_buffers;  // further buffers, which are ranges of memories
  // Arguments of a kernel by number: values (64 bits for a pointer), and the sizes in bytes of
  // Workgroup memory. The others are buffers.
  std::map<std::uint32_t, ShadowedBytes> argument_values;
  std::map<std::uint32_t, std::uint64_t> local_arguments;
};

// The bytes that the contents of its resources take, with their definedness. Those that are elsewhere do not count.
std::uint64_t memory_of_contents(const Bindings& bindings);

// The address of memory number `index` of Bindings::memories.
std::uint64_t memory_address(std::size_t index);

}  // namespace spirv_oracle

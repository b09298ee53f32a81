#include "interpreter/lowering/descriptor_heap.h"

#include <algorithm>
#include <optional>
#include <set>

#include "grammar/core.h"
#include "interpreter/descriptor_heap_sizes.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/descriptor_types.h"
#include "interpreter/lowering/image_resources.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

// The heaps that the program uses, by BuiltIn, and the reads of descriptors, by type.
struct NotedHeaps {
  std::map<DescriptorHeap, std::uint64_t> bases;
  std::map<Id, std::uint32_t> reads;
  std::map<spv::StorageClass, std::uint32_t> reads_of_buffers;
  std::optional<std::set<DescriptorType>> types;  // that the module reads from the resource heap
};

std::uint32_t set_of(DescriptorHeap heap) {
  return heap == DescriptorHeap::sampler ? BindingKey::sampler_heap : BindingKey::resource_heap;
}

// The object of each descriptor in the heap, by its slot.
std::map<std::uint32_t, std::uint32_t> objects_in(const Lowering& lowering, DescriptorHeap heap) {
  std::map<std::uint32_t, std::uint32_t> found;
  const ResourceObjects objects = resource_objects(lowering.request());
  for (const auto* kind : {&objects.buffers, &objects.samplers, &objects.acceleration_structures}) {
    for (const auto& [key, object] : *kind) {
      if (key.set == set_of(heap)) found.emplace(key.binding, object);
    }
  }
  return found;
}

DescriptorType type_of_buffer(spv::StorageClass data) {
  return data == spv::StorageClass::Uniform ? DescriptorType::uniform_buffer
                                            : DescriptorType::storage_buffer;
}

// The type of descriptor that has the type in the module.
DescriptorType type_read(const Type& type) {
  return type.kind == Type::Kind::buffer ? type_of_buffer(type.storage_class)
                                         : descriptor_type_of(type);
}

// The types of descriptors that the module reads through untyped pointers.
const std::set<DescriptorType>& types_read(Lowering& lowering) {
  auto& types = lowering.notes<NotedHeaps>().types;
  if (types) return *types;
  types.emplace();
  for (const Instruction& instruction : lowering.module().instructions()) {
    if (instruction.opcode == spv::Op::OpBufferPointerEXT) {
      types->insert(type_of_buffer(lowering.type(instruction.type).storage_class));
    } else if (instruction.opcode == spv::Op::OpUntypedImageTexelPointerEXT) {
      const Type& image =
          lowering.type(instruction.id(grammar::OpUntypedImageTexelPointerEXT::image_type));
      if (image.kind == Type::Kind::image) types->insert(descriptor_type_of(image));
    } else if (instruction.opcode == spv::Op::OpLoad &&
               lowering.type(instruction.type).kind == Type::Kind::image) {
      const Id pointer = instruction.id(grammar::OpLoad::pointer);
      const Type& type = lowering.type(lowering.type_id_of(pointer));
      if (type.kind == Type::Kind::pointer && type.element == 0)
        types->insert(descriptor_type_of(lowering.type(instruction.type)));
    }
  }
  return *types;
}

// The types that the resource in a slot may have; where the user does not say the type, storage comes first.
std::vector<DescriptorType> possible_types(const ProgramRequest& request, const BindingKey& key) {
  if (const auto given = request.heap_types.find(key); given != request.heap_types.end())
    return {given->second};
  if (request.acceleration_structures.contains(key))
    return {DescriptorType::acceleration_structure};
  if (key.set == BindingKey::sampler_heap) return {DescriptorType::sampler};
  const auto image = request.images.find(key);
  if (image == request.images.end())
    return {DescriptorType::storage_buffer, DescriptorType::uniform_buffer};
  if (image->second.is_texel_buffer())
    return {DescriptorType::storage_texel_buffer, DescriptorType::uniform_texel_buffer};
  return {DescriptorType::storage_image, DescriptorType::sampled_image};
}

// The type of the descriptor in a slot: what the user says, or the one of the possible types that the module reads.
DescriptorType type_in_slot(Lowering& lowering, const BindingKey& key) {
  const std::vector<DescriptorType> possible = possible_types(lowering.request(), key);
  const auto& read = types_read(lowering);
  const auto found =
      std::ranges::find_if(possible, [&](DescriptorType type) { return read.contains(type); });
  return found == possible.end() ? possible.front() : *found;
}

// Whether a null descriptor is read: it may have any of the types that support it.
bool is_null(const ProgramRequest& request, const BindingKey& key, DescriptorType wanted) {
  return request.null_descriptors.contains(key) && !request.heap_types.contains(key) &&
         wanted != DescriptorType::sampler;
}

// Why the descriptor in a slot, which is `object`, is not of the type that is read; empty if it is.
std::string mismatch_of(Lowering& lowering, const BindingKey& key, std::uint32_t object,
                        const Type& type) {
  const DescriptorType wanted = type_read(type);
  const DescriptorType found = type_in_slot(lowering, key);
  if (found != wanted && !is_null(lowering.request(), key, wanted))
    return "it is " + std::string(name_of(found)) + ", but " + std::string(name_of(wanted)) +
           " is read";
  if (type.kind != Type::Kind::image) return {};
  const auto fits = try_bind_image(lowering, type.image, key, object);
  return fits ? std::string() : fits.error().message;
}

// Makes a descriptor that fits known to the program. try_bind_image does it for images.
void note_descriptor(Lowering& lowering, const BindingKey& key, std::uint32_t object,
                     const Type& type) {
  if (type.kind == Type::Kind::sampler)
    lowering.builder().set_sampler(object, lowering.request().samplers.at(key));
  if (type.kind == Type::Kind::acceleration_structure &&
      !lowering.request().null_descriptors.contains(key))
    lowering.builder().set_acceleration_structure(
        object, lowering.request().acceleration_structures.at(key));
  if (type.kind == Type::Kind::buffer && type.storage_class == spv::StorageClass::Uniform)
    lowering.memory().object(object).allocation->writable = false;
}

std::uint64_t base_of_heap(Lowering& lowering, DescriptorHeap heap) {
  auto& bases = lowering.notes<NotedHeaps>().bases;
  if (const auto known = bases.find(heap); known != bases.end()) return known->second;
  // It has no bytes, because only descriptors are read from it.
  const char* name = heap == DescriptorHeap::sampler ? "sampler heap" : "resource heap";
  const std::uint32_t object = lowering.memory().allocate(0, MemoryKind::none, name);
  if (object == 0) lowering.fail({Status::limit, "memory limit reached by the descriptor heaps"});
  return bases.emplace(heap, AddressSpace::base_of(object)).first->second;
}

}  // namespace

Value lower_heap_variable(Lowering& lowering, const Instruction& variable) {
  const bool is_sampler =
      heap_built_in(lowering.module(), variable.result) == spv::BuiltIn::SamplerHeapEXT;
  const DescriptorHeap heap = is_sampler ? DescriptorHeap::sampler : DescriptorHeap::resource;
  if (lowering.program().is_graphics())
    lowering.fail_unsupported("a descriptor heap in a graphics stage");
  if (objects_in(lowering, heap).empty())
    lowering.fail_input(is_sampler ? "the sampler heap has no descriptors: pass --sampler "
                                     "heap.SLOT=SETTINGS"
                                   : "the resource heap has no descriptors: pass --buffer "
                                     "heap.SLOT=DATA or --image heap.SLOT=IMAGE");
  Value value;
  value.slots = {lowering.constant_plane(ScalarType::pointer(), base_of_heap(lowering, heap))};
  value.pointer.heap = heap;
  return value;
}

namespace {

std::uint32_t add_read(Lowering& lowering, const Type& type) {
  HeapRead read;
  read.heap = type.kind == Type::Kind::sampler ? DescriptorHeap::sampler : DescriptorHeap::resource;
  read.base = base_of_heap(lowering, read.heap);
  read.descriptor_size =
      read.heap == DescriptorHeap::sampler ? sampler_descriptor_size : resource_descriptor_size;
  for (const auto& [slot, object] : objects_in(lowering, read.heap)) {
    const BindingKey key{set_of(read.heap), slot, 0};
    if (slot >= max_heap_slots)
      lowering.fail({Status::limit,
                     "a descriptor heap has at most " + std::to_string(max_heap_slots) + " slots"});
    read.slots.resize(slot + 1);
    HeapDescriptor& descriptor = read.slots[slot];
    descriptor.address = AddressSpace::base_of(object);
    descriptor.mismatch = mismatch_of(lowering, key, object, type);
    if (descriptor.mismatch.empty()) note_descriptor(lowering, key, object, type);
  }
  return lowering.builder().add(std::move(read));
}

}  // namespace

std::uint32_t heap_read_of(Lowering& lowering, Id type_id) {
  auto& reads = lowering.notes<NotedHeaps>().reads;
  if (const auto known = reads.find(type_id); known != reads.end()) return known->second;
  const Type& type = lowering.type(type_id);
  if (type.kind == Type::Kind::image && type.image.dim == spv::Dim::SubpassData)
    lowering.fail_unsupported("an input attachment in a descriptor heap");
  return reads.emplace(type_id, add_read(lowering, type)).first->second;
}

std::uint32_t heap_read_of_buffers(Lowering& lowering, spv::StorageClass data) {
  auto& reads = lowering.notes<NotedHeaps>().reads_of_buffers;
  if (const auto known = reads.find(data); known != reads.end()) return known->second;
  Type type;
  type.kind = Type::Kind::buffer;
  type.storage_class = data;
  return reads.emplace(data, add_read(lowering, type)).first->second;
}

}  // namespace spirv_oracle

#include "interpreter/lowering/resources.h"

#include <algorithm>

#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {

std::string binding_name(const BindingKey& key) {
  if (key.set == BindingKey::kernel_arguments) return "arg." + std::to_string(key.binding);
  if (key.is_in_heap()) return "heap." + std::to_string(key.binding);
  std::string name = std::to_string(key.set) + "." + std::to_string(key.binding);
  if (key.element != 0) name += "[" + std::to_string(key.element) + "]";
  return name;
}

ResourceShapes shapes_of(const Bindings& bindings) {
  ResourceShapes shapes;
  shapes.push_constants = bindings.push_constants.size();
  for (const auto& [key, contents] : bindings.buffers) shapes.buffers.emplace(key, contents.size());
  for (const auto& [key, source] : bindings.buffer_sources)
    shapes.buffers.emplace(key, source.size);
  shapes.images = bindings.images;
  shapes.samplers = bindings.samplers;
  shapes.acceleration_structures = bindings.acceleration_structures;
  shapes.null_descriptors = bindings.null_descriptors;
  shapes.heap_types = bindings.heap_types;
  for (const NamedMemory& memory : bindings.memories)
    shapes.memories.push_back({memory.name, memory.size()});
  shapes.memory_buffers = bindings.memory_buffers;
  shapes.argument_values = bindings.argument_values;
  shapes.local_arguments = bindings.local_arguments;
  return shapes;
}

ResourceObjects resource_objects(const ResourceShapes& shapes) {
  ResourceObjects objects;
  std::uint32_t next = 1;
  objects.first_memory = next;
  next += static_cast<std::uint32_t>(shapes.memories.size());
  objects.push_constants = next++;
  for (const auto& [key, size] : shapes.buffers) objects.buffers[key] = next++;
  for (const auto& [key, range] : shapes.memory_buffers) objects.buffers[key] = next++;
  for (const BindingKey& key : shapes.null_descriptors) objects.buffers[key] = next++;
  for (const auto& [key, state] : shapes.samplers) {
    const auto image = objects.buffers.find(key);
    objects.samplers[key] = image == objects.buffers.end() ? next++ : image->second;
  }
  for (const auto& [key, structure] : shapes.acceleration_structures)
    objects.acceleration_structures[key] = next++;
  return objects;
}

std::uint64_t memory_address(std::size_t index) {
  return AddressSpace::base_of(static_cast<std::uint32_t>(1 + index));
}

namespace {

bool is_pipe_buffer(const ResourceShapes& shapes, const BindingKey& key) {
  return key.set == BindingKey::kernel_arguments && shapes.argument_values.contains(key.binding);
}

tl::unexpected<Error> does_not_fit(std::string_view what, const ProgramRequest& request) {
  return limit_reached("memory limit reached: the " + std::string(what) + " do not fit into " +
                       std::to_string(request.max_memory) + " bytes");
}

}  // namespace

Result<ResourceObjects> reserve_resources(const ProgramRequest& request, AddressSpace& memory) {
  bool fits = true;
  const auto reserve = [&](std::uint64_t size, MemoryKind kind, const std::string& name) {
    fits = fits && memory.reserve(size, kind, name) != 0;
  };
  for (const ResourceShapes::Memory& named : request.memories)
    reserve(named.size, MemoryKind::physical, named.name);
  reserve(request.push_constants, MemoryKind::constant, "push constants");
  const ResourceObjects objects = resource_objects(request);
  if (fits) memory.object(objects.push_constants).allocation->writable = false;
  for (const auto& [key, size] : request.buffers) {
    if (is_pipe_buffer(request, key)) {
      // Has bytes already, for its state (exec/state/pipe_state.h).
      const PipeArgument pipe = pipe_argument_of(request.argument_values.at(key.binding));
      fits = fits && memory.allocate(pipe_object_size(pipe), MemoryKind::none,
                                     "pipe " + binding_name(key)) != 0;
      continue;
    }
    const auto image = request.images.find(key);
    const bool is_image = image != request.images.end() && !image->second.is_texel_buffer();
    reserve(size, MemoryKind::buffer, (is_image ? "image " : "buffer ") + binding_name(key));
  }
  if (!fits) return does_not_fit("buffers", request);
  for (const auto& [key, range] : request.memory_buffers) {
    const std::uint32_t whole = objects.first_memory + static_cast<std::uint32_t>(range.memory);
    memory.share(whole, range.begin, range.size, MemoryKind::buffer, "buffer " + binding_name(key));
  }
  for (const BindingKey& key : request.null_descriptors)
    memory.reserve(0, MemoryKind::null_descriptor, "null descriptor " + binding_name(key));
  for (const auto& [key, object] : objects.samplers) {
    if (objects.buffers.contains(key)) continue;
    fits = fits && memory.allocate(0, MemoryKind::none, "sampler " + binding_name(key)) != 0;
  }
  if (!fits) return does_not_fit("samplers", request);
  for (const auto& [key, object] : objects.acceleration_structures)
    fits = fits &&
           memory.allocate(0, MemoryKind::none, "acceleration structure " + binding_name(key)) != 0;
  if (!fits) return does_not_fit("acceleration structures", request);
  return objects;
}

namespace {

// The object has room for all packets.
void put_packets(const PipeArgument& pipe, const ShadowedBytes& packets,
                 const ObjectEntry& object) {
  const std::uint64_t room = std::uint64_t{pipe.max_packets} * pipe.packet_size;
  const auto size = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(packets.size(), room));
  std::copy_n(packets.bytes.begin(), size, object.bytes);
  std::copy_n(packets.shadow.begin(), size, object.shadow);
}

}  // namespace

void bind_resources(const Bindings& bindings, const ResourceObjects& objects,
                    AddressSpace& memory) {
  const auto give = [&](std::uint32_t id, const ShadowedBytes& contents) {
    if (memory.object(id).allocation->writable) {
      memory.fill(id, contents);
    } else {
      memory.bind(id, contents);
    }
  };
  for (std::size_t i = 0; i < bindings.memories.size(); ++i) {
    const std::uint32_t id = objects.first_memory + static_cast<std::uint32_t>(i);
    const NamedMemory& named = bindings.memories[i];
    if (named.source) {
      memory.take_over(id, named.source->read_all());
    } else {
      give(id, named.contents);
    }
  }
  give(objects.push_constants, bindings.push_constants);
  for (const auto& [key, contents] : bindings.buffers) {
    const auto pipe = key.set == BindingKey::kernel_arguments
                          ? bindings.argument_values.find(key.binding)
                          : bindings.argument_values.end();
    const std::uint32_t id = objects.buffers.at(key);
    if (pipe == bindings.argument_values.end()) {
      give(id, contents);
    } else {
      put_packets(pipe_argument_of(pipe->second), contents, memory.object(id));
    }
  }
  for (const auto& [key, source] : bindings.buffer_sources)
    memory.take_over(objects.buffers.at(key), source.read_all());
  memory.connect_shared();
}

std::string name_of_memory(const Module& module, Id id) {
  const std::string shown = module.display(id);
  const std::string_view name = module.name(id);
  return name.empty() || shown == "%" + std::string(name) ? shown : "'" + std::string(name) + "'";
}

namespace {

// SPV_KHR_untyped_pointers: only blocks decorated Aliased share their storage. Without it, all are.
bool may_share_storage(const Module& module, const Instruction& block) {
  const auto& capabilities = module.capabilities();
  const bool must_say =
      std::ranges::find(capabilities, spv::Capability::UntypedPointersKHR) != capabilities.end();
  return !must_say || module.has_decoration(block.result, spv::Decoration::Aliased);
}

}  // namespace

bool is_workgroup_block(const Lowering& lowering, const Instruction& variable) {
  return is_variable(variable.opcode) &&
         static_cast<spv::StorageClass>(variable.literal(2)) == spv::StorageClass::Workgroup &&
         may_share_storage(lowering.module(), variable) &&
         lowering.module().has_decoration(data_type(lowering.module(), variable),
                                          spv::Decoration::Block);
}

std::vector<Id> workgroup_blocks(const Lowering& lowering) {
  std::vector<Id> blocks;
  for (const Id id : lowering.entry_point().interface) {
    const Instruction* variable = lowering.module().definition(id);
    if (variable != nullptr && is_workgroup_block(lowering, *variable)) blocks.push_back(id);
  }
  return blocks;
}

const std::map<BindingKey, std::uint32_t>& objects_of_type(const ResourceObjects& objects,
                                                           const Type& descriptor) {
  switch (descriptor.kind) {
    case Type::Kind::sampler:
      return objects.samplers;
    case Type::Kind::acceleration_structure:
      return objects.acceleration_structures;
    default:
      return objects.buffers;
  }
}

const Type& descriptor_type(Lowering& lowering, const Instruction& variable) {
  const Type* type = &lowering.type(data_type(lowering.module(), variable));
  while (type->kind == Type::Kind::array || type->kind == Type::Kind::runtime_array)
    type = &lowering.type(type->element);
  return *type;
}

}  // namespace spirv_oracle

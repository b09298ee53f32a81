#include "interpreter/lowering/resources.h"

#include <algorithm>

#include "interpreter/exec/state/pipe_state.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {

std::string binding_name(const BindingKey& key) {
  if (key.set == BindingKey::kernel_arguments) return "arg." + std::to_string(key.binding);
  std::string name = std::to_string(key.set) + "." + std::to_string(key.binding);
  if (key.element != 0) name += "[" + std::to_string(key.element) + "]";
  return name;
}

ResourceObjects resource_objects(const Dispatch& dispatch) {
  ResourceObjects objects;
  std::uint32_t next = 1;
  objects.first_memory = next;
  next += static_cast<std::uint32_t>(dispatch.memories.size());
  objects.push_constants = next++;
  for (const auto& [key, contents] : dispatch.buffers) objects.buffers[key] = next++;
  for (const auto& [key, range] : dispatch.memory_buffers) objects.buffers[key] = next++;
  for (const auto& [key, state] : dispatch.samplers) {
    const auto image = objects.buffers.find(key);
    objects.samplers[key] = image == objects.buffers.end() ? next++ : image->second;
  }
  return objects;
}

std::uint64_t memory_address(std::size_t index) {
  return AddressSpace::base_of(static_cast<std::uint32_t>(1 + index));
}

namespace {

// Room for all packets, and for the state (exec/pipe_state.h). False if the memory does not suffice.
bool create_pipe(const PipeArgument& pipe, const ShadowedBytes& packets, const std::string& name,
                 AddressSpace& memory) {
  const std::uint64_t room = std::uint64_t{pipe.max_packets} * pipe.packet_size;
  const std::uint32_t id = memory.allocate(pipe_object_size(pipe), MemoryKind::none, name);
  if (id == 0) return false;
  const ObjectEntry& object = memory.object(id);
  const auto size = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(packets.size(), room));
  std::copy_n(packets.bytes.begin(), size, object.bytes);
  std::copy_n(packets.shadow.begin(), size, object.shadow);
  return true;
}

tl::unexpected<Error> does_not_fit(std::string_view what, const Dispatch& dispatch) {
  return limit_reached("memory limit reached: the " + std::string(what) + " do not fit into " +
                       std::to_string(dispatch.limits.max_memory) + " bytes");
}

}  // namespace

Result<ResourceObjects> create_resources(const Dispatch& dispatch, AddressSpace& memory) {
  bool fits = true;
  const auto add = [&](const ShadowedBytes& contents, MemoryKind kind, const std::string& name) {
    fits = fits && memory.allocate(contents, kind, name) != 0;
  };
  for (const NamedMemory& named : dispatch.memories)
    add(named.contents, MemoryKind::physical, named.name);
  add(dispatch.push_constants, MemoryKind::constant, "push constants");
  if (fits) memory.object(resource_objects(dispatch).push_constants).allocation->writable = false;
  for (const auto& [key, contents] : dispatch.buffers) {
    if (key.set == BindingKey::kernel_arguments && dispatch.argument_values.contains(key.binding)) {
      fits = fits && create_pipe(pipe_argument_of(dispatch.argument_values.at(key.binding)),
                                 contents, "pipe " + binding_name(key), memory);
      continue;
    }
    add(contents, MemoryKind::buffer,
        (dispatch.images.contains(key) && !dispatch.images.at(key).is_texel_buffer() ? "image "
                                                                                     : "buffer ") +
            binding_name(key));
  }
  if (!fits) return does_not_fit("buffers", dispatch);
  const ResourceObjects objects = resource_objects(dispatch);
  for (const auto& [key, range] : dispatch.memory_buffers) {
    const std::uint32_t whole = objects.first_memory + static_cast<std::uint32_t>(range.memory);
    memory.share(whole, range.begin, range.size, MemoryKind::buffer, "buffer " + binding_name(key));
  }
  for (const auto& [key, object] : objects.samplers) {
    if (objects.buffers.contains(key)) continue;
    fits = fits && memory.allocate(0, MemoryKind::none, "sampler " + binding_name(key)) != 0;
  }
  if (!fits) return does_not_fit("samplers", dispatch);
  return objects;
}

std::string name_of_memory(const Module& module, Id id) {
  const std::string shown = module.display(id);
  const std::string_view name = module.name(id);
  return name.empty() || shown == "%" + std::string(name) ? shown : "'" + std::string(name) + "'";
}

bool is_workgroup_block(const Lowering& lowering, const Instruction& variable) {
  return variable.opcode == spv::Op::OpVariable &&
         static_cast<spv::StorageClass>(variable.literal(2)) == spv::StorageClass::Workgroup &&
         lowering.module().has_decoration(lowering.type(variable.type).element,
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

const Type& descriptor_type(Lowering& lowering, const Instruction& variable) {
  const Type* type = &lowering.type(lowering.type(variable.type).element);
  while (type->kind == Type::Kind::array || type->kind == Type::Kind::runtime_array)
    type = &lowering.type(type->element);
  return *type;
}

}  // namespace spirv_oracle

#include "interpreter/instructions/memory/global_variables.h"

#include <algorithm>
#include <array>

#include "grammar/core.h"
#include "interpreter/exec/report/object_name.h"
#include "interpreter/exec/state/component_bits.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/instructions/memory/access.h"
#include "interpreter/instructions/memory/kernel_memory.h"
#include "interpreter/instructions/memory/memory.h"
#include "interpreter/instructions/memory/stage_variables.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/lowering/descriptor_heap.h"
#include "interpreter/lowering/descriptor_types.h"
#include "interpreter/lowering/image_resources.h"
#include "interpreter/lowering/kernel_images.h"
#include "interpreter/lowering/memory_components.h"
#include "interpreter/lowering/resources.h"

namespace spirv_oracle {
namespace {

bool is_uniform_block(const Module& module, const Instruction& variable, Id block) {
  return static_cast<spv::StorageClass>(variable.literal(2)) == spv::StorageClass::Uniform &&
         !module.has_decoration(block, spv::Decoration::BufferBlock);
}

// The block of a variable is that of all its descriptors.
void note_contents(Lowering& lowering, const BindingKey& key, Id block,
                   const ResourceObjects& objects) {
  while (lowering.type(block).kind == Type::Kind::array ||
         lowering.type(block).kind == Type::Kind::runtime_array)
    block = lowering.type(block).element;
  for (auto buffer = objects.buffers.lower_bound({key.set, key.binding, 0});
       buffer != objects.buffers.end() && buffer->first.set == key.set &&
       buffer->first.binding == key.binding;
       ++buffer)
    lowering.builder().set_contents(buffer->second, {block});
}

Value buffer_variable(Lowering& lowering, const Instruction& variable) {
  const Module& module = lowering.module();
  BindingKey key;
  key.set = module.decoration(variable.result, spv::Decoration::DescriptorSet).value_or(0);
  key.binding = module.decoration(variable.result, spv::Decoration::Binding).value_or(0);
  const Type& pointee = lowering.type(data_type(lowering.module(), variable));
  if (pointee.kind == Type::Kind::other) {
    lowering.fail_unsupported("the resource " + module.display(variable.result) + " of the type " +
                              lowering.type_text(variable.type));
  }
  note_descriptor_type(lowering, variable);
  const ResourceObjects objects = resource_objects(lowering.request());
  note_contents(lowering, key, data_type(lowering.module(), variable), objects);
  if (pointee.kind == Type::Kind::array || pointee.kind == Type::Kind::runtime_array) {
    Value value = address_value(lowering, 0);
    value.pointer.descriptors = variable.result;
    return value;
  }
  const auto found = objects.buffers.find(key);
  if (found == objects.buffers.end()) {
    lowering.fail_input("no buffer is given for binding " + binding_name(key));
  }
  if (is_uniform_block(module, variable, data_type(lowering.module(), variable))) {
    lowering.memory().object(found->second).allocation->writable = false;
  }
  return address_value(lowering, AddressSpace::base_of(found->second));
}

std::uint64_t size_of_variable(const Lowering& lowering, Id variable) {
  return lowering.type(pointee_type(lowering.module(), variable)).size;
}

// Adds an object for workgroup memory; returns its index in Program::workgroup_variables.
std::uint32_t add_workgroup_memory(Lowering& lowering, std::uint64_t size, const std::string& name,
                                   bool is_blocks) {
  const std::uint32_t object = lowering.memory().allocate(size, MemoryKind::workgroup, name);
  if (object == 0)
    lowering.fail({Status::limit, "memory limit reached while allocating variable " + name});
  return lowering.builder().add(WorkgroupVariable{object, size, is_blocks});
}

// The null initializer of a block. It defines its members, also as other blocks see them, but no padding.
void initialize_block(Lowering& lowering, std::uint32_t memory, Id block) {
  const Instruction& variable = *lowering.module().definition(block);
  if (!variable.has(initializer_operand(variable.opcode))) return;
  const auto bytes = occupied_bytes(lowering.types(), data_type(lowering.module(), variable));
  if (!bytes) lowering.fail_unsupported("a null initializer of a block with more than 2^16 gaps");
  lowering.builder().initialize(memory, *bytes);
}

// The storage of all blocks, as large as the largest one. Allocated for the first block that is used.
std::uint32_t storage_of_blocks(Lowering& lowering) {
  const auto& variables = lowering.program().workgroup_variables;
  const auto made = std::ranges::find(variables, true, &WorkgroupVariable::is_blocks);
  if (made != variables.end()) return static_cast<std::uint32_t>(made - variables.begin());
  std::uint64_t size = 0;
  std::string name;
  for (const Id block : workgroup_blocks(lowering)) {
    size = std::max(size, size_of_variable(lowering, block));
    name += (name.empty() ? "" : ", ") + name_of_declaration(lowering.module(), block);
  }
  const std::uint32_t memory = add_workgroup_memory(lowering, size, name, true);
  for (const Id block : workgroup_blocks(lowering)) initialize_block(lowering, memory, block);
  return memory;
}

Value workgroup_variable(Lowering& lowering, const Instruction& variable) {
  const std::uint64_t size = size_of_variable(lowering, variable.result);
  const bool is_block = is_workgroup_block(lowering, variable);
  const std::uint32_t memory =
      is_block ? storage_of_blocks(lowering)
               : add_workgroup_memory(lowering, size,
                                      name_of_memory(lowering.module(), variable.result), false);
  if (!is_block && variable.has(initializer_operand(variable.opcode)))
    lowering.builder().initialize(memory, std::array{ByteRange{0, size}});
  const std::uint32_t object = lowering.program().workgroup_variables[memory].object;
  if (!lowering.program().workgroup_variables[memory].is_blocks)
    lowering.builder().set_contents(object, {data_type(lowering.module(), variable)});
  return address_value(lowering, AddressSpace::base_of(object));
}

}  // namespace

Value create_workgroup_variable(Lowering& lowering, const Instruction& variable) {
  return workgroup_variable(lowering, variable);
}

std::uint64_t workgroup_variable_address(Lowering& lowering, Id variable) {
  const Slot slot = lowering.value(variable).slots[0];
  const auto& constants = lowering.program().registers.constants;
  const auto constant = std::ranges::find(constants, slot, &ConstantPlane::slot);
  if (constant == constants.end()) lowering.fail_input("the address of an output is not constant");
  return constant->bits;
}

namespace {

// Its planes are filled before the subgroup starts.
Value input_variable(Lowering& lowering, const Instruction& variable) {
  const auto built_in = lowering.module().decoration(variable.result, spv::Decoration::BuiltIn);
  const Id pointee = data_type(lowering.module(), variable);
  const bool is_provided =
      built_in && lowering.registry().find_input(static_cast<spv::BuiltIn>(*built_in)) != nullptr;
  if (!is_provided && lowering.program().is_graphics())
    return lower_stage_input(lowering, variable);
  if (!is_provided) {
    lowering.fail_unsupported("the input variable " + lowering.module().display(variable.result) +
                              (built_in ? " (built-in " + std::to_string(*built_in) + ")"
                                        : std::string(" (not a built-in)")));
  }
  const std::vector<Slot> planes = lowering.new_planes(pointee);
  const auto scalars = lowering.components(pointee);
  for (std::uint32_t i = 0; i < planes.size(); ++i) {
    lowering.builder().add(
        InputPlane{planes[i], scalars[i], static_cast<spv::BuiltIn>(*built_in), i});
  }
  if (lowering.program().is_kernel() &&
      !lowering.analysis().only_loaded_and_stored(variable.result))
    return create_input_memory(lowering, variable, planes);
  Value value;
  value.pointer.variable = lowering.add_variable(planes);
  return value;
}

}  // namespace

Value lower_global_variable(Lowering& lowering, const Instruction& variable) {
  if (variable.opcode == spv::Op::OpConstantSampler)
    return lower_literal_sampler(lowering, variable);
  if (variable.opcode == spv::Op::OpSpecConstantOp)
    return lower_constant_pointer(lowering, variable);
  switch (static_cast<spv::StorageClass>(variable.literal(2))) {
    case spv::StorageClass::StorageBuffer:
    case spv::StorageClass::Uniform:
      return buffer_variable(lowering, variable);
    case spv::StorageClass::PushConstant: {
      const ResourceObjects objects = resource_objects(lowering.request());
      return address_value(lowering, AddressSpace::base_of(objects.push_constants));
    }
    case spv::StorageClass::Workgroup:
      return workgroup_variable(lowering, variable);
    case spv::StorageClass::UniformConstant:
      if (heap_built_in(lowering.module(), variable.result))
        return lower_heap_variable(lowering, variable);
      if (descriptor_type(lowering, variable).is_descriptor())
        return lower_descriptor_variable(lowering, variable);
      return kernel_variable(lowering, variable);
    case spv::StorageClass::CrossWorkgroup:
      return kernel_variable(lowering, variable);
    case spv::StorageClass::Private:
      return create_private_variable(lowering, variable);
    case spv::StorageClass::Input:
      return input_variable(lowering, variable);
    case spv::StorageClass::Output:
      return lower_stage_output(lowering, variable);
    default:
      lowering.fail_unsupported("the storage class of variable " +
                                lowering.module().display(variable.result));
  }
}

namespace {

// The words in Program::data: { variable, number of descriptors, bytes of the index, address (2 words) * number }. An
// address of 0 means that nothing is bound.
struct DescriptorWords {
  const std::uint32_t* words;

  Id variable() const { return words[0]; }
  std::uint32_t count() const { return words[1]; }
  std::uint32_t index_bytes() const { return words[2]; }
  std::uint64_t address(std::uint64_t i) const {
    return words[3 + 2 * i] | std::uint64_t{words[4 + 2 * i]} << 32;
  }
};

// "index 4 of 4 elements", or "element 1 of 'parts' (descriptor set 0, binding 0)"
std::string describe_index(const Module& module, const DescriptorWords& words, const Clause& clause,
                           std::uint64_t index) {
  if (&clause == &chain_clauses::index_out_of_bounds)
    return "index " + std::to_string(index) + " of " + std::to_string(words.count()) + " elements";
  if (&clause != &descriptor_clauses::not_bound) return {};
  const auto number = [&](spv::Decoration decoration) {
    return std::to_string(module.decoration(words.variable(), decoration).value_or(0));
  };
  const std::string_view name = module.name(words.variable());
  const std::string array =
      name.empty() ? module.display(words.variable()) : std::string("'").append(name).append("'");
  return "element " + std::to_string(index) + " of " + array + " (descriptor set " +
         number(spv::Decoration::DescriptorSet) + ", binding " + number(spv::Decoration::Binding) +
         ")";
}

// operand 1: the index, as in the access chain; extra: DescriptorWords.
const Record* index_descriptors(Subgroup& subgroup, const Record* record) {
  const DescriptorWords words{subgroup.data + record->extra};
  const Slot index = record->operand[1];
  const auto index_in = [&](unsigned lane) {
    return component_bits(subgroup, index, words.index_bytes(), lane);
  };
  combine_headers(subgroup, record->result, index);
  BrokenClauses broken;
  subgroup.active.for_each([&](unsigned lane) {
    const std::uint64_t i = index_in(lane);
    std::uint64_t address = reported_address;
    if (subgroup.header(index).undefined.test(lane)) {
      broken.add(chain_clauses::index_undefined, lane);
    } else if (i >= words.count()) {
      broken.add(chain_clauses::index_out_of_bounds, lane);
    } else if (words.address(i) == 0) {
      broken.add(descriptor_clauses::not_bound, lane);
    } else {
      address = words.address(i);
    }
    subgroup.values<std::uint64_t>(record->result)[lane] = address;
  });
  broken.report(subgroup, *record, [&](const Clause& clause, unsigned lane) {
    return describe_index(*subgroup.program->module, words, clause, index_in(lane));
  });
  // The choice of the descriptor is implementation-dependent if the index is.
  subgroup.header(record->result) =
      PlaneHeader{{}, subgroup.header(index).implementation_dependent};
  return record + 1;
}

}  // namespace

namespace descriptor_clauses {
constinit const Clause not_bound{
    "descriptor.not-bound",      "descriptor-not-bound",
    Effect::undefined_behavior,  "nothing is bound at this element of the descriptor array",
    ArithmeticPoison::unchanged, "bind a resource to the element, or do not access it"};
}  // namespace descriptor_clauses

void lower_descriptor_index(Lowering& lowering, Id variable_id, Id index, Slot result) {
  const Module& module = lowering.module();
  const Instruction& variable = *module.definition(variable_id);
  BindingKey key;
  key.set = module.decoration(variable_id, spv::Decoration::DescriptorSet).value_or(0);
  key.binding = module.decoration(variable_id, spv::Decoration::Binding).value_or(0);
  const Id array = data_type(lowering.module(), variable);
  const ResourceObjects objects = resource_objects(lowering.request());
  const Type& descriptor = descriptor_type(lowering, variable);
  std::uint32_t count = lowering.type(array).count;
  if (lowering.type(array).kind == Type::Kind::runtime_array) {
    for (const auto& [bound, object] : objects_of_type(objects, descriptor)) {
      if (bound.set == key.set && bound.binding == key.binding)
        count = std::max(count, bound.element + 1);
    }
  }
  if (count > (1u << 20)) lowering.fail_unsupported("more than 2^20 descriptors in an array");
  const auto check_sampler = [&](bool is_given) {
    if (!is_given && descriptor.kind == Type::Kind::sampler)
      lowering.fail_input("no sampler is given for binding " + binding_name(key));
  };
  check_sampler(count != 0);
  std::vector<std::uint32_t> words = {variable_id, count, lowering.type_of(index).scalar.bytes};
  for (key.element = 0; key.element < count; ++key.element) {
    std::uint32_t object = 0;
    if (descriptor.is_descriptor()) {
      object = bound_descriptor(lowering, variable, objects, key);
      check_sampler(object != 0);
    } else if (const auto found = objects.buffers.find(key); found != objects.buffers.end()) {
      object = found->second;
    }
    const std::uint64_t address = object == 0 ? 0 : AddressSpace::base_of(object);
    if (address != 0 && is_uniform_block(module, variable, lowering.type(array).element)) {
      lowering.memory().object(object).allocation->writable = false;
    }
    words.push_back(static_cast<std::uint32_t>(address));
    words.push_back(static_cast<std::uint32_t>(address >> 32));
  }
  lowering.emit(&index_descriptors, result, {no_slot, lowering.slot(index)},
                lowering.add_data(words));
}

}  // namespace spirv_oracle

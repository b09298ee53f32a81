#include "interpreter/value_layout.h"
#include "interpreter/loader/pointers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "interpreter/compile/compile.h"
#include "interpreter/loader/types/describe.h"
#include "interpreter/loader/used_ids.h"
#include "interpreter/push_constant_layout.h"

namespace spirv_oracle {
namespace {

// The layout of the matrices of a member, from its decorations.
struct MatrixPlacement {
  std::uint64_t stride = 0;  // 0: the natural distance between columns
  bool row_major = false;
  friend auto operator<=>(const MatrixPlacement&, const MatrixPlacement&) = default;
};

class LayoutBuilder {
 public:
  explicit LayoutBuilder(const SpecializedModule& types) : types_(types) {}

  // Null for a type that has no layout.
  ValueLayoutPointer layout_of(Id type, MatrixPlacement placement = {}) {
    const auto key = std::pair(type, placement);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    return known_[key] = make(type, placement);
  }

 private:
  ValueLayoutPointer make(Id id, MatrixPlacement placement);
  ValueLayoutPointer make_structure(Id id);

  const SpecializedModule& types_;
  std::map<std::pair<Id, MatrixPlacement>, ValueLayoutPointer> known_;
};

ValueLayout vector_layout(const ScalarType& scalar, unsigned components, std::uint64_t stride) {
  ValueLayout layout;
  layout.scalar = scalar_kind(scalar);
  layout.components = components;
  layout.component_stride = stride;
  layout.size = stride * (components - 1) + scalar.memory_bytes();
  return layout;
}

// Whether the type ends in a runtime array.
bool is_open_ended(const ValueLayout& layout) {
  if (layout.kind == ValueLayout::Kind::array) return !layout.count;
  return layout.kind == ValueLayout::Kind::structure && is_open_ended(*layout.members.back().type);
}

ValueLayoutPointer array_layout(ValueLayoutPointer element, std::optional<std::uint64_t> count,
                                std::uint64_t stride) {
  if (!element || is_open_ended(*element) || stride < element->size || count == 0) return nullptr;
  ValueLayout layout;
  layout.kind = ValueLayout::Kind::array;
  if (count) layout.size = (*count - 1) * stride + element->size;
  layout.element = std::move(element);
  layout.count = count;
  layout.stride = stride;
  return std::make_shared<const ValueLayout>(std::move(layout));
}

ValueLayoutPointer matrix_layout(const Type& matrix, const Type& column,
                                 MatrixPlacement placement) {
  const std::uint64_t scalar = matrix.scalar.memory_bytes();
  const std::uint64_t between_columns = placement.row_major     ? scalar
                                        : placement.stride != 0 ? placement.stride
                                                                : column.size;
  const std::uint64_t between_rows = !placement.row_major    ? scalar
                                     : placement.stride != 0 ? placement.stride
                                                             : scalar * matrix.count;
  auto layout = vector_layout(matrix.scalar, column.count, between_rows);
  ValueLayout columns;
  columns.kind = ValueLayout::Kind::array;
  columns.count = matrix.count;
  columns.stride = between_columns;
  columns.size = between_columns * (matrix.count - 1) + layout.size;
  columns.element = std::make_shared<const ValueLayout>(std::move(layout));
  return std::make_shared<const ValueLayout>(std::move(columns));
}

ValueLayoutPointer LayoutBuilder::make_structure(Id id) {
  const Type& type = types_.type(id);
  if (type.members.empty()) return nullptr;
  ValueLayout layout;
  layout.kind = ValueLayout::Kind::structure;
  std::uint64_t parts = 0;
  for (std::uint32_t i = 0; i < type.members.size(); ++i) {
    const Type::Member& member = type.members[i];
    const auto part = layout_of(member.type, {member.matrix_stride, member.row_major});
    const bool is_last = i + 1 == type.members.size();
    if (!part || (is_open_ended(*part) && !is_last)) return nullptr;
    std::string name(types_.module().member_name(id, i));
    if (name.empty()) name = "_" + std::to_string(i);
    layout.size = std::max(layout.size, member.offset + part->size);
    parts += part->size;
    layout.members.push_back({std::move(name), member.offset, part});
  }
  // Members may overlap, so the number of scalars could be exponential.
  if (parts > layout.size) return nullptr;
  return std::make_shared<const ValueLayout>(std::move(layout));
}

ValueLayoutPointer LayoutBuilder::make(Id id, MatrixPlacement placement) {
  const Type& type = types_.type(id);
  switch (type.kind) {
    case Type::Kind::scalar:
    case Type::Kind::pointer:
    case Type::Kind::vector:
      if (type.scalar.scalar_class == ScalarType::Class::boolean) return nullptr;
      return std::make_shared<const ValueLayout>(
          vector_layout(type.scalar, type.kind == Type::Kind::vector ? type.count : 1,
                        type.scalar.memory_bytes()));
    case Type::Kind::matrix:
      return matrix_layout(type, types_.type(type.element), placement);
    case Type::Kind::array:
      return array_layout(layout_of(type.element, placement), type.count, type.stride);
    case Type::Kind::runtime_array:
      return array_layout(layout_of(type.element, placement), std::nullopt, type.stride);
    case Type::Kind::structure:
      return make_structure(id);
    default:
      return nullptr;
  }
}

// The type of the descriptors of a variable.
Id block_of(const SpecializedModule& types, const Instruction& variable) {
  Id block = data_type(types.module(), variable);
  while (types.type(block).kind == Type::Kind::array ||
         types.type(block).kind == Type::Kind::runtime_array)
    block = types.type(block).element;
  return block;
}

void add_arguments(const SpecializedModule& types, const Function& function, LayoutBuilder& builder,
                   std::map<BindingKey, ValueLayoutPointer>& layouts) {
  for (std::uint32_t i = 0; i < function.parameters.size(); ++i) {
    const Instruction* parameter = types.module().definition(function.parameters[i]);
    const Type& type = types.type(parameter->type);
    if (type.kind != Type::Kind::pointer || types.type(type.element).size == 0) continue;
    const auto layout =
        array_layout(builder.layout_of(type.element), std::nullopt, types.type(type.element).size);
    if (layout) layouts[{BindingKey::kernel_arguments, i, 0}] = layout;
  }
}

void add_variables(const SpecializedModule& types, const EntryPoint& entry, LayoutBuilder& builder,
                   std::map<BindingKey, ValueLayoutPointer>& layouts) {
  const Module& module = types.module();
  const UsedIds used(module, entry.function);
  for (const Instruction* variable : resource_variables(module)) {
    const auto storage_class = static_cast<spv::StorageClass>(variable->literal(2));
    const auto set = module.decoration(variable->result, spv::Decoration::DescriptorSet);
    const auto binding = module.decoration(variable->result, spv::Decoration::Binding);
    if (!used.contains(variable->result) || !set || !binding ||
        storage_class == spv::StorageClass::UniformConstant ||
        storage_class == spv::StorageClass::PushConstant)
      continue;
    const auto layout = builder.layout_of(block_of(types, *variable));
    if (layout) layouts.try_emplace({*set, *binding, 0}, layout);
  }
}

}  // namespace

ValueLayoutPointer describe_push_constants(
    const Module& module, const InstructionRegistry& registry, const std::string& entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization, std::uint64_t max_memory) {
  BrokenConstants broken;  // the run has its own
  const SpecConstantContext context{registry, broken, max_memory};
  const auto types = SpecializedModule::create(module, specialization, max_memory,
                                               &evaluate_spec_constant, &context);
  const auto entry = std::ranges::find(module.entry_points(), entry_point, &EntryPoint::name);
  if (!types || entry == module.entry_points().end()) return nullptr;
  const UsedIds used(module, entry->function);
  for (const Instruction* variable : resource_variables(module)) {
    const auto storage_class = static_cast<spv::StorageClass>(variable->literal(2));
    if (storage_class == spv::StorageClass::PushConstant && used.contains(variable->result))
      return LayoutBuilder(*types).layout_of(block_of(*types, *variable));
  }
  return nullptr;
}

std::map<BindingKey, ValueLayoutPointer> describe_layouts(
    const Module& module, const InstructionRegistry& registry, const std::string& entry_point,
    const std::map<std::uint32_t, std::uint64_t>& specialization, std::uint64_t max_memory) {
  std::map<BindingKey, ValueLayoutPointer> layouts;
  BrokenConstants broken;  // the run has its own
  const SpecConstantContext context{registry, broken, max_memory};
  const auto types = SpecializedModule::create(module, specialization, max_memory,
                                               &evaluate_spec_constant, &context);
  const auto entry = std::ranges::find(module.entry_points(), entry_point, &EntryPoint::name);
  if (!types || entry == module.entry_points().end()) return layouts;
  LayoutBuilder builder(*types);
  const Function* function = module.function(entry->function);
  if (entry->model == spv::ExecutionModel::Kernel && function != nullptr)
    add_arguments(*types, *function, builder, layouts);
  add_variables(*types, *entry, builder, layouts);
  return layouts;
}

}  // namespace spirv_oracle

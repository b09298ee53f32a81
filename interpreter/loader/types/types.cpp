#include "interpreter/loader/types/types.h"

#include <algorithm>

#include "interpreter/loader/types/specialized_module_builder.h"

namespace spirv_oracle {

SpecializedModuleBuilder::SpecializedModuleBuilder(
    const Module& module, const std::map<std::uint32_t, std::uint64_t>& specialization,
    std::uint64_t max_memory, SpecConstantEvaluator evaluator, const void* context,
    MatrixDistribution distribution, const SpecializedModule* layout)
    : module_(module),
      specialization_(specialization),
      max_memory_(max_memory),
      evaluator_(evaluator),
      context_(context),
      layout_(layout) {
  result_.module_ = &module;
  result_.distribution_ = distribution;
  result_.type_index_.assign(module.id_count(), 0);
  result_.types_.emplace_back();
  nesting_.push_back(0);
}

// See "Logical Layout of a Module": types and constants are outside functions, each before its uses.
Result<SpecializedModule> SpecializedModuleBuilder::build() {
  bool in_function = false;
  for (const Instruction& instruction : module_.instructions()) {
    if (instruction.opcode == spv::Op::OpFunction) in_function = true;
    if (instruction.opcode == spv::Op::OpFunctionEnd) in_function = false;
    if (in_function) continue;
    if (declares_type(instruction)) {
      if (auto done = add_type(instruction); !done) return tl::unexpected(done.error());
    } else if (declares_constant(instruction.opcode)) {
      if (auto done = add_constant(instruction); !done) return tl::unexpected(done.error());
    }
  }
  return std::move(result_);
}

namespace {

// Whether constants of the module give the layout of its types: ArrayStrideIdEXT and OffsetIdEXT.
bool has_constant_layout(const Module& module) {
  return std::ranges::find(module.capabilities(), spv::Capability::DescriptorHeapEXT) !=
         module.capabilities().end();
}

}  // namespace

Result<SpecializedModule> SpecializedModule::create(
    const Module& module, const std::map<std::uint32_t, std::uint64_t>& specialization,
    std::uint64_t max_memory, SpecConstantEvaluator evaluator, const void* context,
    MatrixDistribution distribution) {
  const auto build = [&](const SpecializedModule* layout) {
    return SpecializedModuleBuilder(module, specialization, max_memory, evaluator, context,
                                    distribution, layout)
        .build();
  };
  auto first = build(nullptr);
  return first && has_constant_layout(module) ? build(&*first) : std::move(first);
}

std::span<const ScalarType> SpecializedModule::components(Id id) const {
  const Type& asked = type(id);
  if (asked.component_count == 0 || asked.component_count > max_components) return {};
  const std::lock_guard lock(*components_mutex_);
  const auto [entry, inserted] = components_.try_emplace(id);
  if (inserted) {
    // Uses a local variable, because the recursion must not see an incomplete list.
    std::vector<ScalarType> scalars;
    scalars.reserve(asked.component_count);
    append_components(id, scalars);
    entry->second = std::move(scalars);
  }
  return entry->second;
}

// The depth of the recursion is that of nested types, which the builder limits.
void SpecializedModule::append_components(Id id, std::vector<ScalarType>& scalars) const {
  const Type& shape = type(id);
  switch (shape.kind) {
    case Type::Kind::scalar:
    case Type::Kind::pointer:
    case Type::Kind::image:
    case Type::Kind::sampler:
    case Type::Kind::acceleration_structure:
      scalars.push_back(shape.scalar);
      break;
    case Type::Kind::sampled_image:
      scalars.insert(scalars.end(), 2, shape.scalar);
      break;
    case Type::Kind::vector:
    case Type::Kind::cooperative_matrix:
    case Type::Kind::tensor_layout:
    case Type::Kind::tensor_view:
    case Type::Kind::ray_query:
      scalars.insert(scalars.end(), shape.count, shape.scalar);
      break;
    case Type::Kind::matrix:
    case Type::Kind::array: {
      if (shape.element_components == 0) break;
      const std::size_t begin = scalars.size();
      append_components(shape.element, scalars);
      const std::size_t length = scalars.size() - begin;
      scalars.resize(begin + length * shape.count);
      for (std::size_t i = begin + length; i < scalars.size(); ++i)
        scalars[i] = scalars[i - length];
      break;
    }
    case Type::Kind::structure:
      for (const Type::Member& member : shape.members) {
        if (type(member.type).component_count != 0) append_components(member.type, scalars);
      }
      break;
    default:
      break;
  }
}

const ConstantValue* SpecializedModule::constant(Id id) const {
  const auto found = constants_.find(id);
  return found == constants_.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> SpecializedModule::integer(Id id) const {
  const ConstantValue* value = constant(id);
  const Instruction* definition = module_->definition(id);
  if (value == nullptr || definition == nullptr || value->size() != 1) return std::nullopt;
  const Type& shape = type(definition->type);
  if (shape.kind != Type::Kind::scalar || value->front().undefined ||
      shape.scalar.scalar_class != ScalarType::Class::integer) {
    return std::nullopt;
  }
  const unsigned unused = 64 - 8 * shape.scalar.bytes;
  const std::uint64_t bits = value->front().bits << unused;
  if (!shape.scalar.is_signed) return static_cast<std::int64_t>(bits >> unused);
  return static_cast<std::int64_t>(bits) >> unused;
}

const Instruction* workgroup_size_constant(const Module& module) {
  for (const Instruction& instruction : module.instructions()) {
    if (!declares_constant(instruction.opcode)) continue;
    const auto is_workgroup_size = [](const Decoration& decoration) {
      return decoration.kind == spv::Decoration::BuiltIn && !decoration.literals.empty() &&
             decoration.literals[0] == static_cast<std::uint32_t>(spv::BuiltIn::WorkgroupSize);
    };
    if (std::ranges::any_of(module.decorations(instruction.result), is_workgroup_size)) {
      return &instruction;
    }
  }
  return nullptr;
}

namespace {

Result<std::optional<Dim3>> checked_size(const Dim3& size) {
  if (std::ranges::find(size, 0u) != size.end()) {
    return bad_input("the module declares a workgroup with a size of 0");
  }
  return size;
}

Result<std::optional<Dim3>> size_from_constant(const SpecializedModule& types,
                                               const Instruction& definition) {
  const ConstantValue* value = types.constant(definition.result);
  const auto is_undefined = [](const ConstantComponent& c) { return c.undefined; };
  if (value == nullptr || value->size() != 3 || std::ranges::any_of(*value, is_undefined)) {
    return bad_input("the constant " + types.module().display(definition.result) +
                     " is decorated WorkgroupSize but does not have three known components");
  }
  Dim3 size{};
  for (std::size_t i = 0; i < 3; ++i) size[i] = static_cast<std::uint32_t>((*value)[i].bits);
  return checked_size(size);
}

Result<std::optional<Dim3>> size_from_ids(const SpecializedModule& types, const Instruction& mode) {
  Dim3 size{};
  for (unsigned i = 0; i < 3; ++i) {
    const std::optional<std::int64_t> value = types.integer(mode.id(i + 2));
    if (!value || *value < 0 || *value > 0xFFFFFFFF) {
      return bad_input("LocalSizeId: " + types.module().display(mode.id(i + 2)) +
                       " is not a known 32-bit size");
    }
    size[i] = static_cast<std::uint32_t>(*value);
  }
  return checked_size(size);
}

}  // namespace

Result<std::optional<Dim3>> local_size(const SpecializedModule& types,
                                       const EntryPoint& entry_point) {
  if (const Instruction* constant = workgroup_size_constant(types.module()); constant != nullptr) {
    return size_from_constant(types, *constant);
  }
  const auto find_mode = [&](spv::ExecutionMode kind) {
    const auto found = std::ranges::find_if(entry_point.modes, [&](const Instruction* mode) {
      return static_cast<spv::ExecutionMode>(mode->literal(1)) == kind;
    });
    return found == entry_point.modes.end() ? nullptr : *found;
  };
  if (const Instruction* mode = find_mode(spv::ExecutionMode::LocalSizeId); mode != nullptr) {
    return size_from_ids(types, *mode);
  }
  if (const Instruction* mode = find_mode(spv::ExecutionMode::LocalSize); mode != nullptr) {
    return checked_size({mode->literal(2), mode->literal(3), mode->literal(4)});
  }
  return std::optional<Dim3>();
}

}  // namespace spirv_oracle

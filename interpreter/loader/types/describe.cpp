// For the names of enumerants.
#define SPV_ENABLE_UTILITY_CODE

#include "interpreter/loader/types/describe.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "interpreter/loader/argument_types.h"
#include "interpreter/loader/pointers.h"
#include "interpreter/loader/types/kernel_image_types.h"
#include "interpreter/loader/used_ids.h"
#include "interpreter/pipe_argument.h"

namespace spirv_oracle {
namespace {

// The scalar types inside a type, each only once.
class ScalarsOf {
 public:
  ScalarsOf(const SpecializedModule& types, Id type)
      : types_(types), seen_(types.module().id_count()) {
    add(type);
    while (!work_.empty()) {
      const Id id = work_.back();
      work_.pop_back();
      visit(types_.type(id));
    }
  }
  // The scalar type, if there is exactly one.
  std::optional<ScalarKind> only() const { return conflict_ ? std::nullopt : found_; }

 private:
  void add(Id id) {
    if (seen_[id]) return;
    seen_[id] = true;
    work_.push_back(id);
  }
  void visit(const Type& type) {
    switch (type.kind) {
      case Type::Kind::scalar:
      case Type::Kind::vector:
      case Type::Kind::matrix:
      case Type::Kind::pointer: {
        const ScalarKind kind = scalar_kind(type.scalar);
        conflict_ |= found_.has_value() && *found_ != kind;
        found_ = kind;
        break;
      }
      case Type::Kind::array:
      case Type::Kind::runtime_array:
        add(type.element);
        break;
      case Type::Kind::structure:
        for (const Type::Member& member : type.members) add(member.type);
        break;
      default:
        conflict_ = true;
        break;
    }
  }

  const SpecializedModule& types_;
  std::vector<bool> seen_;
  std::vector<Id> work_;
  std::optional<ScalarKind> found_;
  bool conflict_ = false;
};

// See NonWritable under "Decoration": it applies to the variable, or to every member of its block.
bool is_writable(const SpecializedModule& types, Id variable, Id block) {
  const Module& module = types.module();
  if (module.has_decoration(variable, spv::Decoration::NonWritable)) return false;
  const std::size_t members = types.type(block).members.size();
  for (std::uint32_t i = 0; i < members; ++i) {
    if (!module.member_decoration(block, i, spv::Decoration::NonWritable)) return true;
  }
  return members == 0;
}

std::string_view dimensionality(spv::Dim dim) {
  switch (dim) {
    case spv::Dim::Dim1D:
      return "1D";
    case spv::Dim::Dim2D:
      return "2D";
    case spv::Dim::Dim3D:
      return "3D";
    case spv::Dim::Cube:
      return "Cube";
    case spv::Dim::Buffer:
      return "Buffer";
    case spv::Dim::SubpassData:
      return "SubpassData";
    default:
      return "other";
  }
}

ResourceKind descriptor_kind(const Type& type) {
  if (type.kind == Type::Kind::sampler) return ResourceKind::sampler;
  if (type.kind == Type::Kind::acceleration_structure) return ResourceKind::acceleration_structure;
  const bool is_storage = type.image.sampled == 2;
  if (type.image.dim == spv::Dim::Buffer) {
    return is_storage ? ResourceKind::storage_texel_buffer : ResourceKind::uniform_texel_buffer;
  }
  if (type.kind == Type::Kind::sampled_image) return ResourceKind::combined_image_sampler;
  return is_storage ? ResourceKind::storage_image : ResourceKind::sampled_image;
}

// Texels are printed as elements: their components, or the words in which they are packed.
void set_texels(const Type& type, ResourceInfo& resource) {
  if (type.kind == Type::Kind::sampler || type.kind == Type::Kind::acceleration_structure) return;
  const TexelFormat* format = find_texel_format(static_cast<std::uint32_t>(type.image.format));
  resource.image = {std::string(dimensionality(type.image.dim)), type.image.arrayed,
                    type.image.multisampled, format, ScalarKind::float32};
  // Kernels do not declare it (OpTypeVoid).
  if (type.image.sampled_type.bytes != 0)
    resource.image->sampled_type = scalar_kind(type.image.sampled_type);
  if (format == nullptr) return;
  const ElementInfo element = texel_element(*format);
  resource.scalar = element.scalar;
  resource.components = element.components;
  resource.runtime_stride = format->bytes;
}

ResourceKind resource_kind(const Module& module, spv::StorageClass storage_class, Id block) {
  if (storage_class == spv::StorageClass::PushConstant) return ResourceKind::push_constant;
  // Before version 1.3, the decoration of the block distinguishes storage buffers.
  const bool storage = storage_class == spv::StorageClass::StorageBuffer ||
                       module.has_decoration(block, spv::Decoration::BufferBlock);
  return storage ? ResourceKind::storage_buffer : ResourceKind::uniform_buffer;
}

// The sizes of a block: its fixed part, and the stride of the runtime array at its end.
void set_sizes(const SpecializedModule& types, Id block, ResourceInfo& resource) {
  resource.fixed_size = types.type(block).size;
  const Type* type = &types.type(block);
  while (type->kind == Type::Kind::structure && !type->members.empty()) {
    type = &types.type(type->members.back().type);
  }
  if (type->kind == Type::Kind::runtime_array) resource.runtime_stride = type->stride;
}

// In shaders, UniformConstant is for descriptors. In kernels, it is constant memory of the module itself.
bool is_bound(const SpecializedModule& types, const Instruction& variable) {
  if (static_cast<spv::StorageClass>(variable.literal(2)) != spv::StorageClass::UniformConstant)
    return true;
  const Type* type = &types.type(data_type(types.module(), variable));
  while (type->kind == Type::Kind::array || type->kind == Type::Kind::runtime_array)
    type = &types.type(type->element);
  return type->is_descriptor() || type->kind == Type::Kind::other;
}

ResourceInfo describe_resource(const SpecializedModule& types, const Instruction& variable) {
  const Module& module = types.module();
  ResourceInfo resource;
  Id block = data_type(types.module(), variable);
  std::uint64_t descriptors = 1;
  for (const Type* type = &types.type(block);
       type->kind == Type::Kind::array || type->kind == Type::Kind::runtime_array;
       type = &types.type(block)) {
    const std::uint64_t count = type->kind == Type::Kind::array ? type->count : 0;
    descriptors =
        std::min<std::uint64_t>(descriptors * count, std::numeric_limits<std::uint32_t>::max());
    block = type->element;
  }
  resource.descriptor_count = static_cast<std::uint32_t>(descriptors);
  resource.name = module.name(variable.result);
  if (resource.name.empty()) resource.name = module.name(block);
  resource.set = module.decoration(variable.result, spv::Decoration::DescriptorSet).value_or(0);
  resource.binding = module.decoration(variable.result, spv::Decoration::Binding).value_or(0);
  if (types.type(block).is_descriptor()) {
    resource.kind = descriptor_kind(types.type(block));
    set_texels(types.type(block), resource);
    resource.writable = types.type(block).image.sampled == 2 &&
                        !module.has_decoration(variable.result, spv::Decoration::NonWritable);
    return resource;
  }
  resource.kind = resource_kind(module, static_cast<spv::StorageClass>(variable.literal(2)), block);
  set_sizes(types, block, resource);
  resource.scalar = ScalarsOf(types, block).only();
  resource.writable =
      resource.kind == ResourceKind::storage_buffer && is_writable(types, variable.result, block);
  return resource;
}

ScalarKind as_signed(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::uint8:
      return ScalarKind::int8;
    case ScalarKind::uint16:
      return ScalarKind::int16;
    case ScalarKind::uint32:
      return ScalarKind::int32;
    case ScalarKind::uint64:
      return ScalarKind::int64;
    default:
      return kind;
  }
}

ResourceKind argument_kind(const Type& type) {
  if (type.is_descriptor())
    return type.kind == Type::Kind::sampler ? ResourceKind::sampler_argument
                                            : ResourceKind::image_argument;
  if (type.kind != Type::Kind::pointer || type.storage_class == spv::StorageClass::Function)
    return ResourceKind::value_argument;
  return type.storage_class == spv::StorageClass::Workgroup ? ResourceKind::local_argument
                                                            : ResourceKind::buffer_argument;
}

// The size of the packets of the module's pipes, if it is the same in all pipe instructions; otherwise 1.
std::uint64_t packet_size(const SpecializedModule& types) {
  std::optional<std::int64_t> size;
  for (const Instruction& instruction : types.module().instructions()) {
    if (instruction.opcode < spv::Op::OpReadPipe ||
        instruction.opcode > spv::Op::OpGroupCommitWritePipe ||
        instruction.opcode == spv::Op::OpIsValidReserveId)
      continue;
    // The last two operands are those of the packets.
    const auto here = types.integer(instruction.id(instruction.operand_count() - 2));
    if (!here || *here <= 0 || (size && *size != *here)) return 1;
    size = here;
  }
  return static_cast<std::uint64_t>(size.value_or(1));
}

// A parameter of a kernel. If it is decorated ByVal, the argument is the value that it points to.
ResourceInfo describe_argument(const SpecializedModule& types, Id parameter, std::uint32_t number,
                               bool is_signed) {
  const Module& module = types.module();
  const Id type_id = module.definition(parameter)->type;
  const Type& type = types.type(type_id);
  ResourceInfo resource;
  resource.kind = argument_kind(type);
  resource.name = module.name(parameter);
  resource.set = BindingKey::kernel_arguments;
  resource.binding = number;
  const Instruction* declaration = module.definition(type_id);
  if (declaration != nullptr && declaration->opcode == spv::Op::OpTypePipe) {
    resource.fixed_size = sizeof(PipeArgument);
    resource.runtime_stride = packet_size(types);
    resource.writable = static_cast<spv::AccessQualifier>(declaration->literal(1)) ==
                        spv::AccessQualifier::WriteOnly;
    return resource;
  }
  if (type.is_descriptor()) {
    set_texels(type, resource);
    resource.writable = type.kind == Type::Kind::image && type.image.writes();
    const auto texel = resource.image ? texel_type_of_parameter(types, parameter) : std::nullopt;
    if (texel) resource.image->sampled_type = *texel;
    return resource;
  }
  const Id contents = type.kind == Type::Kind::pointer ? type.element : type_id;
  if (resource.kind == ResourceKind::value_argument) {
    resource.fixed_size = types.type(contents).size;
  } else {
    // An untyped pointer points to bytes.
    resource.runtime_stride = contents == 0 ? 1 : types.type(contents).size;
  }
  resource.scalar =
      contents == 0 ? std::optional(ScalarKind::uint8) : ScalarsOf(types, contents).only();
  const bool is_number = types.type(contents).kind == Type::Kind::scalar ||
                         types.type(contents).kind == Type::Kind::vector;
  if (is_signed && is_number && resource.scalar) resource.scalar = as_signed(*resource.scalar);
  if (is_number && resource.kind == ResourceKind::value_argument)
    resource.components = types.type(contents).component_count;
  resource.writable = resource.kind == ResourceKind::buffer_argument &&
                      type.storage_class != spv::StorageClass::UniformConstant;
  return resource;
}

std::uint64_t bytes_of_kind(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::boolean:
    case ScalarKind::int8:
    case ScalarKind::uint8:
    case ScalarKind::float8_e4m3:
    case ScalarKind::float8_e5m2:
    case ScalarKind::float6_e2m3:
    case ScalarKind::float6_e3m2:
    case ScalarKind::float4_e2m1:
    case ScalarKind::float8_e8m0:
    case ScalarKind::mxint8:
      return 1;
    case ScalarKind::int16:
    case ScalarKind::uint16:
    case ScalarKind::float16:
    case ScalarKind::bfloat16:
      return 2;
    case ScalarKind::int32:
    case ScalarKind::uint32:
    case ScalarKind::float32:
      return 4;
    case ScalarKind::int64:
    case ScalarKind::uint64:
    case ScalarKind::float64:
      break;
  }
  return 8;
}

// Compilers with opaque pointers give an argument this type if no access tells a better one.
bool points_to_bytes(const ResourceInfo& resource) {
  return (resource.kind == ResourceKind::buffer_argument ||
          resource.kind == ResourceKind::local_argument) &&
         resource.runtime_stride == 1;
}

// The type that the source gives the elements of an argument, if the module has its name.
void set_named_type(const Module& module, std::string_view kernel, ResourceInfo& resource) {
  const auto scalar = scalar_argument(module, kernel, resource.binding);
  if (is_pipe(resource)) {
    resource.scalar = scalar;
  } else if (scalar) {
    resource.scalar = scalar;
    resource.runtime_stride = bytes_of_kind(*scalar);
  }
}

// Whether a pointer leads through access chains to the data of a buffer in a heap.
bool is_in_heap_buffer(const Module& module, Id pointer) {
  const Instruction* definition = module.definition(pointer);
  while (definition != nullptr && is_access_chain(definition->opcode))
    definition = module.definition(base_of(*definition));
  return definition != nullptr && definition->opcode == spv::Op::OpBufferPointerEXT;
}

// The only scalar type of all buffers in the heap, as far as access chains name their types.
std::optional<ScalarKind> scalar_of_heap_buffers(const SpecializedModule& types) {
  std::optional<ScalarKind> found;
  for (const Instruction& chain : types.module().instructions()) {
    if (!is_untyped_access_chain(chain.opcode) ||
        !is_in_heap_buffer(types.module(), base_of(chain)))
      continue;
    const auto scalar = ScalarsOf(types, base_type(types.module(), chain)).only();
    if (!scalar || (found && *found != *scalar)) return std::nullopt;
    found = scalar;
  }
  return found;
}

EntryPointInfo describe_entry_point(const SpecializedModule& types, const EntryPoint& entry,
                                    const std::vector<const Instruction*>& variables) {
  EntryPointInfo info;
  info.name = entry.name;
  info.execution_model = spv::ExecutionModelToString(entry.model);
  if (const auto size = local_size(types, entry); size) info.local_size = *size;
  const Function* function = types.module().function(entry.function);
  if (entry.model == spv::ExecutionModel::Kernel && function != nullptr) {
    const std::size_t count = function->parameters.size();
    const std::vector<bool> is_signed = signed_arguments(types.module(), entry.name, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      info.resources.push_back(describe_argument(types, function->parameters[i], i, is_signed[i]));
      ResourceInfo& added = info.resources.back();
      if (is_pipe(added) || points_to_bytes(added))
        set_named_type(types.module(), entry.name, added);
    }
  }
  const UsedIds used(types.module(), entry.function);
  for (const Instruction* variable : variables) {
    if (!used.contains(variable->result)) continue;
    if (heap_built_in(types.module(), variable->result)) {
      info.reads_heaps = true;
      info.heap_scalar = scalar_of_heap_buffers(types);
    } else if (is_bound(types, *variable)) {
      info.resources.push_back(describe_resource(types, *variable));
    }
  }
  return info;
}

void describe_spec_constants(const SpecializedModule& types, ModuleInfo& info) {
  const Module& module = types.module();
  std::set<std::uint32_t> known;
  for (const Instruction& instruction : module.instructions()) {
    if (instruction.result == 0) continue;
    const auto spec_id = module.decoration(instruction.result, spv::Decoration::SpecId);
    const ConstantValue* value = types.constant(instruction.result);
    if (!spec_id || value == nullptr || value->size() != 1) continue;
    // Several constants may share an id. The user gives its value once.
    if (!known.insert(*spec_id).second) continue;
    info.spec_constants.push_back({*spec_id, std::string(module.name(instruction.result)),
                                   scalar_kind(types.type(instruction.type).scalar),
                                   value->front().bits});
  }
}

}  // namespace

ScalarKind kind_of_encoding(FloatEncoding encoding) {
  switch (encoding) {
    case FloatEncoding::float8_e4m3:
      return ScalarKind::float8_e4m3;
    case FloatEncoding::float8_e5m2:
      return ScalarKind::float8_e5m2;
    case FloatEncoding::float6_e2m3:
      return ScalarKind::float6_e2m3;
    case FloatEncoding::float6_e3m2:
      return ScalarKind::float6_e3m2;
    case FloatEncoding::float4_e2m1:
      return ScalarKind::float4_e2m1;
    case FloatEncoding::float8_e8m0:
      return ScalarKind::float8_e8m0;
    case FloatEncoding::mxint8:
      return ScalarKind::mxint8;
    default:
      return ScalarKind::bfloat16;
  }
}

ScalarKind scalar_kind(const ScalarType& scalar) {
  switch (scalar.scalar_class) {
    case ScalarType::Class::boolean:
      return ScalarKind::boolean;
    case ScalarType::Class::pointer:
      return ScalarKind::uint64;
    case ScalarType::Class::floating:
      return scalar.bytes == 2   ? ScalarKind::float16
             : scalar.bytes == 4 ? ScalarKind::float32
                                 : ScalarKind::float64;
    case ScalarType::Class::encoded_floating:
      return kind_of_encoding(scalar.encoding);
    case ScalarType::Class::integer:
      break;
  }
  switch (scalar.bytes) {
    case 1:
      return scalar.is_signed ? ScalarKind::int8 : ScalarKind::uint8;
    case 2:
      return scalar.is_signed ? ScalarKind::int16 : ScalarKind::uint16;
    case 8:
      return scalar.is_signed ? ScalarKind::int64 : ScalarKind::uint64;
    default:
      return scalar.is_signed ? ScalarKind::int32 : ScalarKind::uint32;
  }
}

ElementInfo texel_element(const TexelFormat& format) {
  if (format.is_packed()) {
    return {format.bytes == 1   ? ScalarKind::uint8
            : format.bytes == 2 ? ScalarKind::uint16
                                : ScalarKind::uint32,
            1};
  }
  const TexelComponent& component = format.first_component();
  ScalarType scalar = ScalarType::unsigned_integer(component.bytes());
  if (component.encoding == TexelEncoding::sfloat) {
    scalar.scalar_class = ScalarType::Class::floating;
  } else {
    scalar.is_signed =
        component.encoding == TexelEncoding::sint || component.encoding == TexelEncoding::snorm;
  }
  return {scalar_kind(scalar), format.component_count()};
}

ModuleInfo describe(const SpecializedModule& types) {
  ModuleInfo info;
  info.features = types.module().features();
  const auto variables = resource_variables(types.module());
  for (const EntryPoint& entry : types.module().entry_points()) {
    info.entry_points.push_back(describe_entry_point(types, entry, variables));
  }
  describe_spec_constants(types, info);
  return info;
}

ModuleInfo describe(const Module& module, std::uint64_t max_memory) {
  const Result<SpecializedModule> types =
      SpecializedModule::create(module, {}, max_memory, nullptr, nullptr);
  if (types) return describe(*types);
  // The types are inconsistent, or the memory does not suffice. The error comes when the module runs.
  ModuleInfo info;
  for (const EntryPoint& entry : module.entry_points()) {
    EntryPointInfo& named = info.entry_points.emplace_back();
    named.name = entry.name;
    named.execution_model = spv::ExecutionModelToString(entry.model);
  }
  return info;
}

}  // namespace spirv_oracle

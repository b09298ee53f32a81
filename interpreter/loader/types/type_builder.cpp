// Types and their layout: "Type-Declaration Instructions", and Offset, ArrayStride, MatrixStride,
// RowMajor and ColMajor under "Decoration". Types without these decorations get a layout that aligns each
// part to its scalars. In kernels they get the layout of OpenCL C: vectors are aligned to their size, and one
// of three components takes the space of four.
#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <spirv-tools/libspirv.h>

#include "interpreter/descriptor_heap_sizes.h"
#include "interpreter/loader/types/specialized_module_builder.h"
#include "rays/ray_query.h"

namespace spirv_oracle {
namespace {

// Deeper than "Universal Limits" permits for structures. Limits every recursion over types.
constexpr std::uint32_t max_nesting = 512;

// Arithmetic on sizes saturates at the largest number. store_type() rejects sizes near it.
std::uint64_t saturating_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::uint64_t>::max() : sum;
}
std::uint64_t saturating_multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max()
                                                : product;
}
std::uint64_t round_up(std::uint64_t size, std::uint64_t alignment) {
  return saturating_add(size, alignment - 1) / alignment * alignment;
}
std::uint32_t saturated(std::uint64_t count) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(count, std::numeric_limits<std::uint32_t>::max()));
}

// The largest offset or stride that a constant may give.
constexpr std::int64_t max_layout_constant = 0xFFFFFFFF;

// "Vector16": the largest vectors.
constexpr std::uint32_t max_vector_components = 16;

bool has_opencl_layout(const Module& module) {
  return module.memory_model() == spv::MemoryModel::OpenCL;
}

tl::unexpected<Error> malformed_type(const Module& module, const Instruction& instruction,
                                     const std::string& what) {
  return bad_input("type " + module.display(instruction.result) + ": " + what);
}

Type other_type() {
  Type type;
  type.kind = Type::Kind::other;
  return type;
}

// Of a handle whose value is a number.
Type number_type(std::uint8_t bytes) {
  Type type;
  type.kind = Type::Kind::scalar;
  type.scalar = ScalarType::unsigned_integer(bytes);
  type.component_count = 1;
  type.size = type.alignment = bytes;
  return type;
}

Type buffer_type(const Instruction& instruction) {
  Type type;
  type.kind = Type::Kind::buffer;
  type.storage_class = static_cast<spv::StorageClass>(instruction.literal(1));
  type.size = type.alignment = resource_descriptor_size;
  return type;
}

FloatEncoding encoding_of(spv::FPEncoding operand) {
  switch (operand) {
    case spv::FPEncoding::BFloat16KHR:
      return FloatEncoding::bfloat16;
    case spv::FPEncoding::Float8E4M3EXT:
      return FloatEncoding::float8_e4m3;
    case spv::FPEncoding::Float8E5M2EXT:
      return FloatEncoding::float8_e5m2;
    case spv::FPEncoding::Float6E2M3EXT:
      return FloatEncoding::float6_e2m3;
    case spv::FPEncoding::Float6E3M2EXT:
      return FloatEncoding::float6_e3m2;
    case spv::FPEncoding::Float4E2M1EXT:
      return FloatEncoding::float4_e2m1;
    case spv::FPEncoding::Float8UnsignedE8M0EXT:
      return FloatEncoding::float8_e8m0;
    case spv::FPEncoding::MXInt8EXT:
      return FloatEncoding::mxint8;
    default:
      return FloatEncoding::none;
  }
}

// Whether the module may have floats of fewer than 8 bits.
bool has_narrow_floats(const Module& module) {
  const auto declares = [&module](spv::Capability capability) {
    return std::ranges::count(module.capabilities(), capability) != 0;
  };
  return declares(spv::Capability::Float4EXT) || declares(spv::Capability::Float6EXT);
}

// Whether a part of the type is a float of fewer than 8 bits. Pointers have no parts.
bool includes_narrow_float(const SpecializedModule& types, Id id) {
  const Type& type = types.type(id);
  switch (type.kind) {
    case Type::Kind::array:
    case Type::Kind::runtime_array:
      return includes_narrow_float(types, type.element);
    case Type::Kind::structure:
      return std::ranges::any_of(type.members, [&types](const Type::Member& member) {
        return includes_narrow_float(types, member.type);
      });
    default:
      return type.scalar.is_encoded() && type.scalar.bits() < 8;
  }
}

// The size of a pointer in memory. In a plane it always has 64 bits.
std::uint32_t pointer_bytes(const Module& module) {
  return module.addressing_model() == spv::AddressingModel::Physical32 ? 4 : 8;
}

// A descriptor is an address in the simulated address space.
Type descriptor_type(Type::Kind kind, std::uint32_t components) {
  Type type;
  type.kind = kind;
  type.scalar = ScalarType::pointer();
  type.size = type.alignment = ScalarType::pointer().bytes;
  type.component_count = components;
  return type;
}

// In registers and memory, the numbers of its state.
Type ray_query_type() {
  Type type;
  type.kind = Type::Kind::ray_query;
  type.scalar = ScalarType::unsigned_integer(4);
  type.count = type.component_count = ray_query_words;
  type.size = std::uint64_t{ray_query_words} * type.scalar.bytes;
  type.alignment = type.scalar.bytes;
  return type;
}

// The size of `count` parts at a distance of `stride` bytes.
std::uint64_t strided_size(std::uint64_t count, std::uint64_t stride, std::uint64_t part) {
  if (count == 0) return 0;
  return saturating_add(saturating_multiply(count - 1, stride), part);
}

}  // namespace

bool declares_type(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpTypeForwardPointer) return true;
  // Types of extensions are not listed here. Only their names identify them.
  return instruction.result != 0 && instruction.type == 0 &&
         std::string_view(spvOpcodeString(static_cast<std::uint32_t>(instruction.opcode)))
             .starts_with("Type");
}

Result<void> SpecializedModuleBuilder::add_type(const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpTypeForwardPointer) {
    if (result_.type(instruction.id(0)).kind != Type::Kind::none) return {};
    Type type;
    type.kind = Type::Kind::pointer;
    type.scalar = ScalarType::pointer();
    type.storage_class = static_cast<spv::StorageClass>(instruction.literal(1));
    type.size = type.alignment = pointer_bytes(module_);
    type.component_count = 1;
    return store_type(instruction.id(0), std::move(type));
  }
  Result<Type> type = make_type(instruction);
  if (!type) return tl::unexpected(type.error());
  return store_type(instruction.result, std::move(*type));
}

Result<void> SpecializedModuleBuilder::store_type(Id id, Type type) {
  std::uint32_t nesting = 0;
  const auto contain = [&](Id part) {
    nesting = std::max(nesting, nesting_[result_.type_index_[part]] + 1);
  };
  if (type.kind != Type::Kind::pointer && type.kind != Type::Kind::function) {
    if (type.element != 0) contain(type.element);
    for (const Type::Member& member : type.members) contain(member.type);
  }
  if (nesting > max_nesting) {
    return limit_reached("type " + module_.display(id) + " nests deeper than " +
                         std::to_string(max_nesting));
  }
  if (type.size > SpecializedModule::max_type_size ||
      type.stride > SpecializedModule::max_type_size) {
    return limit_reached("type " + module_.display(id) + " is larger than 2^40 bytes");
  }
  std::uint32_t& index = result_.type_index_[id];
  if (index != 0 && type.kind != Type::Kind::pointer) {
    return bad_input("type " + module_.display(id) + " is declared as a pointer but is not one");
  }
  if (index == 0) {
    index = static_cast<std::uint32_t>(result_.types_.size());
    result_.types_.emplace_back();
    nesting_.push_back(0);
  }
  result_.types_[index] = std::move(type);
  nesting_[index] = nesting;
  return {};
}

Result<const Type*> SpecializedModuleBuilder::element_type(const Instruction& instruction,
                                                           unsigned operand) const {
  const Id id = instruction.id(operand);
  const Type& type = result_.type(id);
  if (type.kind == Type::Kind::void_ || type.kind == Type::Kind::function) {
    return malformed_type(module_, instruction, module_.display(id) + " cannot be a part of it");
  }
  if (type.kind == Type::Kind::none) {
    return malformed_type(module_, instruction,
                          module_.display(id) + " is not a type declared before it");
  }
  return &type;
}

Result<Type> SpecializedModuleBuilder::make_type(const Instruction& instruction) {
  switch (instruction.opcode) {
    case spv::Op::OpTypeVoid: {
      Type type;
      type.kind = Type::Kind::void_;
      return type;
    }
    case spv::Op::OpTypeBool:
    case spv::Op::OpTypeInt:
    case spv::Op::OpTypeFloat:
      return make_scalar(instruction);
    case spv::Op::OpTypeNamedBarrier:
      return number_type(4);
    case spv::Op::OpTypePipe:
    case spv::Op::OpTypeReserveId:
    case spv::Op::OpTypeEvent:
      return number_type(8);
    case spv::Op::OpTypeVector:
    case spv::Op::OpTypeVectorIdEXT:
      return make_vector(instruction);
    case spv::Op::OpTypeMatrix:
      return make_matrix(instruction);
    case spv::Op::OpTypeCooperativeMatrixKHR:
      return make_cooperative_matrix(instruction);
    case spv::Op::OpTypeTensorLayoutNV:
      return make_tensor_layout(instruction);
    case spv::Op::OpTypeTensorViewNV:
      return make_tensor_view(instruction);
    case spv::Op::OpTypeArray:
      return make_array(instruction);
    case spv::Op::OpTypeRuntimeArray:
      return make_runtime_array(instruction);
    case spv::Op::OpTypeStruct:
      return make_structure(instruction);
    case spv::Op::OpTypePointer:
    case spv::Op::OpTypeUntypedPointerKHR:
      return make_pointer(instruction);
    case spv::Op::OpTypeFunction:
      return make_function(instruction);
    case spv::Op::OpTypeImage:
      return make_image(instruction);
    case spv::Op::OpTypeBufferEXT:
      return buffer_type(instruction);
    case spv::Op::OpTypeSampler:
      return descriptor_type(Type::Kind::sampler, 1);
    case spv::Op::OpTypeSampledImage:
      return make_sampled_image(instruction);
    case spv::Op::OpTypeAccelerationStructureKHR:
      return descriptor_type(Type::Kind::acceleration_structure, 1);
    case spv::Op::OpTypeRayQueryKHR:
      return ray_query_type();
    default:
      return other_type();
  }
}

Type SpecializedModuleBuilder::make_scalar(const Instruction& instruction) const {
  Type type;
  type.kind = Type::Kind::scalar;
  type.component_count = 1;
  if (instruction.opcode == spv::Op::OpTypeBool) {
    type.scalar = ScalarType::boolean();
  } else {
    const bool floating = instruction.opcode == spv::Op::OpTypeFloat;
    const std::uint32_t width = instruction.literal(1);
    // A floating-point encoding operand means a format other than that of IEEE 754.
    const bool is_encoded = floating && instruction.has(2);
    const bool known = width == 16 || width == 32 || width == 64 || (!floating && width == 8);
    if (is_encoded) {
      type.scalar.encoding = encoding_of(static_cast<spv::FPEncoding>(instruction.literal(2)));
      if (type.scalar.encoding == FloatEncoding::none ||
          static_cast<int>(width) != format_of(type.scalar.encoding).bits())
        return other_type();
      type.scalar.scalar_class = ScalarType::Class::encoded_floating;
    } else if (known) {
      type.scalar.scalar_class =
          floating ? ScalarType::Class::floating : ScalarType::Class::integer;
    } else {
      return other_type();
    }
    type.scalar.bytes = static_cast<std::uint8_t>((width + 7) / 8);
    type.scalar.is_signed = !floating && instruction.literal(2) != 0;
  }
  type.size = type.alignment = type.scalar.memory_bytes();
  return type;
}

Result<Type> SpecializedModuleBuilder::make_vector(const Instruction& instruction) {
  const Result<const Type*> element = element_type(instruction, 1);
  if (!element) return tl::unexpected(element.error());
  const Type& part = **element;
  if (part.kind == Type::Kind::other) return other_type();
  // SPV_INTEL_masked_gather_scatter and similar extensions have vectors of pointers.
  if (part.kind == Type::Kind::pointer) return other_type();
  if (part.kind != Type::Kind::scalar) {
    return malformed_type(module_, instruction, "the components of a vector must be scalars");
  }
  Type type;
  type.kind = Type::Kind::vector;
  type.scalar = part.scalar;
  type.element = instruction.id(1);
  const Result<std::uint32_t> count = vector_length(instruction);
  if (!count) return tl::unexpected(count.error());
  type.count = *count;
  if (type.count == 0) return malformed_type(module_, instruction, "a vector without components");
  type.size = saturating_multiply(type.count, part.size);
  type.alignment = part.alignment;
  if (has_opencl_layout(module_) && type.count <= max_vector_components) {
    if (type.count == 3) type.size = 4 * part.size;
    type.alignment = static_cast<std::uint32_t>(type.size);
  }
  type.component_count = type.count;
  type.element_components = 1;
  return type;
}

// Component Count of OpTypeVectorIdEXT is a constant, which is treated as unsigned.
Result<std::uint32_t> SpecializedModuleBuilder::vector_length(
    const Instruction& instruction) const {
  if (instruction.opcode == spv::Op::OpTypeVector) return instruction.literal(2);
  const Id id = instruction.id(2);
  const ConstantValue* value = result_.constant(id);
  const Instruction* definition = module_.definition(id);
  if (value == nullptr || value->size() != 1 || !result_.integer(id) ||
      result_.type(definition->type).scalar.bytes != 4) {
    // Without an evaluator, results of OpSpecConstantOp are unknown, as in array_length().
    if (value != nullptr && evaluator_ == nullptr && value->size() == 1 && value->front().undefined)
      return 1;
    return malformed_type(module_, instruction,
                          "its number of components " + module_.display(id) +
                              " is not a known 32-bit integer constant");
  }
  const auto count = static_cast<std::uint32_t>(value->front().bits);
  if (count <= SpecializedModule::max_components) return count;
  return limit_reached("type " + module_.display(instruction.result) + " has " +
                       std::to_string(count) + " components; vectors may have at most " +
                       std::to_string(SpecializedModule::max_components));
}

Result<Type> SpecializedModuleBuilder::make_matrix(const Instruction& instruction) {
  const Result<const Type*> element = element_type(instruction, 1);
  if (!element) return tl::unexpected(element.error());
  const Type& column = **element;
  if (column.kind == Type::Kind::other) return other_type();
  if (column.kind != Type::Kind::vector) {
    return malformed_type(module_, instruction, "the columns of a matrix must be vectors");
  }
  Type type;
  type.kind = Type::Kind::matrix;
  type.scalar = column.scalar;
  type.element = instruction.id(1);
  type.count = instruction.literal(2);
  if (type.count == 0) return malformed_type(module_, instruction, "a matrix without columns");
  type.size = saturating_multiply(type.count, column.size);
  type.alignment = column.alignment;
  type.component_count = saturated(saturating_multiply(type.count, column.component_count));
  type.element_components = column.component_count;
  return type;
}

Result<std::uint32_t> SpecializedModuleBuilder::matrix_dimension(const Instruction& instruction,
                                                                 unsigned operand) const {
  constexpr std::int64_t largest = 1 << 16;
  const Id id = instruction.id(operand);
  const ConstantValue* value = result_.constant(id);
  // Without an evaluator, results of OpSpecConstantOp are unknown, as in array_length().
  if (value != nullptr && evaluator_ == nullptr && value->size() == 1 && value->front().undefined)
    return 1;
  const std::optional<std::int64_t> size = result_.integer(id);
  if (size && *size >= 1 && *size <= largest) return static_cast<std::uint32_t>(*size);
  return malformed_type(module_, instruction,
                        module_.display(id) + " is not a number of rows or columns from 1 to " +
                            std::to_string(largest));
}

Result<Type> SpecializedModuleBuilder::make_cooperative_matrix(
    const Instruction& instruction) const {
  const Result<const Type*> element = element_type(instruction, 1);
  if (!element) return tl::unexpected(element.error());
  const Type& component = **element;
  if (component.kind == Type::Kind::other) return other_type();
  const bool is_numerical = component.kind == Type::Kind::scalar &&
                            component.scalar.scalar_class != ScalarType::Class::boolean;
  if (!is_numerical) {
    return malformed_type(module_, instruction,
                          "the components of a cooperative matrix must be numbers");
  }
  if (is_microscaling(component.scalar.encoding)) {
    return unsupported("not supported: cooperative matrices of " +
                       std::string(format_of(component.scalar.encoding).name) + " (type " +
                       module_.display(instruction.result) + ")");
  }
  // Vulkan, "Scope": Subgroup, or Workgroup with the feature cooperativeMatrixWorkgroupScope.
  const std::int64_t scope = result_.integer(instruction.id(2)).value_or(-1);
  if (scope != static_cast<std::int64_t>(spv::Scope::Subgroup) &&
      scope != static_cast<std::int64_t>(spv::Scope::Workgroup)) {
    return unsupported(
        "not supported: cooperative matrices of a scope other than Subgroup and Workgroup (type " +
        module_.display(instruction.result) + ")");
  }
  const Result<std::uint32_t> rows = matrix_dimension(instruction, 3);
  if (!rows) return tl::unexpected(rows.error());
  const Result<std::uint32_t> columns = matrix_dimension(instruction, 4);
  if (!columns) return tl::unexpected(columns.error());
  const std::optional<std::int64_t> use = result_.integer(instruction.id(5));
  if (!use || *use < 0 ||
      *use > static_cast<std::int64_t>(spv::CooperativeMatrixUse::MatrixAccumulatorKHR)) {
    return malformed_type(module_, instruction,
                          module_.display(instruction.id(5)) + " is not a Cooperative Matrix Use");
  }
  Type type;
  type.kind = Type::Kind::cooperative_matrix;
  type.scalar = component.scalar;
  type.element = instruction.id(1);
  type.cooperative = {*rows, *columns, static_cast<spv::CooperativeMatrixUse>(*use),
                      static_cast<spv::Scope>(scope)};
  type.count = type.component_count = saturated(result_.elements(type).components());
  type.element_components = 1;
  type.size = saturating_multiply(type.count, component.size);
  type.alignment = component.alignment;
  return type;
}

Result<std::uint32_t> SpecializedModuleBuilder::array_length(const Instruction& instruction) const {
  const Id id = instruction.id(2);
  const ConstantValue* value = result_.constant(id);
  if (value != nullptr && evaluator_ == nullptr && value->size() == 1 && value->front().undefined) {
    return 1;
  }
  const std::optional<std::int64_t> length = result_.integer(id);
  if (!length) {
    return malformed_type(module_, instruction,
                          "its length " + module_.display(id) + " is not a known integer constant");
  }
  const Type& type = result_.type(module_.definition(id)->type);
  if (*length == 0 || (*length < 0 && type.scalar.is_signed)) {
    return malformed_type(module_, instruction,
                          "its length is " + std::to_string(*length) + ", it must be at least 1");
  }
  if (*length < 0 || *length > std::numeric_limits<std::uint32_t>::max()) {
    return limit_reached("type " + module_.display(instruction.result) +
                         " has more than the maximum of 2^32 - 1 elements");
  }
  return static_cast<std::uint32_t>(*length);
}

Result<Type> SpecializedModuleBuilder::make_array(const Instruction& instruction) {
  const Result<const Type*> element = element_type(instruction, 1);
  if (!element) return tl::unexpected(element.error());
  const Result<std::uint32_t> length = array_length(instruction);
  if (!length) return tl::unexpected(length.error());
  const Type& part = **element;
  if (part.kind == Type::Kind::other) return other_type();
  Type type;
  type.kind = Type::Kind::array;
  type.element = instruction.id(1);
  type.count = *length;
  const auto stride = array_stride(instruction);
  if (!stride) return tl::unexpected(stride.error());
  type.stride = *stride;
  if (type.stride == 0) type.stride = round_up(part.size, part.alignment);
  type.size = strided_size(type.count, type.stride, part.size);
  type.alignment = part.alignment;
  type.component_count = saturated(saturating_multiply(type.count, part.component_count));
  type.element_components = part.component_count;
  return type;
}

Result<Type> SpecializedModuleBuilder::make_runtime_array(const Instruction& instruction) {
  const Result<const Type*> element = element_type(instruction, 1);
  if (!element) return tl::unexpected(element.error());
  const Type& part = **element;
  if (part.kind == Type::Kind::other) return other_type();
  Type type;
  type.kind = Type::Kind::runtime_array;
  type.element = instruction.id(1);
  const auto stride = array_stride(instruction);
  if (!stride) return tl::unexpected(stride.error());
  type.stride = *stride;
  if (type.stride == 0) type.stride = round_up(part.size, part.alignment);
  type.alignment = part.alignment;
  type.element_components = part.component_count;
  return type;
}

Result<std::uint64_t> SpecializedModuleBuilder::array_stride(const Instruction& array) const {
  const auto id = module_.decoration(array.result, spv::Decoration::ArrayStrideIdEXT);
  if (id) return layout_constant(array, *id, 1, 0);
  return module_.decoration(array.result, spv::Decoration::ArrayStride).value_or(0);
}

Result<std::uint64_t> SpecializedModuleBuilder::layout_constant(const Instruction& type, Id id,
                                                                std::int64_t least,
                                                                std::uint64_t otherwise) const {
  // Constants may follow the types whose layout they give, so they are known in the second build only. Without an evaluator,
  // results of OpSpecConstantOp are not.
  if (layout_ == nullptr) return otherwise;
  const std::optional<std::int64_t> value = layout_->integer(id);
  if (value && *value >= least && *value <= max_layout_constant)
    return static_cast<std::uint64_t>(*value);
  if (!value && evaluator_ == nullptr) return otherwise;
  return malformed_type(module_, type,
                        "its layout " + module_.display(id) + " is not a constant from " +
                            std::to_string(least) + " to 2^32 - 1");
}

Result<Type::Member> SpecializedModuleBuilder::make_member(const Instruction& instruction,
                                                           std::uint32_t index,
                                                           std::uint64_t end_of_previous) const {
  const auto decoration = [&](spv::Decoration kind) {
    return module_.member_decoration(instruction.result, index, kind);
  };
  Type::Member member;
  member.type = instruction.id(index + 1);
  const std::optional<std::uint32_t> offset = decoration(spv::Decoration::Offset);
  const bool packed = module_.has_decoration(instruction.result, spv::Decoration::CPacked);
  const std::uint32_t alignment = packed ? 1 : result_.type(member.type).alignment;
  member.offset = offset ? *offset : round_up(end_of_previous, alignment);
  if (const auto id = decoration(spv::Decoration::OffsetIdEXT)) {
    const auto given = layout_constant(instruction, *id, 0, member.offset);
    if (!given) return tl::unexpected(given.error());
    member.offset = *given;
  }
  member.matrix_stride = decoration(spv::Decoration::MatrixStride).value_or(0);
  member.row_major = decoration(spv::Decoration::RowMajor).has_value();
  return member;
}

// The size of a member. Its decorations may change the layout of its matrices.
std::uint64_t SpecializedModuleBuilder::extent(const Type::Member& member) const {
  std::uint64_t before_last_element = 0;
  const Type* type = &result_.type(member.type);
  while (type->kind == Type::Kind::array) {
    before_last_element = saturating_add(
        before_last_element, saturating_multiply(type->count - std::uint64_t{1}, type->stride));
    type = &result_.type(type->element);
  }
  if (type->kind != Type::Kind::matrix || member.matrix_stride == 0) {
    return saturating_add(before_last_element, type->size);
  }
  std::uint64_t vectors = type->count;
  std::uint64_t components = type->element_components;
  if (member.row_major) std::swap(vectors, components);
  const std::uint64_t vector_size = components * type->scalar.memory_bytes();
  return saturating_add(before_last_element,
                        strided_size(vectors, member.matrix_stride, vector_size));
}

Result<Type> SpecializedModuleBuilder::make_structure(const Instruction& instruction) {
  Type type;
  type.kind = Type::Kind::structure;
  std::uint64_t end = 0;
  std::uint64_t components = 0;
  bool has_offsets = false;
  for (std::uint32_t index = 0; index + 1 < instruction.operand_count(); ++index) {
    const Result<const Type*> part = element_type(instruction, index + 1);
    if (!part) return tl::unexpected(part.error());
    if ((*part)->kind == Type::Kind::other) return other_type();
    auto made = make_member(instruction, index, end);
    if (!made) return tl::unexpected(made.error());
    Type::Member& member = *made;
    member.first_component = saturated(components);
    components += (*part)->component_count;
    end = saturating_add(member.offset, extent(member));
    has_offsets |=
        module_.member_decoration(instruction.result, index, spv::Decoration::Offset).has_value() ||
        module_.member_decoration(instruction.result, index, spv::Decoration::OffsetIdEXT)
            .has_value();
    type.size = std::max(type.size, end);
    type.alignment = std::max(type.alignment, (*part)->alignment);
    type.members.push_back(member);
  }
  if (module_.has_decoration(instruction.result, spv::Decoration::CPacked)) type.alignment = 1;
  // Structures with a layout from here can be elements of arrays. Explicit layouts give all offsets.
  if (!has_offsets) type.size = round_up(type.size, type.alignment);
  type.component_count = saturated(components);
  return type;
}

Result<Type> SpecializedModuleBuilder::make_pointer(const Instruction& instruction) const {
  const bool is_typed = instruction.opcode == spv::Op::OpTypePointer;
  if (is_typed && result_.type(instruction.id(2)).kind == Type::Kind::none) {
    return malformed_type(module_, instruction,
                          module_.display(instruction.id(2)) + " is not a type declared before it");
  }
  const auto storage = static_cast<spv::StorageClass>(instruction.literal(1));
  if (is_typed && storage != spv::StorageClass::Function && storage != spv::StorageClass::Private &&
      has_narrow_floats(module_) && includes_narrow_float(result_, instruction.id(2))) {
    return unsupported(
        "not supported: 4-bit and 6-bit floats outside of the storage classes "
        "Function and Private (type " +
        module_.display(instruction.result) + ")");
  }
  Type type;
  type.kind = Type::Kind::pointer;
  type.scalar = ScalarType::pointer();
  type.storage_class = storage;
  if (is_typed) type.element = instruction.id(2);
  type.stride = module_.decoration(instruction.result, spv::Decoration::ArrayStride).value_or(0);
  type.size = type.alignment = pointer_bytes(module_);
  type.component_count = 1;
  return type;
}

Type SpecializedModuleBuilder::make_image(const Instruction& instruction) const {
  Type type = descriptor_type(Type::Kind::image, 1);
  type.image.dim = static_cast<spv::Dim>(instruction.literal(2));
  type.image.depth = instruction.literal(3) == 1;
  type.image.arrayed = instruction.literal(4) != 0;
  type.image.multisampled = instruction.literal(5) != 0;
  type.image.sampled = static_cast<std::uint8_t>(instruction.literal(6));
  type.image.format = static_cast<spv::ImageFormat>(instruction.literal(7));
  if (instruction.has(8))
    type.image.access = static_cast<spv::AccessQualifier>(instruction.literal(8));
  const Type& sampled = result_.type(instruction.id(1));
  type.image.sampled_type = sampled.scalar;
  if (sampled.kind == Type::Kind::void_) type.image.sampled_type.bytes = 0;
  return type;
}

Type SpecializedModuleBuilder::make_sampled_image(const Instruction& instruction) const {
  const Type& image = result_.type(instruction.id(1));
  if (image.kind != Type::Kind::image) return other_type();
  Type type = descriptor_type(Type::Kind::sampled_image, 2);
  type.element = instruction.id(1);
  type.image = image.image;
  return type;
}

Result<Type> SpecializedModuleBuilder::make_function(const Instruction& instruction) const {
  Type type;
  type.kind = Type::Kind::function;
  type.return_type = instruction.id(1);
  if (result_.type(type.return_type).kind == Type::Kind::none) {
    return malformed_type(module_, instruction,
                          module_.display(type.return_type) + " is not a type declared before it");
  }
  for (unsigned i = 2; i < instruction.operand_count(); ++i) {
    if (const auto part = element_type(instruction, i); !part) return tl::unexpected(part.error());
    type.members.emplace_back().type = instruction.id(i);
  }
  return type;
}

}  // namespace spirv_oracle

// Types and constants of a module under one specialization, with sizes, layouts and values.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "interpreter/kernels/float_encoding.h"
#include "interpreter/kernels/matrix_mapping.h"
#include "interpreter/kernels/tensor_addressing.h"
#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// The type of one component: the width of a lane in its plane, and the meaning of its bits.
struct ScalarType {
  // encoded_floating: a float in a format other than those of IEEE 754, whose values are only moved and converted.
  enum class Class : std::uint8_t { boolean, integer, floating, pointer, encoded_floating };
  Class scalar_class = Class::integer;
  std::uint8_t bytes = 4;    // in a register plane; 0 for Booleans
  bool is_signed = false;    // integers: as declared, only for printing
  FloatEncoding encoding{};  // of Class::encoded_floating
  friend bool operator==(const ScalarType&, const ScalarType&) = default;

  bool is_float() const { return scalar_class == Class::floating; }
  bool is_encoded() const { return scalar_class == Class::encoded_floating; }
  bool is_any_float() const { return is_float() || is_encoded(); }
  // 0 for Booleans. Floats of fewer than 8 bits are in the lowest bits of a byte.
  unsigned bits() const {
    return is_encoded() ? static_cast<unsigned>(format_of(encoding).bits()) : 8U * bytes;
  }
  // Bytes of the component in memory. Booleans have no physical size; they take one byte here.
  unsigned memory_bytes() const { return bytes == 0 ? 1 : bytes; }
  static constexpr ScalarType boolean() { return {Class::boolean, 0, false}; }
  static constexpr ScalarType pointer() { return {Class::pointer, 8, false}; }
  static constexpr ScalarType unsigned_integer(unsigned bytes) {
    return {Class::integer, static_cast<std::uint8_t>(bytes), false};
  }
};

// The declaration in OpTypeImage.
struct ImageType {
  spv::Dim dim = spv::Dim::Dim1D;
  bool depth = false;
  bool arrayed = false;
  bool multisampled = false;
  std::uint8_t sampled = 0;  // 1: with a sampler, or fetched; 2: read and written
  spv::ImageFormat format = spv::ImageFormat::Unknown;
  ScalarType sampled_type;                     // of 0 bytes for OpTypeVoid
  std::optional<spv::AccessQualifier> access;  // in kernels

  bool reads() const { return access != spv::AccessQualifier::WriteOnly; }
  bool writes() const { return access != spv::AccessQualifier::ReadOnly; }
};

// The declaration in OpTypeCooperativeMatrixKHR.
struct CooperativeMatrixType {
  std::uint32_t rows = 0, columns = 0;
  spv::CooperativeMatrixUse use{};
  spv::Scope scope = spv::Scope::Subgroup;  // or Workgroup
};

// The declaration in OpTypeTensorLayoutNV or OpTypeTensorViewNV. In registers, a value is its state (kernels/tensor_addressing.h).
struct TensorAddressingType {
  std::uint32_t dimensions = 0;
  TensorClamp clamp_mode{};                                          // of a layout
  bool has_dimensions = false;                                       // of a view
  std::array<std::uint8_t, max_tensor_dimensions> permutation = {};  // of a view
};

struct Type {
  enum class Kind : std::uint8_t {
    none,
    void_,
    scalar,
    vector,
    matrix,
    array,
    runtime_array,
    structure,
    pointer,
    function,
    image,
    sampler,
    sampled_image,
    buffer,  // a descriptor of OpTypeBufferEXT, which no value has
    cooperative_matrix,
    tensor_layout,
    tensor_view,
    acceleration_structure,
    ray_query,
    other
  };
  struct Member {
    Id type = 0;
    std::uint64_t offset = 0;         // bytes; from Offset, or natural if there is none
    std::uint64_t matrix_stride = 0;  // from MatrixStride; 0: natural
    bool row_major = false;
    std::uint32_t first_component = 0;
  };

  Kind kind = Kind::none;
  ScalarType scalar;  // scalars; components of vectors and matrices
  // vector, matrix (a column), cooperative matrix (a component), arrays; pointers: pointee, 0 if they are untyped; sampled image:
  // the image
  Id element = 0;
  // Components, columns or elements. Of a cooperative matrix: the components that each invocation holds, and which are its
  // components in registers. Of a tensor layout or view, or of a ray query: the numbers of its state.
  std::uint32_t count = 0;
  std::uint64_t stride = 0;  // arrays: bytes between elements; pointers: ArrayStride, or 0
  std::uint64_t size = 0;    // bytes in memory; the fixed part, if it is or ends in a runtime array
  std::uint32_t alignment = 1;           // of the largest scalar in it
  spv::StorageClass storage_class{};     // pointers, and the data of buffers
  std::vector<Member> members;           // structures; functions: the parameter types
  Id return_type = 0;                    // functions
  std::uint32_t component_count = 0;     // number of scalars in the type; saturates at 0xFFFFFFFF
  std::uint32_t element_components = 0;  // vector, matrix, array: components of an element
  ImageType image;                       // images and sampled images
  CooperativeMatrixType cooperative;
  TensorAddressingType tensor;

  // Images, samplers and acceleration structures: values are descriptors, with one component for each.
  bool is_descriptor() const {
    return kind == Kind::image || kind == Kind::sampler || kind == Kind::sampled_image ||
           kind == Kind::acceleration_structure;
  }
};

// A component of a constant.
struct ConstantComponent {
  std::uint64_t bits = 0;
  bool undefined = false;
};

using ConstantValue = std::vector<ConstantComponent>;

// Executes an OpSpecConstantOp, from operand values to the result. The lowering provides it,
// because constants have the same semantics as other instructions.
class SpecializedModule;
// What decides how many components of a cooperative matrix an invocation holds.
struct MatrixDistribution {
  std::uint32_t subgroup_size = 32;
  MatrixMapping mapping = MatrixMapping::rows;
  std::uint32_t workgroup_invocations = 0;  // 0: not known
};

using SpecConstantEvaluator = Result<ConstantValue> (*)(const SpecializedModule&,
                                                        const Instruction&, const void* context);

class SpecializedModule {
 public:
  // Errors: bad_input for contradictory types and constants, and for a specialization that does not
  // fit; limit for types that are too large, and if the constants take more than `max_memory` bytes. Types without a representation
  // (hit objects, ...), and types that contain them, become Kind::other. Without an evaluator, results of
  // OpSpecConstantOp are undefined, and arrays of such a length have one element.
  static Result<SpecializedModule> create(
      const Module& module, const std::map<std::uint32_t, std::uint64_t>& specialization,
      std::uint64_t max_memory, SpecConstantEvaluator evaluator, const void* context,
      MatrixDistribution distribution = {});

  static constexpr std::uint32_t max_components = 1u << 16;
  static constexpr std::uint64_t max_type_size = std::uint64_t{1} << 40;  // bytes

  const Module& module() const { return *module_; }
  // The bytes that the values of all constants take.
  std::uint64_t memory_of_constants() const { return memory_of_constants_; }
  // Which elements of a cooperative matrix the invocations of its scope hold. While the workgroup size is not known, those of
  // Workgroup scope are distributed over one subgroup.
  MatrixElements elements(const Type& matrix) const {
    const bool is_of_workgroup = matrix.cooperative.scope == spv::Scope::Workgroup &&
                                 distribution_.workgroup_invocations != 0;
    return {matrix.cooperative.rows, matrix.cooperative.columns,
            is_of_workgroup ? distribution_.workgroup_invocations : distribution_.subgroup_size,
            distribution_.mapping};
  }
  const Type& type(Id id) const { return types_[id < type_index_.size() ? type_index_[id] : 0]; }
  // The scalars in a value of the type, in order; empty if there are more than max_components.
  std::span<const ScalarType> components(Id type) const;
  // The value of a constant; null if `id` is not a constant, or too large to be a value.
  const ConstantValue* constant(Id id) const;
  // A constant integer scalar as a 64-bit number, sign-extended according to its type.
  std::optional<std::int64_t> integer(Id id) const;

 private:
  friend class SpecializedModuleBuilder;
  void append_components(Id type, std::vector<ScalarType>& scalars) const;

  const Module* module_ = nullptr;
  MatrixDistribution distribution_;
  std::vector<std::uint32_t> type_index_;  // by id, into types_
  std::vector<Type> types_;                // [0] is of Kind::none
  // Computed when they are asked for, by any thread.
  std::unique_ptr<std::mutex> components_mutex_ = std::make_unique<std::mutex>();
  mutable std::unordered_map<Id, std::vector<ScalarType>> components_;
  std::unordered_map<Id, ConstantValue> constants_;
  std::uint64_t memory_of_constants_ = 0;
};

// The constant decorated WorkgroupSize ("BuiltIn"); null: there is none.
const Instruction* workgroup_size_constant(const Module& module);

// The workgroup size that the module declares for an entry point, if any: the constant decorated
// WorkgroupSize, or else LocalSizeId, or else LocalSize. Errors: bad_input if it is not a valid
// size.
Result<std::optional<Dim3>> local_size(const SpecializedModule& types,
                                       const EntryPoint& entry_point);

}  // namespace spirv_oracle

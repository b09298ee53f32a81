// Types and constants of a module under one specialization: sizes, layouts and values are known here.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "interpreter/loader/module.h"
#include "interpreter/result.h"

namespace spirv_oracle {

// What one component of a value is: how wide a lane of its plane is, and how its bits read.
struct ScalarType {
  enum class Class : std::uint8_t { boolean, integer, floating, pointer };
  Class scalar_class = Class::integer;
  std::uint8_t bytes = 4;  // in a register plane; 0 for Booleans
  bool is_signed = false;  // integers: as declared, only for printing
  friend bool operator==(const ScalarType&, const ScalarType&) = default;

  // Bytes of the component in memory; Booleans have no physical size, they take one byte here.
  unsigned memory_bytes() const { return bytes == 0 ? 1 : bytes; }
  static constexpr ScalarType boolean() { return {Class::boolean, 0, false}; }
  static constexpr ScalarType pointer() { return {Class::pointer, 8, false}; }
  static constexpr ScalarType unsigned_integer(unsigned bytes) {
    return {Class::integer, static_cast<std::uint8_t>(bytes), false};
  }
};

// What OpTypeImage declares.
struct ImageType {
  spv::Dim dim = spv::Dim::Dim1D;
  bool depth = false;
  bool arrayed = false;
  bool multisampled = false;
  std::uint8_t sampled = 0;  // 1: with a sampler, or fetched; 2: read and written
  spv::ImageFormat format = spv::ImageFormat::Unknown;
  ScalarType sampled_type;  // of 0 bytes for OpTypeVoid
  std::optional<spv::AccessQualifier> access;  // in kernels

  bool reads() const { return access != spv::AccessQualifier::WriteOnly; }
  bool writes() const { return access != spv::AccessQualifier::ReadOnly; }
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
    other
  };
  struct Member {
    Id type = 0;
    std::uint64_t offset = 0;         // bytes; by Offset, or natural where there is none
    std::uint64_t matrix_stride = 0;  // by MatrixStride; 0: natural
    bool row_major = false;
    std::uint32_t first_component = 0;
  };

  Kind kind = Kind::none;
  ScalarType scalar;  // scalars; vectors and matrices: of their components
  Id element = 0;  // vector, matrix (a column), arrays; pointers: pointee; sampled image: the image
  std::uint32_t count = 0;   // components, columns or elements
  std::uint64_t stride = 0;  // arrays: bytes between elements; pointers: ArrayStride, or 0
  std::uint64_t size = 0;    // bytes in memory; runtime arrays and what ends in one: the fixed part
  std::uint32_t alignment = 1;        // of the largest scalar in it
  spv::StorageClass storage_class{};  // pointers
  std::vector<Member> members;        // structures; functions: the parameter types
  Id return_type = 0;                 // functions
  std::uint32_t component_count = 0;  // scalars that the type consists of; 0xFFFFFFFF: that or more
  std::uint32_t element_components = 0;  // vector, matrix, array: components of an element
  ImageType image;                       // images and sampled images

  // Images and samplers: values are descriptors, a component for each.
  bool is_descriptor() const {
    return kind == Kind::image || kind == Kind::sampler || kind == Kind::sampled_image;
  }
};

// A component of a constant.
struct ConstantComponent {
  std::uint64_t bits = 0;
  bool undefined = false;
};

using ConstantValue = std::vector<ConstantComponent>;

// Runs an OpSpecConstantOp: operand values in, result out. Provided by the lowering, as constants go
// through the same semantics as everything else.
class SpecializedModule;
using SpecConstantEvaluator = Result<ConstantValue> (*)(const SpecializedModule&,
                                                        const Instruction&, const void* context);

class SpecializedModule {
 public:
  // Errors: bad_input for types and constants that contradict themselves and for a specialization
  // that does not fit, limit for types that are too large. Types that have no representation here
  // (cooperative matrices ...) and what holds them become Kind::other. Without an evaluator
  // what OpSpecConstantOp computes is left undefined, and arrays of such a length have one element.
  static Result<SpecializedModule> create(
      const Module& module, const std::map<std::uint32_t, std::uint64_t>& specialization,
      SpecConstantEvaluator evaluator, const void* context);

  static constexpr std::uint32_t max_components = 1u << 16;
  static constexpr std::uint64_t max_type_size = std::uint64_t{1} << 40;  // bytes

  const Module& module() const { return *module_; }
  const Type& type(Id id) const { return types_[id < type_index_.size() ? type_index_[id] : 0]; }
  // The scalars that a value of the type consists of, in order; empty when there are more than
  // max_components. Found when first asked for: not for several threads at once.
  std::span<const ScalarType> components(Id type) const;
  // The value of a constant, or null when `id` is no constant (or is too large to be a value).
  const ConstantValue* constant(Id id) const;
  // A constant integer scalar as a 64-bit number (sign-extended by its type).
  std::optional<std::int64_t> integer(Id id) const;

 private:
  friend class SpecializedModuleBuilder;
  void append_components(Id type, std::vector<ScalarType>& scalars) const;

  const Module* module_ = nullptr;
  std::vector<std::uint32_t> type_index_;  // by id, into types_
  std::vector<Type> types_;                // [0] is of Kind::none
  mutable std::unordered_map<Id, std::vector<ScalarType>> components_;
  std::unordered_map<Id, ConstantValue> constants_;
};

// The size of a workgroup that the module declares for an entry point, if it does: the constant
// decorated WorkgroupSize, else LocalSizeId, else LocalSize. Errors: bad_input when it is no size.
Result<std::optional<Dim3>> local_size(const SpecializedModule& types,
                                       const EntryPoint& entry_point);

}  // namespace spirv_oracle

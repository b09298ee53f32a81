// Builds a SpecializedModule: types and constants, in the order of the module.
#pragma once

#include <map>
#include <vector>

#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

class SpecializedModuleBuilder {
 public:
  // `layout`: a build of the same module, whose constants ArrayStrideIdEXT and OffsetIdEXT use.
  SpecializedModuleBuilder(const Module& module,
                           const std::map<std::uint32_t, std::uint64_t>& specialization,
                           std::uint64_t max_memory, SpecConstantEvaluator evaluator,
                           const void* context, MatrixDistribution distribution,
                           const SpecializedModule* layout = nullptr);
  Result<SpecializedModule> build();

 private:
  // --- type_builder.cpp ---
  Result<void> add_type(const Instruction& instruction);
  Result<Type> make_type(const Instruction& instruction);
  Type make_scalar(const Instruction& instruction) const;
  Result<Type> make_vector(const Instruction& instruction);
  Result<std::uint32_t> vector_length(const Instruction& instruction) const;
  Result<Type> make_matrix(const Instruction& instruction);
  Result<Type> make_cooperative_matrix(const Instruction& instruction) const;
  Result<Type> make_tensor_layout(const Instruction& instruction) const;
  Result<Type> make_tensor_view(const Instruction& instruction) const;
  Result<std::uint32_t> matrix_dimension(const Instruction& instruction, unsigned operand) const;
  Result<Type> make_array(const Instruction& instruction);
  Result<std::uint32_t> array_length(const Instruction& instruction) const;
  Result<Type> make_runtime_array(const Instruction& instruction);
  Result<Type> make_structure(const Instruction& instruction);
  Result<Type::Member> make_member(const Instruction& instruction, std::uint32_t index,
                                   std::uint64_t end_of_previous) const;
  // From ArrayStride or ArrayStrideIdEXT; 0 if there is neither.
  Result<std::uint64_t> array_stride(const Instruction& array) const;
  // The constant of ArrayStrideIdEXT or OffsetIdEXT, which is at least `least`; `otherwise`, if it is not known.
  Result<std::uint64_t> layout_constant(const Instruction& type, Id id, std::int64_t least,
                                        std::uint64_t otherwise) const;
  Result<Type> make_function(const Instruction& instruction) const;
  Result<Type> make_pointer(const Instruction& instruction) const;
  Type make_image(const Instruction& instruction) const;
  Type make_sampled_image(const Instruction& instruction) const;
  std::uint64_t extent(const Type::Member& member) const;
  // The type of an operand that must be a known type.
  Result<const Type*> element_type(const Instruction& instruction, unsigned operand) const;
  Result<void> store_type(Id id, Type type);

  // --- constant_builder.cpp ---
  Result<void> add_constant(const Instruction& instruction);
  bool holds_addresses(const Instruction& instruction) const;
  Result<ConstantValue> make_constant(const Instruction& instruction);
  Result<ConstantValue> make_descriptor_size(const Instruction& instruction) const;
  Result<ConstantValue> make_scalar_constant(const Instruction& instruction) const;
  Result<ConstantValue> make_composite(const Instruction& instruction) const;
  Result<ConstantValue> make_data(const Instruction& instruction) const;
  Result<ConstantValue> make_replicated(const Instruction& instruction) const;
  Result<ConstantValue> evaluate(const Instruction& instruction) const;
  // The value that the user gives to a specialization constant, if any.
  Result<std::optional<std::uint64_t>> specialized(const Instruction& instruction) const;

  const Module& module_;
  const std::map<std::uint32_t, std::uint64_t>& specialization_;
  std::uint64_t max_memory_;
  SpecConstantEvaluator evaluator_;
  const void* context_;
  const SpecializedModule* layout_;
  SpecializedModule result_;
  std::vector<std::uint32_t> nesting_;  // by index of result_.types_: the nesting depth of the type
};

// Whether an instruction declares a type or a constant. OpUndef is one of the constants.
bool declares_type(const Instruction& instruction);
bool declares_constant(spv::Op opcode);

}  // namespace spirv_oracle

// Cooperative matrices (SPV_KHR_cooperative_matrix, SPV_NV_cooperative_matrix2): loads, stores, products, calls of functions.
// In registers, a matrix consists of the components that each lane holds (kernels/matrix_mapping.h). Arithmetic, conversions
// and composites therefore need no code of their own.
#pragma once

#include <span>

#include "interpreter/ir/instruction_list.h"

namespace spirv_oracle {

// OpCooperativeMatrixLoadKHR and OpCooperativeMatrixStoreKHR.
std::span<const InstructionDefinition> matrix_access_instructions();
// OpCooperativeMatrixConvertNV and OpCooperativeMatrixTransposeNV.
std::span<const InstructionDefinition> matrix_conversion_instructions();
// OpCooperativeMatrixLoadTensorNV and OpCooperativeMatrixStoreTensorNV.
std::span<const InstructionDefinition> tensor_access_instructions();
// The state of tensor layouts and views (SPV_NV_tensor_addressing).
std::span<const InstructionDefinition> tensor_state_instructions();
// OpCooperativeMatrixReduceNV and OpCooperativeMatrixPerElementOpNV.
std::span<const InstructionDefinition> matrix_function_instructions();
// OpCooperativeMatrixMulAddKHR and OpCooperativeMatrixLengthKHR.
std::span<const InstructionDefinition> matrix_product_instructions();
// OpSubgroupMatrixMultiplyAccumulateINTEL, whose matrices are vectors of the invocations.
std::span<const InstructionDefinition> subgroup_matrix_product_instructions();

}  // namespace spirv_oracle

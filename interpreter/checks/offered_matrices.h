// Compares the cooperative matrices of a module with those that a device offers (DeviceLimits::matrix_products).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "interpreter/device_limits.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

struct UnofferedMatrix {
  std::uint32_t instruction = 0;  // index into Module::instructions: a type, or a product
  std::string text;               // what it needs
};

// `invocations`: of a workgroup. A product is in the list only if the device offers the types of its matrices.
std::vector<UnofferedMatrix> unoffered_matrices(const SpecializedModule& types,
                                                std::uint32_t invocations,
                                                const std::vector<OfferedMatrixProduct>& offered);

}  // namespace spirv_oracle

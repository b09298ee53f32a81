// Cooperative vectors: products with matrices in rows or columns, loads and stores, and accumulations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {

struct VectorTest {
  std::string name;  // of the module
  std::string instruction;
  std::function<SuiteModule(const SuiteShape&)> make;
};

// With the combinations of types that every implementation of VK_NV_cooperative_vector supports.
std::vector<VectorTest> vector_tests();

}  // namespace spirv_oracle::golden

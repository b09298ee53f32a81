// Cooperative matrices of a subgroup: products, loads and stores, components, conversions, arithmetic,
// functions for their elements, and tensors.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {

struct MatrixTest {
  std::string name;         // of the module
  std::string instruction;  // or "matrices", if it tests several
  std::function<SuiteModule(const SuiteShape&)> make;
};

std::vector<MatrixTest> matrix_tests();

// Parts of them.
void add_product_tests(std::vector<MatrixTest>& tests);
void add_copy_tests(std::vector<MatrixTest>& tests);
void add_operation_tests(std::vector<MatrixTest>& tests);
void add_function_tests(std::vector<MatrixTest>& tests);
void add_tensor_tests(std::vector<MatrixTest>& tests);

}  // namespace spirv_oracle::golden

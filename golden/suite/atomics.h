// Tests of every atomic instruction, on storage buffers and on workgroup memory.
#pragma once

#include <string>
#include <vector>

#include "golden/suite/suite_module.h"

namespace spirv_oracle::golden {

struct AtomicTest {
  std::string instruction;
  ScalarKind scalar = ScalarKind::uint32;
  bool is_shared = false;  // in workgroup memory, or else in a storage buffer
};

std::vector<AtomicTest> atomic_tests();

SuiteModule make_atomic_module(const SuiteShape& shape, const AtomicTest& test);

}  // namespace spirv_oracle::golden

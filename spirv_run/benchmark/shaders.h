// The shaders that the benchmarks run.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace spirv_oracle {

// Compiles a shader of testcases/benchmark/; ends the program if that fails.
inline std::vector<std::uint32_t> benchmark_shader(const std::string& name) {
  const auto root = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  ModuleOptions options;
  options.file = (root / "testcases" / "benchmark" / name).string();
  auto file = load_module_file(options);
  if (!file) {
    std::cerr << file.error().message << '\n';
    std::exit(1);
  }
  return file->words;
}

}  // namespace spirv_oracle

// The families of the suite, and what each of them tests.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite/suite_module.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

struct SuiteItem {
  std::string instruction;  // or the subject, if it is not one instruction
  std::function<SuiteModule()> make;
};

struct SuiteFamily {
  std::string_view name;
  std::vector<SuiteItem> (*items)(const SuiteShape&);
  // The instructions that it tests or omits.
  std::vector<std::string> (*instructions)(const InstructionRegistry&);
};

std::span<const SuiteFamily> suite_families();

// Why the families omit an instruction, as the rest of a sentence; "" if they test it.
std::string_view why_left_out(std::string_view instruction);

}  // namespace spirv_oracle::golden

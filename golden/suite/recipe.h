// Which instructions the suite tests, with which types and operands.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite/operands.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

// One way to write the instruction. In the operands, @X stands for the value of the invocation, @C for its choice,
// @B for its four words, @T for the type of the value, and #N for the uint32 constant N.
struct Variant {
  std::string name;        // of the group operation or of the operand class; may be empty
  std::string operands;    // behind the opcode and the result type
  bool everywhere = true;  // in all masks and shapes, not only in a few
  std::function<std::uint32_t(std::uint32_t invocation)> choice = nullptr;
  std::function<std::array<std::uint32_t, 4>(std::uint32_t invocation)> words = nullptr;
};

enum class Participation : std::uint8_t {
  tangle,          // who executes the instruction
  whole_subgroup,  // all of the subgroup have to execute it
};

struct Recipe {
  std::string instruction;  // "OpGroupNonUniformIAdd"
  std::string suffix;       // of the module's name, where there are several for the instruction
  std::vector<ValueType> types;
  ValueUse use = ValueUse::moved;
  bool gives_value = true;  // the result has the type of the value, else `result`
  ValueType result = boolean_value;
  std::vector<Variant> variants;
  std::vector<std::string> capabilities;
  std::vector<std::string> extensions = {};
  Participation participation = Participation::tangle;
  bool is_vulkan = true;  // Vulkan has the capabilities
  bool preserves_denormals = false;
  bool reconverges_maximally =
      false;  // tests who executes the instruction behind divergent control flow
};

std::vector<Recipe> suite_recipes(const SuiteShape& shape);

// The instructions of the classes Group and Non-Uniform.
std::vector<std::string> exchange_instructions(const InstructionRegistry& registry);

}  // namespace spirv_oracle::golden

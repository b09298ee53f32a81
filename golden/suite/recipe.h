// The instructions that the suite tests, with their types and operands.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "golden/suite/operands.h"
#include "interpreter/ir/registry.h"

namespace spirv_oracle::golden {

// One way to write the instruction. In the operands, @X is the value of the invocation, @C its
// choice, @B its four words, @T the type of the value, and #N the uint32 constant N.
struct Variant {
  std::string name;        // of the group operation or of the operand class; may be empty
  std::string operands;    // after the opcode and the result type
  bool everywhere = true;  // in all masks and control flow, not only in a few
  std::function<std::uint32_t(std::uint32_t invocation)> choice = nullptr;
  std::function<std::array<std::uint32_t, 4>(std::uint32_t invocation)> words = nullptr;
};

enum class Participation : std::uint8_t {
  tangle,          // the group is the tangle
  whole_subgroup,  // the whole subgroup must execute it
};

struct Recipe {
  std::string instruction;  // "OpGroupNonUniformIAdd"
  std::string suffix;       // of the module's name, if the instruction has several modules
  std::vector<ValueType> types;
  ValueUse use = ValueUse::moved;
  bool gives_value = true;  // the result has the type of the value, or else `result`
  ValueType result = boolean_value;
  std::vector<Variant> variants;
  std::vector<std::string> capabilities;
  std::vector<std::string> extensions = {};
  Participation participation = Participation::tangle;
  bool is_vulkan = true;  // whether Vulkan has the capabilities
  bool preserves_denormals = false;
  bool reconverges_maximally =
      false;  // tests which invocations execute the instruction after divergent control flow
};

std::vector<Recipe> suite_recipes(const SuiteShape& shape);

// The instructions of the classes Group and Non-Uniform.
std::vector<std::string> exchange_instructions(const InstructionRegistry& registry);

}  // namespace spirv_oracle::golden

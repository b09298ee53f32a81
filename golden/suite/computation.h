// Instructions that each invocation executes on its own: conversions, arithmetic, and GLSL.std.450.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "golden/suite/suite_module.h"
#include "golden/suite/value_type.h"

namespace spirv_oracle::golden {

// A value, or a matrix with columns of that type.
struct ComputedType {
  ValueType column;
  unsigned columns = 1;

  ComputedType(ValueType type, unsigned count = 1)
      : column(type), columns(count) {}  // NOLINT: the usual case
  unsigned components() const { return column.components * columns; }
};

struct Computation {
  enum class SecondResult : std::uint8_t { none, member, pointed_to };

  std::string instruction;   // "OpFDiv"; an extended one: "Sqrt"
  bool is_extended = false;  // of GLSL.std.450
  ComputedType result{uint32_value};
  std::vector<ComputedType> operands;
  std::string suffix;  // of the module's name
  // A second result: the other member of a structure, or the value that the last operand points to.
  SecondResult second_result = SecondResult::none;
  ValueType second = uint32_value;
  std::vector<std::string> capabilities = {}, extensions = {};
  std::vector<std::string> modes = {};  // "RoundingModeRTE"; for each float width in the module
  bool is_vulkan = true;                // whether Vulkan has the capabilities
  std::string literals{};               // text after the operands
  std::string decoration{};             // of the result
  // From this operand on, operands count bits. In most cases they are at most the width of the
  // first operand.
  unsigned first_bit_count = 0;
  // Two operands, of which the first is not greater in most cases; otherwise the result is
  // undefined.
  std::optional<std::pair<unsigned, unsigned>> ascending = {};
  // Whether the behavior is defined for these operand bits, component by component.
  bool (*is_defined)(const Computation&, std::span<const std::uint64_t>) = nullptr;
};

// The computations of each family.
std::vector<Computation> conversions();
std::vector<Computation> arithmetic();
std::vector<Computation> glsl_instructions();

// A module in which every invocation executes the instruction once, with its own operands.
SuiteModule make_computation_module(const SuiteShape& shape, const Computation& computation);

}  // namespace spirv_oracle::golden

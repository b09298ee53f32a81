#include "golden/suite/computation_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace spirv_oracle::golden {
namespace {

using enum ScalarKind;

// B: a Boolean; b, i: Booleans and 32-bit integers, with the component count of the signature's type; F: a component
// of that type; n: uint32; other letters: the type itself.
ValueType type_of(char letter, ValueType varying) {
  switch (letter) {
    case 'B':
      return boolean_value;
    case 'b':
      return {boolean, varying.components};
    case 'i':
      return {int32, varying.components};
    case 'F':
      return {varying.scalar, 1};
    case 'n':
      return uint32_value;
    default:
      return varying;
  }
}

}  // namespace

ValueTypes types_of(char letter) {
  switch (letter) {
    case 'f':
      return float_types();
    case 'h':
      return {{float16, 1}, {float32, 1}, {float32, 2}, {float32, 3}};
    case 'c':
      return {{float16, 1}, {float32, 1}, {float64, 1}};
    case 'v':
      return {{float32, 2}, {float32, 3}, {float32, 4}, {float16, 2}, {float64, 3}};
    case 'u':
      return unsigned_types();
    case 's':
      return signed_types();
    case 'w':
      return {{uint32, 1}, {uint32, 2}, {uint32, 3}};
    case 'z':
      return {{int32, 1}, {int32, 2}, {int32, 3}};
    case 'l':
      return {{boolean, 1}, {boolean, 2}, {boolean, 3}};
    case 'k':
      return {{boolean, 2}, {boolean, 3}, {boolean, 4}};
    default:
      return {};
  }
}

std::vector<Computation> expanded(const ComputationRow& row) {
  const std::string_view operands = row.signature.substr(2);
  ValueTypes types;
  for (const char letter : operands) {
    if (types.empty()) types = types_of(letter);
  }
  std::vector<Computation> all;
  for (const ValueType type : types) {
    Computation one;
    one.instruction = row.instruction;
    one.is_extended = !row.instruction.starts_with("Op");
    one.result = type_of(row.signature[0], type);
    for (const char letter : operands) one.operands.emplace_back(type_of(letter, type));
    one.suffix = type_name(type);
    one.is_defined = row.is_defined;
    one.first_bit_count = row.first_bit_count;
    one.ascending = row.ascending;
    all.push_back(std::move(one));
  }
  return all;
}

void add_rows(std::span<const ComputationRow> rows, std::vector<Computation>& all) {
  for (const ComputationRow& row : rows) {
    for (Computation& one : expanded(row)) all.push_back(std::move(one));
  }
}

void add_float_controls(std::vector<Computation>& all) {
  constexpr std::string_view rounded[] = {"OpFConvert", "OpConvertSToF", "OpConvertUToF",
                                          "OpFAdd",     "OpFSub",        "OpFMul"};
  struct Control {
    std::string_view suffix;
    std::vector<std::string> modes;
  };
  const Control controls[] = {{"rte", {"RoundingModeRTE", "DenormPreserve"}},
                              {"rtz", {"RoundingModeRTZ", "DenormPreserve"}},
                              {"flushed", {"DenormFlushToZero"}}};
  const std::size_t count = all.size();
  for (std::size_t k = 0; k < count; ++k) {
    const bool is_rounded = std::ranges::find(rounded, all[k].instruction) != std::end(rounded);
    if (!is_rounded || all[k].result.components() > 1) continue;
    for (const Control& control : controls) {
      Computation one = all[k];
      one.suffix += fmt::format(".{}", control.suffix);
      one.modes = control.modes;
      all.push_back(std::move(one));
    }
  }
}

}  // namespace spirv_oracle::golden

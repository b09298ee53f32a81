// Rows of the tables of computations: an instruction, with the types of its result and operands.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "golden/suite/computation.h"

namespace spirv_oracle::golden {

using ValueTypes = std::vector<ValueType>;
using OperandBits = std::span<const std::uint64_t>;

// The types that one letter of a signature stands for, one after the other:
// f, h: floats, those of 16 and 32 bits; c, v: scalars, vectors of floats; u, s: unsigned and signed integers;
// w, z: those of 32 bits; l, k: Booleans, vectors of them.
ValueTypes types_of(char letter);

struct ComputationRow {
  std::string_view instruction;
  // Of the result and the operands: "f:ff". B stands for a Boolean; b, i for Booleans and 32-bit integers, as many as
  // the type of the signature has components; F for a component of that type; n for uint32.
  std::string_view signature;
  bool (*is_defined)(const Computation&, OperandBits) = nullptr;
  unsigned first_bit_count = 0;
  std::optional<std::pair<unsigned, unsigned>> ascending = {};
};

// One for each type.
std::vector<Computation> expanded(const ComputationRow& row);
void add_rows(std::span<const ComputationRow> rows, std::vector<Computation>& all);

// The same once more under execution modes that leave no choice of results.
void add_float_controls(std::vector<Computation>& all);

}  // namespace spirv_oracle::golden

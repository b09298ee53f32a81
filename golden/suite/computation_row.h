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

// The types that one letter of a signature represents: f, h: floats, 16- and 32-bit floats; c, v:
// scalars, vectors of floats; u, s: unsigned and signed integers; w, z: 32-bit ones; l, k:
// Booleans, vectors of Booleans.
ValueTypes types_of(char letter);

struct ComputationRow {
  std::string_view instruction;
  // The types of the result and the operands: "f:ff". B is a Boolean. b and i are Booleans and
  // 32-bit integers with as many components as the type of the signature; F is a component of that
  // type; n is uint32.
  std::string_view signature;
  bool (*is_defined)(const Computation&, OperandBits) = nullptr;
  unsigned first_bit_count = 0;
  std::optional<std::pair<unsigned, unsigned>> ascending = {};
};

// One computation for each type.
std::vector<Computation> expanded(const ComputationRow& row);
void add_rows(std::span<const ComputationRow> rows, std::vector<Computation>& all);

// Adds each computation again, under execution modes that permit only one result.
void add_float_controls(std::vector<Computation>& all);

}  // namespace spirv_oracle::golden

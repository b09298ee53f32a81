// A view of one execution of an instruction by a tangle, for code that changes its results. Slow,
// and without definedness.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "data/scalar.h"
#include "interpreter/exec/state/subgroup.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle::golden {

struct ViewedPlane {
  Slot slot = 0;
  ScalarType type;
};

// A cooperative matrix among the results or the operands: the elements in its planes.
struct ViewedMatrix {
  std::uint32_t rows = 0, columns = 0;  // 0: it is not one
  // By plane and lane: the number of the element, row by row.
  std::vector<std::uint32_t> elements;
};

// What a record that changes results needs. Its list is in Program::data.
struct ViewedInstruction {
  std::uint32_t opcode = 0;
  std::uint32_t form = none;  // spv::GroupOperation, if the instruction has one
  std::vector<ViewedPlane> results;
  std::vector<std::vector<ViewedPlane>> operands;  // the ids after the scope
  std::uint32_t flags = 0;                         // Cooperative Matrix Operands
  std::vector<ViewedMatrix> matrices;              // the result, then the operands

  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::vector<std::uint32_t> encoded() const;
  static ViewedInstruction decoded(const std::uint32_t* words);
};

class ExchangeView {
 public:
  ExchangeView(Subgroup& subgroup, const std::uint32_t* words)
      : subgroup_(subgroup), instruction_(ViewedInstruction::decoded(words)) {}

  const ViewedInstruction& instruction() const { return instruction_; }
  std::string_view name() const;
  bool is_form(spv::GroupOperation form) const {
    return instruction_.form == static_cast<std::uint32_t>(form);
  }
  const LaneMask& active() const { return subgroup_.active; }
  const LaneMask& existing() const { return subgroup_.existing; }
  unsigned size() const { return subgroup_.size; }
  std::size_t components() const { return instruction_.results.size(); }
  ScalarType result_type(std::size_t component) const {
    return instruction_.results[component].type;
  }

  std::uint64_t result(std::size_t component, unsigned lane) const;
  void set_result(std::size_t component, unsigned lane, std::uint64_t bits);
  // A component of the exchanged value, and of a further operand.
  std::uint64_t value(std::size_t component, unsigned lane) const {
    return operand(0, component, lane);
  }
  std::uint64_t operand(std::size_t index, std::size_t component, unsigned lane) const;
  std::size_t operand_components(std::size_t index) const {
    return index < instruction_.operands.size() ? instruction_.operands[index].size() : 0;
  }
  ScalarType operand_type(std::size_t index) const { return instruction_.operands[index][0].type; }
  // The result as a cooperative matrix, and an operand.
  const ViewedMatrix& result_matrix() const { return instruction_.matrices[0]; }
  const ViewedMatrix& operand_matrix(std::size_t index) const {
    return instruction_.matrices[1 + index];
  }
  std::uint32_t flags() const { return instruction_.flags; }
  // A ballot operand, including bits beyond the subgroup; or a ballot result.
  LaneMask ballot(std::size_t operand_index, unsigned lane) const;
  void set_ballot(unsigned lane, const LaneMask& bits);

  // The source lane of a shuffle, rotation, broadcast or quad operation. It may be outside the
  // subgroup.
  unsigned source(unsigned lane) const;
  // Gives a lane the value of another one, or 0 if that is outside the subgroup.
  void take(unsigned lane, unsigned from);

  template <class Action>
  void for_each_result(const Action& action) {
    subgroup_.active.for_each([&](unsigned lane) {
      for (std::size_t c = 0; c < components(); ++c) action(c, lane);
    });
  }

 private:
  std::uint64_t read(const ViewedPlane& plane, unsigned lane) const;

  Subgroup& subgroup_;
  ViewedInstruction instruction_;
};

bool is_float_type(ScalarType type);
// Of a float with an IEEE format.
ScalarKind float_kind(ScalarType type);
// The number that the bits of a component represent.
double number_of(ScalarType type, std::uint64_t bits, bool is_signed);
bool is_nan_bits_of(ScalarType type, std::uint64_t bits);
// All bits of a component, and its highest bit.
std::uint64_t all_bits_of(ScalarType type);
std::uint64_t sign_of(ScalarType type);
// The bits of positive infinity: all those of the exponent.
std::uint64_t infinity_of(ScalarType type);

}  // namespace spirv_oracle::golden

// Which values of other lanes a group instruction reads.
#pragma once

#include <cstdint>
#include <optional>

#include <spirv/unified1/spirv.hpp11>

namespace spirv_oracle {

enum class ExchangeKind : std::uint8_t {
  by_id,           // reads the lane that an operand selects
  first_lane,      // reads the lowest active lane
  by_xor,          // reads lane ^ operand
  up,              // reads lane - operand
  down,            // reads lane + operand
  window_up,       // Intel: reads lane - operand of the second value, preceded by the first value
  window_down,     // Intel: reads lane + operand of the first value, followed by the second value
  rotate,          // reads lane + operand, modulo the size of the cluster
  quad_by_id,      // reads the lane of the quad that an operand selects
  quad_swap,       // reads the lane of the quad in a direction
  combine,         // combines the values that the group operation selects
  predicate,       // combines the values of all active lanes
  quad_predicate,  // combines the values of the active lanes of the quad
};

struct ExchangeForm {
  spv::Op opcode = spv::Op::OpNop;
  ExchangeKind kind = ExchangeKind::by_id;
  unsigned value = 0;     // operand
  unsigned selector = 0;  // operand; 0: none
  const char* name = "";

  bool combines() const { return kind >= ExchangeKind::combine; }
  // The operand Execution precedes the value. Instructions without it have Subgroup scope.
  bool has_scope() const { return value > 2; }
};

// Null unless the instruction exchanges values between invocations.
const ExchangeForm* find_exchange(spv::Op opcode);

// The value that an invocation reads: the operand, and the id of the invocation within the scope.
struct ExchangeSource {
  unsigned operand = 0;
  std::uint64_t id = 0;
};

struct ExchangeReader {
  std::uint64_t id = 0;        // of the reader within the scope
  std::uint64_t selector = 0;  // value of the operand
  std::uint64_t cluster = 0;   // size of the cluster that a rotation stays in
  unsigned subgroup_size = 1;
  unsigned lowest_active = 0;
};

// Empty if the selector selects no invocation. The id may be that of an inactive invocation, or beyond the scope.
std::optional<ExchangeSource> source_of(const ExchangeForm& form, const ExchangeReader& reader);

}  // namespace spirv_oracle

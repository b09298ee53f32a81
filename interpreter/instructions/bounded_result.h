// Records after an instruction whose results may have an error: one moves a result to the end of what is permitted, if
// PipelineOptions::arithmetic selects the least or the greatest result; the other one checks whether a formula may give a NaN.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "interpreter/ir/enclosure_rule.h"
#include "interpreter/ir/record.h"
#include "interpreter/loader/types/types.h"

namespace spirv_oracle {

// A component of a result, and the planes of its operands. All are floats of one width, except that
// an operand may be 32-bit integers.
struct BoundedResult {
  static constexpr std::size_t max_numbers = 32;  // two matrices

  struct Operand {
    bool are_integers = false;
    std::vector<Slot> planes;
  };

  const EnclosureRule* rule = nullptr;
  bool is_kernel = false;
  bool preserves_denormals = false;  // DenormPreserve: intermediate results are not flushed
  bool greatest = false;             // selects the greatest result, not the least
  std::size_t component = 0, component_count = 1;
  std::array<Operand, 3> operands;

  std::vector<Slot> planes() const;
  // Program::data of the records.
  std::vector<std::uint32_t> words(ScalarType type) const;
};

// The handlers of the records for a type of results; null: not for this type. Op::extra: words().
// The first one changes Op::result in place.
Handler move_within_bound(ScalarType type);
Handler check_for_nan(ScalarType type);

}  // namespace spirv_oracle

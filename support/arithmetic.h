// The choices of `--arithmetic` and `--check-arithmetic`, where the specifications permit several
// results.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "interpreter/dispatch.h"
#include "interpreter/findings/clause.h"

namespace spirv_oracle {

struct ArithmeticChoice {
  std::string_view name;
  bool ArithmeticChoices::*member;
  const Clause& clause;  // that results break if they depend on the choice
  // The choice changes only bits, not numbers: zeros of both signs are equal, and so are all NaNs.
  bool changes_bits_only = false;
};

std::span<const ArithmeticChoice> arithmetic_choices();

// For example "contract,relax". The empty text: none. Errors: bad_input for an unknown name.
Result<ArithmeticChoices> parse_arithmetic(std::string_view text);
std::string arithmetic_text(const ArithmeticChoices& choices);

}  // namespace spirv_oracle

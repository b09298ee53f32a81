// What `--arithmetic` and `--check-arithmetic` choose where the specifications leave arithmetic open.
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
  const Clause& clause;  // what results break that depend on it
  // Results that are the same numbers do not depend on it: zeros of both signs, NaNs of any bits.
  bool changes_bits_only = false;
};

std::span<const ArithmeticChoice> arithmetic_choices();

// "contract,relax"; the empty text: none. Errors: bad_input for a name that is none.
Result<ArithmeticChoices> parse_arithmetic(std::string_view text);
std::string arithmetic_text(const ArithmeticChoices& choices);

}  // namespace spirv_oracle

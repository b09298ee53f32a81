#include "support/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "interpreter/findings/freedom.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

constexpr ArithmeticChoice choices[] = {
    {"contract", &ArithmeticChoices::contract, ArithmeticFreedom::contraction},
    {"split-fma", &ArithmeticChoices::split_fma, ArithmeticFreedom::fma},
    {"reassociate", &ArithmeticChoices::reassociate, ArithmeticFreedom::association},
    {"reciprocal", &ArithmeticChoices::reciprocal, ArithmeticFreedom::reciprocal},
    {"toward-zero", &ArithmeticChoices::toward_zero, ArithmeticFreedom::rounding_mode},
    {"flush-denormals", &ArithmeticChoices::flush_denormals, ArithmeticFreedom::denormals},
    {"flush-results", &ArithmeticChoices::flush_results, ArithmeticFreedom::denormal_operands},
    {"low", &ArithmeticChoices::low, ArithmeticFreedom::error_bound},
    {"high", &ArithmeticChoices::high, ArithmeticFreedom::error_bound},
    {"relax", &ArithmeticChoices::relax, ArithmeticFreedom::relaxed_precision},
    {"other-zeros", &ArithmeticChoices::other_zeros, ArithmeticFreedom::sign_of_zero, true},
    {"other-nans", &ArithmeticChoices::other_nans, ArithmeticFreedom::nan_bits, true},
    {"assume-finite", &ArithmeticChoices::assume_finite, ArithmeticFreedom::finite},
};

}  // namespace

std::span<const ArithmeticChoice> arithmetic_choices() { return choices; }

Result<ArithmeticChoices> parse_arithmetic(std::string_view text) {
  ArithmeticChoices chosen;
  if (text.empty()) return chosen;
  for (const std::string_view part : split_outside_parentheses(text, ',')) {
    const auto* const choice = std::ranges::find(choices, part, &ArithmeticChoice::name);
    if (choice == std::end(choices)) {
      std::vector<std::string_view> names;
      for (const ArithmeticChoice& known : choices) names.push_back(known.name);
      return bad_input(fmt::format("expected one of {}, not '{}'", fmt::join(names, ", "), part));
    }
    chosen.*choice->member = true;
  }
  if (chosen.low && chosen.high)
    return bad_input("low and high exclude each other: each selects one end of the error bounds");
  return chosen;
}

std::string arithmetic_text(const ArithmeticChoices& chosen) {
  std::vector<std::string_view> names;
  for (const ArithmeticChoice& choice : choices) {
    if (chosen.*choice.member) names.push_back(choice.name);
  }
  return fmt::format("{}", fmt::join(names, ","));
}

}  // namespace spirv_oracle

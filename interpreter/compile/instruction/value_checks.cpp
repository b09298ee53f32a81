#include "interpreter/compile/instruction/value_checks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "grammar/glsl_std_450.h"
#include "interpreter/compile/instruction/bounded_results.h"
#include "interpreter/compile/instruction/float_permissions.h"
#include "interpreter/instructions/common/families.h"
#include "interpreter/ir/fast_math.h"
#include "interpreter/ir/value_check_clauses.h"
#include "interpreter/kernels/number_format.h"

namespace spirv_oracle {
namespace {

// The conditions that a record checks. Its `extra` is a set of these and the number of its operand planes.
constexpr std::uint32_t operand_count_mask = 3;
constexpr std::uint32_t excludes_nan = 1 << 2;
constexpr std::uint32_t excludes_infinity = 1 << 3;
constexpr std::uint32_t mathematical = 1 << 4;      // a NaN whose operands are numbers
constexpr std::uint32_t divides = 1 << 5;           // the second operand is a divisor
constexpr std::uint32_t has_float_result = 1 << 6;  // of the operands' type

struct Seen {
  bool operand_nan = false, operand_infinite = false;
  bool result_nan = false, result_infinite = false;
};

// The divisors for which Vulkan bounds the error of OpFDiv.
template <class T>
bool is_bounded_divisor(T divisor) {
  constexpr int limit = std::is_same_v<T, Float16> ? 14 : 126;
  const double magnitude =
      std::fabs(static_cast<double>(widen<typename ComputeType<T>::type>(divisor)));
  return magnitude == 0 || std::isnan(magnitude) ||
         (magnitude >= std::ldexp(1.0, -limit) && magnitude <= std::ldexp(1.0, limit));
}

const Clause* broken_clause(const Seen& seen, std::uint32_t looks_for) {
  if ((looks_for & excludes_nan) != 0 && (seen.operand_nan || seen.result_nan))
    return &ValueChecks::nan_excluded;
  if ((looks_for & excludes_infinity) != 0 && (seen.operand_infinite || seen.result_infinite))
    return &ValueChecks::infinity_excluded;
  if ((looks_for & mathematical) != 0 && seen.result_nan && !seen.operand_nan)
    return &ValueChecks::not_mathematically_defined;
  return nullptr;
}

// Whether any lane, active or not, has a value that the check may report. The loop vectorizes.
template <class T>
bool is_suspicious(const Subgroup& subgroup, const Record& record) {
  using Bits = std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
  constexpr NumberFormat format = sizeof(T) == 2 ? binary16 : sizeof(T) == 4 ? binary32 : binary64;
  constexpr auto magnitude_bits = static_cast<Bits>(static_cast<Bits>(~Bits{0}) >> 1);
  constexpr auto infinite =
      static_cast<Bits>(static_cast<Bits>(2 * format.greatest_exponent + 1) << (format.digits - 1));
  constexpr int limit = sizeof(T) == 2 ? 14 : 126;
  const auto power = [&](int exponent) {
    return static_cast<Bits>(static_cast<Bits>(exponent + format.greatest_exponent)
                             << (format.digits - 1));
  };
  const auto any = [&](Slot slot, auto is_special) {
    const Bits* values = subgroup.values<Bits>(slot);
    Bits found = 0;
    for (std::size_t lane = 0; lane < subgroup.padded_lanes; ++lane) {
      const auto magnitude = static_cast<Bits>(values[lane] & magnitude_bits);
      found = static_cast<Bits>(found | (is_special(magnitude) ? 1 : 0));
    }
    return found != 0;
  };
  const auto is_not_finite = [](Bits magnitude) { return magnitude >= infinite; };
  if ((record.extra & has_float_result) != 0 && any(record.result, is_not_finite)) return true;
  if ((record.extra & divides) != 0 && any(record.operand[1], [&](Bits magnitude) {
        return (magnitude < power(-limit) && magnitude != 0) || magnitude > power(limit);
      })) {
    return true;
  }
  if ((record.extra & (excludes_nan | excludes_infinity)) == 0) return false;
  for (std::uint32_t k = 0; k < (record.extra & operand_count_mask); ++k) {
    if (record.operand[k] != 0 && any(record.operand[k], is_not_finite)) return true;
  }
  return false;
}

// Follows an instruction. operand: component planes of its operands, each at the place of its operand;
// slot 0 means that there is none.
template <class T>
const Record* check(Subgroup& subgroup, const Record* record) {
  if (!is_suspicious<T>(subgroup, *record)) [[likely]]
    return record + 1;
  const std::uint32_t count = record->extra & operand_count_mask;
  LaneMask known = subgroup.active & ~subgroup.header(record->result).undefined;
  for (std::uint32_t k = 0; k < count; ++k) {
    if (record->operand[k] != 0) known &= ~subgroup.header(record->operand[k]).undefined;
  }
  BrokenClauses broken;
  known.for_each([&](unsigned lane) {
    const auto number = [&](Slot slot) {
      return widen<typename ComputeType<T>::type>(subgroup.values<T>(slot)[lane]);
    };
    Seen seen;
    for (std::uint32_t k = 0; k < count; ++k) {
      if (record->operand[k] == 0) continue;
      seen.operand_nan |= std::isnan(number(record->operand[k]));
      seen.operand_infinite |= std::isinf(number(record->operand[k]));
    }
    if ((record->extra & has_float_result) != 0) {
      seen.result_nan = std::isnan(number(record->result));
      seen.result_infinite = std::isinf(number(record->result));
    }
    const Clause* clause = broken_clause(seen, record->extra);
    if (clause == nullptr && (record->extra & divides) != 0 &&
        !is_bounded_divisor(subgroup.values<T>(record->operand[1])[lane])) {
      clause = &ValueChecks::divisor_out_of_range;
    }
    if (clause != nullptr) broken.add(*clause, lane);
  });
  broken.report(subgroup, *record);
  return record + 1;
}

Handler check_handler(ScalarType type) {
  return internal::for_storage(TypeList<Float16, float, double>{}, type, false,
                               []<class T>() -> Handler { return &check<T>; });
}

// Instructions of GLSL.std.450 that have an error bound in ULP, directly or by inheritance.
namespace glsl = grammar::glsl_std_450;
constexpr std::array<std::uint32_t, 10> mathematical_functions = {
    glsl::Asin::number,        glsl::Acos::number,     glsl::Acosh::number, glsl::Atanh::number,
    glsl::Pow::number,         glsl::Log::number,      glsl::Log2::number,  glsl::Sqrt::number,
    glsl::InverseSqrt::number, glsl::Normalize::number};

// The results that Vulkan's chapter on precision leaves undefined for an instruction.
std::uint32_t vulkan_checks(const Module& module, const Instruction& instruction) {
  if (instruction.opcode == spv::Op::OpFDiv) return mathematical | divides;
  const bool listed = instruction.opcode == spv::Op::OpExtInst &&
                      module.extended_set(instruction.id(2)) == "GLSL.std.450" &&
                      std::ranges::find(mathematical_functions, instruction.literal(3)) !=
                          mathematical_functions.end();
  return listed ? mathematical : 0;
}

void check_operands_and_results(Lowering& lowering, const Instruction& instruction,
                                std::uint32_t looks_for) {
  const std::vector<Slot> results = lowering.value(instruction.result).slots;
  const auto result_types = lowering.components(instruction.type);
  const auto emit_check = [&](ScalarType type, Slot result, const Slot(&planes)[3],
                              std::uint32_t more) {
    const std::uint32_t about_result = mathematical | divides;
    const std::uint32_t wanted =
        (more & has_float_result) != 0 ? looks_for : looks_for & ~about_result;
    if (const Handler handler = check_handler(type); handler != nullptr)
      lowering.describe(
          lowering.emit(handler, result, {planes[0], planes[1], planes[2]}, wanted | more),
          {.reads_result = true});
  };
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!lowering.is_of_instruction(results[i])) continue;
    // Adds the component of each operand that corresponds to this component of the result. One record checks all
    // operands of the result's type, which most operands have.
    Slot planes[3] = {0, 0, 0};
    const bool is_together = result_types[i].is_float();
    const unsigned first = Lowering::first_operand(instruction);
    const unsigned count = std::min(instruction.operand_count() - first, 3u);
    for (unsigned k = 0; k < count; ++k) {
      if (instruction.operands[first + k].operand_class != OperandClass::id) continue;
      const Id operand = instruction.id(first + k);
      const auto types = lowering.components(lowering.type_id_of(operand));
      const std::vector<Slot> slots = lowering.value(operand).slots;
      const bool by_component = slots.size() == results.size() || slots.size() == 1;
      for (std::size_t c = 0; c < slots.size() && c < types.size(); ++c) {
        if (!types[c].is_float()) continue;
        if (by_component && slots.size() != 1 && c != i) continue;
        if (by_component && types[c].bytes == result_types[i].bytes && is_together) {
          planes[k] = slots[c];
        } else {
          Slot alone[3] = {0, 0, 0};
          alone[k] = slots[c];
          emit_check(types[c], results[i], alone, k + 1);
        }
      }
    }
    if (is_together) emit_check(result_types[i], results[i], planes, count | has_float_result);
  }
}

}  // namespace

void check_values(Lowering& lowering, const Instruction& instruction) {
  if (lowering.function() == nullptr || instruction.type == 0 ||
      lowering.components(instruction.type).empty()) {
    return;
  }
  const std::uint32_t flags = fast_math_flags(lowering, instruction).value_or(0);
  std::uint32_t looks_for =
      ((flags & (fast_math::not_nan | fast_math::fast)) != 0 ? excludes_nan : 0) |
      ((flags & (fast_math::not_inf | fast_math::fast)) != 0 ? excludes_infinity : 0);
  if (lowering.request().vulkan_environment)
    looks_for |= vulkan_checks(lowering.module(), instruction);
  if (looks_for != 0) check_operands_and_results(lowering, instruction, looks_for);
  if (lowering.request().vulkan_environment) check_formula(lowering, instruction);
}

}  // namespace spirv_oracle

// The values that an implementation may produce in a component of an output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "interpreter/dispatch.h"

namespace spirv_oracle::golden {

enum class AcceptanceKind : std::uint8_t {
  exact,        // the expected bits
  nan,          // any NaN
  set,          // one of the listed bit patterns
  range,        // numbers between two bounds, and the special values that the flags permit
  any,          // not compared
  permutation,  // the components of the run have the listed bit patterns, in any order
};

// The special floats that a range accepts.
struct SpecialValues {
  bool nan = false;
  bool positive_infinity = false;
  bool negative_infinity = false;
  bool positive_zero = false;
  bool negative_zero = false;
  friend bool operator==(const SpecialValues&, const SpecialValues&) = default;
};

struct Acceptance {
  static constexpr std::uint32_t no_reason = 0xFFFFFFFF;

  AcceptanceKind kind = AcceptanceKind::exact;
  // set: bits, ascending. permutation: one value for each component of the run, with repetitions
  std::vector<std::uint64_t> set;
  // range: the bits of its bounds, both included. Bounds of floats are finite; zeros between them
  // are accepted only by their flags. If low > high, only special values are accepted.
  std::uint64_t low = 0, high = 0;
  SpecialValues special;
  std::uint32_t reason =
      no_reason;  // for other kinds than exact and nan: index into the bundle's reasons
  // For any: in how many executions of the oracle the component had the expected bits, if it never had others. That proves
  // nothing about other executions. 0: it had others, or executions were not compared.
  std::uint32_t agreed = 0;
  friend bool operator==(const Acceptance&, const Acceptance&) = default;
};

// Adjacent components of one type with the same acceptance.
struct AcceptanceRun {
  std::uint64_t offset = 0;  // bytes
  std::uint64_t count = 1;
  ScalarKind type = ScalarKind::uint8;
  Acceptance acceptance;

  std::uint64_t end() const;  // bytes
  friend bool operator==(const AcceptanceRun&, const AcceptanceRun&) = default;
};

// The acceptance of all bytes of an output, in ascending order without gaps.
using OutputAcceptance = std::vector<AcceptanceRun>;

// Why a component may have more than one value.
struct Reason {
  std::string clause;  // "" if unknown
  std::string text;
  std::string where;  // "FILE:LINE: INSTRUCTION"; may be empty
  std::string lanes;  // "lanes 0-3 of subgroup 0, workgroup (0,0,0)"; may be empty
  friend bool operator==(const Reason&, const Reason&) = default;
};

// Whether a component may have the bits `actual` if the oracle has the bits `expected`. For a permutation: whether any
// component may.
bool accepts(ScalarKind type, const Acceptance& acceptance, std::uint64_t expected,
             std::uint64_t actual);

// The components of a permutation that have values of it, but more often than it has them: of equal components, the last ones.
// `contents` are those of the output.
std::vector<std::uint64_t> surplus_in(const AcceptanceRun& permutation,
                                      std::span<const std::byte> contents);

// Appends a component, to the last run if it fits there.
void append(OutputAcceptance& output, const AcceptanceRun& run);

// The output, with other acceptances for the components at these offsets. The other components of a permutation accept
// anything then.
OutputAcceptance with_replaced(const OutputAcceptance& output,
                               const std::map<std::uint64_t, Acceptance>& replacements);

// How many representable numbers a range spans; 0 for one number. The range must contain a number.
std::uint64_t width_in_ulp(ScalarKind type, const Acceptance& range);

// Accepts only the expected bits, or any NaN, for components that agreed in several executions.
OutputAcceptance with_agreed_exact(const OutputAcceptance& output,
                                   std::span<const std::byte> expected);

struct AcceptanceStatistics {
  std::uint64_t components = 0, exact = 0, nan = 0, set = 0, range = 0, any = 0, permutation = 0;
  std::uint64_t agreed = 0;            // of any: those with Acceptance::agreed
  std::uint64_t median_range_ulp = 0;  // 0 without ranges
  friend bool operator==(const AcceptanceStatistics&, const AcceptanceStatistics&) = default;
};

AcceptanceStatistics statistics_of(const std::vector<const OutputAcceptance*>& outputs);

// The acceptance in words: "exactly 1.5", "any NaN", "1 to 1.0000001 or NaN".
std::string acceptance_text(ScalarKind type, const Acceptance& acceptance, std::uint64_t expected);

// Maps the numbers of a type to integers in the same order, so that neighbors differ by 1. Both zeros of a float become 0.
std::int64_t rank_of(ScalarKind type, std::uint64_t bits);
// The inverse.
std::uint64_t bits_of_rank(ScalarKind type, std::int64_t rank);

bool is_nan_of(ScalarKind type, std::uint64_t bits);

}  // namespace spirv_oracle::golden

// The comparison of one value in EXPECT.
#pragma once

#include <cstdint>
#include <string>

#include "amber/script/layout.h"
#include "amber/script/model.h"
#include "interpreter/dispatch.h"

namespace spirv_oracle::amber {

// The default tolerance: the change that rounding a literal may cause.
constexpr Tolerance default_tolerance{0.000001, true};

// Whether a float equals the expected one within the tolerance.
bool within(double actual, double expected, const Tolerance& tolerance);

struct ValueTest {
  const Field& field;
  Comparator comparator = Comparator::eq;
  std::uint64_t expected = 0;  // bits
  Tolerance tolerance;
};

// "eq 1.5"
std::string expectation_text(const ValueTest& test);

// What the possible values of a component say about a test.
struct Verdict {
  enum class Kind : std::uint8_t {
    holds,    // for each value that a conforming implementation may store
    fails,    // for each one
    refuted,  // fails for a value that a conforming implementation stores
    unknown,
  };
  Kind kind = Kind::unknown;
  std::string values;  // with which it fails: "0", "0 to 2", "a NaN"
};

// Of a component that has the same value on every implementation.
Verdict verdict_on(const ValueTest& test, std::uint64_t actual);
// Of an implementation-dependent component. `actual`: the value of this run, which is a conforming one. `possible`: null if nothing else is known.
Verdict verdict_on(const ValueTest& test, std::uint64_t actual, const EnclosedComponent* possible);

}  // namespace spirv_oracle::amber

// Comparisons of EXPECT and of probe ssbo.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/amber/model.h"
#include "memory/definedness.h"

namespace spirv_oracle::amber {

// One value that differs from the expected one.
struct Difference {
  std::uint64_t byte = 0;  // of its beginning in the buffer
  std::string name;        // "element 3", "element 3.position, component 1"
  std::string actual, expected;
};

// The maximum number of indeterminate elements that are listed.
constexpr std::size_t max_indeterminate_elements = 1000;

struct Comparison {
  std::uint64_t compared = 0;
  std::uint64_t differing = 0;
  std::vector<Difference> differences;                  // the first ones
  std::vector<std::uint64_t> undefined;                 // elements that were read but not compared
  std::vector<std::uint64_t> implementation_dependent;  // the same
  std::string message;  // of a comparison of whole buffers that fails

  bool holds() const { return differing == 0 && message.empty(); }
};

// Whether a float equals the expected one within the tolerance.
bool within(double actual, double expected, const Tolerance& tolerance);

// Compares values; skips and lists indeterminate ones. The buffer must contain all values that are
// compared.
Comparison compare_values(const ShadowedBytes& contents, const ExpectValues& expect);

// Compares two buffers of the same size and layout. Errors: bad_input if size or layout differ,
// unsupported for histograms of components other than 8-bit.
Result<Comparison> compare_buffers(const ShadowedBytes& contents, const Buffer& buffer,
                                   const ShadowedBytes& other_contents, const Buffer& other,
                                   const ExpectBuffers& expect);

}  // namespace spirv_oracle::amber

// Comparisons of EXPECT and of probe ssbo.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/amber/model.h"
#include "memory/definedness.h"

namespace spirv_oracle::amber {

// One value that is not as expected.
struct Difference {
  std::uint64_t byte = 0;  // where it begins in the buffer
  std::string name;        // "element 3", "element 3.position, component 1"
  std::string actual, expected;
};

// So many indeterminate elements are listed at most.
constexpr std::size_t max_indeterminate_elements = 1000;

struct Comparison {
  std::uint64_t compared = 0;
  std::uint64_t differing = 0;
  std::vector<Difference> differences;                  // the first ones
  std::vector<std::uint64_t> undefined;                 // elements that were read, and not compared
  std::vector<std::uint64_t> implementation_dependent;  // the same
  std::string message;  // of a comparison of whole buffers that fails

  bool holds() const { return differing == 0 && message.empty(); }
};

// Whether a float equals the expected one, within the tolerance.
bool within(double actual, double expected, const Tolerance& tolerance);

// Values that are undefined or implementation-dependent are left out and listed. The buffer holds
// all values that are asked for.
Comparison compare_values(const ShadowedBytes& contents, const ExpectValues& expect);

// Two buffers of one size and layout. Errors: bad_input if they are not, unsupported for
// histograms of other than 8-bit components.
Result<Comparison> compare_buffers(const ShadowedBytes& contents, const Buffer& buffer,
                                   const ShadowedBytes& other_contents, const Buffer& other,
                                   const ExpectBuffers& expect);

}  // namespace spirv_oracle::amber

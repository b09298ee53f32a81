// Comparisons of EXPECT and of probe ssbo.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "amber/script/model.h"
#include "interpreter/dispatch.h"
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

// What is known about the possible values of implementation-dependent components, by their offset in the buffer.
using PossibleValues = std::map<std::uint64_t, EnclosedComponent>;

struct Comparison {
  std::uint64_t compared = 0;
  std::uint64_t differing = 0;
  std::vector<Difference> differences;   // the first ones
  std::vector<std::uint64_t> undefined;  // elements that were read but not compared
  // Implementation-dependent elements for which the comparison fails with a value that a conforming implementation
  // stores, and the first such value.
  std::vector<std::uint64_t> refuted;
  std::optional<Difference> refutation;
  // Implementation-dependent elements of whose possible values too little is known to decide the comparison.
  std::vector<std::uint64_t> undecided;
  std::string message;               // of a comparison of whole buffers that fails
  std::string_view unit = "values";  // what `compared` and `differing` count

  bool holds() const { return differing == 0 && message.empty(); }

  void note_undefined(std::uint64_t element) { add_once(element, undefined); }
  void note_undecided(std::uint64_t element) { add_once(element, undecided); }
  // `difference` makes a Difference. It is called only if that one is listed.
  template <class Make>
  void note_refuted(std::uint64_t element, const Make& difference) {
    add_once(element, refuted);
    if (!refutation) refutation = difference();
  }
  template <class Make>
  void note_difference(const Make& difference) {
    ++differing;
    if (differences.size() < max_differences) differences.push_back(difference());
  }

 private:
  static constexpr std::size_t max_differences = 16;

  static void add_once(std::uint64_t element, std::vector<std::uint64_t>& elements) {
    if (elements.size() >= max_indeterminate_elements) return;
    if (elements.empty() || elements.back() != element) elements.push_back(element);
  }
};

// Compares values; skips and lists undefined ones. For implementation-dependent ones, all their possible values decide.
// The buffer must contain all values that are compared.
Comparison compare_values(const ShadowedBytes& contents, const PossibleValues& possible,
                          const ExpectValues& expect);

// Compares two buffers of the same size and layout. Errors: bad_input if size or layout differ,
// unsupported for histograms of components other than 8-bit.
Result<Comparison> compare_buffers(const ShadowedBytes& contents, const Buffer& buffer,
                                   const ShadowedBytes& other_contents, const Buffer& other,
                                   const ExpectBuffers& expect);

}  // namespace spirv_oracle::amber

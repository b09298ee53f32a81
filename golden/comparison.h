// What a device left in an output, held against the bundle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "golden/bundle.h"

namespace spirv_oracle::golden {

// What a device left in the outputs of a bundle, by their names.
using Outputs = std::map<std::string, std::vector<std::byte>>;

// A component that no conforming implementation leaves so.
struct DifferentComponent {
  std::uint64_t offset = 0;  // bytes
  ScalarKind type = ScalarKind::uint8;
  std::uint64_t expected = 0, actual = 0;  // bits
  Acceptance acceptance;
};

struct OutputComparison {
  std::uint64_t compared = 0, skipped = 0;  // components
  std::vector<DifferentComponent> differences;

  bool holds() const { return differences.empty(); }
};

// `actual` is of the size of the expected bytes.
OutputComparison compare(const BundleOutput& output, std::span<const std::byte> actual);

// What is known beside the values.
struct ComparisonNotes {
  std::function<std::string(const DifferentComponent&)> of_component;  // "": nothing; null: of none
  std::string behind_components;                                       // lines
  std::vector<std::string> instructions;  // that the wrong values come through; empty: not known
};

// Lines for people: the first differences, and what they look like.
std::string comparison_text(const Bundle& bundle, const BundleResource& resource,
                            const OutputComparison& comparison, std::span<const std::byte> actual,
                            const ComparisonNotes& notes);

}  // namespace spirv_oracle::golden

// Compares the outputs of a device with a bundle.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "golden/bundle/bundle.h"

namespace spirv_oracle::golden {

// The contents of the outputs of a bundle after a run on a device, by their names.
using Outputs = std::map<std::string, std::vector<std::byte>>;

// A component with a value that no conforming implementation produces.
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

// `actual` must have the size of the expected bytes.
OutputComparison compare(const BundleOutput& output, std::span<const std::byte> actual);

// Additional facts about the differences.
struct ComparisonNotes {
  std::function<std::string(const DifferentComponent&)>
      of_component;                       // "" or null: nothing is known
  std::string behind_components;          // lines to print after the components
  std::vector<std::string> instructions;  // through which the wrong values passed; empty if unknown
};

// Lines that describe the first differences.
std::string comparison_text(const Bundle& bundle, const BundleResource& resource,
                            const OutputComparison& comparison, std::span<const std::byte> actual,
                            const ComparisonNotes& notes);
// The comparison as an object; it lists at most 1000 differences.
nlohmann::ordered_json comparison_json(const Bundle& bundle, const BundleResource& resource,
                                       const OutputComparison& comparison,
                                       std::span<const std::byte> actual,
                                       const ComparisonNotes& notes);

}  // namespace spirv_oracle::golden

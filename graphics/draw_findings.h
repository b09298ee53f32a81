// What the fixed functions of a draw find, and which rules they know.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "interpreter/findings/clause.h"
#include "interpreter/findings/finding.h"
#include "interpreter/policy.h"

namespace spirv_oracle {

// The rules; docs/undefined_behavior/vulkan.txt has their texts.
namespace draw_clauses {
extern const Clause attribute_out_of_bounds, attribute_missing, index_out_of_bounds,
    index_undefined, position_undefined, position_not_finite, position_too_large,
    point_size_not_positive, input_not_written, output_type_mismatch, layer_out_of_range,
    viewport_out_of_range, level_undefined, viewport_undefined, input_without_value,
    test_operand_undefined, depth_out_of_range, value_not_representable, second_source_not_written;
extern const std::array<const Clause*, 19> all;
}  // namespace draw_clauses

// Findings of one draw: one for each rule and place in a stage.
class DrawFindings {
 public:
  explicit DrawFindings(const Policy& policy) : policy_(policy) {}

  // A fixed function found that the condition of a clause holds; `message` says where. Only the first message of a clause
  // is kept.
  void report(const Clause& clause, const std::string& message);
  // Adds those of a launch of a stage. Findings at the same instruction of a stage become one.
  void add(Stage stage, std::vector<Finding>&& findings);

  bool has_undefined_behavior() const { return has_undefined_behavior_; }
  std::vector<Finding> take() { return std::move(findings_); }

 private:
  Finding* find(std::optional<Stage> stage, const std::string& clause, std::uint32_t word);

  const Policy& policy_;
  std::vector<Finding> findings_;
  bool has_undefined_behavior_ = false;
};

}  // namespace spirv_oracle

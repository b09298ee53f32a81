#include "graphics/draw_findings.h"

#include <algorithm>

namespace spirv_oracle {
namespace draw_clauses {

const Clause attribute_out_of_bounds{"vertex-fetch.attribute-out-of-bounds", "out-of-bounds",
                                     Effect::undefined_behavior,
                                     "A vertex attribute is read outside of its vertex buffer"};
const Clause attribute_missing{"vertex-fetch.attribute-missing", "undefined-interface",
                               Effect::undefined_result,
                               "An input of the vertex shader has no vertex attribute"};
const Clause index_out_of_bounds{"vertex-fetch.index-out-of-bounds", "out-of-bounds",
                                 Effect::undefined_behavior,
                                 "An index is read outside of the index buffer"};
const Clause index_undefined{"vertex-fetch.index-undefined", "undefined-address",
                             Effect::undefined_behavior,
                             "An index is undefined, so that any vertex may be fetched"};
const Clause position_undefined{
    "rasterization.position-undefined", "undefined-operand", Effect::undefined_result,
    "The Position or a distance of a vertex is undefined, or the PointSize of a point"};
const Clause position_not_finite{"rasterization.position-not-finite", "not-finite",
                                 Effect::implementation_defined,
                                 "A coordinate or distance of a vertex is infinite or NaN"};
const Clause position_too_large{
    "rasterization.position-too-large", "not-finite", Effect::implementation_defined,
    "A coordinate of a vertex is beyond 2^32, the magnitude that fixed functions must represent"};
const Clause point_size_not_positive{"rasterization.point-size-not-positive", "point-size",
                                     Effect::undefined_behavior,
                                     "The PointSize of a point is not greater than 0"};
const Clause input_not_written{"rasterization.input-not-written", "undefined-interface",
                               Effect::undefined_result,
                               "No output of a stage matches an input of the next one"};
const Clause output_type_mismatch{"framebuffer.output-type-mismatch", "undefined-interface",
                                  Effect::undefined_result,
                                  "An output of the fragment shader and the format of its "
                                  "attachment have different numeric types"};
const Clause layer_out_of_range{"rasterization.layer-out-of-range", "out-of-range",
                                Effect::undefined_behavior,
                                "Layer is not less than the number of layers of the framebuffer"};
const Clause viewport_out_of_range{"rasterization.viewport-out-of-range", "out-of-range",
                                   Effect::undefined_behavior,
                                   "ViewportIndex is not less than the number of viewports"};

const Clause level_undefined{"tessellation.level-undefined", "undefined-operand",
                             Effect::undefined_result,
                             "A tessellation level that matters to the patch is undefined"};

const Clause viewport_undefined{
    "rasterization.viewport-undefined", "undefined-operand", Effect::undefined_result,
    "The ViewportIndex or Layer of the provoking vertex of a primitive is undefined"};
const Clause input_without_value{
    "rasterization.input-without-value", "undefined-interface", Effect::undefined_result,
    "An input of the fragment shader has no value for a primitive of this kind"};
const Clause test_operand_undefined{
    "fragment-test.operand-undefined", "undefined-operand", Effect::undefined_result,
    "The depth, stencil reference or sample mask that a fragment shader gives is undefined"};
const Clause depth_out_of_range{
    "fragment-test.depth-out-of-range", "out-of-range", Effect::undefined_result,
    "The depth of a fragment is outside of the range of its viewport, without depth clamp"};
const Clause value_not_representable{
    "framebuffer.value-not-representable", "out-of-range", Effect::undefined_result,
    "The format of an attachment cannot represent an integer that a fragment shader writes"};
const Clause second_source_not_written{
    "framebuffer.second-source-not-written", "undefined-interface", Effect::undefined_result,
    "Blending uses a second source, which is not an output of the fragment shader"};

const std::array<const Clause*, 19> all = clause_list(
    attribute_out_of_bounds, attribute_missing, index_out_of_bounds, index_undefined,
    position_undefined, position_not_finite, position_too_large, point_size_not_positive,
    input_not_written, output_type_mismatch, layer_out_of_range, viewport_out_of_range,
    level_undefined, viewport_undefined, input_without_value, test_operand_undefined,
    depth_out_of_range, value_not_representable, second_source_not_written);

}  // namespace draw_clauses

Finding* DrawFindings::find(std::optional<Stage> stage, const std::string& clause,
                            std::uint32_t word) {
  const auto found = std::ranges::find_if(findings_, [&](const Finding& finding) {
    return finding.stage == stage && finding.clause == clause && finding.where.word == word;
  });
  return found == findings_.end() ? nullptr : &*found;
}

void DrawFindings::report(const Clause& clause, const std::string& message) {
  const std::string kind(clause.kind);
  if (std::ranges::find(policy_.ignored_kinds, kind) != policy_.ignored_kinds.end()) return;
  if (Finding* known = find({}, std::string(clause.id), 0)) {
    ++known->occurrences;
    return;
  }
  Finding finding;
  finding.severity = severity_of(clause.effect);
  finding.clause = clause.id;
  finding.kind = kind;
  finding.message = message;
  finding.where.instruction = "draw";
  has_undefined_behavior_ |= finding.severity == Severity::undefined_behavior;
  findings_.push_back(std::move(finding));
}

void DrawFindings::add(Stage stage, std::vector<Finding>&& findings) {
  for (Finding& finding : findings) {
    has_undefined_behavior_ |= finding.severity == Severity::undefined_behavior;
    if (Finding* known = find(stage, finding.clause, finding.where.word)) {
      known->occurrences += finding.occurrences;
    } else {
      finding.stage = stage;
      findings_.push_back(std::move(finding));
    }
  }
}

}  // namespace spirv_oracle

#include "cli/report/undefined_values.h"

#include <algorithm>

namespace spirv_oracle {
namespace {

bool holds_undefined_values(const BufferResult* buffer) {
  const std::vector<Definedness>& shadow = buffer->contents.shadow;
  return buffer->written &&
         std::find(shadow.begin(), shadow.end(), Definedness::undefined) != shadow.end();
}

}  // namespace

void leave_out_unused_values(const DispatchResult& result,
                             const std::vector<const BufferResult*>& outputs,
                             std::vector<Finding>& findings) {
  const bool is_anything_wrong =
      std::any_of(outputs.begin(), outputs.end(), holds_undefined_values) ||
      std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
        return finding.severity == Severity::undefined_behavior;
      });
  std::erase_if(findings, [&](const Finding& finding) {
    if (finding.severity != Severity::undefined_value || finding.is_used) return false;
    if (!result.follows_values) return !is_anything_wrong;
    return std::none_of(outputs.begin(), outputs.end(), [&finding](const BufferResult* output) {
      const std::vector<std::uint32_t>& by = output->undefined_by;
      return std::find(by.begin(), by.end(), finding.where.word) != by.end();
    });
  });
}

}  // namespace spirv_oracle

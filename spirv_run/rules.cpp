#include "spirv_run/rules.h"

#include <algorithm>
#include <array>

#include "graphics/draw_findings.h"
#include "graphics/variations.h"
#include "interpreter/checks/aliasing.h"
#include "interpreter/checks/declared_access.h"
#include "interpreter/checks/device_limits.h"
#include "interpreter/checks/function_control.h"
#include "interpreter/checks/loop_control.h"
#include "interpreter/checks/loop_dependence.h"
#include "interpreter/checks/pointer_aliasing.h"
#include "interpreter/checks/pointer_storage.h"
#include "interpreter/checks/robust_access.h"
#include "interpreter/checks/uniform_result.h"
#include "interpreter/exec/forward_progress.h"
#include "interpreter/exec/lanes/helper_invocations.h"
#include "interpreter/exec/report/control_flow_clauses.h"
#include "interpreter/exec/report/race_explanation.h"
#include "interpreter/findings/freedom.h"
#include "interpreter/instructions/cooperative_matrix/participation.h"
#include "interpreter/instructions/debug_printf.h"
#include "interpreter/instructions/memory/global_variables.h"
#include "interpreter/ir/value_check_clauses.h"
#include "opencl/findings/rules.h"
#include "vulkan/findings/rules.h"

namespace spirv_oracle {

ClausesById all_rules(const InstructionRegistry& registry) {
  ClausesById rules;
  const auto add = [&rules](const auto& definitions) {
    for (const auto& [number, definition] : definitions) {
      for (const Clause* clause : definition.clauses) rules[clause->id] = clause;
    }
  };
  add(registry.core());
  for (const auto& [set, definitions] : registry.extended()) add(definitions);
  // Rules that do not belong to a single instruction.
  for (const Clause* clause : {&descriptor_clauses::not_bound,
                               &TangledInstruction::membership_not_guaranteed,
                               &UnstructuredControlFlow::irreducible,
                               &ValueChecks::nan_excluded,
                               &ValueChecks::infinity_excluded,
                               &ValueChecks::not_mathematically_defined,
                               &ValueChecks::divisor_out_of_range,
                               &ValueChecks::formula_may_be_nan,
                               &DebugPrintf::too_few_arguments,
                               &race_clauses::data_race,
                               &race_clauses::mixed_atomic,
                               &race_clauses::ordered_de_facto,
                               &race_clauses::atomic_scope,
                               &race_clauses::private_access,
                               &race_clauses::not_available,
                               &race_clauses::not_visible,
                               &race_clauses::same_value,
                               &race_clauses::different_references,
                               &ForwardProgress::none,
                               &ForwardProgress::other_workgroup}) {
    rules[clause->id] = clause;
  }
  const auto add_clauses = [&rules](const auto& clauses) {
    for (const Clause* clause : clauses) rules[clause->id] = clause;
  };
  add_clauses(Aliasing::clauses);
  add_clauses(HelperInvocation::clauses);
  add_clauses(MatrixParticipation::clauses);
  add_clauses(ArithmeticFreedom::clauses);
  add_clauses(ExecutionFreedom::clauses);
  add_clauses(DrawFreedom::clauses);
  add_clauses(DeclaredAccess::clauses);
  add_clauses(DeviceLimitRules::clauses);
  add_clauses(PointerStorage::clauses);
  add_clauses(RobustAccess::clauses);
  add_clauses(FunctionControl::clauses);
  add_clauses(LoopControl::clauses);
  add_clauses(LoopDependence::clauses);
  add_clauses(PointerAliasing::clauses);
  add_clauses(UniformResult::clauses);
  add_clauses(draw_clauses::all);
  return rules;
}

std::vector<std::string> unknown_kinds(const std::vector<std::string>& kinds,
                                       const InstructionRegistry& registry) {
  // Findings without a clause: about outputs, and about what scripts expect and break.
  constexpr std::array<std::string_view, 5> others{
      "undefined-output", "implementation-dependent-output", "undefined-expectation",
      "implementation-dependent-expectation", "valid-usage"};
  if (kinds.empty()) return {};
  const ClausesById rules = all_rules(registry);
  std::vector<std::string> unknown;
  for (const std::string& kind : kinds) {
    const bool is_known =
        std::ranges::find(others, kind) != others.end() ||
        std::ranges::any_of(
            vulkan::rules::all,
            [&kind](const auto& of_vulkan) { return of_vulkan.rule->kind == kind; }) ||
        std::ranges::any_of(
            opencl::rules::all,
            [&kind](const auto& of_opencl) { return of_opencl.rule->kind == kind; }) ||
        std::ranges::any_of(rules, [&kind](const auto& rule) { return rule.second->kind == kind; });
    if (!is_known) unknown.push_back(kind);
  }
  return unknown;
}

}  // namespace spirv_oracle

#include "docs/rule_table.h"

#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "docs/test_files.h"
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
#include "interpreter/exec/control_flow_clauses.h"
#include "interpreter/exec/forward_progress.h"
#include "interpreter/exec/race_explanation.h"
#include "interpreter/findings/finding.h"
#include "interpreter/findings/freedom.h"
#include "interpreter/instructions/debug_printf.h"
#include "interpreter/instructions/memory/global_variables.h"
#include "interpreter/ir/value_check_clauses.h"

namespace spirv_oracle {
namespace {

const char* effect_name(Effect effect) {
  switch (effect) {
    case Effect::undefined_behavior:
      return "undefined behavior";
    case Effect::undefined_result:
      return "undefined result";
    case Effect::implementation_defined:
      return "implementation-dependent";
  }
  return "";
}

const char* severity_name(Effect effect) {
  switch (effect) {
    case Effect::undefined_behavior:
      return severity_name(Severity::undefined_behavior);
    case Effect::undefined_result:
      return severity_name(Severity::undefined_value);
    case Effect::implementation_defined:
      return severity_name(Severity::implementation_dependent);
  }
  return "";
}

using Rules = std::map<std::string_view, const Clause*>;

Rules all_rules() {
  const InstructionRegistry& registry = default_registry();
  Rules rules;
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
  add_clauses(ArithmeticFreedom::clauses);
  add_clauses(ExecutionFreedom::clauses);
  add_clauses(DeclaredAccess::clauses);
  add_clauses(DeviceLimitRules::clauses);
  add_clauses(PointerStorage::clauses);
  add_clauses(RobustAccess::clauses);
  add_clauses(FunctionControl::clauses);
  add_clauses(LoopControl::clauses);
  add_clauses(LoopDependence::clauses);
  add_clauses(PointerAliasing::clauses);
  add_clauses(UniformResult::clauses);
  return rules;
}

// The tests that name a rule.
using Tests = std::map<std::string_view, std::vector<std::string>>;

Tests tests_of(const Rules& rules, const std::filesystem::path& root) {
  const TestFiles files(root);
  Tests tests;
  for (const auto& [id, rule] : rules) {
    if (auto named = files.naming(id); !named.empty()) tests[id] = std::move(named);
  }
  return tests;
}

}  // namespace

void print_rules(std::ostream& out, const std::filesystem::path& root) {
  const Rules rules = all_rules();
  const Tests tests = tests_of(rules, root);
  out << page_head
      << "# Rules\n\n"
         "This page lists every condition that `spirv-run` checks: conditions under which the "
         "specification permits several results or any behavior. A diagnostic ends with the id of "
         "its rule in brackets; in JSON, the id is in `clause`. `--ignore` takes the kind.\n\n- "
         "*undefined behavior*: status 3.\n- *undefined result*: a warning. The value is "
         "undefined from there on, and `spirv-run` tracks it.\n- *implementation-dependent*: a "
         "warning. `spirv-run` marks the value and tracks it.\n\nFurther rules are warnings, and "
         "status 3 under `--strict`:\n\n- `output.undefined` (kind `undefined-output`) and "
         "`output.implementation-dependent` (kind `implementation-dependent-output`) concern the "
         "buffers after the run.\n- `expectation.undefined` (kind `undefined-expectation`) and "
         "`expectation.implementation-dependent` (kind `implementation-dependent-expectation`) "
         "concern elements that the expectations of scripts read.\n- `usage.full-subgroups`, "
         "`usage.descriptor-type`, `usage.descriptor-range` and `usage.push-constant-range` (kind "
         "`valid-usage`) concern rules of Vulkan for applications that a script breaks.\n\n"
         "| rule | kind | effect | when | tests |\n| --- | --- | --- | --- | --- |\n";
  for (const auto& [id, rule] : rules) {
    out << "| `" << id << "` | " << rule->kind << " | " << effect_name(rule->effect) << " | "
        << rule->condition << " | " << (tests.count(id) != 0 ? tests_text(tests.at(id)) : "")
        << " |\n";
  }
  std::set<std::string_view> kinds;
  for (const auto& [id, rule] : rules) kinds.insert(rule->kind);
  out << "\n## Kinds\n\n";
  std::string text;
  for (const std::string_view kind : kinds)
    text += (text.empty() ? "`" : ", `") + std::string(kind) + "`";
  out << text << ".\n";
}

int check_rules(const std::filesystem::path& root) {
  const Rules rules = all_rules();
  const Tests tests = tests_of(rules, root);
  int missing = 0;
  for (const auto& [id, rule] : rules) {
    if (tests.count(id) != 0) continue;
    std::cerr << "no test names the rule " << id << "\n";
    missing = 1;
  }
  return missing;
}

RuleSummaries rule_summaries(const std::filesystem::path& root) {
  static constexpr Clause undefined{"output.undefined", "undefined-output",
                                    Effect::undefined_result, ""};
  static constexpr Clause dependent{"output.implementation-dependent",
                                    "implementation-dependent-output",
                                    Effect::implementation_defined, ""};
  Rules rules = all_rules();
  for (const Clause* clause : {&undefined, &dependent}) rules[clause->id] = clause;
  Tests tests = tests_of(rules, root);
  RuleSummaries summaries;
  for (const auto& [id, rule] : rules)
    summaries[id] = {rule->kind, severity_name(rule->effect), std::move(tests[id])};
  summaries[undefined.id].severity = severity_name(Severity::undefined_output);
  return summaries;
}

}  // namespace spirv_oracle

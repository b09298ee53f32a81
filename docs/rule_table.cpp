#include "docs/rule_table.h"

#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "builtins/register_all.h"
#include "docs/test_files.h"
#include "interpreter/findings/finding.h"
#include "opencl/findings/rules.h"
#include "spirv_run/rules.h"
#include "vulkan/findings/rules.h"

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
    case Effect::defined:
      return "defined";
  }
  return "";
}

// The tests that name a rule.
using Tests = std::map<std::string_view, std::vector<std::string>>;

Tests tests_of(const ClausesById& rules, const std::filesystem::path& root) {
  const TestFiles files(root);
  Tests tests;
  for (const auto& [id, rule] : rules) {
    if (auto named = files.naming(id); !named.empty()) tests[id] = std::move(named);
  }
  return tests;
}

}  // namespace

void print_rules(std::ostream& out, const std::filesystem::path& root) {
  const ClausesById rules = all_rules(default_registry());
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
         "`usage.descriptor-type`, `usage.descriptor-range`, `usage.push-constant-range` and "
         "`usage.feedback-loop` (kind "
         "`valid-usage`) concern rules of Vulkan for applications that a script breaks.\n\n"
         "| rule | kind | effect | when | tests |\n| --- | --- | --- | --- | --- |\n";
  for (const auto& [id, rule] : rules) {
    out << "| `" << id << "` | " << rule->kind << " | " << effect_name(rule->effect) << " | "
        << rule->condition << " | " << (tests.count(id) != 0 ? tests_text(tests.at(id)) : "")
        << " |\n";
  }
  out << "\n## Rules of Vulkan\n\nThe [Vulkan device](vulkan_device.md) also checks these, across "
         "commands and dispatches. A "
         "finding names the VUID where there is one.\n\n| rule | kind | effect | when | in Vulkan "
         "| tests |\n| --- | --- | "
         "--- | --- | --- | --- |\n";
  const TestFiles files(root);
  for (const vulkan::rules::SourcedRule& of_vulkan : vulkan::rules::all) {
    const Clause& rule = *of_vulkan.rule;
    out << "| `" << rule.id << "` | " << rule.kind << " | " << effect_name(rule.effect) << " | "
        << rule.condition << " | " << of_vulkan.source << " | " << tests_text(files.naming(rule.id))
        << " |\n";
  }
  out << "\n## Rules of OpenCL\n\nThe [OpenCL device](opencl_device.md) also checks these.\n\n| "
         "rule | "
         "kind | effect | when | in OpenCL | tests |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const opencl::rules::SourcedRule& of_opencl : opencl::rules::all) {
    const Clause& rule = *of_opencl.rule;
    out << "| `" << rule.id << "` | " << rule.kind << " | " << effect_name(rule.effect) << " | "
        << rule.condition << " | " << of_opencl.source << " | " << tests_text(files.naming(rule.id))
        << " |\n";
  }
  std::set<std::string_view> kinds;
  for (const auto& [id, rule] : rules) kinds.insert(rule->kind);
  for (const vulkan::rules::SourcedRule& of_vulkan : vulkan::rules::all)
    kinds.insert(of_vulkan.rule->kind);
  for (const opencl::rules::SourcedRule& of_opencl : opencl::rules::all)
    kinds.insert(of_opencl.rule->kind);
  out << "\n## Kinds\n\n";
  std::string text;
  for (const std::string_view kind : kinds)
    text += (text.empty() ? "`" : ", `") + std::string(kind) + "`";
  out << text << ".\n";
}

int check_rules(const std::filesystem::path& root) {
  ClausesById rules = all_rules(default_registry());
  for (const vulkan::rules::SourcedRule& of_vulkan : vulkan::rules::all)
    rules[of_vulkan.rule->id] = of_vulkan.rule;
  for (const opencl::rules::SourcedRule& of_opencl : opencl::rules::all)
    rules[of_opencl.rule->id] = of_opencl.rule;
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
  ClausesById rules = all_rules(default_registry());
  for (const Clause* clause : {&undefined, &dependent}) rules[clause->id] = clause;
  Tests tests = tests_of(rules, root);
  RuleSummaries summaries;
  for (const auto& [id, rule] : rules)
    summaries[id] = {rule->kind, severity_name(severity_of(rule->effect)), std::move(tests[id])};
  summaries[undefined.id].severity = severity_name(Severity::undefined_output);
  return summaries;
}

}  // namespace spirv_oracle

// What the specifications leave open, clause by clause: the entries of docs/undefined_behavior/*.txt,
// and the page docs/undefined-behavior.md that is made from them.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace spirv_oracle {

// One entry. It has either rules or a reason.
struct OpenClause {
  std::string document;
  std::string place;
  std::string open;  // "behavior", "value" or "implementation"
  std::string condition;
  std::vector<std::string> rules;  // ids, in which * matches any part
  std::string note;
  std::string reason;              // why no rule detects it, e.g. "not detected yet"
  std::string details;             // what the entry says about the reason
  std::vector<std::string> tests;  // for static clauses: paths of tests, and what tests name
  std::string where;               // "core.txt:12", where the entry begins
};

struct OpenClauses {
  std::vector<OpenClause> entries;
  std::vector<std::string> mistakes;  // "core.txt:12: what is wrong"
};

// What the page says about a rule. The views and lists outlive it.
struct RuleSummary {
  std::string_view kind;
  std::string_view severity;
  std::vector<std::string> tests;  // files that name it
};
using RuleSummaries = std::map<std::string_view, RuleSummary>;

OpenClauses read_open_clauses(const std::filesystem::path& folder);

// Whether a test is called so, or names this.
using HasTest = std::function<bool(const std::string& path_or_name)>;

// Adds to the mistakes: rules that do not exist, those of `rules` that no entry names, and static clauses without
// tests.
std::vector<std::string> check_open_clauses(const OpenClauses& clauses, const RuleSummaries& rules,
                                            const HasTest& has_test);

void print_open_clauses(std::ostream& out, const OpenClauses& clauses, const RuleSummaries& rules);

}  // namespace spirv_oracle

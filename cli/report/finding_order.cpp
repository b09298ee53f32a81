#include "cli/report/finding_order.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace spirv_oracle {
namespace {

// Kinds of findings about the last digits of floats and the signs of zeros. A module that sums floats has many.
constexpr std::array<std::string_view, 5> rounding_kinds{
    "arithmetic-freedom", "derivative-approximation", "order-of-operations", "signed-zero",
    "unbounded-error"};

int rank_of(const Finding& finding) {
  switch (finding.severity) {
    case Severity::undefined_behavior:
      return 0;
    case Severity::undefined_output:
      return 1;
    case Severity::implementation_dependent:
      return std::ranges::find(rounding_kinds, finding.kind) == rounding_kinds.end() ? 2 : 4;
    case Severity::possible_undefined_behavior:
      return 2;
    case Severity::undefined_value:
      return 3;
    case Severity::note:
      return 5;
  }
  return 4;
}

constexpr std::size_t none = ~std::size_t{0};

// Whether a value can be undefined because of this finding.
bool makes_undefined(const Finding& finding) {
  return finding.where.word != 0 && (finding.severity == Severity::undefined_value ||
                                     finding.severity == Severity::undefined_behavior);
}

// Whether the notes tell where the value comes from that breaks the rule. Those of races tell about other
// accesses, and those of accesses out of bounds and of defined behavior about stored values.
bool tells_origin(const Finding& finding) {
  if (finding.severity == Severity::note) return false;
  return !finding.clause.starts_with("memory.") || finding.clause == "memory.undefined-pointer";
}

// Whether a note is about the instruction of a finding. A script may run several modules.
bool names_instruction(const Note& note, const CodeLocation& where) {
  return note.word != 0 && note.word == where.word && note.source.file == where.source.file &&
         note.source.line == where.source.line &&
         note.message.find(where.disassembly) != std::string::npos;
}

// For each finding, the one from which it follows, or none.
std::vector<std::size_t> causes_of(const std::vector<ReportedFinding>& findings) {
  std::unordered_map<std::uint32_t, std::size_t> by_word;  // the first at each instruction
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (makes_undefined(findings[i])) by_word.try_emplace(findings[i].where.word, i);
  }
  std::vector<std::size_t> causes(findings.size(), none);
  const auto is_root_of = [&causes](std::size_t root, std::size_t finding) {
    while (finding != none && finding != root) finding = causes[finding];
    return finding == root;
  };
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (!tells_origin(findings[i])) continue;
    for (const Note& note : findings[i].notes) {
      const auto cause = by_word.find(note.word);
      const bool is_cause =
          cause != by_word.end() && names_instruction(note, findings[cause->second].where);
      if (is_cause && !is_root_of(i, cause->second))
        causes[i] = cause->second;  // that of the last note is the origin
    }
  }
  return causes;
}

}  // namespace

void sort_findings(std::vector<ReportedFinding>& findings) {
  std::ranges::stable_sort(findings, {}, [](const Finding& finding) { return rank_of(finding); });
  const std::vector<std::size_t> causes = causes_of(findings);
  std::vector<std::vector<std::size_t>> consequences(findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (causes[i] != none) consequences[causes[i]].push_back(i);
  }
  std::vector<ReportedFinding> sorted;
  std::vector<bool> is_done(findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    std::size_t root = i;
    while (causes[root] != none) root = causes[root];
    if (is_done[root]) continue;
    is_done[root] = true;
    std::vector<std::pair<std::size_t, std::optional<std::size_t>>> next = {{root, std::nullopt}};
    while (!next.empty()) {
      const auto [finding, cause] = next.back();
      next.pop_back();
      const std::size_t place = sorted.size();
      sorted.push_back(std::move(findings[finding]));
      sorted.back().cause = cause;
      for (std::size_t k = consequences[finding].size(); k-- > 0;)
        next.emplace_back(consequences[finding][k], place);
    }
  }
  findings = std::move(sorted);
}

}  // namespace spirv_oracle

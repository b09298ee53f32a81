#include "docs/undefined_behavior.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <utility>

namespace spirv_oracle {
namespace {

// In the order of the page.
constexpr std::array files = {"core.txt",   "core_instructions.txt",  "glsl_std_450.txt",
                              "glsl.txt",   "extensions_khr.txt",     "extensions.txt",
                              "vulkan.txt", "opencl_environment.txt", "opencl_std.txt"};
constexpr std::array<std::string_view, 3> freedoms = {"behavior", "value", "implementation"};

struct Reason {
  std::string_view name;
  std::string_view meaning;
};
constexpr std::array<Reason, 5> reasons = {{
    {"not detected yet", "a rule is possible; the table says what it needs"},
    {"instruction not supported yet",
     "if the entry point can reach the instruction, the status is 4, so nothing is missed"},
    {"stage not supported", "tessellation, geometry, mesh shading and ray tracing"},
    {"static", "the validator or the loader rejects the module, so it never executes"},
    {"not observable", "no execution can reveal it"},
}};

bool is_reason(std::string_view name) {
  return std::any_of(reasons.begin(), reasons.end(),
                     [&](const Reason& reason) { return reason.name == name; });
}

// --- reading ---

// The lines of a file with their numbers, continuation lines joined to the one above.
std::vector<std::pair<int, std::string>> logical_lines(std::istream& stream) {
  std::vector<std::pair<int, std::string>> lines;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    if (line.starts_with("  ") && !lines.empty()) {
      lines.back().second += line.substr(1);
    } else {
      lines.emplace_back(number, line);
    }
  }
  return lines;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> result;
  for (std::string word; stream >> word;) result.push_back(word);
  return result;
}

// "" if the field was set.
std::string set_field(OpenClause& entry, const std::string& name, const std::string& value) {
  const auto set = [&](std::string& field) {
    if (!field.empty()) return "a second '" + name + "'";
    field = value;
    return std::string();
  };
  if (name == "at") return set(entry.place);
  if (name == "open") return set(entry.open);
  if (name == "when") return set(entry.condition);
  if (name == "note") return set(entry.note);
  if (name == "rules" || name == "tests") {
    (name == "rules" ? entry.rules : entry.tests) = words(value);
    return "";
  }
  if (!is_reason(name)) return "unknown field '" + name + "'";
  entry.reason = name;
  return set(entry.details);
}

std::string mistake_in(const OpenClause& entry) {
  if (entry.document.empty()) return "it belongs to no document";
  if (entry.place.empty() || entry.condition.empty()) return "'at' or 'when' is missing";
  if (std::find(freedoms.begin(), freedoms.end(), entry.open) == freedoms.end())
    return "'open' is not behavior, value or implementation";
  if (entry.rules.empty() == entry.reason.empty())
    return "there must be either rules that detect it, or a reason why none do";
  if (entry.rules.empty() && !entry.note.empty()) return "a note belongs to rules";
  if ((entry.reason == "static") == entry.tests.empty())
    return "'tests' belongs to static clauses, all of which need it";
  return "";
}

class Reader {
 public:
  explicit Reader(OpenClauses& result) : result_(result) {}

  void read(const std::filesystem::path& path) {
    const std::string file = path.filename().string();
    std::ifstream stream(path);
    if (!stream) result_.mistakes.push_back(file + ": cannot be read");
    document_.clear();
    for (const auto& [number, line] : logical_lines(stream)) {
      add_line(line, file + ":" + std::to_string(number));
    }
    finish();
  }

 private:
  void add_line(const std::string& line, const std::string& where) {
    if (line.empty()) return finish();
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) {
      result_.mistakes.push_back(where + ": expected 'FIELD: VALUE'");
    } else if (line.starts_with("document: ")) {
      document_ = line.substr(colon + 2);
    } else {
      if (entry_.where.empty()) entry_.where = where;
      const std::string mistake = set_field(entry_, line.substr(0, colon), line.substr(colon + 2));
      if (!mistake.empty()) result_.mistakes.push_back(where + ": " + mistake);
    }
  }

  void finish() {
    if (entry_.where.empty()) return;
    entry_.document = document_;
    const std::string mistake = mistake_in(entry_);
    if (!mistake.empty()) result_.mistakes.push_back(entry_.where + ": " + mistake);
    result_.entries.push_back(std::move(entry_));
    entry_ = {};
  }

  OpenClauses& result_;
  std::string document_;
  OpenClause entry_;
};

// Whether `id` matches `pattern`, in which one * matches any part.
bool matches(std::string_view pattern, std::string_view id) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == id;
  return id.size() + 1 >= pattern.size() && id.starts_with(pattern.substr(0, star)) &&
         id.ends_with(pattern.substr(star + 1));
}

// --- writing ---

using Entries = std::vector<const OpenClause*>;

// Escapes characters that would end a table cell or begin a tag in Markdown.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|') {
      result += "\\|";
    } else if (c == '<') {
      result += "&lt;";
    } else {
      result += c;
    }
  }
  return result;
}

std::string joined(const std::set<std::string>& parts, std::string_view separator,
                   std::size_t shown) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& part : parts) {
    if (count++ == shown) break;
    text += (text.empty() ? "" : std::string(separator)) + part;
  }
  if (parts.size() > shown)
    text += std::string(separator) + std::to_string(parts.size() - shown) + " more";
  return text;
}

void print_detected(std::ostream& out, const Entries& entries, const RuleSummaries& rules) {
  out << "\n| where | effect | when | rules | kind | severity | tests |\n"
         "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const OpenClause* entry : entries) {
    std::set<std::string> kinds, severities, tests;
    std::string ids;
    for (const std::string& pattern : entry->rules) {
      ids += (ids.empty() ? "`" : "<br>`") + pattern + "`";
      for (const auto& [id, rule] : rules) {
        if (!matches(pattern, id)) continue;
        kinds.insert(std::string(rule.kind));
        severities.insert(std::string(rule.severity));
        for (const std::string& test : rule.tests) tests.insert("`" + test + "`");
      }
    }
    out << "| " << cell(entry->place) << " | " << entry->open << " | " << cell(entry->condition);
    if (!entry->note.empty()) out << ". *Detection: " << cell(entry->note) << "*";
    out << " | " << ids << " | " << joined(kinds, "<br>", kinds.size()) << " | "
        << joined(severities, "<br>", severities.size()) << " | " << joined(tests, "<br>", 3)
        << " |\n";
  }
}

void print_undetected(std::ostream& out, const Entries& entries) {
  out << "\n| where | effect | when | why no rule detects it |\n| --- | --- | --- | --- |\n";
  for (const Reason& reason : reasons) {
    for (const OpenClause* entry : entries) {
      if (entry->reason != reason.name) continue;
      out << "| " << cell(entry->place) << " | " << entry->open << " | " << cell(entry->condition)
          << " | *" << entry->reason << "*: " << cell(entry->details) << " |\n";
    }
  }
}

std::vector<std::string> documents_of(const OpenClauses& clauses) {
  std::vector<std::string> documents;
  for (const OpenClause& entry : clauses.entries) {
    if (documents.empty() || documents.back() != entry.document)
      documents.push_back(entry.document);
  }
  return documents;
}

// A row of the overview: the entries of one document, or of all for "".
void print_counts(std::ostream& out, const OpenClauses& clauses, std::string_view document) {
  std::size_t all = 0, detected = 0, partly = 0;
  std::array<std::size_t, reasons.size()> by_reason{};
  for (const OpenClause& entry : clauses.entries) {
    if (!document.empty() && entry.document != document) continue;
    ++all;
    if (!entry.rules.empty()) ++(entry.note.empty() ? detected : partly);
    for (std::size_t i = 0; i < reasons.size(); ++i) {
      if (entry.reason == reasons[i].name) ++by_reason[i];
    }
  }
  out << "| " << (document.empty() ? "all" : document) << " | " << all << " | " << detected << " | "
      << partly;
  for (const std::size_t count : by_reason) out << " | " << count;
  out << " |\n";
}

void print_head(std::ostream& out, const OpenClauses& clauses) {
  out << "<!-- Made by docs/generate_tables.cpp from docs/undefined_behavior/: change that, not "
         "this. -->\n\n"
         "# Undefined behavior\n\nThis page lists every clause with which a specification permits "
         "several results or any behavior. The column *effect* says what is not defined: the "
         "*behavior* (anything may happen), a *value* (it may be anything), or a choice of the "
         "*implementation*. Conditions are in our own words; the specifications are "
         "authoritative.\n\nFor each clause, the tables name the [rules](rules.md) that detect "
         "it, with the tests that name them, or else the reason why no rule does. A clause is "
         "*partly found* if a note (*Detection: ...*) says which option is needed, or what the "
         "rules do not detect. The reasons are:\n\n";
  for (const Reason& reason : reasons)
    out << "- *" << reason.name << "*: " << reason.meaning << ".\n";
  out << "\nThe entries are in `docs/undefined_behavior/*.txt`, whose first file describes the "
         "format. A test fails if an entry has neither a rule nor a reason, or if a rule has no "
         "entry."
         "\n\n| document | clauses | found | partly found";
  for (const Reason& reason : reasons) out << " | " << reason.name;
  out << " |\n| --- | --- | --- | ---";
  for (std::size_t i = 0; i < reasons.size(); ++i) out << " | ---";
  out << " |\n";
  for (const std::string& document : documents_of(clauses)) print_counts(out, clauses, document);
  print_counts(out, clauses, "");
}

}  // namespace

OpenClauses read_open_clauses(const std::filesystem::path& folder) {
  OpenClauses result;
  Reader reader(result);
  for (const char* file : files) reader.read(folder / file);
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename().string();
    if (std::find(files.begin(), files.end(), name) == files.end())
      result.mistakes.push_back(name + ": docs/undefined_behavior.cpp does not list it");
  }
  return result;
}

std::vector<std::string> check_open_clauses(const OpenClauses& clauses, const RuleSummaries& rules,
                                            const HasTest& has_test) {
  std::vector<std::string> mistakes = clauses.mistakes;
  std::set<std::string_view> named;
  for (const OpenClause& entry : clauses.entries) {
    for (const std::string& pattern : entry.rules) {
      bool found = false;
      for (const auto& [id, rule] : rules) {
        if (!matches(pattern, id)) continue;
        named.insert(id);
        found = true;
      }
      if (!found) mistakes.push_back(entry.where + ": unknown rule " + pattern);
    }
    for (const std::string& test : entry.tests) {
      if (!has_test(test)) mistakes.push_back(entry.where + ": unknown test " + test);
    }
  }
  for (const auto& [id, rule] : rules) {
    // Rules about the buffers after the run, in which any indeterminate value may appear.
    if (id.starts_with("output.")) continue;
    if (named.count(id) == 0)
      mistakes.push_back("no entry of docs/undefined_behavior/ names the rule " + std::string(id));
  }
  return mistakes;
}

void print_open_clauses(std::ostream& out, const OpenClauses& clauses, const RuleSummaries& rules) {
  print_head(out, clauses);
  for (const std::string& document : documents_of(clauses)) {
    Entries detected, undetected;
    for (const OpenClause& entry : clauses.entries) {
      if (entry.document != document) continue;
      (entry.rules.empty() ? undetected : detected).push_back(&entry);
    }
    out << "\n## " << document << '\n';
    if (!detected.empty()) print_detected(out, detected, rules);
    if (!undetected.empty()) print_undetected(out, undetected);
  }
}

}  // namespace spirv_oracle

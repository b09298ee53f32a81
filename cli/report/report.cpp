#include "cli/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "support/text.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view red = "\x1b[1;31m";
constexpr std::string_view magenta = "\x1b[1;35m";
constexpr std::string_view cyan = "\x1b[1;36m";
constexpr std::string_view green = "\x1b[1;32m";

class Painter {
 public:
  explicit Painter(bool color) : color_(color) {}
  std::string operator()(std::string_view escape, std::string_view text) const {
    return color_ ? fmt::format("{}{}\x1b[0m", escape, text) : std::string(text);
  }

 private:
  bool color_;
};

std::string location_text(const SourceLocation& source) {
  std::string text = source.file;
  if (source.line != 0) text += fmt::format(":{}", source.line);
  if (source.line != 0 && source.column != 0) text += fmt::format(":{}", source.column);
  return text;
}

// The place of a finding: in the source, or else the instruction of the module.
std::string place_text(const CodeLocation& where, const ReportStyle& style) {
  if (where.source.line != 0) return location_text(where.source);
  if (where.instruction.empty()) return style.file;
  if (where.result.empty()) return fmt::format("{}: {}", style.file, where.instruction);
  return fmt::format("{}: {} = {}", style.file, where.result, where.instruction);
}

// Of a line that is too long to read, the part around the column, and where the column is in it.
std::pair<std::string, std::size_t> readable_part(const SourceLocation& source) {
  constexpr std::size_t longest = 160;  // bytes
  const std::string& line = source.text;
  if (line.size() <= longest) return {line, source.column};
  const auto starts_character = [&](std::size_t i) {
    return i == line.size() || (static_cast<unsigned char>(line[i]) & 0xC0U) != 0x80U;
  };
  const std::size_t before = std::max<std::size_t>(source.column, longest / 2) - longest / 2;
  std::size_t first = std::min(before, line.size() - longest);
  std::size_t end = first + longest;
  while (!starts_character(first)) ++first;
  while (!starts_character(end)) ++end;
  constexpr std::string_view cut = "...";
  const bool is_cut = first != 0;
  return {fmt::format("{}{}{}", is_cut ? cut : "", line.substr(first, end - first),
                      end != line.size() ? cut : ""),
          source.column == 0 ? 0 : source.column - first + (is_cut ? cut.size() : 0)};
}

// The source line with its number, and a mark below the column.
std::string excerpt(const SourceLocation& source, const Painter& paint) {
  if (source.line == 0 || source.text.empty()) return "";
  const std::string number = std::to_string(source.line);
  const auto [line, column] = readable_part(source);
  std::string text = fmt::format("  {} | {}\n", number, line);
  if (column == 0 || source.column > source.text.size()) return text;
  std::string indent = line.substr(0, column - 1);
  for (char& c : indent) c = c == '\t' ? '\t' : ' ';
  return text +
         fmt::format("  {} | {}{}\n", std::string(number.size(), ' '), indent, paint(green, "^"));
}

std::string instruction_text(const CodeLocation& where) {
  if (where.instruction.empty()) return "";
  std::string text = where.disassembly;
  if (text.empty())
    text = where.result.empty() ? where.instruction : where.result + " = " + where.instruction;
  if (!where.function.empty()) text += fmt::format("   in function {}", where.function);
  return fmt::format("  {}\n", text);
}

std::string who_text(const Finding& finding) {
  if (finding.lanes.none()) return "";  // of the buffers after the run, or of a constant
  std::string text = fmt::format("  {} of subgroup {}, workgroup ({},{},{})",
                                 lanes_text(finding.lanes), finding.subgroup, finding.workgroup[0],
                                 finding.workgroup[1], finding.workgroup[2]);
  for (std::size_t i = finding.loops.size(); i-- > 0;) {
    const LoopIteration& loop = finding.loops[i];
    text += fmt::format(", iteration {} of the loop {}", loop.iteration,
                        loop.loop.source.line != 0 ? "at " + location_text(loop.loop.source)
                                                   : "with " + loop.loop.disassembly);
  }
  if (finding.occurrences > 1) text += fmt::format("; {} executions in all", finding.occurrences);
  return text + '\n';
}

// All names of an operand: "Operand 2 (counts[i]): %31".
std::string operand_label(const OperandValue& operand) {
  std::string label = operand.operand;
  if (!operand.expression.empty())
    label += label.empty() ? operand.expression : " (" + operand.expression + ")";
  return label.empty() ? operand.name : label + ": " + operand.name;
}

// The values are those of the first lane.
std::string operands_text(const Finding& finding) {
  const std::string lane =
      finding.lanes.count() > 1 ? fmt::format(" in lane {}", finding.lanes.lowest()) : "";
  std::string text;
  for (const OperandValue& operand : finding.operands)
    text += fmt::format("  {} = {}{}\n", operand_label(operand), operand.value, lane);
  return text;
}

Json source_as_json(const SourceLocation& source) {
  if (source.line == 0 && source.file.empty()) return nullptr;
  Json json{{"file", source.file}, {"line", source.line}};
  if (source.column != 0) json["column"] = source.column;
  return json;
}

Json notes_as_json(const std::vector<Note>& notes) {
  Json json = Json::array();
  for (const Note& note : notes) {
    Json entry{{"message", note.message}};
    if (note.source.line != 0) entry["source"] = source_as_json(note.source);
    json.push_back(std::move(entry));
  }
  return json;
}

Json edits_as_json(const std::vector<SourceEdit>& edits) {
  Json json = Json::array();
  for (const SourceEdit& edit : edits) {
    Json entry{{"kind", edit.length == 0 ? "insert" : "replace"},
               {"file", edit.file},
               {"line", edit.line},
               {"column", edit.column}};
    if (edit.length != 0) entry["length"] = edit.length;
    entry["text"] = edit.text;
    json.push_back(std::move(entry));
  }
  return json;
}

Json lanes_as_json(const LaneMask& lanes) {
  Json json = Json::array();
  lanes.for_each([&json](unsigned lane) { json.push_back(lane); });
  return json;
}

}  // namespace

std::string lane_ranges(const LaneMask& lanes) {
  std::vector<std::uint64_t> numbers;
  lanes.for_each([&numbers](unsigned lane) { numbers.push_back(lane); });
  return number_ranges(numbers);
}

std::string lanes_text(const LaneMask& lanes) {
  if (lanes.none()) return "no lane";
  return fmt::format("{} {}", lanes.count() == 1 ? "lane" : "lanes", lane_ranges(lanes));
}

std::string finding_as_text(const Finding& finding, const ReportStyle& style) {
  const Painter paint(style.color);
  const bool fault = finding.severity == Severity::undefined_behavior;
  std::string text =
      fmt::format("{} {} {} [{}]\n", paint(bold, place_text(finding.where, style) + ":"),
                  paint(fault ? red : magenta, fmt::format("{}:", severity_name(finding.severity))),
                  paint(bold, finding.message), finding.clause);
  text += excerpt(finding.where.source, paint);
  text += instruction_text(finding.where);
  text += who_text(finding);
  text += operands_text(finding);
  for (const Note& note : finding.notes) {
    const std::string place = note.source.line != 0 ? location_text(note.source) + ": " : "";
    text += fmt::format("  {}{} {}\n", place, paint(cyan, "note:"), note.message);
    text += excerpt(note.source, paint);
  }
  if (!finding.help.empty()) text += fmt::format("  {} {}\n", paint(green, "help:"), finding.help);
  return text;
}

std::string finding_as_text(const ReportedFinding& finding, const ReportStyle& style) {
  if (!finding.cause) return finding_as_text(static_cast<const Finding&>(finding), style);
  const Painter paint(style.color);
  const bool fault = finding.severity == Severity::undefined_behavior;
  std::string text =
      fmt::format("  {} {} {} {} [{}]\n", paint(cyan, "consequence:"),
                  paint(bold, place_text(finding.where, style) + ":"),
                  paint(fault ? red : magenta, fmt::format("{}:", severity_name(finding.severity))),
                  finding.message, finding.clause);
  return text + excerpt(finding.where.source, paint) + who_text(finding);
}

Json operands_as_json(const Finding& finding) {
  Json list = Json::array();
  for (const OperandValue& operand : finding.operands) {
    Json json{{"name", operand.name}};
    if (!operand.operand.empty()) json["operand"] = operand.operand;
    if (!operand.expression.empty()) json["expression"] = operand.expression;
    json["value"] = operand.value;
    list.push_back(std::move(json));
  }
  return list;
}

Json finding_as_json(const ReportedFinding& finding) {
  Json json{{"kind", finding.kind},
            {"severity", severity_name(finding.severity)},
            {"clause", finding.clause},
            {"instruction", finding.where.instruction},
            {"result", finding.where.result},
            {"source", source_as_json(finding.where.source)},
            {"workgroup", finding.workgroup},
            {"subgroup", finding.subgroup},
            {"lanes", lanes_as_json(finding.lanes)},
            {"message", finding.message},
            {"occurrences", finding.occurrences}};
  for (const LoopIteration& loop : finding.loops) {
    Json entry{{"iteration", loop.iteration}, {"loop", loop.loop.disassembly}};
    if (loop.loop.source.line != 0) entry["source"] = source_as_json(loop.loop.source);
    json["loops"].push_back(std::move(entry));
  }
  if (finding.cause) json["consequence_of"] = *finding.cause;
  if (!finding.help.empty()) json["help"] = finding.help;
  if (!finding.edits.empty()) json["advice"] = edits_as_json(finding.edits);
  if (!finding.notes.empty()) json["notes"] = notes_as_json(finding.notes);
  if (!finding.operands.empty()) json["operands"] = operands_as_json(finding);
  if (!finding.where.disassembly.empty()) json["disassembly"] = finding.where.disassembly;
  if (!finding.where.function.empty()) json["function"] = finding.where.function;
  if (!finding.resource.empty()) {
    json["resource"] = finding.resource;
    json["elements"] = finding.elements;
    json["element_count"] = finding.element_count;
  }
  return json;
}

std::string summary(const std::vector<ReportedFinding>& findings) {
  if (findings.empty()) return "";
  std::map<Severity, std::size_t> counts;
  std::set<std::string> kinds;
  for (const Finding& finding : findings) {
    ++counts[finding.severity];
    kinds.insert(finding.kind);
  }
  std::string text;
  for (const auto& [severity, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, severity_name(severity));
  }
  std::string names;
  for (const std::string& kind : kinds)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kind);
  return fmt::format("{} (kinds: {})\n", text, names);
}

}  // namespace spirv_oracle

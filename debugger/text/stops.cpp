#include "debugger/text/stops.h"

#include <fmt/format.h>

#include "debugger/fields.h"
#include "debugger/text/values.h"

namespace spirv_oracle {

using nlohmann::json;

std::string finding_text(const json& finding) {
  std::string text = text_field(finding, "severity");
  if (text.empty()) text = text_field(finding, "kind");
  if (!text.empty()) text += ": ";
  text += text_field(finding, "message");
  const std::string clause = text_field(finding, "clause");
  if (!clause.empty()) text += fmt::format(" [{}]", clause);
  return text;
}

std::string reason_text(const json& stop) {
  const json& finding = field(stop, "finding");
  if (finding.is_object()) return finding_text(finding);
  const std::string reason = text_field(stop, "reason");
  const std::string text = text_field(stop, "text");
  std::string ids;
  for (const std::uint64_t id : numbers_field(stop, "stop_ids"))
    ids += fmt::format("{}{}", ids.empty() ? "" : ",", id);
  if (reason == "watchpoint") return fmt::format("watchpoint {}: {}", ids, text);
  if (reason == "breakpoint") return fmt::format("breakpoint {}", ids);
  if (!ids.empty())
    return fmt::format("{} (catchpoint {}){}{}", reason, ids, text.empty() ? "" : ": ", text);
  return text.empty() ? reason : text;
}

std::string stop_text(const json& stop, std::string_view source_line, const TextStyle& style) {
  const bool is_finding = field(stop, "finding").is_object();
  const std::string reason =
      fmt::format("[{}] {}", integer_field_or(stop, "moment", 0), reason_text(stop));
  std::string text = painted(style, is_finding ? Emphasis::error : Emphasis::strong,
                             wrapped_lines(reason, style.width)) +
                     '\n';
  std::string who = who_text(stop);
  const std::string active = lanes_text(stop, "active");
  if (!active.empty()) who += fmt::format("{}active lanes {}", who.empty() ? "" : "; ", active);
  if (!who.empty()) text += fmt::format("  {}\n", who);
  const std::string place = place_text(stop);
  const std::string function = text_field(stop, "function");
  if (!place.empty() || !function.empty()) {
    const std::string in = function.empty() ? "" : "in " + function;
    text += painted(style, Emphasis::place,
                    fmt::format("  {}{}{}", place, place.empty() || in.empty() ? "" : " ", in)) +
            '\n';
  }
  if (!source_line.empty())
    text += fmt::format("  {} | {}\n", integer_field_or(stop, "line", 0), source_line);
  const std::string instruction = text_field(stop, "instruction");
  if (!instruction.empty()) text += fmt::format("  {}\n", instruction);
  return text;
}

}  // namespace spirv_oracle

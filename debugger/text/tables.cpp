#include "debugger/text/tables.h"

#include <fmt/format.h>

#include "debugger/fields.h"
#include "debugger/text/stops.h"
#include "debugger/text/values.h"
#include "support/base64.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;

std::string at_place(const json& place) {
  const std::string line = place_text(place);
  const std::string function = text_field(place, "function");
  std::string text;
  const std::string instruction = text_field(place, "instruction");
  if (!line.empty()) text += " at " + line;
  if (line.empty() && !instruction.empty()) text += " at " + instruction;
  if (!function.empty()) text += " in " + function;
  return text;
}

void append_tangle(const json& tangle, const std::string& indent, std::string& text) {
  const std::string lanes = lanes_text(tangle, "lanes");
  const bool is_one = lanes.find_first_of(",-") == std::string::npos;
  text += fmt::format("{}{} {}: {}{}", indent, is_one ? "lane" : "lanes", lanes,
                      text_field(tangle, "state"), at_place(tangle));
  const json& waits = field(tangle, "waits_for");
  if (const std::string what = text_field(tangle, "waits_for"); !what.empty())
    text += fmt::format(", waiting for {}", what);
  if (waits.is_array() && !waits.empty())
    text += fmt::format(", waiting for lanes {}", lanes_text(tangle, "waits_for"));
  if (const std::string construct = text_field(tangle, "construct"); !construct.empty())
    text += fmt::format(" ({})", construct);
  text += '\n';
}

}  // namespace

std::string subgroups_text(const json& subgroups, const json& focus) {
  std::string text;
  for (const json& subgroup : subgroups) {
    const bool focused = field(subgroup, "workgroup_index") == field(focus, "workgroup") &&
                         field(subgroup, "subgroup") == field(focus, "subgroup");
    const std::string active = lanes_text(subgroup, "active");
    text += fmt::format("{} workgroup {}, subgroup {}: {}{}{}{}\n", focused ? '*' : ' ',
                        coordinates_text(field(subgroup, "workgroup")),
                        integer_field_or(subgroup, "subgroup", 0), text_field(subgroup, "state"),
                        at_place(subgroup), active.empty() ? "" : "; active lanes ", active);
  }
  return text.empty() ? "No workgroup runs.\n" : text;
}

std::string quad_text(const json& quad) {
  std::string text;
  for (const json& fragment : list_field(quad, "fragments")) {
    const std::int64_t lane = integer_field_or(fragment, "lane", 0);
    const std::string state = flag_field(fragment, "demoted")  ? ", demoted to a helper invocation"
                              : flag_field(fragment, "helper") ? ", helper invocation"
                                                               : "";
    text += fmt::format("{} lane {}, pixel {}, primitive {}{}{}\n",
                        lane == integer_field_or(quad, "lane", -1) ? "*" : " ", lane,
                        coordinates_text(field(fragment, "pixel")),
                        integer_field_or(fragment, "primitive", 0), state,
                        !flag_field(fragment, "alive")    ? ", ended"
                        : !flag_field(fragment, "active") ? ", inactive"
                                                          : "");
  }
  return text;
}

std::string tangles_text(const json& tree) {
  std::string text = fmt::format("workgroup {}\n", coordinates_text(field(tree, "workgroup")));
  for (const json& subgroup : list_field(tree, "subgroups")) {
    text += fmt::format("  subgroup {}\n", integer_field_or(subgroup, "subgroup", 0));
    // Depth first, without recursion: how deep tangles nest is up to the module.
    std::vector<std::pair<const json*, std::size_t>> open;
    const auto push = [&open](const json& tangles, std::size_t depth) {
      for (std::size_t i = tangles.size(); i-- > 0;) open.emplace_back(&tangles[i], depth);
    };
    push(list_field(subgroup, "tangles"), 2);
    while (!open.empty()) {
      const auto [tangle, depth] = open.back();
      open.pop_back();
      append_tangle(*tangle, std::string(2 * depth, ' '), text);
      push(list_field(*tangle, "children"), depth + 1);
    }
  }
  return text;
}

std::string barriers_text(const json& barriers) {
  std::string text;
  for (const json& barrier : barriers) {
    text += fmt::format("{}{}\n", text_field(barrier, "kind"), at_place(barrier));
    const auto side = [&](const char* name) {
      const json& list = list_field(barrier, name);
      if (list.empty()) return;
      text += fmt::format("  {}:", name);
      for (const json& who : list) {
        std::string one = who_text(who);
        const std::string lanes = lanes_text(who, "lanes");
        if (!lanes.empty()) one += fmt::format("{}lanes {}", one.empty() ? "" : ", ", lanes);
        if (one.empty()) one = who.is_string() ? who.get<std::string>() : compact_text(who);
        text += fmt::format(" {};", one);
      }
      text.back() = '\n';
    };
    side("arrived");
    side("missing");
  }
  return text.empty() ? "No subgroup waits at a barrier.\n" : text;
}

std::string stack_text(const json& frames, std::size_t current) {
  std::string text;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    text += fmt::format("{} #{}{}{}\n", i == current ? '*' : ' ', i,
                        text_field(frames[i], "function").empty() ? "" : " ",
                        text_field(frames[i], "function"));
    text.pop_back();
    const std::string place = place_text(frames[i]);
    if (!place.empty()) text += " at " + place;
    if (flag_field(frames[i], "inlined")) text += " (inlined)";
    text += '\n';
  }
  return text.empty() ? "The lane has ended.\n" : text;
}

std::string findings_text(const json& findings) {
  std::string text;
  for (const json& finding : findings) {
    text += finding_text(finding) + '\n';
    const std::string place = place_text(finding);
    const std::string lanes = lanes_text(finding, "lanes");
    if (!place.empty()) text += "  at " + place;
    if (!lanes.empty()) text += fmt::format("{}lanes {}", place.empty() ? "  " : ", ", lanes);
    if (!place.empty() || !lanes.empty()) text += '\n';
  }
  return text.empty() ? "No findings so far.\n" : text;
}

std::string checkpoints_text(const json& checkpoints) {
  const json& moments = field(checkpoints, "moments");
  const std::size_t count = moments.is_array() ? moments.size() : 0;
  const std::int64_t starts = integer_field_or(checkpoints, "starts", 0);
  std::string text = fmt::format("{} checkpoint{}", count, count == 1 ? "" : "s");
  // From these, a dispatch can be run again in another way.
  if (starts > 0)
    text += fmt::format(" and {} saved dispatch start{}", starts, starts == 1 ? "" : "s");
  text += fmt::format(" in {} bytes", integer_field_or(checkpoints, "bytes", 0));
  if (count > 0) text += fmt::format(", at moments {}", lanes_text(checkpoints, "moments"));
  return text + '\n';
}

std::string children_text(const json& children, std::string_view indent) {
  std::string text;
  for (const json& child : children)
    text += fmt::format("{}{} = {}\n", indent, text_field(child, "name"), enclosed_text(child));
  return text;
}

std::string disassembly_text(
    const json& instructions, const TextStyle& style,
    const std::function<std::string(const std::string& file, std::int64_t line)>& source_line) {
  std::string text, file;
  std::int64_t line_before = 0;
  for (const json& instruction : instructions) {
    const std::int64_t number = integer_field_or(instruction, "line", 0);
    const std::string name = text_field(instruction, "file");
    if (number != line_before || name != file) {
      const std::string source = number > 0 ? source_line(name, number) : "";
      if (!source.empty())
        text += painted(style, Emphasis::dim, fmt::format("{:>4} | {}", number, source)) + '\n';
      line_before = number;
      file = name;
    }
    const bool current = flag_field(instruction, "current");
    const std::string line =
        fmt::format("{} {:>6}  {}", current ? "=>" : "  ", integer_field_or(instruction, "word", 0),
                    text_field(instruction, "text"));
    text += (current ? painted(style, Emphasis::strong, line) : line) + '\n';
  }
  return text.empty() ? "No instruction is here.\n" : text;
}

std::string memory_text(const json& memory) {
  const auto bytes = decode_base64(text_field(memory, "bytes"));
  if (!bytes) return "The target's answer is not base64.\n";
  const std::string states = text_field(memory, "states");
  const auto offset = static_cast<std::uint64_t>(integer_field_or(memory, "offset", 0));
  std::string text;
  for (std::size_t i = 0; i < bytes->size(); ++i) {
    if (i % 16 == 0) text += fmt::format("{}{:#06x}:", i == 0 ? "" : "\n", offset + i);
    const char state = i < states.size() ? states[i] : '.';
    if (state == '#') {
      text += " ??";
    } else {
      text += fmt::format(" {:02x}", static_cast<unsigned char>((*bytes)[i]));
    }
  }
  return text + '\n';
}

}  // namespace spirv_oracle

#include "debugger/text/workgroups.h"

#include <fmt/ranges.h>

#include <array>
#include <charconv>
#include <string>

#include "debugger/fields.h"
#include "debugger/text/values.h"

namespace spirv_oracle {
namespace {

using nlohmann::json;
using Numbers = std::array<std::uint64_t, 3>;

Result<Numbers> workgroup_counts(const TargetQuestion& ask) {
  constexpr std::array expressions{"gl_NumWorkGroups.x", "gl_NumWorkGroups.y",
                                   "gl_NumWorkGroups.z"};
  Numbers counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto answer = ask("evaluate", {{"expression", expressions[i]}});
    if (!answer) return tl::unexpected(answer.error());
    const std::string text = text_field(*answer, "value");
    std::from_chars(text.data(), text.data() + text.size(), counts[i]);
    if (counts[i] == 0) return bad_input("the number of workgroups is not known here");
  }
  return counts;
}

}  // namespace

Result<WorkgroupName> name_workgroup(const TargetQuestion& ask, const json& workgroup) {
  const auto counts = workgroup_counts(ask);
  if (!counts) return tl::unexpected(counts.error());
  const auto no_such = [&](const std::string& name) {
    return bad_input(
        fmt::format("no workgroup {}: the dispatch has {}", name, fmt::join(*counts, " x ")));
  };
  const auto [x, y, z] = *counts;
  if (const auto index = integer_field({{"index", workgroup}}, "index")) {
    const auto number = static_cast<std::uint64_t>(*index);
    if (*index < 0 || number >= x * y * z) return no_such(std::to_string(*index));
    return WorkgroupName{number, {number % x, number / x % y, number / x / y}};
  }
  const auto given = numbers_field({{"coordinates", workgroup}}, "coordinates");
  if (given.size() != 3) return bad_input("a workgroup is three coordinates or a linear index");
  if (given[0] >= x || given[1] >= y || given[2] >= z) return no_such(coordinates_text(workgroup));
  return WorkgroupName{given[0] + x * (given[1] + y * given[2]), workgroup};
}

}  // namespace spirv_oracle

#include "support/filtering.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "interpreter/findings/freedom.h"

namespace spirv_oracle {
namespace {

constexpr std::string_view filtering_bits =
    "coordinates and levels may have 4 bits after the point";
constexpr std::string_view filtering_distance = "coordinates may snap to places 1/16 texel away";
constexpr std::string_view filtering_scale = "scale factors may be approximated, and levels snap";

constexpr NamedFiltering known_filterings[] = {
    {"coarse", filtering_bits, ExecutionFreedom::filtering, Filtering::coarse},
    {"left-up", filtering_distance, ExecutionFreedom::filtering, Filtering::left_up},
    {"left-down", filtering_distance, ExecutionFreedom::filtering, Filtering::left_down},
    {"right-up", filtering_distance, ExecutionFreedom::filtering, Filtering::right_up},
    {"right-down", filtering_distance, ExecutionFreedom::filtering, Filtering::right_down},
    {"lower-levels", filtering_scale, ExecutionFreedom::level_of_detail, Filtering::lower_levels},
    {"higher-levels", filtering_scale, ExecutionFreedom::level_of_detail, Filtering::higher_levels},
};

}  // namespace

std::span<const NamedFiltering> filterings() { return known_filterings; }

Result<const NamedFiltering*> find_filtering(std::string_view name) {
  const auto* const found = std::ranges::find(known_filterings, name, &NamedFiltering::name);
  if (found != std::end(known_filterings)) return found;
  std::vector<std::string_view> names;
  for (const NamedFiltering& known : known_filterings) names.push_back(known.name);
  return bad_input(fmt::format("expected one of {}, not '{}'", fmt::join(names, ", "), name));
}

const NamedFiltering* named(Filtering filtering) {
  const auto* const found =
      std::ranges::find(known_filterings, filtering, &NamedFiltering::filtering);
  return found == std::end(known_filterings) ? nullptr : found;
}

bool samples_images(const Module& module) {
  return std::ranges::any_of(module.instructions(), [](const Instruction& instruction) {
    return instruction.opcode == spv::Op::OpTypeSampledImage;
  });
}

}  // namespace spirv_oracle

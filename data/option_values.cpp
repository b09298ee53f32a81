#include "data/option_values.h"

#include <fmt/format.h>
#include <spirv-tools/libspirv.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "support/text.h"

namespace spirv_oracle {

Result<std::uint32_t> parse_u32(std::string_view text, std::string_view what) {
  const auto value = parse_unsigned(text, what);
  if (!value) return tl::unexpected(value.error());
  if (*value > std::numeric_limits<std::uint32_t>::max()) {
    return bad_input(fmt::format("{} {} is out of range (32 bits)", what, text));
  }
  return static_cast<std::uint32_t>(*value);
}

Result<std::array<std::uint64_t, 3>> parse_offset(std::string_view text) {
  std::array<std::uint64_t, 3> offset{};
  const auto parts = split_outside_parentheses(text, ',');
  if (parts.size() > 3) return bad_input(fmt::format("'{}' has more than three dimensions", text));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = parse_unsigned(trimmed(parts[i]), "an offset");
    if (!value) return tl::unexpected(value.error());
    offset[i] = *value;
  }
  return offset;
}

Result<Dim3> parse_dim3(std::string_view text, std::uint32_t lowest) {
  Dim3 dimensions{1, 1, 1};
  const auto parts = split_outside_parentheses(text, ',');
  if (parts.size() > 3)
    return bad_input(
        fmt::format("'{}' has more than three dimensions: write X, X,Y or X,Y,Z", text));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto value = parse_u32(trimmed(parts[i]), "a dimension");
    if (!value)
      return bad_input(
          fmt::format("'{}' is not of the form X, X,Y or X,Y,Z: {}", text, value.error().message));
    if (*value < lowest)
      return bad_input(fmt::format("'{}': a dimension must be at least {}", text, lowest));
    dimensions[i] = *value;
  }
  return dimensions;
}

namespace {

constexpr std::array<std::pair<std::string_view, MatrixMapping>, 4> matrix_mappings{
    {{"rows", MatrixMapping::rows},
     {"columns", MatrixMapping::columns},
     {"blocks", MatrixMapping::blocks},
     {"replicated", MatrixMapping::replicated}}};

}  // namespace

Result<MatrixMapping> parse_matrix_mapping(std::string_view text) {
  for (const auto& [name, mapping] : matrix_mappings) {
    if (text == name) return mapping;
  }
  return bad_input(
      fmt::format("unknown matrix mapping '{}': use rows, columns, blocks or replicated", text));
}

std::string_view matrix_mapping_text(MatrixMapping mapping) {
  return matrix_mappings[static_cast<std::size_t>(mapping)].first;
}

namespace {

constexpr std::array<std::pair<std::string_view, CandidateOrder::Kind>, 4> candidate_orders{
    {{"forward", CandidateOrder::Kind::forward},
     {"backward", CandidateOrder::Kind::backward},
     {"random", CandidateOrder::Kind::random},
     {"repeated", CandidateOrder::Kind::repeated}}};

}  // namespace

Result<CandidateOrder> parse_candidate_order(std::string_view text) {
  const std::size_t colon = text.find(':');
  for (const auto& [name, kind] : candidate_orders) {
    if (text.substr(0, colon) != name) continue;
    CandidateOrder order{kind, kind == CandidateOrder::Kind::random ? 1u : 0u};
    if (colon == std::string_view::npos) return order;
    if (kind != CandidateOrder::Kind::random) break;
    const auto seed = parse_unsigned(text.substr(colon + 1), "the seed");
    if (!seed) return tl::unexpected(seed.error());
    order.seed = *seed;
    return order;
  }
  return bad_input(fmt::format(
      "unknown candidate order '{}': use forward, backward, random, random:SEED or repeated",
      text));
}

std::string candidate_order_text(const CandidateOrder& order) {
  const std::string name(candidate_orders[static_cast<std::size_t>(order.kind)].first);
  return order.kind == CandidateOrder::Kind::random ? fmt::format("{}:{}", name, order.seed) : name;
}

Result<void> parse_subgroup_mapping(const std::string& text, SubgroupMapping& mapping) {
  constexpr std::array<std::pair<std::string_view, SubgroupOrder>, 5> orders{
      {{"linear", SubgroupOrder::linear},
       {"quads", SubgroupOrder::quads},
       {"columns", SubgroupOrder::columns},
       {"rows", SubgroupOrder::rows},
       {"random", SubgroupOrder::random}}};
  const std::string_view name = std::string_view(text).substr(0, text.find(':'));
  for (const auto& [order_name, order] : orders) {
    if (name != order_name) continue;
    mapping.order = order;
    mapping.seed = 0;
    if (name.size() == text.size()) return {};
    if (order != SubgroupOrder::random) break;
    return store(parse_unsigned(std::string_view(text).substr(name.size() + 1), "the seed"),
                 mapping.seed);
  }
  return bad_input(fmt::format(
      "unknown subgroup mapping '{}': use linear, quads, columns, rows or random[:SEED]", text));
}

Result<Reconvergence> parse_reconvergence(std::string_view text) {
  if (text == "maximal") return Reconvergence::maximal;
  if (text == "minimal") return Reconvergence::minimal;
  return bad_input(fmt::format("unknown reconvergence policy '{}': use maximal or minimal", text));
}

Result<std::string> parse_target_env(const std::string& text) {
  spv_target_env environment = SPV_ENV_UNIVERSAL_1_6;
  if (spvParseTargetEnv(text.c_str(), &environment)) return text;
  return bad_input(
      fmt::format("unknown environment '{}': use vulkan1.0 to vulkan1.4, spv1.0 to spv1.6 or "
                  "opencl1.2 to opencl2.2",
                  text));
}

Result<std::string> parse_stage(const std::string& text) {
  if (text == "comp" || text == "compute") return std::string("compute");
  if (text == "frag" || text == "fragment") return std::string("fragment");
  if (text == "vert" || text == "vertex") return std::string("vertex");
  return bad_input(fmt::format("unknown stage '{}': use compute, fragment or vertex", text));
}

Result<double> parse_seconds(std::string_view text) {
  const auto bits = parse_scalar(ScalarKind::float64, text);
  const double seconds = bits ? float_value(ScalarKind::float64, *bits) : -1;
  if (!(seconds > 0) || !std::isfinite(seconds)) {
    return bad_input(fmt::format(
        "invalid time '{}': expected a number of seconds greater than 0, such as 10 or 0.5", text));
  }
  return seconds;
}

Result<std::uint32_t> parse_jobs(std::string_view text) {
  auto jobs = parse_u32(text, "the number of threads");
  if (jobs && (*jobs < 1 || *jobs > 1024))
    return bad_input("the number of threads must be 1 to 1024");
  return jobs;
}

Result<std::uint32_t> parse_workgroups_in_flight(std::string_view text) {
  auto count = parse_u32(text, "the number of workgroups in flight");
  if (count && (*count < 1 || *count > 1024))
    return bad_input("the number of workgroups in flight must be 1 to 1024");
  return count;
}

std::string mapping_text(const SubgroupMapping& mapping) {
  switch (mapping.order) {
    case SubgroupOrder::linear:
      return "linear";
    case SubgroupOrder::quads:
      return "quads";
    case SubgroupOrder::columns:
      return "columns";
    case SubgroupOrder::rows:
      return "rows";
    case SubgroupOrder::random:
      break;
  }
  return "random:" + std::to_string(mapping.seed);
}

Result<std::uint32_t> parse_subgroup_size(std::string_view text) {
  auto size = parse_u32(text, "the subgroup size");
  if (size && (*size < 1 || *size > 128 || !std::has_single_bit(*size))) {
    return bad_input(
        fmt::format("the subgroup size must be 1, 2, 4, 8, 16, 32, 64 or 128, not {}", text));
  }
  return size;
}

}  // namespace spirv_oracle

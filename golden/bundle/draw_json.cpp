#include "golden/bundle/draw_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "golden/bundle/image_json.h"
#include "interpreter/thrown_error.h"

namespace spirv_oracle::golden {
namespace {

using Json = nlohmann::ordered_json;

// The names of the values of each enumeration, in their order.
template <class Enum>
struct NamesOf;
template <>
struct NamesOf<Topology> {
  static constexpr std::array names{"point_list",
                                    "line_list",
                                    "line_strip",
                                    "triangle_list",
                                    "triangle_strip",
                                    "triangle_fan",
                                    "line_list_with_adjacency",
                                    "line_strip_with_adjacency",
                                    "triangle_list_with_adjacency",
                                    "triangle_strip_with_adjacency",
                                    "patch_list"};
};
template <>
struct NamesOf<PolygonMode> {
  static constexpr std::array names{"fill", "line", "point"};
};
template <>
struct NamesOf<CullMode> {
  static constexpr std::array names{"none", "front", "back", "front_and_back"};
};
template <>
struct NamesOf<FrontFace> {
  static constexpr std::array names{"counter_clockwise", "clockwise"};
};
template <>
struct NamesOf<ProvokingVertex> {
  static constexpr std::array names{"first", "last"};
};
template <>
struct NamesOf<LineMode> {
  static constexpr std::array names{"rectangular", "parallelogram", "bresenham"};
};
template <>
struct NamesOf<StencilOperation> {
  static constexpr std::array names{"keep",
                                    "zero",
                                    "replace",
                                    "increment_and_clamp",
                                    "decrement_and_clamp",
                                    "invert",
                                    "increment_and_wrap",
                                    "decrement_and_wrap"};
};
template <>
struct NamesOf<CompareOperation> {
  static constexpr std::array names{
      "never", "less", "equal", "less_or_equal", "greater", "not_equal", "greater_or_equal",
      "always"};
};
template <>
struct NamesOf<BlendFactor> {
  static constexpr std::array names{"zero",
                                    "one",
                                    "source_color",
                                    "one_minus_source_color",
                                    "destination_color",
                                    "one_minus_destination_color",
                                    "source_alpha",
                                    "one_minus_source_alpha",
                                    "destination_alpha",
                                    "one_minus_destination_alpha",
                                    "constant_color",
                                    "one_minus_constant_color",
                                    "constant_alpha",
                                    "one_minus_constant_alpha",
                                    "source_alpha_saturate",
                                    "source1_color",
                                    "one_minus_source1_color",
                                    "source1_alpha",
                                    "one_minus_source1_alpha"};
};
template <>
struct NamesOf<BlendOperation> {
  static constexpr std::array names{"add", "subtract", "reverse_subtract", "min", "max"};
};
template <>
struct NamesOf<LogicOperation> {
  static constexpr std::array names{"clear",         "and",          "and_reverse", "copy",
                                    "and_inverted",  "no_operation", "xor",         "or",
                                    "nor",           "equivalent",   "invert",      "or_reverse",
                                    "copy_inverted", "or_inverted",  "nand",        "set"};
};
template <>
struct NamesOf<VertexInputRate> {
  static constexpr std::array names{"vertex", "instance"};
};
template <>
struct NamesOf<IndexType> {
  static constexpr std::array names{"uint8", "uint16", "uint32"};
};

// A member of a structure with its name.
template <class T, class M>
struct Member {
  const char* name;
  M T::*place;
  bool may_be_missing = false;  // in bundles of older versions
};
// Clang deduces the arguments of aggregates only since version 17.
template <class T, class M>
Member(const char*, M T::*) -> Member<T, M>;
template <class T, class M>
Member(const char*, M T::*, bool) -> Member<T, M>;

// The members of each structure.
template <class T>
struct MembersOf;
template <>
struct MembersOf<VertexBinding> {
  static constexpr std::tuple list{
      Member{"binding", &VertexBinding::binding}, Member{"stride", &VertexBinding::stride},
      Member{"rate", &VertexBinding::rate}, Member{"divisor", &VertexBinding::divisor}};
};
template <>
struct MembersOf<VertexAttribute> {
  static constexpr std::tuple list{
      Member{"location", &VertexAttribute::location}, Member{"binding", &VertexAttribute::binding},
      Member{"format", &VertexAttribute::format}, Member{"is_scaled", &VertexAttribute::is_scaled},
      Member{"offset", &VertexAttribute::offset}};
};
template <>
struct MembersOf<VertexInputState> {
  static constexpr std::tuple list{Member{"bindings", &VertexInputState::bindings},
                                   Member{"attributes", &VertexInputState::attributes}};
};
template <>
struct MembersOf<InputAssemblyState> {
  static constexpr std::tuple list{
      Member{"topology", &InputAssemblyState::topology},
      Member{"primitive_restart", &InputAssemblyState::primitive_restart},
      Member{"patch_control_points", &InputAssemblyState::patch_control_points},
      Member{"has_lower_left_origin", &InputAssemblyState::has_lower_left_origin, true}};
};
template <>
struct MembersOf<Viewport> {
  static constexpr std::tuple list{Member{"x", &Viewport::x},
                                   Member{"y", &Viewport::y},
                                   Member{"width", &Viewport::width},
                                   Member{"height", &Viewport::height},
                                   Member{"min_depth", &Viewport::min_depth},
                                   Member{"max_depth", &Viewport::max_depth}};
};
template <>
struct MembersOf<ScissorRectangle> {
  static constexpr std::tuple list{
      Member{"x", &ScissorRectangle::x}, Member{"y", &ScissorRectangle::y},
      Member{"width", &ScissorRectangle::width}, Member{"height", &ScissorRectangle::height}};
};
template <>
struct MembersOf<DepthBias> {
  static constexpr std::tuple list{Member{"constant_factor", &DepthBias::constant_factor},
                                   Member{"clamp", &DepthBias::clamp},
                                   Member{"slope_factor", &DepthBias::slope_factor}};
};
template <>
struct MembersOf<LineStipple> {
  static constexpr std::tuple list{Member{"factor", &LineStipple::factor},
                                   Member{"pattern", &LineStipple::pattern}};
};
template <>
struct MembersOf<RasterizationState> {
  static constexpr std::tuple list{
      Member{"depth_clamp", &RasterizationState::depth_clamp},
      Member{"rasterizer_discard", &RasterizationState::rasterizer_discard},
      Member{"polygon_mode", &RasterizationState::polygon_mode},
      Member{"cull_mode", &RasterizationState::cull_mode},
      Member{"front_face", &RasterizationState::front_face},
      Member{"provoking_vertex", &RasterizationState::provoking_vertex},
      Member{"depth_bias", &RasterizationState::depth_bias},
      Member{"line_width", &RasterizationState::line_width},
      Member{"line_mode", &RasterizationState::line_mode},
      Member{"line_stipple", &RasterizationState::line_stipple, true}};
};
template <>
struct MembersOf<MultisampleState> {
  static constexpr std::tuple list{
      Member{"samples", &MultisampleState::samples},
      Member{"sample_mask", &MultisampleState::sample_mask},
      Member{"sample_shading", &MultisampleState::sample_shading},
      Member{"min_sample_shading", &MultisampleState::min_sample_shading},
      Member{"alpha_to_coverage", &MultisampleState::alpha_to_coverage},
      Member{"alpha_to_one", &MultisampleState::alpha_to_one}};
};
template <>
struct MembersOf<StencilFace> {
  static constexpr std::tuple list{Member{"fail", &StencilFace::fail},
                                   Member{"pass", &StencilFace::pass},
                                   Member{"depth_fail", &StencilFace::depth_fail},
                                   Member{"compare", &StencilFace::compare},
                                   Member{"compare_mask", &StencilFace::compare_mask},
                                   Member{"write_mask", &StencilFace::write_mask},
                                   Member{"reference", &StencilFace::reference}};
};
template <>
struct MembersOf<DepthBounds> {
  static constexpr std::tuple list{Member{"min", &DepthBounds::min},
                                   Member{"max", &DepthBounds::max}};
};
template <>
struct MembersOf<DepthStencilState> {
  static constexpr std::tuple list{Member{"depth_test", &DepthStencilState::depth_test},
                                   Member{"depth_write", &DepthStencilState::depth_write},
                                   Member{"depth_compare", &DepthStencilState::depth_compare},
                                   Member{"depth_bounds", &DepthStencilState::depth_bounds},
                                   Member{"stencil_test", &DepthStencilState::stencil_test},
                                   Member{"front", &DepthStencilState::front},
                                   Member{"back", &DepthStencilState::back}};
};
template <>
struct MembersOf<BlendEquation> {
  static constexpr std::tuple list{Member{"source", &BlendEquation::source},
                                   Member{"destination", &BlendEquation::destination},
                                   Member{"operation", &BlendEquation::operation}};
};
template <>
struct MembersOf<BlendAttachment> {
  static constexpr std::tuple list{
      Member{"enabled", &BlendAttachment::enabled}, Member{"color", &BlendAttachment::color},
      Member{"alpha", &BlendAttachment::alpha}, Member{"write_mask", &BlendAttachment::write_mask}};
};
template <>
struct MembersOf<BlendState> {
  static constexpr std::tuple list{Member{"logic_operation", &BlendState::logic_operation},
                                   Member{"constants", &BlendState::constants},
                                   Member{"attachments", &BlendState::attachments}};
};
template <>
struct MembersOf<PipelineState> {
  static constexpr std::tuple list{Member{"vertex_input", &PipelineState::vertex_input},
                                   Member{"input_assembly", &PipelineState::input_assembly},
                                   Member{"viewports", &PipelineState::viewports},
                                   Member{"scissors", &PipelineState::scissors},
                                   Member{"rasterization", &PipelineState::rasterization},
                                   Member{"multisample", &PipelineState::multisample},
                                   Member{"depth_stencil", &PipelineState::depth_stencil},
                                   Member{"blend", &PipelineState::blend}};
};
template <>
struct MembersOf<IndexBuffer> {
  static constexpr std::tuple list{Member{"offset", &IndexBuffer::offset},
                                   Member{"type", &IndexBuffer::type}};
};
template <>
struct MembersOf<DrawCall> {
  static constexpr std::tuple list{Member{"vertex_count", &DrawCall::vertex_count},
                                   Member{"instance_count", &DrawCall::instance_count},
                                   Member{"first_vertex", &DrawCall::first_vertex},
                                   Member{"first_instance", &DrawCall::first_instance},
                                   Member{"vertex_offset", &DrawCall::vertex_offset},
                                   Member{"index_buffer", &DrawCall::index_buffer}};
};

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T, std::size_t N>
inline constexpr bool is_list<std::array<T, N>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

template <class T>
Json written(const T& value) {
  if constexpr (is_optional<T>) {
    return value ? written(*value) : Json(nullptr);
  } else if constexpr (is_list<T>) {
    Json list = Json::array();
    for (const auto& item : value) list.push_back(written(item));
    return list;
  } else if constexpr (std::is_enum_v<T>) {
    return NamesOf<T>::names.at(static_cast<std::size_t>(value));
  } else if constexpr (std::same_as<T, TexelFormat>) {
    return format_as_json(value);
  } else if constexpr (std::same_as<T, double>) {
    // JSON has neither infinities nor NaN.
    return std::isfinite(value) ? Json(value) : Json(fmt::format("{}", value));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return value;
  } else {
    Json json = Json::object();
    std::apply(
        [&](const auto&... member) { ((json[member.name] = written(value.*member.place)), ...); },
        MembersOf<T>::list);
    return json;
  }
}

[[noreturn]] void reject(const std::string& message) {
  throw ThrownError{{Status::bad_input, message}};
}

double read_double(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const auto text = json.get<std::string>();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text != "nan" && text != "-nan") reject(fmt::format("'{}' is not a number", text));
  return std::numeric_limits<double>::quiet_NaN();
}

template <std::integral T>
T read_integer(const Json& json) {
  if (!json.is_number_integer()) reject("a number of the draw must be an integer");
  const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.get<std::uint64_t>())
                                              : std::in_range<T>(json.get<std::int64_t>());
  if (!fits) reject(fmt::format("{} is out of range", json.dump()));
  return json.get<T>();
}

template <class T>
void read(const Json& json, T& value);

template <class T, class M>
void read_member(const Json& json, const Member<T, M>& member, T& value) {
  if (member.may_be_missing && !json.contains(member.name)) return;
  read(json.at(member.name), value.*member.place);
}

template <class T>
void read(const Json& json, T& value) {
  if constexpr (is_optional<T>) {
    if (!json.is_null()) read(json, value.emplace());
  } else if constexpr (is_list<T>) {
    if constexpr (is_vector<T>) {
      value.resize(json.size());
    } else if (json.size() != value.size()) {
      reject("a list of the draw has the wrong length");
    }
    for (std::size_t i = 0; i < value.size(); ++i) read(json.at(i), value[i]);
  } else if constexpr (std::is_enum_v<T>) {
    const auto name = json.get<std::string>();
    const auto& names = NamesOf<T>::names;
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) reject(fmt::format("'{}' is not one of the allowed names", name));
    value = static_cast<T>(found - names.begin());
  } else if constexpr (std::same_as<T, TexelFormat>) {
    value = parse_format(json);
  } else if constexpr (std::same_as<T, double>) {
    value = read_double(json);
  } else if constexpr (std::same_as<T, bool>) {
    value = json.get<bool>();
  } else if constexpr (std::integral<T>) {
    value = read_integer<T>(json);
  } else {
    std::apply([&](const auto&... member) { (read_member(json, member, value), ...); },
               MembersOf<T>::list);
  }
}

template <class T>
Result<T> parsed(const Json& json) {
  return catch_error([&]() -> Result<T> {
    T value;
    read(json, value);
    return value;
  });
}

template <class Enum>
std::string_view name_in_table(Enum value) {
  return NamesOf<Enum>::names.at(static_cast<std::size_t>(value));
}

}  // namespace

std::string_view name_of(BlendFactor factor) { return name_in_table(factor); }
std::string_view name_of(BlendOperation operation) { return name_in_table(operation); }
std::string_view name_of(CompareOperation operation) { return name_in_table(operation); }
std::string_view name_of(StencilOperation operation) { return name_in_table(operation); }

Json state_as_json(const PipelineState& state) { return written(state); }

Json call_as_json(const DrawCall& call) { return written(call); }

Result<PipelineState> parse_state(const Json& json) { return parsed<PipelineState>(json); }

Result<DrawCall> parse_call(const Json& json) { return parsed<DrawCall>(json); }

}  // namespace spirv_oracle::golden

#include "golden/bundle/draw_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
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

// The members of each structure. `visit` is called with the name and the member, to write or to read it.
template <class Visit>
void visit_members(Visit& visit, VertexBinding& binding) {
  visit("binding", binding.binding);
  visit("stride", binding.stride);
  visit("rate", binding.rate);
  visit("divisor", binding.divisor);
}
template <class Visit>
void visit_members(Visit& visit, VertexAttribute& attribute) {
  visit("location", attribute.location);
  visit("binding", attribute.binding);
  visit("format", attribute.format);
  visit("is_scaled", attribute.is_scaled);
  visit("offset", attribute.offset);
}
template <class Visit>
void visit_members(Visit& visit, VertexInputState& state) {
  visit("bindings", state.bindings);
  visit("attributes", state.attributes);
}
template <class Visit>
void visit_members(Visit& visit, InputAssemblyState& state) {
  visit("topology", state.topology);
  visit("primitive_restart", state.primitive_restart);
  visit("patch_control_points", state.patch_control_points);
}
template <class Visit>
void visit_members(Visit& visit, Viewport& viewport) {
  visit("x", viewport.x);
  visit("y", viewport.y);
  visit("width", viewport.width);
  visit("height", viewport.height);
  visit("min_depth", viewport.min_depth);
  visit("max_depth", viewport.max_depth);
}
template <class Visit>
void visit_members(Visit& visit, ScissorRectangle& scissor) {
  visit("x", scissor.x);
  visit("y", scissor.y);
  visit("width", scissor.width);
  visit("height", scissor.height);
}
template <class Visit>
void visit_members(Visit& visit, DepthBias& bias) {
  visit("constant_factor", bias.constant_factor);
  visit("clamp", bias.clamp);
  visit("slope_factor", bias.slope_factor);
}
template <class Visit>
void visit_members(Visit& visit, RasterizationState& state) {
  visit("depth_clamp", state.depth_clamp);
  visit("rasterizer_discard", state.rasterizer_discard);
  visit("polygon_mode", state.polygon_mode);
  visit("cull_mode", state.cull_mode);
  visit("front_face", state.front_face);
  visit("provoking_vertex", state.provoking_vertex);
  visit("depth_bias", state.depth_bias);
  visit("line_width", state.line_width);
  visit("line_mode", state.line_mode);
}
template <class Visit>
void visit_members(Visit& visit, MultisampleState& state) {
  visit("samples", state.samples);
  visit("sample_mask", state.sample_mask);
  visit("sample_shading", state.sample_shading);
  visit("min_sample_shading", state.min_sample_shading);
  visit("alpha_to_coverage", state.alpha_to_coverage);
  visit("alpha_to_one", state.alpha_to_one);
}
template <class Visit>
void visit_members(Visit& visit, StencilFace& face) {
  visit("fail", face.fail);
  visit("pass", face.pass);
  visit("depth_fail", face.depth_fail);
  visit("compare", face.compare);
  visit("compare_mask", face.compare_mask);
  visit("write_mask", face.write_mask);
  visit("reference", face.reference);
}
template <class Visit>
void visit_members(Visit& visit, DepthBounds& bounds) {
  visit("min", bounds.min);
  visit("max", bounds.max);
}
template <class Visit>
void visit_members(Visit& visit, DepthStencilState& state) {
  visit("depth_test", state.depth_test);
  visit("depth_write", state.depth_write);
  visit("depth_compare", state.depth_compare);
  visit("depth_bounds", state.depth_bounds);
  visit("stencil_test", state.stencil_test);
  visit("front", state.front);
  visit("back", state.back);
}
template <class Visit>
void visit_members(Visit& visit, BlendEquation& equation) {
  visit("source", equation.source);
  visit("destination", equation.destination);
  visit("operation", equation.operation);
}
template <class Visit>
void visit_members(Visit& visit, BlendAttachment& attachment) {
  visit("enabled", attachment.enabled);
  visit("color", attachment.color);
  visit("alpha", attachment.alpha);
  visit("write_mask", attachment.write_mask);
}
template <class Visit>
void visit_members(Visit& visit, BlendState& state) {
  visit("logic_operation", state.logic_operation);
  visit("constants", state.constants);
  visit("attachments", state.attachments);
}
template <class Visit>
void visit_members(Visit& visit, PipelineState& state) {
  visit("vertex_input", state.vertex_input);
  visit("input_assembly", state.input_assembly);
  visit("viewports", state.viewports);
  visit("scissors", state.scissors);
  visit("rasterization", state.rasterization);
  visit("multisample", state.multisample);
  visit("depth_stencil", state.depth_stencil);
  visit("blend", state.blend);
}
template <class Visit>
void visit_members(Visit& visit, IndexBuffer& buffer) {
  visit("offset", buffer.offset);
  visit("type", buffer.type);
}
template <class Visit>
void visit_members(Visit& visit, DrawCall& call) {
  visit("vertex_count", call.vertex_count);
  visit("instance_count", call.instance_count);
  visit("first_vertex", call.first_vertex);
  visit("first_instance", call.first_instance);
  visit("vertex_offset", call.vertex_offset);
  visit("index_buffer", call.index_buffer);
}

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

struct Writer {
  Json json = Json::object();

  template <class T>
  void operator()(const char* name, T& value) {
    json[name] = written(value);
  }

  template <class T>
  static Json written(T& value) {
    if constexpr (is_optional<T>) {
      return value ? written(*value) : Json(nullptr);
    } else if constexpr (is_list<T>) {
      Json list = Json::array();
      for (auto& item : value) list.push_back(written(item));
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
      Writer writer;
      visit_members(writer, value);
      return std::move(writer.json);
    }
  }
};

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

struct Reader {
  const Json& json;

  template <class T>
  void operator()(const char* name, T& value) {
    read(json.at(name), value);
  }

  template <class T>
  static void read(const Json& json, T& value) {
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
      Reader reader{json};
      visit_members(reader, value);
    }
  }
};

}  // namespace

Json state_as_json(const PipelineState& state) {
  PipelineState copy = state;
  return Writer::written(copy);
}

Json call_as_json(const DrawCall& call) {
  DrawCall copy = call;
  return Writer::written(copy);
}

Result<PipelineState> parse_state(const Json& json) {
  return catch_error([&]() -> Result<PipelineState> {
    PipelineState state;
    Reader::read(json, state);
    return state;
  });
}

Result<DrawCall> parse_call(const Json& json) {
  return catch_error([&]() -> Result<DrawCall> {
    DrawCall call;
    Reader::read(json, call);
    return call;
  });
}

}  // namespace spirv_oracle::golden

// The sections [vertex data] and [indices] of VkScript.
#include <fmt/format.h>

#include <array>

#include "amber/parser/vk_script_parser_state.h"
#include "amber/script/literals.h"
#include "data/scalar.h"

namespace spirv_oracle::amber {
namespace {

// How a type of OpenGL is stored: the end of the name of a format.
struct StoredType {
  std::string_view name;
  unsigned bits;
  std::string_view mode;
};

constexpr std::array stored_types{
    StoredType{"byte", 8, "SINT"},      StoredType{"ubyte", 8, "UINT"},
    StoredType{"short", 16, "SINT"},    StoredType{"ushort", 16, "UINT"},
    StoredType{"int", 32, "SINT"},      StoredType{"uint", 32, "UINT"},
    StoredType{"half", 16, "SFLOAT"},   StoredType{"float", 32, "SFLOAT"},
    StoredType{"double", 64, "SFLOAT"},
};

// The format of GL_TYPE/GLSL_TYPE, such as float/vec3.
const ImageFormat* find_stored_format(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::string_view gl_type = text.substr(0, slash);
  const std::string_view glsl_type = text.substr(slash + 1);
  const auto type = parse_vk_type(glsl_type);
  if (!type || type->is_matrix()) return nullptr;
  for (const StoredType& row : stored_types) {
    if (row.name != gl_type) continue;
    std::string name;
    for (unsigned i = 0; i < type->rows; ++i) name += fmt::format("{}{}", "RGBA"[i], row.bits);
    return find_image_format(name + '_' + std::string(row.mode));
  }
  return nullptr;
}

Buffer make_buffer(VkScriptParser& parser, const std::string& name, const DataType& type,
                   const ScriptPosition& place) {
  Buffer buffer;
  buffer.name = name;
  buffer.place = place;
  buffer.type = type;
  auto layout = layout_of(type, LayoutRule::std430);
  if (!layout) parser.reader.fail(place, layout.error().message, layout.error().status);
  buffer.layout = std::make_shared<const ElementLayout>(std::move(*layout));
  buffer.initializer.kind = Initializer::Kind::values;
  return buffer;
}

void add_buffer(VkScriptParser& parser, Buffer buffer) {
  buffer.element_count = buffer.initializer.bits.size() / buffer.layout->fields.size();
  buffer.size = buffer.element_count * buffer.layout->stride;
  if (buffer.size > parser.max_bytes)
    parser.reader.fail(buffer.place, fmt::format("{} is too large", buffer.name), Status::limit);
  const std::string name = buffer.name;
  parser.script.buffers.insert_or_assign(name, std::move(buffer));
}

// LOCATION/FORMAT or LOCATION/GL_TYPE/GLSL_TYPE
Buffer parse_attribute(VkScriptParser& parser, std::vector<VertexData>& attributes) {
  const Token token = parser.reader.take();
  const std::size_t slash = token.text.find('/');
  const auto location = parse_unsigned(token.text.substr(0, slash), "the location");
  const std::string_view name = slash == std::string_view::npos ? "" : token.text.substr(slash + 1);
  DataType type;
  type.format = find_image_format(name);
  if (type.format == nullptr) type.format = find_stored_format(name);
  if (!location || *location > 0xFFFFFFFF || type.format == nullptr) {
    parser.reader.fail(
        token.place,
        fmt::format(
            "invalid attribute '{}': expected a form such as 0/R32G32_SFLOAT or 0/float/vec2",
            token.text));
  }
  type.name = type.format->name;
  for (const VertexData& other : attributes) {
    if (other.location == *location)
      parser.reader.fail(token.place, fmt::format("location {} has two attributes", *location));
  }
  VertexData data;
  data.place = token.place;
  data.location = static_cast<std::uint32_t>(*location);
  data.buffer = fmt::format("vertex data {}", data.location);
  attributes.push_back(data);
  return make_buffer(parser, data.buffer, type, token.place);
}

}  // namespace

void parse_vertex_data_section(VkScriptParser& parser, const ScriptPosition& place) {
  ScriptReader& reader = parser.reader;
  std::vector<VertexData>& attributes = graphics_pipeline(parser, place).graphics.vertex_data;
  if (!attributes.empty()) reader.fail(place, "the script already has [vertex data]");
  reader.skip_line_ends();
  std::vector<Buffer> buffers;
  while (!reader.at_line_end() && !at_section(reader))
    buffers.push_back(parse_attribute(parser, attributes));
  LiteralReader literals(reader);
  for (reader.skip_line_ends(); !reader.at_end() && !at_section(reader); reader.skip_line_ends()) {
    for (Buffer& buffer : buffers) {
      for (const Field& field : buffer.layout->fields)
        buffer.initializer.bits.push_back(
            literals.read(field.kind, reader.word("a value of each attribute")));
    }
    reader.end_statement("a vertex");
  }
  literals.finish();
  for (Buffer& buffer : buffers) add_buffer(parser, std::move(buffer));
}

void parse_indices_section(VkScriptParser& parser, const ScriptPosition& place) {
  ScriptReader& reader = parser.reader;
  GraphicsState& state = graphics_pipeline(parser, place).graphics;
  if (!state.index_buffer.empty()) reader.fail(place, "the script already has [indices]");
  state.index_buffer = "indices";
  DataType type;
  type.name = "uint32";
  Buffer buffer = make_buffer(parser, state.index_buffer, type, place);
  for (reader.skip_line_ends(); !reader.at_end() && !at_section(reader); reader.skip_line_ends()) {
    while (!reader.at_line_end()) buffer.initializer.bits.push_back(reader.u32("an index"));
  }
  add_buffer(parser, std::move(buffer));
}

}  // namespace spirv_oracle::amber

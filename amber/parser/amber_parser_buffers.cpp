// STRUCT, BUFFER, IMAGE and SAMPLER.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/keywords.h"
#include "amber/script/script_images.h"
#include "amber/script/values.h"
#include "data/scalar.h"
#include "support/file.h"

namespace spirv_oracle::amber {
namespace {

constexpr std::array<std::string_view, 3> extent_words{"WIDTH", "HEIGHT", "DEPTH"};

// Removes a length such as "[3]" from the end of a text; 0 if there is none.
std::uint64_t take_array_length(AmberParser& parser, const Token& token, std::string_view& text) {
  const std::size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return 0;
  const std::string_view digits = text.substr(bracket + 1, text.size() - bracket - 2);
  const auto length = parse_unsigned(digits, "the length of the array");
  if (!text.ends_with(']') || !length || *length == 0) {
    parser.reader.fail(
        token.place,
        fmt::format("invalid array length in '{}': expected a form such as float[4]", text));
  }
  text = text.substr(0, bracket);
  return *length;
}

std::optional<DataType> find_type(const AmberParser& parser, std::string_view name) {
  const auto structure = parser.script.structs.find(name);
  if (structure == parser.script.structs.end()) return parse_amber_type(name);
  DataType type;
  type.name = name;
  type.structure = structure->second;
  return type;
}

void parse_member_options(AmberParser& parser, StructMember& member) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"OFFSET", "ARRAY_STRIDE", "MATRIX_STRIDE"};
  while (!reader.at_line_end()) {
    const ScriptPosition place = reader.peek().place;
    const std::string_view word = reader.one_of("an option of a member", words);
    const std::uint64_t bytes = reader.u32("the number of bytes");
    if (word == "OFFSET") {
      member.offset = bytes;
    } else if (bytes == 0) {
      reader.fail(place, fmt::format("{} must not be 0", word));
    } else if (word == "ARRAY_STRIDE") {
      if (member.type.array_length == 0) reader.fail(place, "ARRAY_STRIDE applies only to arrays");
      member.array_stride = bytes;
    } else {
      if (!member.type.is_matrix()) reader.fail(place, "MATRIX_STRIDE applies only to matrices");
      member.matrix_stride = bytes;
    }
  }
}

void parse_member(AmberParser& parser, StructType& structure) {
  ScriptReader& reader = parser.reader;
  const Token type_token = reader.take();
  std::string_view type_name = type_token.text;
  const std::uint64_t in_type = take_array_length(parser, type_token, type_name);
  const auto type = find_type(parser, type_name);
  if (!type || type->format != nullptr || type->is_array)
    reader.fail(type_token.place, fmt::format("unknown type '{}'", type_token.text));
  StructMember member{"", *type, {}, {}, {}};
  const Token name_token = reader.word("the name of the member");
  std::string_view name = name_token.text;
  const std::uint64_t in_name = take_array_length(parser, name_token, name);
  if (in_type != 0 && in_name != 0)
    reader.fail(name_token.place, "AmberScript has no arrays of arrays");
  member.type.array_length = in_type + in_name;
  member.name = name;
  for (const StructMember& other : structure.members) {
    if (other.name == name)
      reader.fail(name_token.place, fmt::format("the member '{}' is declared twice", name));
  }
  parse_member_options(parser, member);
  reader.end_statement("a member");
  structure.members.push_back(std::move(member));
}

// SIZE, or WIDTH and HEIGHT: the number of elements.
void parse_element_count(AmberParser& parser, Buffer& buffer) {
  ScriptReader& reader = parser.reader;
  const ScriptPosition place = reader.peek().place;
  if (reader.take_if("SIZE")) {
    buffer.element_count = reader.unsigned_number("SIZE");
  } else if (reader.take_if("WIDTH")) {
    static constexpr std::string_view words[] = {"HEIGHT"};
    const std::uint32_t width = reader.u32("WIDTH");
    reader.one_of("a height", words);
    const std::uint32_t height = reader.u32("HEIGHT");
    buffer.element_count = std::uint64_t{width} * height;
    if (!buffer.image) buffer.image.emplace();
    buffer.image->width = width;
    buffer.image->height = height;
  } else {
    return;
  }
  if (buffer.element_count == 0) reader.fail(place, "a buffer must have at least one element");
}

void set_type(AmberParser& parser, Buffer& buffer, const Token& at) {
  auto layout = layout_of(buffer.type, buffer.rule);
  if (!layout) parser.reader.fail(at.place, layout.error().message, layout.error().status);
  buffer.layout = std::make_shared<const ElementLayout>(std::move(*layout));
}

// FORMAT: the buffer is an image. It has the size of the framebuffer unless it is an IMAGE.
void parse_format(AmberParser& parser, Buffer& buffer) {
  ScriptReader& reader = parser.reader;
  const Token name = reader.word("the image format");
  buffer.type.name = name.text;
  buffer.type.format = find_image_format(name.text);
  if (buffer.type.format == nullptr)
    reader.fail(name.place, fmt::format("unknown image format '{}'", name.text));
  set_type(parser, buffer, name);
}

// MIP_LEVELS or SAMPLES; false if neither is next.
bool parse_image_option(AmberParser& parser, ImageShape& shape) {
  ScriptReader& reader = parser.reader;
  static constexpr std::uint32_t sample_counts[] = {1, 2, 4, 8, 16, 32, 64};
  const ScriptPosition place = reader.peek().place;
  if (reader.take_if("MIP_LEVELS")) {
    shape.mip_levels = reader.u32("MIP_LEVELS");
    if (shape.mip_levels == 0 || shape.mip_levels > max_image_levels)
      fail_levels(parser, shape, place);
    return true;
  }
  if (!reader.take_if("SAMPLES")) return false;
  shape.samples = reader.u32("SAMPLES");
  if (std::find(std::begin(sample_counts), std::end(sample_counts), shape.samples) ==
      std::end(sample_counts))
    reader.fail(place, "SAMPLES must be 1, 2, 4, 8, 16, 32 or 64");
  return true;
}

void parse_data_type(AmberParser& parser, Buffer& buffer) {
  const Token at = parser.reader.peek();
  const DataType type = parse_type(parser, "the data type");
  buffer.type = type;
  if (parser.reader.take_if("STD140")) {
    buffer.rule = LayoutRule::std140;
  } else {
    parser.reader.take_if("STD430");
  }
  set_type(parser, buffer, at);
}

// WIDTH, HEIGHT or DEPTH; false if none is next.
bool parse_extent(AmberParser& parser, ImageShape& shape) {
  ScriptReader& reader = parser.reader;
  std::uint32_t* const extents[] = {&shape.width, &shape.height, &shape.depth};
  const Token at = reader.peek();
  for (std::size_t i = 0; i < extent_words.size(); ++i) {
    if (!reader.take_if(extent_words[i])) continue;
    *extents[i] = reader.u32(extent_words[i]);
    if (*extents[i] == 0) reader.fail(at.place, fmt::format("{} must not be 0", extent_words[i]));
    if (*extents[i] > max_image_extent)
      reader.fail(at.place, "the image is too large", Status::limit);
    return true;
  }
  return false;
}

// The shape of an IMAGE must be complete for its dimensions.
void check_extent(AmberParser& parser, const Token& keyword, const ImageShape& shape,
                  unsigned dimensions) {
  ScriptReader& reader = parser.reader;
  const std::uint32_t extents[] = {shape.width, shape.height, shape.depth};
  if (dimensions == 0) reader.fail(keyword.place, "IMAGE needs DIM_1D, DIM_2D or DIM_3D");
  for (unsigned i = 0; i < dimensions; ++i) {
    if (extents[i] != 0) continue;
    reader.fail(keyword.place,
                fmt::format("an image of DIM_{}D needs {}", dimensions, extent_words[i]));
  }
}

// The description of an IMAGE, in any order, up to its initializer.
void parse_image_description(AmberParser& parser, Buffer& buffer, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  ImageShape shape;
  shape.height = shape.depth = 0;
  unsigned dimensions = 0;
  while (!reader.at_line_end()) {
    if (reader.take_if("DATA_TYPE")) {
      parse_data_type(parser, buffer);
    } else if (reader.take_if("FORMAT")) {
      parse_format(parser, buffer);
    } else if (reader.take_if("DIM_1D")) {
      dimensions = 1;
    } else if (reader.take_if("DIM_2D")) {
      dimensions = 2;
    } else if (reader.take_if("DIM_3D")) {
      dimensions = 3;
    } else if (!parse_extent(parser, shape) && !parse_image_option(parser, shape)) {
      break;  // the initializer
    }
  }
  if (!buffer.layout) reader.fail(keyword.place, "IMAGE needs a FORMAT or a DATA_TYPE");
  check_extent(parser, keyword, shape, dimensions);
  shape.dimensions = dimensions;
  if (dimensions < 2) shape.height = 1;
  if (dimensions < 3) shape.depth = 1;
  if (!levels_fit(shape)) fail_levels(parser, shape, buffer.place);
  buffer.image = shape;
  buffer.element_count = texel_count(shape);
}

void declare(AmberParser& parser, Buffer buffer) {
  const std::string name = buffer.name;
  parser.script.buffers.emplace(name, std::move(buffer));
}

}  // namespace

DataType parse_type(AmberParser& parser, std::string_view what) {
  const Token token = parser.reader.word(what);
  auto type = find_type(parser, token.text);
  if (!type) parser.reader.fail(token.place, fmt::format("unknown data type '{}'", token.text));
  return *type;
}

void parse_struct(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  StructType structure;
  structure.name = new_name(parser, parser.script.structs, "the name of the struct");
  if (reader.take_if("STRIDE")) {
    structure.stride = reader.u32("STRIDE");
    if (structure.stride == 0u) reader.fail(keyword.place, "STRIDE must not be 0");
  }
  reader.end_statement("the first line of STRUCT");
  for (reader.skip_line_ends(); !reader.at_end() && !reader.at("END"); reader.skip_line_ends())
    parse_member(parser, structure);
  if (reader.at_end()) reader.fail(keyword.place, "STRUCT has no END");
  reader.take();
  reader.end_statement(keyword.text);
  if (structure.members.empty()) reader.fail(keyword.place, "the struct has no members");
  if (auto done = complete_struct(structure); !done)
    reader.fail(keyword.place, done.error().message, done.error().status);
  const std::string name = structure.name;
  parser.script.structs.emplace(name, std::make_shared<const StructType>(std::move(structure)));
}

void parse_buffer(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"DATA_TYPE", "FORMAT"};
  Buffer buffer;
  buffer.place = keyword.place;
  buffer.name = new_name(parser, parser.script.buffers, "the name of the buffer");
  if (reader.one_of("a data type or format", words) == "DATA_TYPE") {
    parse_data_type(parser, buffer);
    parse_element_count(parser, buffer);
    parse_initializer(parser, buffer);
  } else {
    buffer.image.emplace();
    parse_format(parser, buffer);
    while (parse_image_option(parser, *buffer.image)) {
    }
    if (!reader.at_line_end()) parse_element_count(parser, buffer);
    if (buffer.image->width != 0 && !levels_fit(*buffer.image))
      fail_levels(parser, *buffer.image, buffer.place);
    if (!reader.at_line_end()) parse_initializer(parser, buffer);
  }
  reader.end_statement(keyword.text);
  declare(parser, std::move(buffer));
}

void parse_image(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  Buffer buffer;
  buffer.place = keyword.place;
  buffer.name = new_name(parser, parser.script.buffers, "the name of the image");
  parse_image_description(parser, buffer, keyword);
  set_size(parser, buffer, keyword);
  if (!reader.at_line_end()) parse_initializer(parser, buffer);
  reader.end_statement(keyword.text);
  declare(parser, std::move(buffer));
}

void parse_sampler(AmberParser& parser, const Token& keyword) {
  ScriptReader& reader = parser.reader;
  Sampler sampler;
  sampler.place = keyword.place;
  sampler.name = new_name(parser, parser.script.samplers, "the name of the sampler");
  while (!reader.at_line_end()) {
    const Token setting = reader.take();
    const KeywordRow* row = find_keyword(sampler_keywords(), setting.text);
    if (row == nullptr) {
      reader.fail_unknown(setting, "a setting of a sampler", keyword_names(sampler_keywords()));
      break;
    }
    const auto values = parse_keyword_values(reader, *row);
    sampler.settings[std::string(setting.text)] = values.empty() ? "" : values.front();
  }
  reader.end_statement(keyword.text);
  const std::string name = sampler.name;
  parser.script.samplers.emplace(name, std::move(sampler));
}

}  // namespace spirv_oracle::amber

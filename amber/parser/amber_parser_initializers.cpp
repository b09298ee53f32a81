// The contents of a buffer or an image: DATA, FILL, SERIES_FROM and FILE.
#include <fmt/format.h>

#include "amber/parser/amber_parser_state.h"
#include "amber/script/script_images.h"
#include "amber/script/values.h"
#include "data/png_image.h"
#include "data/scalar.h"
#include "interpreter/images/image_shape.h"
#include "interpreter/thrown_error.h"
#include "support/file.h"

namespace spirv_oracle::amber {
namespace {

// DATA may contain only the first level of an image with several levels.
bool is_first_level(const Buffer& buffer, std::uint64_t elements) {
  if (!buffer.image || buffer.image->width == 0) return false;
  ImageShape first = *buffer.image;
  first.mip_levels = 1;
  return elements == texel_count(first);
}

// The number of elements that the values of DATA or of a file make.
std::uint64_t count_elements(AmberParser& parser, const Buffer& buffer, const Token& keyword) {
  const std::uint64_t fields = buffer.layout->fields.size();
  const std::uint64_t values = buffer.initializer.bits.size();
  if (values == 0 || values % fields != 0) {
    parser.reader.fail(keyword.place,
                       fmt::format("{} has {} values, but each element of {} takes {}",
                                   keyword.text, values, buffer.type.name, fields));
  }
  return values / fields;
}

void parse_data(AmberParser& parser, Buffer& buffer, const Token& keyword) {
  Initializer& initializer = buffer.initializer;
  initializer.kind = Initializer::Kind::values;
  initializer.bits = parse_data_values(parser.reader, keyword, *buffer.layout);
  const std::uint64_t elements = count_elements(parser, buffer, keyword);
  if (is_first_level(buffer, elements)) return;
  if (buffer.element_count != 0 && buffer.element_count != elements) {
    parser.reader.fail(keyword.place, fmt::format("the buffer has {} elements, but DATA has {}",
                                                  buffer.element_count, elements));
  }
  buffer.element_count = elements;
}

void parse_fill(AmberParser& parser, Buffer& buffer) {
  const Token value = parser.reader.word("the value");
  buffer.initializer.kind = Initializer::Kind::fill;
  LiteralReader literals(parser.reader);
  for (const Field& field : buffer.layout->fields)
    buffer.initializer.bits.push_back(literals.read(field.kind, value));
  literals.finish();
}

// A number of a series, as an integer and as a float. Each field takes the one that it needs.
void parse_series_number(AmberParser& parser, const Buffer& buffer, std::uint64_t& integer,
                         double& number) {
  const Token token = parser.reader.word("a value of the series");
  LiteralReader literals(parser.reader);
  for (const Field& field : buffer.layout->fields) {
    const ScalarKind kind = is_float(field.kind) ? ScalarKind::float64 : ScalarKind::int64;
    const std::uint64_t bits = literals.read(kind, token);
    if (kind == ScalarKind::int64) {
      integer = bits;
    } else {
      number = float_value(kind, bits);
    }
  }
  literals.finish();
}

void parse_series(AmberParser& parser, Buffer& buffer) {
  Initializer& initializer = buffer.initializer;
  static constexpr std::string_view words[] = {"INC_BY"};
  initializer.kind = Initializer::Kind::series;
  parse_series_number(parser, buffer, initializer.start, initializer.start_number);
  parser.reader.one_of("an increment", words);
  parse_series_number(parser, buffer, initializer.step, initializer.step_number);
}

void read_text_values(AmberParser& parser, Buffer& buffer, const std::string& path,
                      std::string_view text, const Token& keyword) {
  // As in Amber, the file contains the text that could follow DATA. Its END is optional.
  const std::string with_end = std::string(text) + "\nEND";
  ScriptReader file(path, with_end);
  auto values = catch_error([&]() -> Result<std::vector<std::uint64_t>> {
    return parse_data_values(file, keyword, *buffer.layout);
  });
  if (!values)
    parser.reader.fail(keyword.place, fmt::format("FILE TEXT: {}", values.error().message));
  buffer.initializer.bits = std::move(*values);
  parser.reader.add_warnings(file.take_warnings());
}

// Four components of one byte each: red, green, blue and alpha, in this order.
bool is_rgba8(const Buffer& buffer) {
  static constexpr std::string_view names = "RGBA";
  const ElementLayout& layout = *buffer.layout;
  if (layout.fields.size() != names.size() || layout.stride != names.size()) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (layout.fields[i].size != 1 || layout.fields[i].offset != i) return false;
    const ImageFormat* const format = buffer.type.format;
    if (format != nullptr && format->components[i].name != names[i]) return false;
  }
  return true;
}

// A picture sets the extent of a BUFFER without SIZE. Other buffers must already have its extent.
void set_extent(AmberParser& parser, Buffer& buffer, const PngImage& picture,
                const ScriptPosition& place) {
  ImageShape shape = buffer.image.value_or(ImageShape{});
  const std::uint64_t texels = std::uint64_t{picture.width} * picture.height;
  const bool has_extent = shape.width != 0;
  const bool other_extent =
      has_extent
          ? shape.width != picture.width || shape.height != picture.height || shape.depth != 1
          : buffer.element_count != 0 && buffer.element_count != texels;
  if (other_extent) {
    parser.reader.fail(place,
                       fmt::format("the picture has {} x {} texels, which is not the size of '{}'",
                                   picture.width, picture.height, buffer.name));
  }
  shape.width = picture.width;
  shape.height = picture.height;
  if (!levels_fit(shape)) return fail_levels(parser, shape, place);
  buffer.image = shape;
  if (!has_extent) buffer.element_count = texel_count(shape);
}

void parse_picture(AmberParser& parser, Buffer& buffer, const Token& path) {
  ScriptReader& reader = parser.reader;
  if (!is_rgba8(buffer)) {
    reader.fail(path.place,
                fmt::format("FILE PNG has R8G8B8A8 texels of four bytes, which do not match {}",
                            buffer.type.name));
  }
  if (buffer.image && buffer.image->samples > 1)
    reader.fail(path.place, "FILE PNG has one sample per texel, but SAMPLES requires more");
  const auto file = read_file(beside(parser.script.file, path.text), parser.max_bytes);
  if (!file) reader.fail(path.place, file.error().message, file.error().status);
  auto picture = decode_png(*file, max_image_extent, parser.max_bytes);
  if (!picture) {
    reader.fail(path.place, fmt::format("{}: {}", path.text, picture.error().message),
                picture.error().status);
  }
  set_extent(parser, buffer, *picture, path.place);
  set_size(parser, buffer, path);
  buffer.initializer.kind = Initializer::Kind::bytes;
  buffer.initializer.bytes = std::move(picture->texels);
}

// A buffer has the elements of the file: as in Amber, its SIZE does not matter. Those of an image are its texels.
void take_size_of_file(AmberParser& parser, Buffer& buffer, std::uint64_t bytes,
                       const Token& keyword, const Token& path) {
  const std::uint64_t stride = buffer.layout->stride;
  if (buffer.image && buffer.image->width != 0) {
    set_size(parser, buffer, keyword);
    if (bytes <= buffer.size) return;
    parser.reader.fail(
        path.place, fmt::format("the file has {} bytes, but the image has {}", bytes, buffer.size));
  }
  if (bytes == 0 || bytes % stride != 0) {
    parser.reader.fail(path.place,
                       fmt::format("the file has {} bytes, but each element of {} takes {}", bytes,
                                   buffer.type.name, stride));
  }
  const std::uint64_t elements = bytes / stride;
  if (buffer.element_count != 0 && buffer.element_count != elements) {
    parser.reader.warn(path.place, fmt::format("SIZE {} has no effect: the file has {} elements",
                                               buffer.element_count, elements));
  }
  buffer.element_count = elements;
  set_size(parser, buffer, keyword);
}

void parse_file(AmberParser& parser, Buffer& buffer, const Token& keyword) {
  static constexpr std::string_view words[] = {"BINARY", "TEXT", "PNG"};
  const std::string_view format = parser.reader.one_of("a format of FILE", words);
  const Token path = parser.reader.word("the path of the file");
  if (format == "PNG") return parse_picture(parser, buffer, path);
  const std::string name = beside(parser.script.file, path.text);
  auto bytes = read_file(name, parser.max_bytes);
  if (!bytes) parser.reader.fail(path.place, bytes.error().message, bytes.error().status);
  if (format == "BINARY") {
    buffer.initializer.kind = Initializer::Kind::bytes;
    buffer.initializer.bytes = std::move(*bytes);
    return take_size_of_file(parser, buffer, buffer.initializer.bytes.size(), keyword, path);
  }
  buffer.initializer.kind = Initializer::Kind::values;
  read_text_values(parser, buffer, name,
                   {reinterpret_cast<const char*>(bytes->data()), bytes->size()}, keyword);
  const std::uint64_t elements = count_elements(parser, buffer, keyword);
  take_size_of_file(parser, buffer, elements * buffer.layout->stride, keyword, path);
}

}  // namespace

void set_size(AmberParser& parser, Buffer& buffer, const Token& at) {
  const bool overflow =
      __builtin_mul_overflow(buffer.element_count, buffer.layout->stride, &buffer.size);
  if (!overflow && buffer.size <= parser.max_bytes) return;
  parser.reader.fail(
      at.place,
      fmt::format("buffer '{}' is too large: {} elements of {} bytes, and the memory "
                  "limit is {} bytes",
                  buffer.name, buffer.element_count, buffer.layout->stride, parser.max_bytes),
      Status::limit);
}

void fail_levels(AmberParser& parser, const ImageShape& shape, const ScriptPosition& place) {
  parser.reader.fail(place, fmt::format("the image cannot have {} levels", shape.mip_levels));
}

void parse_initializer(AmberParser& parser, Buffer& buffer) {
  ScriptReader& reader = parser.reader;
  static constexpr std::string_view words[] = {"DATA", "FILL", "SERIES_FROM", "FILE"};
  const Token keyword = reader.peek();
  const std::string_view word = reader.one_of("an initializer", words);
  if (word == "DATA") {
    parse_data(parser, buffer, keyword);
    set_size(parser, buffer, keyword);
    return;
  }
  if (word == "FILE") return parse_file(parser, buffer, keyword);
  if (buffer.element_count == 0)
    reader.fail(keyword.place, fmt::format("{} needs a SIZE before it", word));
  set_size(parser, buffer, keyword);
  if (word == "FILL") parse_fill(parser, buffer);
  if (word == "SERIES_FROM") parse_series(parser, buffer);
}

}  // namespace spirv_oracle::amber

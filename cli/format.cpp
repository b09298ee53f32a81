#include "cli/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/component.h"
#include "cli/text.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t line_width = 100;
constexpr ElementType byte_type{ScalarKind::uint8, 1};

// The components of a buffer, one after the other.
class Components {
 public:
  Components(const ShadowedBytes& contents, ElementType type)
      : contents_(contents), kind_(type.scalar), size_(scalar_size(type.scalar)) {}

  Definedness definedness(std::size_t index) const {
    return component_state(contents_, kind_, index * size_);
  }
  std::string text(std::size_t index) const {
    return component_text(contents_, kind_, index * size_);
  }
  Json json(std::size_t index) const { return component_json(contents_, kind_, index * size_); }

 private:
  const ShadowedBytes& contents_;
  ScalarKind kind_;
  std::size_t size_;
};

std::string element_text(const Components& components, std::size_t index, unsigned width) {
  if (width == 1) return components.text(index);
  std::string text = "(";
  for (unsigned i = 0; i < width; ++i) {
    if (i > 0) text += ' ';
    text += components.text(index * width + i);
  }
  return text + ")";
}

std::string one_line(const std::vector<std::string>& elements) {
  std::string text;
  for (const std::string& element : elements) text += ' ' + element;
  return text;
}

// Lines of equally many elements, right-aligned, each with the index of its first.
std::string numbered_lines(const std::vector<std::string>& elements) {
  std::size_t width = 0;
  for (const std::string& element : elements) width = std::max(width, element.size());
  const std::size_t index_width = std::to_string(elements.size() - 1).size();
  std::size_t per_line = 1;
  while (2 * per_line * (width + 1) + index_width + 4 <= line_width) per_line *= 2;
  std::string text;
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (i % per_line == 0) fmt::format_to(std::back_inserter(text), "\n  {:>{}}:", i, index_width);
    fmt::format_to(std::back_inserter(text), " {:>{}}", elements[i], width);
  }
  return text;
}

// The elements of `width` components with one that is implementation-dependent, whatever the others are.
std::vector<std::uint64_t> open_elements(const Components& components, std::size_t count,
                                         unsigned width) {
  std::vector<std::uint64_t> indices;
  for (std::size_t i = 0; i < count * width; ++i) {
    const bool open = components.definedness(i) == Definedness::implementation_dependent;
    if (open && (indices.empty() || indices.back() != i / width)) indices.push_back(i / width);
  }
  return indices;
}

// The bytes at the end that fill no element.
ShadowedBytes trailing_bytes(const ShadowedBytes& contents, ElementType type) {
  const auto count = static_cast<std::ptrdiff_t>(contents.size() % element_size(type));
  return {{contents.bytes.end() - count, contents.bytes.end()},
          {contents.shadow.end() - count, contents.shadow.end()}};
}

std::string scalar_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool holds_object(const Json& value) {
  return value.is_object() ||
         (value.is_array() && std::any_of(value.begin(), value.end(), holds_object));
}

void append_array_line(const Json& array, std::string& text) {
  text += '[';
  const char* separator = "";
  for (const Json& item : array) {
    text += separator;
    separator = ", ";
    if (item.is_array()) {
      append_array_line(item, text);
    } else {
      text += scalar_text(item);
    }
  }
  text += ']';
}

void append_json(const Json& value, std::size_t depth, std::string& text) {
  if (value.is_array() && !holds_object(value)) return append_array_line(value, text);
  if (!value.is_structured() || value.empty()) {
    text += scalar_text(value);
    return;
  }
  const std::string indent(2 * depth + 2, ' ');
  const bool object = value.is_object();
  text += object ? '{' : '[';
  const char* separator = "\n";
  for (auto item = value.begin(); item != value.end(); ++item) {
    text += separator + indent;
    if (object) text += scalar_text(Json(item.key())) + ": ";
    append_json(*item, depth + 1, text);
    separator = ",\n";
  }
  text += '\n' + std::string(2 * depth, ' ') + (object ? '}' : ']');
}

}  // namespace

std::string element_as_text(const ShadowedBytes& contents, ElementType type, std::size_t index) {
  return element_text(Components(contents, type), index, type.components);
}

std::string buffer_as_text(std::string_view name, const ShadowedBytes& contents, ElementType type) {
  const Components components(contents, type);
  const std::size_t count = contents.size() / element_size(type);
  std::vector<std::string> elements;
  elements.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    elements.push_back(element_text(components, i, type.components));
  std::string text = fmt::format("{}: {}[{}] =", name, element_name(type), count);
  const std::string line = one_line(elements);
  text += text.size() + line.size() <= line_width || count <= 1 ? line : numbered_lines(elements);
  text += '\n';
  const auto open = open_elements(components, count, type.components);
  if (!open.empty())
    text += fmt::format("  implementation-dependent (?): {}\n", number_ranges(open));
  const ShadowedBytes rest = trailing_bytes(contents, type);
  if (rest.size() > 0)
    text += "  and bytes that fill no element: " + buffer_as_text("rest", rest, byte_type);
  return text;
}

Json buffer_as_json(const ShadowedBytes& contents, ElementType type) {
  const Components components(contents, type);
  const std::size_t count = contents.size() / element_size(type);
  Json data = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    if (type.components == 1) {
      data.push_back(components.json(i));
      continue;
    }
    Json element = Json::array();
    for (unsigned c = 0; c < type.components; ++c)
      element.push_back(components.json(i * type.components + c));
    data.push_back(std::move(element));
  }
  Json buffer{{"type", element_name(type)}, {"data", std::move(data)}};
  buffer["implementation_dependent"] = open_elements(components, count, type.components);
  const ShadowedBytes rest = trailing_bytes(contents, type);
  if (rest.size() > 0) buffer["trailing_bytes"] = buffer_as_json(rest, byte_type)["data"];
  return buffer;
}

std::string json_text(const Json& document) {
  std::string text;
  append_json(document, 0, text);
  return text + '\n';
}

}  // namespace spirv_oracle

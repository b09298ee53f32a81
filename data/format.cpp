#include "data/format.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/component.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;

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

// A buffer whose elements have `width` components each. Elements are formatted twice, once to measure and once to
// print them, so that their texts need no memory.
struct Elements {
  const Components& components;
  std::size_t count;
  unsigned width;

  std::string text(std::size_t index) const { return element_text(components, index, width); }
};

struct TextSize {
  std::size_t longest = 0;   // the longest element
  std::size_t one_line = 0;  // all elements, each with a space before it
};

TextSize measure(const Elements& elements) {
  TextSize size;
  for (std::size_t i = 0; i < elements.count; ++i) {
    const std::size_t length = elements.text(i).size();
    size.longest = std::max(size.longest, length);
    size.one_line += 1 + length;
  }
  return size;
}

void print_one_line(std::ostream& out, const Elements& elements) {
  for (std::size_t i = 0; i < elements.count; ++i) out << ' ' << elements.text(i);
}

// Lines with the same number of elements, right-aligned to `width`, each with the index of its first element.
void print_numbered_lines(std::ostream& out, const Elements& elements, std::size_t width) {
  const std::size_t index_width = std::to_string(elements.count - 1).size();
  std::size_t per_line = 1;
  while (2 * per_line * (width + 1) + index_width + 4 <= line_width) per_line *= 2;
  for (std::size_t i = 0; i < elements.count; ++i) {
    if (i % per_line == 0) out << fmt::format("\n  {:>{}}:", i, index_width);
    out << fmt::format(" {:>{}}", elements.text(i), width);
  }
}

// Calls `visit` with the index of each element that has an implementation-dependent component, even if other
// components are undefined.
template <class Visit>
void for_each_indeterminate(const Elements& elements, const Visit& visit) {
  for (std::size_t i = 0; i < elements.count; ++i) {
    for (unsigned c = 0; c < elements.width; ++c) {
      if (elements.components.definedness(i * elements.width + c) !=
          Definedness::implementation_dependent)
        continue;
      visit(i);
      break;
    }
  }
}

// The bytes at the end that do not form an element.
ShadowedBytes trailing_bytes(const ShadowedBytes& contents, ElementType type) {
  const auto count = static_cast<std::ptrdiff_t>(contents.size() % element_size(type));
  return {{contents.bytes.end() - count, contents.bytes.end()},
          {contents.shadow.end() - count, contents.shadow.end()}};
}

void write_one(JsonWriter& json, const Components& components, unsigned width, std::size_t index) {
  if (width > 1) json.begin_list();
  for (unsigned c = 0; c < width; ++c) json.value(components.json(index * width + c));
  if (width > 1) json.end_list();
}

void write_data(JsonWriter& json, const Elements& elements) {
  json.begin_list();
  for (std::size_t i = 0; i < elements.count; ++i)
    write_one(json, elements.components, elements.width, i);
  json.end_list();
}

}  // namespace

std::string element_as_text(const ShadowedBytes& contents, ElementType type, std::size_t index) {
  return element_text(Components(contents, type), index, type.components);
}

void print_buffer(std::ostream& out, std::string_view name, const ShadowedBytes& contents,
                  ElementType type) {
  const Components components(contents, type);
  const Elements elements{components, contents.size() / element_size(type), type.components};
  const std::string head = fmt::format("{}: {}[{}] =", name, element_name(type), elements.count);
  out << head;
  const TextSize size = measure(elements);
  if (head.size() + size.one_line <= line_width || elements.count <= 1) {
    print_one_line(out, elements);
  } else {
    print_numbered_lines(out, elements, size.longest);
  }
  out << '\n';
  NumberRanges indeterminate(out);
  for_each_indeterminate(elements, [&](std::size_t index) {
    if (indeterminate.empty()) out << "  implementation-dependent (?): ";
    indeterminate.add(index);
  });
  indeterminate.finish();
  if (!indeterminate.empty()) out << '\n';
  const ShadowedBytes rest = trailing_bytes(contents, type);
  if (rest.size() == 0) return;
  out << "  and bytes after the last whole element: ";
  print_buffer(out, "rest", rest, byte_type);
}

void write_buffer(JsonWriter& json, const ShadowedBytes& contents, ElementType type) {
  const Components components(contents, type);
  const Elements elements{components, contents.size() / element_size(type), type.components};
  json.key("type");
  json.value(element_name(type));
  json.key("data");
  write_data(json, elements);
  json.key("implementation_dependent");
  json.begin_list();
  for_each_indeterminate(elements, [&json](std::size_t index) { json.value(index); });
  json.end_list();
  write_trailing_bytes(json, trailing_bytes(contents, type));
}

void write_element(JsonWriter& json, const ShadowedBytes& contents, ElementType type,
                   std::size_t index) {
  write_one(json, Components(contents, type), type.components, index);
}

void write_trailing_bytes(JsonWriter& json, const ShadowedBytes& rest) {
  if (rest.size() == 0) return;
  json.key("trailing_bytes");
  write_data(json, {Components(rest, byte_type), rest.size(), 1});
}

}  // namespace spirv_oracle

#include "data/structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "data/component.h"
#include "data/scalar.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using Json = nlohmann::ordered_json;
using Kind = ValueLayout::Kind;

constexpr std::size_t max_type_name = 70;
constexpr std::size_t max_listed = 200;     // characters of a list of members
constexpr std::uint64_t shown_at_ends = 8;  // elements of an array that is not shown as a whole

// The elements of an array at `offset` that are inside contents of `size` bytes.
std::uint64_t element_count(const ValueLayout& array, std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t room = size - std::min(size, offset);
  const std::uint64_t fitting =
      room < array.element->size ? 0 : (room - array.element->size) / array.stride + 1;
  return array.count ? std::min(*array.count, fitting) : fitting;
}

// The end of the value, with the padding of its last element.
std::uint64_t end_of(const ValueLayout& layout, std::uint64_t offset, std::uint64_t size) {
  if (layout.kind == Kind::array)
    return offset + element_count(layout, offset, size) * layout.stride;
  if (layout.kind == Kind::vector) return offset + layout.size;
  const ValueLayout::Member& last = layout.members.back();
  return std::max(offset + layout.size, end_of(*last.type, offset + last.offset, size));
}

std::string vector_name(const ValueLayout& layout) {
  const std::string_view scalar = scalar_name(layout.scalar);
  if (layout.components == 1) return std::string(scalar);
  return fmt::format("{}x{}", scalar, layout.components);
}

// Appends "float32 weights[4][2]", or "float32[4][2]" without a name. A type longer than max_type_name is cut off,
// because modules can have types with very many members.
void append_declaration(const ValueLayout& layout, std::string_view name, std::string& text) {
  std::string extents;
  const ValueLayout* element = &layout;
  for (; element->kind == Kind::array; element = element->element.get())
    extents += element->count ? fmt::format("[{}]", *element->count) : "[]";
  if (element->kind == Kind::vector) {
    text += vector_name(*element);
  } else {
    text += '{';
    for (const ValueLayout::Member& member : element->members) {
      if (&member != &element->members.front()) text += "; ";
      append_declaration(*member.type, member.name, text);
      if (text.size() > max_type_name) return;
    }
    text += '}';
  }
  if (!name.empty()) text += fmt::format(" {}", name);
  text += extents;
}

std::string short_name(const ValueLayout& layout) {
  std::string text;
  append_declaration(layout, "", text);
  return text.size() <= max_type_name ? text : "{...}";
}

// One buffer.
class StructureReader {
 public:
  explicit StructureReader(const ShadowedBytes& contents) : contents_(contents) {}

  std::uint64_t size() const { return contents_.size(); }
  bool has(const ValueLayout& layout, std::uint64_t offset) const {
    return offset <= size() && layout.size <= size() - offset;
  }
  std::string vector_text(const ValueLayout& layout, std::uint64_t offset) const {
    if (!has(layout, offset)) return "(beyond the end of the buffer)";
    if (layout.components == 1) return component_text(contents_, layout.scalar, offset);
    std::string text = "(";
    for (unsigned i = 0; i < layout.components; ++i) {
      if (i > 0) text += ' ';
      text += component_text(contents_, layout.scalar, offset + i * layout.component_stride);
    }
    return text + ")";
  }
  void write(JsonWriter& json, const ValueLayout& layout, std::uint64_t offset) const;
  bool has_state(const ValueLayout& vector, std::uint64_t offset, Definedness state) const;

 private:
  Json vector_json(const ValueLayout& layout, std::uint64_t offset) const;

  const ShadowedBytes& contents_;
};

Json StructureReader::vector_json(const ValueLayout& layout, std::uint64_t offset) const {
  if (!has(layout, offset)) return nullptr;
  if (layout.components == 1) return component_json(contents_, layout.scalar, offset);
  Json list = Json::array();
  for (unsigned i = 0; i < layout.components; ++i)
    list.push_back(component_json(contents_, layout.scalar, offset + i * layout.component_stride));
  return list;
}

bool has_structures(const ValueLayout& layout) {
  if (layout.kind == Kind::array) return has_structures(*layout.element);
  return layout.kind == Kind::structure;
}

void StructureReader::write(JsonWriter& json, const ValueLayout& layout,
                            std::uint64_t offset) const {
  if (layout.kind == Kind::vector) return json.value(vector_json(layout, offset));
  if (layout.kind == Kind::structure) {
    json.begin_object();
    for (const ValueLayout::Member& member : layout.members) {
      json.key(member.name);
      write(json, *member.type, offset + member.offset);
    }
    return json.end_object();
  }
  const std::uint64_t count = element_count(layout, offset, size());
  json.begin_list(has_structures(*layout.element));
  for (std::uint64_t i = 0; i < count; ++i)
    write(json, *layout.element, offset + i * layout.stride);
  json.end_list();
}

bool StructureReader::has_state(const ValueLayout& vector, std::uint64_t offset,
                                Definedness state) const {
  if (!has(vector, offset)) return false;
  for (unsigned i = 0; i < vector.components; ++i) {
    const auto first = contents_.shadow.begin() +
                       static_cast<std::ptrdiff_t>(offset + i * vector.component_stride);
    const auto last = first + static_cast<std::ptrdiff_t>(scalar_size(vector.scalar));
    if (std::find(first, last, state) != last) return true;
  }
  return false;
}

// Prints values line by line.
class Printer {
 public:
  Printer(std::ostream& out, const StructureReader& reader, const StructureStyle& style)
      : out_(out), reader_(reader), style_(style) {}

  void print(std::string_view name, const ValueLayout& layout, std::uint64_t offset,
             std::size_t indent);
  bool is_complete() const { return complete_; }

 private:
  void print_members(const ValueLayout& layout, std::uint64_t offset, std::size_t indent);
  void print_vectors(const ValueLayout& layout, std::uint64_t offset, std::size_t indent,
                     std::size_t used);
  void print_elements(const ValueLayout& layout, std::uint64_t offset, std::size_t indent);
  template <class Print>
  void for_shown(std::uint64_t count, const Print& print, const std::string& between);
  bool append_inline(const ValueLayout& layout, std::uint64_t offset, std::size_t room,
                     std::string& text) const;

  std::ostream& out_;
  const StructureReader& reader_;
  const StructureStyle& style_;
  bool complete_ = true;
};

// The value on one line; false if it has more than `room` characters.
bool Printer::append_inline(const ValueLayout& layout, std::uint64_t offset, std::size_t room,
                            std::string& text) const {
  if (layout.kind == Kind::vector) {
    text += reader_.vector_text(layout, offset);
    return text.size() <= room;
  }
  const bool is_array = layout.kind == Kind::array;
  // An array without a length has a line of its own.
  if (is_array && !layout.count) return false;
  text += is_array ? '[' : '{';
  const std::uint64_t count =
      is_array ? element_count(layout, offset, reader_.size()) : layout.members.size();
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i > 0) text += is_array ? " " : ", ";
    bool fits = false;
    if (is_array) {
      fits = append_inline(*layout.element, offset + i * layout.stride, room, text);
    } else {
      const ValueLayout::Member& member = layout.members[i];
      text += fmt::format("{} = ", member.name);
      fits = append_inline(*member.type, offset + member.offset, room, text);
    }
    if (!fits) return false;
  }
  text += is_array ? ']' : '}';
  return text.size() <= room;
}

// Calls `print` with the indices that are shown, and prints `between` for each omitted range.
template <class Print>
void Printer::for_shown(std::uint64_t count, const Print& print, const std::string& between) {
  const bool all = count <= style_.most_elements;
  complete_ &= all;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (!all && i == shown_at_ends) {
      out_ << between;
      i = count - shown_at_ends;
    }
    print(i);
  }
}

void Printer::print_vectors(const ValueLayout& layout, std::uint64_t offset, std::size_t indent,
                            std::size_t used) {
  const std::uint64_t count = element_count(layout, offset, reader_.size());
  const auto text = [&](std::uint64_t i) {
    return reader_.vector_text(*layout.element, offset + i * layout.stride);
  };
  std::size_t longest = 0;
  std::size_t all = 0;
  const bool is_short = count > style_.most_elements;
  for (std::uint64_t i = 0; i < count && !is_short; ++i) {
    const std::size_t length = text(i).size();
    longest = std::max(longest, length);
    all += length + 1;
  }
  if (is_short || used + all <= line_width || count <= 1) {
    for_shown(
        count, [&](std::uint64_t i) { out_ << ' ' << text(i); }, " ...");
    out_ << '\n';
    return;
  }
  const std::size_t index_width = std::to_string(count - 1).size();
  std::uint64_t per_line = 1;
  while (2 * per_line * (longest + 1) + index_width + indent + 4 <= line_width) per_line *= 2;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i % per_line == 0) out_ << fmt::format("\n{:{}}{:>{}}:", "", indent + 2, i, index_width);
    out_ << fmt::format(" {:>{}}", text(i), longest);
  }
  out_ << '\n';
}

void Printer::print_elements(const ValueLayout& layout, std::uint64_t offset, std::size_t indent) {
  const std::uint64_t count = element_count(layout, offset, reader_.size());
  const std::size_t width = std::to_string(count == 0 ? 0 : count - 1).size();
  for_shown(
      count,
      [&](std::uint64_t i) {
        const std::uint64_t at = offset + i * layout.stride;
        const std::string index = fmt::format("{:{}}{:>{}}: ", "", indent, i, width);
        std::string text;
        if (append_inline(*layout.element, at, line_width - std::min(line_width, index.size()),
                          text)) {
          out_ << index << text << '\n';
        } else if (layout.element->kind == Kind::structure) {
          out_ << index.substr(0, index.size() - 1) << '\n';
          print_members(*layout.element, at, indent + 2);
        } else {
          print(std::to_string(i), *layout.element, at, indent);
        }
      },
      fmt::format("{:{}}...\n", "", indent));
}

void Printer::print_members(const ValueLayout& layout, std::uint64_t offset, std::size_t indent) {
  for (const ValueLayout::Member& member : layout.members)
    print(member.name, *member.type, offset + member.offset, indent);
}

void Printer::print(std::string_view name, const ValueLayout& layout, std::uint64_t offset,
                    std::size_t indent) {
  const std::string start = fmt::format("{:{}}{}:", "", indent, name);
  if (layout.kind == Kind::array) {
    const std::string head = fmt::format("{} {}[{}] =", start, short_name(*layout.element),
                                         element_count(layout, offset, reader_.size()));
    out_ << head;
    if (layout.element->kind == Kind::vector)
      return print_vectors(layout, offset, indent, head.size());
    out_ << '\n';
    return print_elements(layout, offset, indent + 2);
  }
  const std::string head = fmt::format("{} {} = ", start, short_name(layout));
  std::string text;
  const std::size_t room = line_width - std::min(line_width, head.size());
  if (append_inline(layout, offset, room, text) || layout.kind == Kind::vector) {
    out_ << head << text << '\n';
    return;
  }
  out_ << start << '\n';  // the members have their types
  print_members(layout, offset, indent + 2);
}

// Collects the paths of the members that have a state.
class StateSearch {
 public:
  StateSearch(const StructureReader& reader, Definedness state) : reader_(reader), state_(state) {}

  void visit(const ValueLayout& layout, std::uint64_t offset, const std::string& path);
  std::string text() const {
    if (!cut_) return text_;
    return fmt::format("{},... ({} in all)", text_, count_);
  }

 private:
  void add(const std::string& path, std::uint64_t values) {
    count_ += values;
    cut_ |= text_.size() + path.size() > max_listed && !text_.empty();
    if (!cut_) text_ += (text_.empty() ? "" : ", ") + path;
  }

  const StructureReader& reader_;
  Definedness state_;
  std::string text_;
  std::uint64_t count_ = 0;
  bool cut_ = false;
};

void StateSearch::visit(const ValueLayout& layout, std::uint64_t offset, const std::string& path) {
  if (layout.kind == Kind::vector) {
    if (reader_.has_state(layout, offset, state_)) add(path, 1);
    return;
  }
  if (layout.kind == Kind::structure) {
    for (const ValueLayout::Member& member : layout.members)
      visit(*member.type, offset + member.offset,
            path.empty() ? member.name : fmt::format("{}.{}", path, member.name));
    return;
  }
  const std::uint64_t count = element_count(layout, offset, reader_.size());
  std::vector<std::uint64_t> found;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = offset + i * layout.stride;
    if (layout.element->kind != Kind::vector) {
      visit(*layout.element, at, cut_ ? path : fmt::format("{}[{}]", path, i));
    } else if (reader_.has_state(*layout.element, at, state_)) {
      found.push_back(i);
    }
  }
  if (found.empty()) return;
  std::string ranges = number_ranges(found);
  if (ranges.size() > max_listed)
    ranges = fmt::format("{},...", ranges.substr(0, ranges.rfind(',', max_listed)));
  add(fmt::format("{}[{}]", path, ranges), found.size());
}

// Copies the states of the components in a value.
void copy_members(const std::vector<Definedness>& from, const ValueLayout& layout,
                  std::uint64_t offset, std::vector<Definedness>& to) {
  if (layout.kind == Kind::structure) {
    for (const ValueLayout::Member& member : layout.members)
      copy_members(from, *member.type, offset + member.offset, to);
    return;
  }
  const bool is_array = layout.kind == Kind::array;
  const std::uint64_t count =
      is_array ? element_count(layout, offset, from.size()) : layout.components;
  for (std::uint64_t i = 0; i < count; ++i) {
    if (is_array) {
      copy_members(from, *layout.element, offset + i * layout.stride, to);
      continue;
    }
    const std::uint64_t begin =
        std::min<std::uint64_t>(offset + i * layout.component_stride, from.size());
    const std::uint64_t end =
        std::min<std::uint64_t>(begin + scalar_size(layout.scalar), from.size());
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(begin),
              from.begin() + static_cast<std::ptrdiff_t>(end),
              to.begin() + static_cast<std::ptrdiff_t>(begin));
  }
}

}  // namespace

bool print_structure(std::ostream& out, std::string_view name, const ShadowedBytes& contents,
                     const ValueLayout& layout, const StructureStyle& style) {
  const StructureReader reader(contents);
  Printer printer(out, reader, style);
  printer.print(name, layout, 0, 0);
  if (const ShadowedBytes rest = bytes_behind(contents, layout); rest.size() != 0)
    out << fmt::format("  and {} bytes after the last member\n", rest.size());
  return printer.is_complete();
}

void write_structure(JsonWriter& json, const ShadowedBytes& contents, const ValueLayout& layout) {
  StructureReader(contents).write(json, layout, 0);
}

ShadowedBytes bytes_behind(const ShadowedBytes& contents, const ValueLayout& layout) {
  const std::uint64_t size = contents.size();
  const auto end = static_cast<std::ptrdiff_t>(std::min(size, end_of(layout, 0, size)));
  return {{contents.bytes.begin() + end, contents.bytes.end()},
          {contents.shadow.begin() + end, contents.shadow.end()}};
}

ShadowedBytes without_padding(const ShadowedBytes& contents, const ValueLayout& layout) {
  const auto end =
      static_cast<std::ptrdiff_t>(contents.size() - bytes_behind(contents, layout).size());
  ShadowedBytes members = contents;
  std::fill_n(members.shadow.begin(), end, Definedness::defined);
  copy_members(contents.shadow, layout, 0, members.shadow);
  return members;
}

std::string members_with(Definedness state, const ShadowedBytes& contents,
                         const ValueLayout& layout) {
  const StructureReader reader(contents);
  StateSearch search(reader, state);
  search.visit(layout, 0, "");
  return search.text();
}

}  // namespace spirv_oracle

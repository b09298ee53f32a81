#include "data/structure_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "data/scalar.h"
#include "support/text.h"

namespace spirv_oracle {
namespace {

using Kind = ValueLayout::Kind;

constexpr unsigned max_depth = 32;                          // of nested structures
constexpr std::uint64_t max_size = std::uint64_t{1} << 32;  // bytes; keeps sums from overflowing

enum class Rule : std::uint8_t { std430, std140, scalar };
constexpr std::array<std::pair<std::string_view, Rule>, 3> rules{
    {{"std430", Rule::std430}, {"std140", Rule::std140}, {"scalar", Rule::scalar}}};

std::uint64_t round_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

// A type and its alignment.
struct Aligned {
  ValueLayoutPointer layout;
  std::uint64_t alignment = 1;
};

class StructureParser {
 public:
  explicit StructureParser(std::string_view text) : text_(text), rest_(text) {}

  Result<ValueLayoutPointer> parse();

 private:
  Result<Aligned> type(unsigned depth);
  Result<Aligned> structure(unsigned depth);
  Result<Aligned> vector(std::string_view name) const;
  Result<bool> member(ValueLayout& into, std::uint64_t& alignment, unsigned depth);
  Result<Aligned> array_of(Aligned element);
  Result<Aligned> extent(const Aligned& element, std::optional<std::uint64_t> count) const;

  void skip_spaces() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0)
      rest_.remove_prefix(1);
  }
  bool take(char c) {
    skip_spaces();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view word() {
    skip_spaces();
    const auto end = std::find_if(rest_.begin(), rest_.end(),
                                  [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
    const std::string_view found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(found.size());
    return found;
  }
  Result<std::uint64_t> number(std::string_view what) {
    auto value = parse_unsigned(word(), what);
    if (value && *value > max_size)
      return bad_input(fmt::format("{} must be at most {}", what, max_size));
    return value;
  }
  tl::unexpected<Error> expected(std::string_view what) const {
    return bad_input(fmt::format("structure type '{}': expected {} {}", text_, what,
                                 rest_.empty() ? "at the end" : fmt::format("before '{}'", rest_)));
  }

  std::string_view text_;
  std::string_view rest_;
  Rule rule_ = Rule::std430;
};

bool is_open_ended(const ValueLayout& layout) {
  return layout.kind == Kind::array
             ? !layout.count
             : layout.kind == Kind::structure && is_open_ended(*layout.members.back().type);
}

Result<Aligned> StructureParser::vector(std::string_view name) const {
  const auto type = parse_element_type(name);
  if (!type) return tl::unexpected(type.error());
  ValueLayout layout;
  layout.scalar = type->scalar;
  layout.components = type->components;
  layout.component_stride = scalar_size(type->scalar);
  layout.size = element_size(*type);
  // A vector of three is aligned like a vector of four.
  const std::uint64_t places = type->components == 3 ? 4 : type->components;
  const std::uint64_t alignment = layout.component_stride * (rule_ == Rule::scalar ? 1 : places);
  return Aligned{std::make_shared<const ValueLayout>(std::move(layout)), alignment};
}

Result<Aligned> StructureParser::extent(const Aligned& element,
                                        std::optional<std::uint64_t> count) const {
  if (count == 0) return bad_input("an array must have at least one element");
  if (is_open_ended(*element.layout))
    return bad_input("only the last member may be an array without a length");
  ValueLayout layout;
  layout.kind = Kind::array;
  layout.count = count;
  layout.element = element.layout;
  const std::uint64_t alignment =
      rule_ == Rule::std140 ? round_up(element.alignment, 16) : element.alignment;
  layout.stride = round_up(element.layout->size, alignment);
  if (count && (*count > max_size || layout.stride * *count > max_size))
    return bad_input(fmt::format("a type must take at most {} bytes", max_size));
  if (count) layout.size = layout.stride * (*count - 1) + element.layout->size;
  return Aligned{std::make_shared<const ValueLayout>(std::move(layout)), alignment};
}

// The extents after a name. The last one belongs to the innermost array.
Result<Aligned> StructureParser::array_of(Aligned element) {
  std::vector<std::optional<std::uint64_t>> counts;
  while (take('[')) {
    if (take(']')) {
      counts.emplace_back();
      continue;
    }
    const auto count = number("the length of an array");
    if (!count) return tl::unexpected(count.error());
    if (!take(']')) return expected("']'");
    counts.emplace_back(*count);
  }
  for (std::size_t i = counts.size(); i-- > 0;) {
    auto array = extent(element, counts[i]);
    if (!array) return array;
    element = std::move(*array);
  }
  return element;
}

// False: the structure has ended.
Result<bool> StructureParser::member(ValueLayout& into, std::uint64_t& alignment, unsigned depth) {
  if (take('}')) return false;
  if (!into.members.empty() && is_open_ended(*into.members.back().type))
    return bad_input("only the last member may be an array without a length");
  auto element = type(depth);
  if (!element) return tl::unexpected(element.error());
  const std::string name(word());
  if (!is_name(name)) return expected("the name of a member");
  if (std::ranges::find(into.members, name, &ValueLayout::Member::name) != into.members.end())
    return bad_input(fmt::format("structure type '{}': two members are named '{}'", text_, name));
  const auto whole = array_of(std::move(*element));
  if (!whole) return tl::unexpected(whole.error());
  std::uint64_t offset = round_up(into.size, whole->alignment);
  if (take('@')) {
    const auto given = number("an offset");
    if (!given) return tl::unexpected(given.error());
    if (*given < into.size)
      return bad_input(
          fmt::format("member '{}' at offset {} overlaps the member before it, which "
                      "ends at offset {}",
                      name, *given, into.size));
    offset = *given;
  }
  into.size = offset + whole->layout->size;
  if (into.size > max_size)
    return bad_input(fmt::format("a type must take at most {} bytes", max_size));
  into.members.push_back({name, offset, whole->layout});
  alignment = std::max(alignment, whole->alignment);
  if (take(';')) return true;
  if (take('}')) return false;
  return expected("';' or '}'");
}

Result<Aligned> StructureParser::structure(unsigned depth) {
  if (depth > max_depth)
    return bad_input(fmt::format("structures may nest {} levels deep", max_depth));
  ValueLayout layout;
  layout.kind = Kind::structure;
  std::uint64_t alignment = rule_ == Rule::std140 ? 16 : 1;
  for (;;) {
    const auto more = member(layout, alignment, depth);
    if (!more) return tl::unexpected(more.error());
    if (!*more) break;
  }
  if (layout.members.empty()) return bad_input("a structure must have at least one member");
  // A structure ends after its padding, where the next element or member begins.
  if (!is_open_ended(layout)) layout.size = round_up(layout.size, alignment);
  return Aligned{std::make_shared<const ValueLayout>(std::move(layout)), alignment};
}

Result<Aligned> StructureParser::type(unsigned depth) {
  if (take('{')) return structure(depth + 1);
  const std::string_view name = word();
  if (name.empty()) return expected("a type");
  return vector(name);
}

Result<ValueLayoutPointer> StructureParser::parse() {
  for (const auto& [name, rule] : rules) {
    if (!rest_.starts_with(name)) continue;
    rule_ = rule;
    rest_.remove_prefix(name.size());
  }
  if (!take('{')) return expected("'{'");
  const auto element = structure(1);
  if (!element) return tl::unexpected(element.error());
  skip_spaces();
  if (!rest_.empty()) return expected("nothing more");
  if (is_open_ended(*element->layout)) return element->layout;
  const auto array = extent(*element, std::nullopt);
  if (!array) return tl::unexpected(array.error());
  return array->layout;
}

}  // namespace

bool is_structure_text(std::string_view text) { return text.find('{') != std::string_view::npos; }

Result<ValueLayoutPointer> parse_structure(std::string_view text) {
  return StructureParser(text).parse();
}

}  // namespace spirv_oracle
